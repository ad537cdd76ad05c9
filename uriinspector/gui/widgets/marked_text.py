"""Marked text as a widget of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QSizePolicy

from uriinspector.gui.text.laid_text import LaidLabel
from uriinspector.gui.text.marked_layout import MarkedLayout
from uriinspector.gui.text.pieces import Pieces, plain_text

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme


class MarkedText(LaidLabel):
    """Pieces in as many lines as they need."""

    def __init__(self, theme: Theme, *, is_uri: bool = True, size: int = 13) -> None:
        """Start with nothing to show."""
        policies = QSizePolicy.Policy
        super().__init__(theme, policies.Expanding, policies.Preferred, above=1)
        self._is_uri = is_uri
        self._size = size
        self.pieces: Pieces = ()

    def show_pieces(self, pieces: Pieces) -> None:
        """Show these pieces."""
        self.pieces = pieces
        self.setAccessibleName(plain_text(pieces))
        self._renew()

    def heightForWidth(self, width: int) -> int:
        """As many lines as the pieces need."""
        return round(self._laid_out(width).height) + 2

    def height_of(self, pieces: Pieces) -> int:
        """How high they would be in the width that there is."""
        return round(self._lines_of(pieces, self.width()).height)

    def sizeHint(self) -> QSize:
        """Wide enough for a few words; the height follows the width."""
        return QSize(self._theme.pixels(200), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line."""
        return QSize(self._theme.pixels(60), round(QFontMetricsF(self._font()).height()) + 2)

    def _font(self) -> QFont:
        face = self._theme.uri_font if self._is_uri else self._theme.interface_font
        return face(self._size)

    def _lay_out(self, width: int) -> MarkedLayout:
        return self._lines_of(self.pieces, width)

    def _lines_of(self, pieces: Pieces, width: int) -> MarkedLayout:
        font, is_uri = self._font(), self._is_uri
        return MarkedLayout(self._theme, pieces, font, width, wraps=True, is_uri=is_uri)
