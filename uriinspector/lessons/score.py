"""What answers count, and when an exercise is done: no time, and no comparison with others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
