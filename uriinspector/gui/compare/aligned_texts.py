"""Two texts painted in columns, one above the other, in as many rows as the width asks for.

A column that differs is marked in both lines, is bold, and has a sign below it: colour is never
the only one.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy

from uriinspector.core.model import NamedTuple
from uriinspector.gui.compare.character_columns import spelled
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from uriinspector.gui.compare.character_columns import CharacterColumn
    from uriinspector.gui.theme import Theme

SIZE = 15  # of the letters, before zoom
LETTERS, BETWEEN = 24, 12  # room for the letters in front, and between two blocks, before zoom
MOST_BLOCKS = 3  # more of them scroll
CACHE_SIZE = 8  # widths for which the rows are known
SIGN = "▲"


class Block(NamedTuple):
    """Columns that stand in one row: from which one, and the left edge of each and of the end."""

    first: int
    edges: tuple[float, ...]


class AlignedTexts(QAbstractScrollArea):
    """Both texts, and signs where they differ."""

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to show."""
        super().__init__()
        self._theme = theme
        self._columns: Sequence[CharacterColumn] = ()
        self._chosen = -1
        self._edges: list[float] = [0.0]  # of all columns, as if they stood in one row
        self._layouts: dict[int, tuple[Block, ...]] = {}  # by width: layouts ask for several
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._dress()

    def show_columns(self, columns: Sequence[CharacterColumn]) -> None:
        """Show these from the first difference on."""
        self._columns = columns
        self._chosen = -1
        self._renew()
        result = spelled(tuple(columns))
        self.setAccessibleName(say("Character by character"))
        self.setAccessibleDescription(result or say("no difference"))
        self._bring(0)

    def choose(self, change: int) -> None:
        """Bring a difference into sight and frame it."""
        self._chosen = change
        self._bring(change)
        self.viewport().update()

    def blocks(self) -> tuple[Block, ...]:
        """The rows for the width that there is."""
        return self._blocks(self.viewport().width())

    def heightForWidth(self, width: int) -> int:
        """As many rows as are wanted, up to the most."""
        count = min(len(self._blocks(width)), MOST_BLOCKS)
        return round(count * self._pitch()) if count else 0

    def sizeHint(self) -> QSize:
        """Take what width there is."""
        return QSize(0, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One row."""
        return QSize(0, round(self._pitch()) if self._columns else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows anew."""
        super().resizeEvent(event)
        self._fit()
        self._bring(max(self._chosen, 0))

    def changeEvent(self, event: QEvent) -> None:
        """Another theme, another size."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange:
            self._dress()
            self._renew()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the rows that can be seen."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pitch, top = self._pitch(), self.verticalScrollBar().value()
        for number, block in enumerate(self.blocks()):
            y = number * pitch - top
            if -pitch < y < self.viewport().height():
                self._draw(painter, block, y)
        painter.end()

    def _draw(self, painter: QPainter, block: Block, y: float) -> None:
        line = self._metrics.height()
        painter.setFont(self._theme.interface_font(11))
        painter.setPen(self._theme.color("muted"))
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        room = self._theme.pixels(LETTERS)
        painter.drawText(QRectF(0, y, room, line), middle, say("A"))
        painter.drawText(QRectF(0, y + line, room, line), middle, say("B"))
        for place, left in enumerate(block.edges[:-1]):
            column = self._columns[block.first + place]
            box = QRectF(left, y, block.edges[place + 1] - left, 2 * line)
            if column.change >= 0:
                self._mark(painter, box, is_chosen=column.change == self._chosen)
            self._letter(painter, column.upper, column.change, QPointF(left, y))
            self._letter(painter, column.lower, column.change, QPointF(left, y + line))

    def _mark(self, painter: QPainter, box: QRectF, *, is_chosen: bool) -> None:
        painter.setBrush(self._theme.color("warning_card"))
        painter.setPen(self._theme.color("warning") if is_chosen else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.setPen(self._theme.color("warning"))
        painter.setFont(self._theme.interface_font(8))
        below = QRectF(box.left() - 4, box.bottom(), box.width() + 8, self._theme.pixels(BETWEEN))
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, SIGN)

    def _letter(self, painter: QPainter, text: str, change: int, at: QPointF) -> None:
        painter.setFont(self._bold if change >= 0 else self._font)
        painter.setPen(self._theme.color("warning" if change >= 0 else "text"))
        painter.drawText(at + QPointF(0, self._metrics.ascent()), text)

    def _dress(self) -> None:
        self._font = self._theme.uri_font(SIZE)
        self._bold = QFont(self._font)
        self._bold.setWeight(QFont.Weight.Bold)
        self._metrics = QFontMetricsF(self._bold)
        self._cell = self._metrics.horizontalAdvance("0")

    def _pitch(self) -> float:
        """From one row of columns to the next."""
        return 2 * self._metrics.height() + self._theme.pixels(BETWEEN) + 4

    def _renew(self) -> None:
        wide = accumulate(map(self._wide, self._columns), initial=0.0)
        self._edges = list(wide)
        self._layouts.clear()
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        whole, number = len(self.blocks()) * self._pitch(), self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setPageStep(number)
        bar.setSingleStep(round(self._pitch()))
        bar.setRange(0, max(round(whole) - number, 0))
        self.viewport().update()

    def _bring(self, change: int) -> None:
        """Scroll to the first row in which this difference stands."""
        for number, block in enumerate(self.blocks()):
            last = block.first + len(block.edges) - 1
            if any(each.change == change for each in self._columns[block.first : last]):
                self.verticalScrollBar().setValue(round(number * self._pitch()))
                return

    def _blocks(self, width: int) -> tuple[Block, ...]:
        if width not in self._layouts:
            if len(self._layouts) > CACHE_SIZE:
                self._layouts.clear()
            self._layouts[width] = tuple(self._broken(width))
        return self._layouts[width]

    def _broken(self, width: int) -> Iterator[Block]:
        start, first = self._theme.pixels(LETTERS), 0
        room = width - start
        while first < len(self._columns):
            left = self._edges[first]
            last = max(bisect_right(self._edges, left + room) - 1, first + 1)
            yield Block(first, tuple(start + edge - left for edge in self._edges[first : last + 1]))
            first = last

    def _wide(self, column: CharacterColumn) -> float:
        if column.upper.isascii() and column.lower.isascii():
            return self._cell  # neither is more than one character
        measure = self._metrics.horizontalAdvance
        return max(self._cell, measure(column.upper), measure(column.lower))
