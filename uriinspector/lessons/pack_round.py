"""A pack as a round of questions: those of one student, asked one after the other."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.answer_offers import offers
from uriinspector.lessons.attempt import Attempt
from uriinspector.lessons.exercise_round import AskedQuestion, ExerciseRound, RoundResult
from uriinspector.lessons.hints import RUNGS, Hint, hint
from uriinspector.lessons.lesson import FORMS, TYPE, Exercise, Lesson, course
from uriinspector.lessons.question import NoQuestionError, Wishes
from uriinspector.lessons.score import QuestionOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.lessons.exercise_round import CheckedAnswer
    from uriinspector.lessons.pack import Sheet, SheetRow
    from uriinspector.lessons.question import Question

# Sheets ask for these in words, too.
TYPED = frozenset({"target", "where", "site"})
UNTIL_RIGHT = 1_000_000


class GivenAnswer(NamedTuple):
    """The last answer to a question, in which try it was given, and after how many hints."""

    answer: str
    right: bool
    tries: int = 1
    hints: int = 0

    @property
    def outcome(self) -> QuestionOutcome:
        """How it counts."""
        return QuestionOutcome(self.right, self.tries, self.hints)


@dataclass
class PackRound(ExerciseRound):
    """The questions of a sheet; what was answered before is gone on with."""

    sheet: Sheet = field(kw_only=True)
    answers: dict[int, GivenAnswer] = field(default_factory=dict)
    has_reasons: bool = True

    @property
    def count(self) -> int:
        """How many questions the sheet has."""
        return len(self.sheet.rows)

    @property
    def tells(self) -> bool:
        """Whether it is said at once what is right."""
        return self.has_reasons

    @property
    def shows_answers(self) -> bool:
        """A wrong answer is tried again: the right one is the last of the hints."""
        return False

    @property
    def row(self) -> SheetRow:
        """The row that is asked now."""
        return self.sheet.rows[len(self.results)]

    def ask(self) -> AskedQuestion:
        """The next question of the sheet."""
        question = self.row.question
        given = self.answers.get(len(self.results))
        self.tries, self.hints = (given.tries, given.hints) if given and self.tells else (0, 0)
        self._mistake = None
        self._asked = AskedQuestion(question, form_of(question), 1, offers(question))
        return self._asked

    def tries_left_at_first(self) -> int:
        """How many tries a question has: where each choice is judged there is one."""
        if not self.tells or (self.asked.choices and self.asked.form in FORMS["rung"]):
            return 1
        return self.sheet.pack.tries or UNTIL_RIGHT

    def hint(self) -> Hint | None:
        """The next hint, where there are reasons at all."""
        if not self.tells or self.hints >= RUNGS:
            return None
        wishes = next(
            (each.wishes for each in self.sheet.pack.items if each.code == self.row.item), Wishes()
        )
        self.hints += 1
        with suppress(NoQuestionError):
            return hint(self.asked.question, self.hints, wishes, self.sheet.code)
        return Hint(self.hints, ())

    def attempt(self, checked: CheckedAnswer, minute: int, seconds: int) -> Attempt:
        """What is kept of an answer: the code of the sheet, and not the name of the student."""
        asked, judgement = self.asked, checked.judged
        is_right = bool(judgement.right) and not self.is_shown
        tries = max(self.tries, 1) if self.tells else 1
        self.answers[len(self.results)] = GivenAnswer(checked.answer, is_right, tries, self.hints)
        return Attempt(
            *(minute, item_of_row(self.sheet, self.row), asked.question.kind, 1, self.sheet.code),
            asked.question.given,
            checked.answer,
            is_right,
            *(judgement.diagnosis.mistake or "", self.hints, tries, seconds),
        )


def form_of(question: Question) -> str:
    """How a question of a pack is answered."""
    return TYPE if question.kind in TYPED else FORMS[question.given.get("of") or question.kind][0]


def item_of_row(sheet: Sheet, row: SheetRow) -> str:
    """A question of a sheet, as its answers are kept."""
    return f"pack {sheet.code}/{row.item}/{row.number}"


def pack_round(
    sheet: Sheet,
    attempts_of: Callable[[str], Sequence[Attempt]],
    *,
    has_reasons: bool,
    again: bool = False,
) -> PackRound:
    """The round of a sheet, from its first question that is open; or ``again`` from the first."""
    exercise = Exercise("pack", sheet.pack.title, "target", Wishes(), Wishes())
    lesson = Lesson("pack", 0, sheet.pack.title, (), (), ("", ""), (), (exercise,))
    begun = PackRound(course(), lesson, exercise, "", sheet=sheet, has_reasons=has_reasons)
    begun.answers = given_answers(sheet, attempts_of)
    while not again and not begun.is_over:
        given = begun.answers.get(len(begun.results))
        if given is None:
            break
        asked = begun.ask()
        if not given.right and given.tries < begun.tries_left_at_first():
            break
        begun.results.append(RoundResult(asked, given.outcome, None, 0))
    return begun


def given_answers(
    sheet: Sheet, attempts_of: Callable[[str], Sequence[Attempt]]
) -> dict[int, GivenAnswer]:
    """The last answer to each question of a sheet, by its place."""
    answers = {}
    for at, row in enumerate(sheet.rows):
        attempts = attempts_of(item_of_row(sheet, row))
        if attempts:
            last = attempts[-1]
            answers[at] = GivenAnswer(last.answer, last.right, last.tries, last.hints)
    return answers
