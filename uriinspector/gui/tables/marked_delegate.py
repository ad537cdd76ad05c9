"""Marked text in the cells of a table or a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.marked_layout import MarkedLayout
from uriinspector.gui.text.paragraph import TextStyle, metrics_of
from uriinspector.gui.text.pieces import Pieces, fitted, plain_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex

    from uriinspector.gui.theme import Theme

# As wide as if all of a cell were marked: of our words, and of evidence.
WIDEST = (TextStyle(size=13, weight=600), TextStyle(size=12, weight=600, evidence=True))
CACHE_SIZE = 256  # layouts that a column keeps: more than the cells of it that are ever in sight
SIDE, ABOVE = 10, 7  # what is left free around the text of a cell; the sides as in a heading
ENDLESS = 1 << 20
DIM = 0.5  # how much is seen of what does not count yet


class MarkedDelegate(QStyledItemDelegate):
    """Paints a cell from pieces: in one line with the first mark in sight, or in as many as needed.

    ``is_pointed`` tells which row the pointer marks from another pane, ``is_dim`` what does not
    count yet.
    """

    def __init__(
        self,
        theme: Theme,
        pieces: Callable[[Any], Pieces],
        parent: QWidget,
        *,
        is_uri: bool = False,
        wraps: bool = False,
        keeps_end: bool = False,
        is_dim: Callable[[Any], bool] = lambda _value: False,
        is_pointed: Callable[[QModelIndex | QPersistentModelIndex], bool] = lambda _index: False,
    ) -> None:
        """Say what the pieces of a row's value are, and how they are to be shown."""
        super().__init__(parent)
        self.theme = theme
        self._pieces = pieces
        self._is_uri = is_uri
        self._wraps = wraps
        self._keeps_end = keeps_end
        self._is_dim = is_dim
        self._is_pointed = is_pointed
        self._layouts: dict[tuple[Pieces, float, str, int], MarkedLayout] = {}
        self._widths: dict[tuple[str, int], float] = {}

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the ground as the style has it, then the pieces."""
        super().paint(painter, option, index)
        room = QRectF(option.rect).adjusted(SIDE, 0, -SIDE, 0)
        self.draw(painter, room, index.data(ROW_ROLE))

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Leave nothing but the ground to the style."""
        super().initStyleOption(option, index)
        option.text = ""
        if self._is_pointed(index):
            # Only here: its enumerations have 500 names, which a start can do without.
            from PySide6.QtWidgets import QStyle

            option.state |= QStyle.StateFlag.State_MouseOver

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As wide as the pieces in one line; where they wrap, as high as the column wants it."""
        shown = self._pieces(index.data(ROW_ROLE))
        side, above = 2 * SIDE, 2 * self.theme.pixels(ABOVE)
        width = self.width_of(plain_text(shown)) + side + 2
        view = option.widget
        if not self._wraps or not isinstance(view, QTableView):
            return QSize(round(width), round(QFontMetricsF(self.font()).height()) + above)
        room = view.columnWidth(index.column()) - side
        return QSize(round(width), round(self._laid_out(shown, room).height) + above)

    def font(self) -> QFont:
        """Evidence has a face of its own."""
        return self.theme.uri_font(12) if self._is_uri else self.theme.interface_font()

    def width_of(self, text: str) -> float:
        """How wide a text is in one line, as if all of it were marked."""
        key = (text, self.theme.zoom)
        if key not in self._widths:
            if len(self._widths) >= CACHE_SIZE:
                self._widths.clear()
            metrics = metrics_of(self.theme, WIDEST[self._is_uri])
            self._widths[key] = metrics.horizontalAdvance(text)
        return self._widths[key]

    def draw(self, painter: QPainter, room: QRectF, value: Any) -> None:
        """Paint the pieces of a value into the room that its cell has."""
        shown = self._pieces(value)
        if not shown:
            return
        lines = self._laid_out(shown, room.width())
        top = room.top() + max((room.height() - lines.height) / 2, 0)
        painter.save()
        painter.setOpacity(DIM if self._is_dim(value) else 1)
        painter.setClipRect(room.adjusted(-2, 0, 2, 0))
        lines.draw(painter, room.left(), top)
        painter.restore()

    def _laid_out(self, pieces: Pieces, width: float) -> MarkedLayout:
        """The lines of a cell: most cells stay as they were while one types in another."""
        look = f"{self.theme.name} {self.theme.has_contrast}"
        key = (pieces, width, look, self.theme.zoom)
        if key not in self._layouts:
            if len(self._layouts) >= CACHE_SIZE:
                self._layouts.clear()
            shown, wraps, is_uri = pieces, self._wraps, self._is_uri
            if not wraps:
                shown = fitted(shown, width, self.width_of, keeps_end=self._keeps_end)
            font = self.font()
            marked_layout = MarkedLayout(self.theme, shown, font, width, wraps=wraps, is_uri=is_uri)
            self._layouts[key] = marked_layout
        return self._layouts[key]
