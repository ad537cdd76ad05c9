"""The signs of Learn: how far an exercise is, and whether an answer was correct.

Each is a shape with a word beside it or on it, never a color alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel

from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixmap

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.lessons.score import QuestionOutcome

EMPTY, HALF, DONE, WRONG, NEARLY = "ring", "ring-half", "ring-done", "ring-wrong", "ring-part"
# The color of each by its meaning.
COLORS = {EMPTY: "muted", HALF: "accent", DONE: "accent", WRONG: "medium", NEARLY: "accent"}


def sign_words(name: str) -> str:
    """What a sign says."""
    return {
        EMPTY: say("not started"),
        HALF: say("started"),
        DONE: say("done"),
        WRONG: say("wrong"),
        NEARLY: say("correct, with help"),
    }[name]


def sign_of(outcome: QuestionOutcome) -> str:
    """The sign of a question that is over."""
    if outcome.at_once:
        return DONE
    return NEARLY if outcome.right else WRONG


class Sign(QLabel):
    """One sign, in the colors of the theme."""

    def __init__(self, theme: Theme, name: str = EMPTY, size: int = 18) -> None:
        """Start as this sign; ``size`` is before zoom."""
        super().__init__()
        self._theme = theme
        self._size = size
        self.name = ""
        self.show_sign(name)

    def show_sign(self, name: str, words: str = "") -> None:
        """Show a sign, and say what it means here."""
        self.name = name
        self.setAccessibleName(words or sign_words(name))
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colors and the size of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.name:
            self._draw()

    def _draw(self) -> None:
        picture = pixmap(
            self._theme, self.name, COLORS[self.name], self._size, self.devicePixelRatioF()
        )
        self.setPixmap(picture)
        self.setFixedSize(picture.deviceIndependentSize().toSize())
