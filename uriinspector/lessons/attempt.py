"""One answer to one question, as it is kept: no name, no computer, no clock finer than minutes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.lessons.score import QuestionOutcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MINUTE = 60  # seconds
# An answer was given between 1970 and the last year that calendars here know.
MINUTES = range(4_222_000_001)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer: when, in which exercise, to what, and how it was judged."""

    minute: int  # since 1970
    item: str
    kind: str
    level: int
    seed: str
    given: Mapping[str, str]
    answer: str
    right: bool
    mistake: str = ""
    hints: int = 0
    tries: int = 1
    seconds: int = 0

    @property
    def outcome(self) -> QuestionOutcome:
        """How it counts."""
        return QuestionOutcome(self.right, self.tries, self.hints)


def outcomes_of(attempts: Iterable[Attempt]) -> list[QuestionOutcome]:
    """One for each question: a second try takes the place of the first one."""
    return [tries[-1].outcome for tries in by_question(attempts)]


def by_question(attempts: Iterable[Attempt]) -> list[list[Attempt]]:
    """The tries of each question, the first one first."""
    questions: list[list[Attempt]] = []
    for each in attempts:
        last = questions[-1][-1] if questions else None
        is_same = last is not None and (last.item, last.seed) == (each.item, each.seed)
        if each.tries > 1 and is_same:
            questions[-1].append(each)
        else:
            questions.append([each])
    return questions
