"""Packs: a teacher's questions for a class, and the sheets of the students."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.draw import FIRST_MATERIAL, SPREAD_MATERIAL, Draw, code_of, seed_of
from uriinspector.lessons.hints import RUNGS
from uriinspector.lessons.kinds.table import KINDS, drawn
from uriinspector.lessons.lesson import Lesson, course
from uriinspector.lessons.question import NoQuestionError, Question, Wishes

if TYPE_CHECKING:
    from uriinspector.lessons.score import QuestionOutcome

# If one of these fields has several values, the values are spread over the questions.
SPREAD_FIELDS = ("tricks", "parts", "references")


class SpreadWishes:
    """Hands out alternatives in rounds: each is used once per round, and each round has a new
    order.
    """

    def __init__(self, wishes: Wishes, draw: Draw) -> None:
        self._wishes = wishes
        self._draw = draw
        self._field = next(
            (each for each in SPREAD_FIELDS if len(set(getattr(wishes, each))) > 1), ""
        )
        values: tuple[str, ...] = getattr(wishes, self._field) if self._field else ()
        self._alternatives = list(dict.fromkeys(values))
        self._round: list[str] = []

    def for_next_question(self) -> Iterator[tuple[Wishes, bool]]:
        """Yield requirements for the next question.

        Continuing the iteration means that no question could be drawn, so the alternative is
        dropped. The second value is True if there are other requirements to try.
        """
        while self._alternatives:
            if not self._round:
                self._round = self._draw.sample(self._alternatives, len(self._alternatives))
            value = self._round.pop()
            narrowed: dict[str, Any] = {self._field: (value,)}
            yield replace(self._wishes, **narrowed), True
            self._alternatives.remove(value)
        yield self._wishes, False


# When the right answer is shown.
AT_ONCE, AFTER_THE_DEADLINE, NEVER = "at once", "after the deadline", "never"
# The maximum number of draws to avoid repeating a question of the sheet.
MOST_REPEATS = 20


@dataclass(frozen=True, slots=True)
class PackItem:
    """Questions of one kind: drawn by requirements, or fixed."""

    code: str
    kind: str
    count: int
    wishes: Wishes
    fixed: tuple[Mapping[str, str], ...] = ()
    line: int = 0


class Scoring(NamedTuple):
    """Points for a right answer: on the first try, after hints, on a later try, or after it was
    shown.
    """

    first: float = 1.0
    hinted: float = 0.5
    second: float = 0.5
    shown: float = 0.0

    def mark(self, outcome: QuestionOutcome) -> float:
        """Return the points for a question; a wrong answer gets none."""
        if not outcome.right:
            return 0.0
        if outcome.hints >= RUNGS:
            return self.shown
        if outcome.hints:
            return self.hinted
        return self.second if outcome.tries > 1 else self.first


USUAL_SCORING = Scoring()


@dataclass(frozen=True, slots=True)
class Pack:
    """A teacher's pack; its code and version are part of the seed for drawing questions."""

    code: str
    version: int
    title: str
    edition: str
    items: tuple[PackItem, ...]
    scoring: Scoring = USUAL_SCORING
    language: str = "en"  # the default language of its sheets
    lesson: Lesson | None = None  # set if the pack is a lesson of the course
    tries: int = 1  # per question; 0 for any number
    reasons: str = AT_ONCE
    due: datetime | date | None = None  # shown, but not enforced
    material: int = FIRST_MATERIAL  # 2 spreads alternatives over the questions

    @property
    def question_count(self) -> int:
        return sum(len(each.fixed) or each.count for each in self.items)

    @property
    def due_text(self) -> str:
        """The day or time of the deadline; empty if there is none."""
        if isinstance(self.due, datetime):
            return self.due.isoformat(" ", "minutes")
        return "" if self.due is None else self.due.isoformat()


class SheetRow(NamedTuple):
    """A question of a sheet: the code of its item, and its number within the item."""

    item: str
    number: int
    question: Question


class Sheet(NamedTuple):
    """The questions of one student, in order."""

    pack: Pack
    student: str
    rows: tuple[SheetRow, ...]

    @property
    def code(self) -> str:
        """The code printed at the foot of the sheet; it depends on pack, version and student."""
        return sheet_code(self.pack, self.student)


def sheet_code(pack: Pack, student: str) -> str:
    return code_of(seed_of(pack.code, pack.version, student))


def sheet_of(pack: Pack, student: str) -> Sheet:
    """Return a student's sheet, which is always the same.

    NoQuestionError names an item for which no question can be drawn.
    """
    rows = [row for item in pack.items for row in _rows(pack, item, student)]
    return Sheet(pack, student, tuple(rows))


def _rows(pack: Pack, item: PackItem, student: str) -> Iterator[SheetRow]:
    for number, given in enumerate(item.fixed, 1):
        yield SheetRow(item.code, number, KINDS[item.kind].question(given))
    if item.fixed:
        return
    asked: set[tuple[str, ...]] = set()
    wishes = replace(item.wishes, material=pack.material)
    spread = SpreadWishes(wishes, Draw(pack.code, pack.version, item.code, student, "spread"))
    for number in range(1, item.count + 1):
        place = (pack.code, pack.version, item.code, student, number)
        if pack.material < SPREAD_MATERIAL:
            ways: Iterable[tuple[Wishes, bool]] = ((wishes, False),)
        else:
            ways = spread.for_next_question()
        question = _new(item, place, asked, ways)
        asked.add(tuple(question.given.values()))
        yield SheetRow(item.code, number, question)


def _new(
    item: PackItem,
    place: tuple[object, ...],
    asked: set[tuple[str, ...]],
    ways: Iterable[tuple[Wishes, bool]],
) -> Question:
    """Draw a question that is not on the sheet yet, if possible."""
    for wishes, has_others in ways:
        for repeat in range(MOST_REPEATS):
            seed = seed_of(*place, repeat)
            try:
                question = drawn(item.kind, seed, wishes)
            except NoQuestionError:
                break
            is_new = tuple(question.given.values()) not in asked
            if is_new or (repeat == MOST_REPEATS - 1 and not has_others):
                return replace(question, seed=seed)
    raise NoQuestionError(item.code)


def student_codes(pack: Pack, count: int) -> list[str]:
    """Return codes to use in place of students' names."""
    return [code_of(seed_of(pack.code, "student", number)) for number in range(1, count + 1)]


# The number of questions for each level of an exercise.
QUESTIONS = 2


def lesson_pack(name: str) -> Pack | None:
    """Return the pack of a lesson by its number or name; None if there is no such lesson."""
    whole = course()
    for lesson in whole.lessons:
        if name.strip().casefold() in {str(lesson.number), lesson.code}:
            code = f"{whole.code}/{lesson.code}"
            items = tuple(_items(lesson))
            return Pack(code, whole.version, lesson.title, "2005", items, lesson=lesson)
    return None


def _items(lesson: Lesson) -> Iterator[PackItem]:
    for exercise in lesson.exercises:
        yield PackItem(exercise.code, exercise.kind, QUESTIONS, exercise.wishes)
        if exercise.harder != exercise.wishes:
            code = f"{exercise.code}-harder"
            yield PackItem(code, exercise.kind, QUESTIONS, exercise.harder)
