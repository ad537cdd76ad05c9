"""Rounds that were left: each comes back with its question, its answers and what was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.exercise_round import OwnRound, PackRound
from uriinspector.lessons.repetition import RepetitionRound
from uriinspector.lessons.spot_the_host import SpotHostRound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.learn.answer_pane import AnswerPane
    from uriinspector.gui.learn.given_texts import GivenTexts
    from uriinspector.gui.learn.reason_card import ReasonCard
    from uriinspector.lessons.exercise_round import ExerciseRound
    from uriinspector.lessons.hints import Hint

SPOT, DUE = "spot", "due"


class QuestionParts(NamedTuple):
    """The widgets of one question."""

    given: GivenTexts
    pane: AnswerPane
    reason: ReasonCard


class LeftRound(NamedTuple):
    """A round, and its question as it was left.

    ``parts`` are what is shown of the question; None where that was of another language.
    """

    round: ExerciseRound
    hints: tuple[Hint, ...] = ()
    parts: QuestionParts | None = None
    shown: tuple[QWidget, ...] = ()  # those of the parts that were in sight
    is_over: bool = False
    seconds: float = 0.0


class LeftRounds:
    """At most one round of each exercise, of links, of what is due, and of each own text."""

    def __init__(self) -> None:
        """Start without any."""
        self._rounds: dict[str, LeftRound] = {}

    def put(self, left: LeftRound) -> None:
        """Keep a round; one of the same exercise is dropped."""
        key = key_of(left.round)
        self.drop(key)
        self._rounds[key] = left

    def take(self, key: str) -> LeftRound | None:
        """Give a round back, if there is one."""
        return self._rounds.pop(key, None)

    def get(self, key: str) -> LeftRound | None:
        """Look at a round that stays here."""
        return self._rounds.get(key)

    def drop(self, key: str) -> None:
        """Forget a round."""
        left = self.take(key)
        for each in (left.parts or ()) if left is not None else ():
            each.deleteLater()

    def without_widgets(self) -> tuple[LeftRound, ...]:
        """What outlasts the page."""
        return tuple(LeftRound(each.round, each.hints) for each in self._rounds.values())

    def put_all(self, rounds: Iterable[LeftRound]) -> None:
        """Keep these."""
        for each in rounds:
            self.put(each)


def key_of(asking: ExerciseRound) -> str:
    """By what a round is found again."""
    if isinstance(asking, SpotHostRound):
        return SPOT
    if isinstance(asking, RepetitionRound):
        return DUE
    if isinstance(asking, PackRound):
        return f"pack {asking.sheet.code}"
    if isinstance(asking, OwnRound):
        given = (text for each in asking.questions for text in each.question.given.values())
        return "\0".join(("own", *given))
    return asking.item
