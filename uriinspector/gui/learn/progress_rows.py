"""Rows of Learn that are replaced as a whole, with signs of how far each is.

Each is a shape with a word beside it or on it, never a color alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout, QVBoxLayout, QWidget

from uriinspector.analysis.citation import shown_cite
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme, pixmap
from uriinspector.gui.widgets.cards import button

if TYPE_CHECKING:
    from uriinspector.lessons.score import QuestionOutcome


class RowStack(QVBoxLayout):
    """What is no longer shown is gone at once, and is deleted when Qt has time."""

    def __init__(self, spacing: int = 0) -> None:
        """Start without rows."""
        super().__init__()
        self.setSpacing(spacing)
        self.rows: list[QWidget] = []

    def show_rows(self, rows: Iterable[QWidget]) -> None:
        """Show these in the place of those before."""
        remove_all(self)
        self.rows = []
        for each in rows:
            self.add_row(each)

    def add_row(self, widget: QWidget) -> None:
        """Show one more."""
        self.rows.append(widget)
        self.addWidget(widget)
        if self.parentWidget() is not None:
            widget.show()  # at once: what is not in sight yet takes no keys


class CiteLine(QHBoxLayout):
    """Links to the cards of clauses, one after the other."""

    def __init__(self, on: Callable[[str], object]) -> None:
        """Start without links; ``on`` is called with a citation."""
        super().__init__()
        self.setSpacing(14)
        self._on = on

    def show_cites(self, cites: Iterable[str]) -> None:
        """Show these in the place of those before."""
        remove_all(self)
        for cite in cites:
            self.addWidget(self._link(cite))
        self.addStretch(1)

    def _link(self, cite: str) -> QWidget:
        return button(shown_cite(cite, say("appendix")), lambda: self._on(cite), link=True)


def remove_all(layout: QLayout) -> None:
    """Take every widget out of a layout: it is hidden now, and deleted when no key is at it."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()


EMPTY, HALF, DONE, WRONG, NEARLY = "ring", "ring-half", "ring-done", "ring-wrong", "ring-part"
# The color of each by its meaning.
COLORS = {EMPTY: "muted", HALF: "accent", DONE: "accent", WRONG: "medium", NEARLY: "accent"}


SIGN_WORDS = {
    "ring": "not started",
    "ring-half": "started",
    "ring-done": "done",
    "ring-wrong": "wrong",
    "ring-part": "correct, with help",
}


def sign_words(name: str) -> str:
    """What a sign says."""
    return say(SIGN_WORDS[name])


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
