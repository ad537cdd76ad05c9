"""What answers count, and how one answer is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from uriinspector.core.model import NamedTuple

# An exercise is done when so many of its last questions were right at once.
WANTED, AMONG = 4, 5
RAISING = 2  # right answers in a row
FIRST, HALF, NOTHING = 1.0, 0.5, 0.0


class QuestionOutcome(NamedTuple):
    """How a question ended: right or not, in which try, after how many hints."""

    right: bool
    tries: int = 1
    hints: int = 0

    @property
    def at_once(self) -> bool:
        """Whether it was right in the first try and without a hint."""
        return self.right and self.tries == 1 and not self.hints

    @property
    def points(self) -> float:
        """1 at once, a half with hints or in the second try, else nothing."""
        if self.at_once:
            return FIRST
        return HALF if self.right else NOTHING


def points_of(outcomes: Iterable[QuestionOutcome]) -> float:
    """All of them together."""
    return sum(each.points for each in outcomes)


def is_done(outcomes: Sequence[QuestionOutcome]) -> bool:
    """Whether enough of the last ones were right at once."""
    return sum(each.at_once for each in outcomes[-AMONG:]) >= WANTED


def level_after(outcomes: Iterable[QuestionOutcome], highest: int) -> int:
    """Two right ones in a row raise the level, from level 2 on a wrong one lowers it."""
    level, row = 1, 0
    for each in outcomes:
        row = row + 1 if each.at_once else 0
        if row == RAISING:
            level, row = min(level + 1, highest), 0
        elif not each.right:
            level = max(level - 1, 1)
    return level


def written_points(points: float) -> str:
    """Whole and half points as people write them: 3, 3½, ½."""
    whole = int(points)
    half = "½" if points - whole else ""
    return f"{whole or ''}{half}" if points else "0"


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
