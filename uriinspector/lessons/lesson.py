"""The lessons of the course, each with a subject, an example, and exercises."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.lessons.question import Wishes

# Forms of answers: choosing one or several, typing, marking in the text, filling in a table,
# ordering, or one step at a time.
CHOOSE, SEVERAL, TYPE, MARK, TABLE, ORDER = "choose", "several", "type", "mark", "table", "order"
STEPS = "steps"
# The forms of answers by kind of question or variant, from easy to hard; higher levels use later
# forms.
FORMS = {
    "target": "choose type",
    "where": "choose type mark",
    "site": "choose type",
    "mark": "mark",
    "origin": "table",
    "relative": "type",
    "write": "type",
    "valid": "mark",
    "rung": "choose",
    "base": "choose",
    "editions": "several",
    "steps": "order steps",
    "lines": "order",
    "innermost": "choose type",
    "email": "choose",
    "bar": "choose",
    "letters": "mark",
    "encode": "type",
    "decode": "type",
}
# Kinds with a second try, because the reason for a wrong answer does not reveal the right one.
TRIES = dict.fromkeys(("target", "origin", "relative", "write", "steps", "encode", "decode"), 2)
ROUND = 6  # number of questions


@dataclass(frozen=True, slots=True)
class Exercise:
    """Questions of one kind, with the requirements for drawing them."""

    code: str
    title: str
    kind: str
    wishes: Wishes
    harder: Wishes

    @property
    def asks(self) -> str:
        """The variant of the kind or, if there is none, the kind itself."""
        return self.wishes.of or self.kind

    @property
    def forms(self) -> list[str]:
        return FORMS[self.asks].split()

    @property
    def levels(self) -> int:
        return len(self.forms)

    @property
    def tries(self) -> int:
        return TRIES.get(self.kind, 1)

    def form(self, level: int) -> str:
        """Return how questions on a level are answered."""
        return self.forms[:level][-1]

    def wishes_at(self, level: int) -> Wishes:
        return self.wishes if level == 1 else self.harder


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of the course; ``number`` is its position."""

    code: str
    number: int
    title: str
    text: tuple[str, ...]
    cites: tuple[str, ...]
    example: tuple[str, str]  # the base ("" for a link alone), and the reference
    about: tuple[str, ...]
    exercises: tuple[Exercise, ...]

    def exercise(self, code: str) -> Exercise | None:
        return next((each for each in self.exercises if each.code == code), None)


@dataclass(frozen=True, slots=True)
class Course:
    """All lessons in order; the version is part of the seed for drawing questions."""

    code: str
    version: int
    title: str
    lessons: tuple[Lesson, ...]


@cache
def course() -> Course:
    table = tomllib.loads(shipped_text("lessons/course.toml"))
    lessons = tuple(_lesson(row, number) for number, row in enumerate(table["lesson"], 1))
    return Course(table["id"], table["version"], table["title"], lessons)


@cache
def common_mistakes() -> frozenset[str]:
    """Return the codes of the mistakes that lessons are about."""
    return frozenset(code for each in course().lessons for code in each.about)


def _lesson(row: Mapping[str, Any], number: int) -> Lesson:
    about = tuple(row["about"])
    return Lesson(
        row["id"],
        number,
        row["title"],
        tuple(row["text"]),
        tuple(row["cites"]),
        (row.get("base", ""), row["example"]),
        about,
        tuple(_exercise(each, about) for each in row["exercise"]),
    )


def _exercise(row: Mapping[str, Any], about: tuple[str, ...]) -> Exercise:
    """Make an exercise; ``harder`` changes its requirements at higher levels."""
    return Exercise(
        row["id"],
        row["title"],
        row["kind"],
        _wishes(row, about),
        _wishes({**row, **row.get("harder", {})}, about),
    )


def _wishes(row: Mapping[str, Any], about: tuple[str, ...]) -> Wishes:
    """Make requirements from the fields of a row; only some kinds can be about mistakes."""
    given = {name: row[name] for name in Wishes.__dataclass_fields__ if name in row}
    if row["kind"] in {"target", "where", "site"} and "of" not in row:
        given = {"about": about, **given}
    else:
        given.pop("about", None)
    texts = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    return Wishes(**given | texts)
