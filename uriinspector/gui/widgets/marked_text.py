"""Marked text as a widget of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QSizePolicy,
    QWidget,
)

from uriinspector.gui.text.marked_layout import MarkedLayout
from uriinspector.gui.text.pieces import Pieces, plain_text

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from uriinspector.gui.theme import Theme

WIDTHS = 8  # for so many of them a text stays laid out


class MarkedText(QWidget):
    """Pieces in as many lines as they need."""

    def __init__(self, theme: Theme, *, is_uri: bool = True, size: int = 13) -> None:
        """Start with nothing to show."""
        super().__init__()
        self._theme = theme
        self._is_uri = is_uri
        self._size = size
        self.pieces: Pieces = ()
        self._layouts: dict[int, MarkedLayout] = {}  # by width: layouts ask for several
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pieces(self, pieces: Pieces) -> None:
        """Show these pieces."""
        self.pieces = pieces
        self._layouts.clear()
        self.setAccessibleName(plain_text(pieces))
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        """As many lines as the pieces need."""
        return round(self._laid_out(width).height) + 2

    def height_of(self, pieces: Pieces) -> int:
        """How high they would be in the width that there is."""
        made = (self._theme, pieces, self._font(), self.width())
        return round(MarkedLayout(*made, wraps=True, is_uri=self._is_uri).height)

    def sizeHint(self) -> QSize:
        """Wide enough for a few words; the height follows the width."""
        return QSize(self._theme.pixels(200), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line."""
        return QSize(self._theme.pixels(60), round(QFontMetricsF(self._font()).height()) + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines."""
        painter = QPainter(self)
        lines = self._laid_out(self.width())
        lines.draw(painter, QPointF(0, max((self.height() - lines.height) / 2, 1)))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme, another size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._layouts.clear()
            self.updateGeometry()
            self.update()

    def _font(self) -> QFont:
        face = self._theme.uri_font if self._is_uri else self._theme.interface_font
        return face(self._size)

    def _laid_out(self, width: int) -> MarkedLayout:
        if width not in self._layouts:
            if len(self._layouts) > WIDTHS:
                self._layouts.clear()
            font, is_uri = self._font(), self._is_uri
            made = MarkedLayout(self._theme, self.pieces, font, width, wraps=True, is_uri=is_uri)
            self._layouts[width] = made
        return self._layouts[width]
