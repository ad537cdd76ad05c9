"""Which round is on the page, and which were left: each goes on where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.learn.left_rounds import LeftRounds, key_of
from uriinspector.gui.learn.question_words import is_of_class

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.gui.learn.class_zoom import ClassZoom
    from uriinspector.gui.learn.question_view import QuestionView
    from uriinspector.lessons.exercise_round import ExerciseRound
    from uriinspector.lessons.hints import Hint


class RoundKeeper:
    """Puts rounds aside and brings them back; ``show`` brings the view into sight."""

    def __init__(self, view: QuestionView, zoom: ClassZoom, show: Callable[[], None]) -> None:
        """Start without a round."""
        self._view = view
        self._zoom = zoom
        self._show = show
        self._interrupted = ""
        self.left = LeftRounds()

    def put_aside(self) -> None:
        """Keep the round that is on the page, unless it is over."""
        asking = self._view.round
        left = self._view.put_aside() if asking is not None and not asking.is_over else None
        if left is not None:
            self.left.put(left)

    def ask(self, asking: ExerciseRound, hints: Iterable[Hint] = ()) -> None:
        """Begin a round; one of the same exercise that was left is dropped."""
        self.put_aside()
        self.left.drop(key_of(asking))
        self._zoom.use(is_on=is_of_class(asking))
        self._view.start(asking, hints)
        self._show()
        self._view.take_focus()  # what was not in sight could not have the keys

    def go_on(self, key: str, *, is_known: bool = True) -> bool:
        """Go on with a round that was left, with the next question if one is over.

        One whose answers are no longer known is dropped: they were cleared.
        """
        asking = self._view.round
        if asking is not None and key_of(asking) == key:
            self.put_aside()
        left = self.left.get(key)
        if left is not None and left.round.results and not is_known:
            self.left.drop(key)
        if not self._bring_back(key):
            return False
        if left is not None and left.is_over:
            self._view.go_on()
        return True

    def interrupt(self) -> bool:
        """Put the round aside that is on the page, to come back to it; whether there is one."""
        asking = self._view.round
        is_open = asking is not None and not asking.is_over
        self._interrupted = key_of(asking) if asking is not None and is_open else ""
        self.put_aside()
        return is_open

    def resume(self) -> bool:
        """Come back to the round that was interrupted, as it was."""
        key, self._interrupted = self._interrupted, ""
        return self._bring_back(key)

    def begun(self, key: str) -> ExerciseRound | None:
        """A round that was left, if there is one."""
        left = self.left.get(key)
        return left.round if left is not None else None

    def _bring_back(self, key: str) -> bool:
        left = self.left.take(key)
        if left is None:
            return False
        self.put_aside()
        self._zoom.use(is_on=is_of_class(left.round))
        self._view.bring_back(left)
        self._show()
        self._view.take_focus()
        return True
