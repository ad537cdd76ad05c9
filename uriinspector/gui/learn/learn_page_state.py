"""What the page that teaches takes over a change of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.gui.learn.left_rounds import LeftRound
    from uriinspector.gui.transfer.pack_files import OpenedPack
    from uriinspector.lessons.exercise_round import ExerciseRound
    from uriinspector.lessons.hints import Hint


class LearnState(NamedTuple):
    """What outlasts a change of the language: the lesson, and the round."""

    lesson: int
    round: ExerciseRound | None
    pack: OpenedPack | None = None
    student: str = ""
    zoom: int = 0  # before a class was shown a round; 0 where there is none
    hints: tuple[Hint, ...] = ()  # to the question that is asked
    left: tuple[LeftRound, ...] = ()
