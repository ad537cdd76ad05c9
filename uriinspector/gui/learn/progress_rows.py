"""Rows that are replaced as a whole, and progress icons.

Each icon is a shape with words next to it or as its accessible name, never only a color.
"""

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from uriinspector.analysis.citation import shown_cite
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, pixmap
from uriinspector.gui.widgets.cards import CardFrame, button
from uriinspector.gui.widgets.layouts import Content, column_of, row, stretched
from uriinspector.gui.widgets.view_parts import Restyled
from uriinspector.lessons.score import QuestionOutcome


class RowStack(QVBoxLayout):
    """A column of rows; replaced rows are hidden immediately and deleted later."""

    def __init__(self, spacing: int = 0) -> None:
        super().__init__()
        self.setSpacing(spacing)
        self.rows: list[QWidget] = []

    def show_rows(self, rows: Iterable[QWidget]) -> None:
        remove_all(self)
        self.rows = []
        for each in rows:
            self.add_row(each)

    def add_row(self, widget: QWidget) -> None:
        self.rows.append(widget)
        self.addWidget(widget)
        if self.parentWidget() is not None:
            widget.show()  # hidden widgets do not accept the focus


class RowsCard(CardFrame):
    """A card with a title, muted words to its right, and rows that are replaced as a whole."""

    def __init__(self, title: str, spacing: int = 0) -> None:
        super().__init__()
        self.aside = plain_label(role="quiet", wraps=False)
        self.stack = RowStack(spacing)
        self.aside.hide()
        head = row(stretched(plain_label(title, role="title")), self.aside)
        self.column = column_of(head, self.stack, into=self, margins=(16, 8, 12, 12), spacing=6)

    def show_aside(self, words: str) -> None:
        self.aside.setText(words)
        self.aside.setVisible(bool(words))


class LinedRow(QFrame):
    """A row with a line above it."""

    def __init__(self, *contents: Content, height: int = 6, spacing: int = 8) -> None:
        super().__init__()
        self.setObjectName("rung")
        row(*contents, into=self, margins=(0, height, 0, height), spacing=spacing)


def thin_bar() -> QProgressBar:
    """Return a progress bar without a text in it."""
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setFixedHeight(pixels(6))
    return bar


class CiteLine(QHBoxLayout):
    """A row of links to the cards of clauses."""

    def __init__(self, on: Callable[[str], object]) -> None:
        """Create an empty row; ``on`` is called with the citation of a clicked link."""
        super().__init__()
        self.setSpacing(14)
        self._on = on

    def show_cites(self, cites: Iterable[str]) -> None:
        remove_all(self)
        for cite in cites:
            self.addWidget(self._link(cite))
        self.addStretch(1)

    def _link(self, cite: str) -> QWidget:
        return button(shown_cite(cite, say("appendix")), lambda: self._on(cite), link=True)


def remove_all(layout: QLayout) -> None:
    """Hide and remove all widgets of a layout; the event loop deletes them."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()


EMPTY, HALF, DONE, WRONG, NEARLY = "ring", "ring-half", "ring-done", "ring-wrong", "ring-part"
# The color of each icon, by its meaning.
COLORS = {EMPTY: "muted", HALF: "accent", DONE: "accent", WRONG: "medium", NEARLY: "accent"}


SIGN_WORDS = {
    "ring": "not started",
    "ring-half": "started",
    "ring-done": "done",
    "ring-wrong": "wrong",
    "ring-part": "correct, with help",
}


def sign_words(name: str) -> str:
    return say(SIGN_WORDS[name])


def sign_of(outcome: QuestionOutcome) -> str:
    if outcome.at_once:
        return DONE
    return NEARLY if outcome.right else WRONG


class Sign(Restyled, QLabel):
    """A progress icon in the colors of the theme."""

    last_attribute = "name"

    def __init__(self, name: str = EMPTY, size: int = 18) -> None:
        """Create an icon; ``size`` is before zoom."""
        super().__init__()
        self._size = size
        self.name = ""
        self.show_sign(name)

    def show_sign(self, name: str, words: str = "") -> None:
        """Show an icon; ``words`` replace its usual description."""
        self.name = name
        self.setAccessibleName(words or sign_words(name))
        self._draw()

    def restyle(self) -> None:
        if self.name:
            self._draw()

    def _draw(self) -> None:
        picture = pixmap(self.name, COLORS[self.name], self._size, self.devicePixelRatioF())
        self.setPixmap(picture)
        self.setFixedSize(picture.deviceIndependentSize().toSize())
