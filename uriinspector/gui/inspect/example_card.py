"""An example as it is judged: its ribbon, small, and what it comes to; a click inspects it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame

from uriinspector.analysis.finding import pieces
from uriinspector.analysis.inspection import inspect
from uriinspector.gui.editor.uri_edit import ExactTextEdit
from uriinspector.gui.text.paragraph import ParagraphLabel, TextRun, TextStyle
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.layouts import column_of
from uriinspector.gui.widgets.severity_sign import CALM

if TYPE_CHECKING:
    from uriinspector.gui.inspect.examples import Example

RADIUS, EDGE = 8, 4
ROOM = 200  # before zoom: enough for every example
WORDS, EVIDENCE = TextStyle(weight=600), TextStyle(evidence=True)
OURS = frozenset({"word", "service"})


class SmallRibbon(ExactTextEdit):
    """A text with its brackets that is only looked at."""

    text_size = 13
    least_lines = 3

    def __init__(self, theme: Theme) -> None:
        """Take neither keys nor the pointer."""
        super().__init__(theme, None)
        self.setReadOnly(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAcceptDrops(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.allow(theme.pixels(ROOM))

    def _scroll(self, *, wanted: bool) -> None:
        """No scroll bar: all of it can be seen, and nobody could move it."""
        del wanted


class ExampleCard(QFrame):
    """A card that is pressed like a button."""

    chosen = Signal(object)  # the Example

    def __init__(self, theme: Theme, example: Example) -> None:
        """Judge the example now."""
        super().__init__()
        self._theme = theme
        self.example = example
        inspection = inspect(example.text, edition=example.edition, base=example.base)
        verdict = inspection.meant.verdict
        self._severity = verdict.severity or CALM
        self.ribbon = SmallRibbon(theme)
        self.ribbon.set_text(example.text)
        self.ribbon.show_inspection(inspection)
        self.headline = ParagraphLabel(theme, most=2)
        runs = [
            TextRun(visible(each.text), WORDS if each.kind in OURS else EVIDENCE)
            for each in pieces(verdict.line, say)
        ]
        self.headline.tell(runs)
        title = say(example.title) if example.title else ""
        self.title = plain_label(title, role="quiet")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        words = ". ".join(each for each in (title, self.headline.text()) if each)
        self.setAccessibleName(say("Example: {what}", what=words))
        column_of(self.title, self.ribbon, self.headline, None, into=self, margins=(16, 10, 14, 10))

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(self._theme.pixels(220), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the room that the headline takes at this width."""
        super().resizeEvent(event)
        self.headline.setMinimumHeight(self.headline.heightForWidth(self.headline.width()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.chosen.emit(self.example)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and space choose it."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.chosen.emit(self.example)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card with an edge in the color of what was found."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_active = self.hasFocus() or self.underMouse()
        place = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        color = self._theme.color("accent" if is_active else "line")
        painter.setPen(QPen(color, 2 if self.hasFocus() else 1))
        painter.setBrush(self._theme.color("card"))
        painter.drawRoundedRect(place, RADIUS, RADIUS)
        edge = self._theme.pixels(EDGE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(self._severity))
        bar = QRectF(place.x() + 5, place.y() + 8, edge, place.height() - 16)
        painter.drawRoundedRect(bar, edge / 2, edge / 2)
        painter.end()
