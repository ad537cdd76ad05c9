"""Points for answers, levels of difficulty, and the stored form of an answer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from uriinspector.core.model import NamedTuple

# An exercise is done if WANTED of its last AMONG questions were right on the first try.
WANTED, AMONG = 4, 5
RAISING = 2  # right answers in a row
FIRST, HALF, NOTHING = 1.0, 0.5, 0.0


class QuestionOutcome(NamedTuple):
    """The outcome of a question: whether it was right, with the numbers of tries and hints."""

    right: bool
    tries: int = 1
    hints: int = 0

    @property
    def at_once(self) -> bool:
        """True if it was right on the first try without a hint."""
        return self.right and self.tries == 1 and not self.hints

    @property
    def points(self) -> float:
        """1 if right on the first try without hints, one half if right otherwise, else 0."""
        if self.at_once:
            return FIRST
        return HALF if self.right else NOTHING


def points_of(outcomes: Iterable[QuestionOutcome]) -> float:
    return sum(each.points for each in outcomes)


def is_done(outcomes: Sequence[QuestionOutcome]) -> bool:
    """Return True if enough of the last questions were right on the first try."""
    return sum(each.at_once for each in outcomes[-AMONG:]) >= WANTED


def level_after(outcomes: Iterable[QuestionOutcome], highest: int) -> int:
    """Return the level: two consecutive right first tries raise it, a wrong answer lowers it."""
    level, row = 1, 0
    for each in outcomes:
        row = row + 1 if each.at_once else 0
        if row == RAISING:
            level, row = min(level + 1, highest), 0
        elif not each.right:
            level = max(level - 1, 1)
    return level


def written_points(points: float) -> str:
    """Format whole and half points, such as 3, 3½ or ½."""
    whole = int(points)
    half = "½" if points - whole else ""
    return f"{whole or ''}{half}" if points else "0"


MINUTE = 60  # seconds
# Minutes from 1970 to the last year that the window's calendars can show.
MINUTES = range(4_222_000_001)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A stored answer: its time, question and exercise, and how it was judged."""

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
        return QuestionOutcome(self.right, self.tries, self.hints)


def outcomes_of(attempts: Iterable[Attempt]) -> list[QuestionOutcome]:
    """Return one outcome per question; a later try replaces earlier ones."""
    return [tries[-1].outcome for tries in by_question(attempts)]


def by_question(attempts: Iterable[Attempt]) -> list[list[Attempt]]:
    """Group answers by question, in the order of the tries."""
    questions: list[list[Attempt]] = []
    for each in attempts:
        last = questions[-1][-1] if questions else None
        is_same = last is not None and (last.item, last.seed) == (each.item, each.seed)
        if each.tries > 1 and is_same:
            questions[-1].append(each)
        else:
            questions.append([each])
    return questions
