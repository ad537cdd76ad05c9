"""What a pack can name, listed: kinds of questions, mistakes, tricks, conditions, lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.cli.styled_line import BLANK, heading, line, run, table
from uriinspector.lessons import answer_codes
from uriinspector.lessons.kind_words import KIND_WORDS
from uriinspector.lessons.lesson import course
from uriinspector.lessons.mistakes.table import ABOUT, MISTAKES
from uriinspector.lessons.pack_fields import EVERY_KIND, KIND_FIELDS
from uriinspector.lessons.requirement import CONDITIONS
from uriinspector.lessons.tricks import TITLES, TRICKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uriinspector.cli.styled_line import Line
    from uriinspector.lessons.mistake import Mistake

MOST_VALUES = 20  # more are not listed
BRACES = str.maketrans("", "", "{}")


def kinds(most: int, say: Callable[[str], str]) -> Iterator[Line]:
    """Each kind: what it asks, how it is answered, and its fields."""
    yield heading("Kinds of questions")
    for name, words in KIND_WORDS.items():
        yield BLANK
        yield line("  ", run(name, "strong"), f"  {say(words.asks)}")
        rows = (
            ("answer", say(words.answer.template)),
            ("fields", ", ".join((*EVERY_KIND[:2], *KIND_FIELDS[name]))),
            ("fixed", words.fixed.replace("`", "")),
            *([("of", f"{words.of[0]}: {say(words.of[1])}")] if words.of[0] else ()),
        )
        yield from table([(run(label, "muted"), run(text)) for label, text in rows], most, indent=4)


def mistakes(most: int, say: Callable[[str], str]) -> Iterator[Line]:
    """Each mistake with its sentence; those that ``about`` can name come first, by kind."""
    shown: set[str] = set()
    for kinds_of, family in families():
        names = ", ".join(kinds_of)
        yield heading(f'For "about" of {names}')
        yield from _rows(family, shown, most, say)
        yield BLANK
    yield heading("Only in answers")
    yield from _rows((*MISTAKES, *answer_codes.ROWS), shown, most, say)


def families() -> list[tuple[list[str], tuple[Mistake, ...]]]:
    """The kinds that share their mistakes."""
    families: list[tuple[list[str], tuple[Mistake, ...]]] = []
    for kind, family in ABOUT.items():
        same = next((each for each in families if each[1] is family), None)
        if same:
            same[0].append(kind)
        else:
            families.append(([kind], family))
    return families


def _rows(
    family: Iterable[Mistake], shown: set[str], most: int, say: Callable[[str], str]
) -> Iterator[Line]:
    by_code: dict[str, str] = {}
    for each in family:
        if each.code not in shown:
            by_code.setdefault(each.code, sentence(each, say))
    shown.update(by_code)
    yield from table([(run(code), run(text, "muted")) for code, text in by_code.items()], most)


def sentence(mistake: Mistake, say: Callable[[str], str]) -> str:
    """The reason of a mistake without a question."""
    text = say(mistake.reason.template)
    for each in mistake.reason.args:
        text = text.replace(f"{{{each.name}}}", "\u2026")
    return text


def sentences_by_code(say: Callable[[str], str]) -> dict[str, str]:
    """The first reason of each code that an answer can have."""
    rows = (*MISTAKES, *answer_codes.ROWS)
    return {each.code: sentence(each, say) for each in reversed(rows)}


def tricks(most: int, say: Callable[[str], str]) -> Iterator[Line]:
    """Each kind of deceptive link, and of honest ones."""
    yield heading("Tricks")
    rows = [(run(name), run(say(TITLES[name]), "muted")) for name in TRICKS]
    yield from table(rows, most)


def conditions(most: int, say: Callable[[str], str]) -> Iterator[Line]:
    """What ``wants`` of a question can ask for."""
    yield heading("Conditions")
    rows = []
    for name, each in CONDITIONS.items():
        words = say(each.is_met).replace("{value}", "X").translate(BRACES)
        values = f" ({', '.join(each.values)})" if 0 < len(each.values) < MOST_VALUES else ""
        rows.append((run(name), run(f"{words}{values}", "muted")))
    yield from table(rows, most)


def lessons(most: int, say: Callable[[str], str]) -> Iterator[Line]:
    """The lessons of the course, which can be printed like a pack."""
    yield heading(say(course().title))
    rows = (
        (run(f"lesson:{each.number}"), run(say(each.title)), run(each.code, "muted"))
        for each in course().lessons
    )
    yield from table(rows, most)


LISTED: dict[str, Callable[[int, Callable[[str], str]], Iterator[Line]]] = {
    "kinds": kinds,
    "mistakes": mistakes,
    "tricks": tricks,
    "conditions": conditions,
    "lessons": lessons,
}
