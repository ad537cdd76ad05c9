"""What is painted behind and under the text: hatching, waves, what the pointer is on."""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QGradient, QLinearGradient, QPainterPath, QPen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPainter

    from uriinspector.core.model import Span
    from uriinspector.gui.editor.look import Look, Underline
    from uriinspector.gui.editor.text_document import TextDocument
    from uriinspector.gui.editor.text_lines import Stroke, TextLine, TextLines
    from uriinspector.gui.theme import Theme

WAVES = frozenset({"medium", "high"})  # what is low is only dotted


class Marks:
    """Marks on runs of the text, given in code points."""

    def __init__(self, theme: Theme, sheet: TextDocument, lines: TextLines) -> None:
        """Mark nothing yet."""
        self._theme = theme
        self._sheet = sheet
        self._lines = lines
        self.origin = 0
        self.hovered: Span | None = None

    def paint_behind(self, painter: QPainter, look: Look, top: float, bottom: float) -> None:
        """Paint what lies behind the letters."""
        for line in self._lines.between(top, bottom):
            for start, end in look.hatched:
                self._fill(painter, line, start, end, self._hatching())
            if self.hovered:
                self._fill(painter, line, *self.hovered, QBrush(self._theme.color("hover_mark")))

    def paint_under(self, painter: QPainter, look: Look, top: float, bottom: float) -> None:
        """Paint what lies under the letters."""
        for line in self._lines.between(top, bottom):
            for each in self._near(line, look.underlines):
                stroke = self._stroke(line, each.start, each.end)
                if stroke:
                    self._underline(painter, line, stroke, each)

    def _near(self, line: TextLine, underlines: tuple[Underline, ...]) -> Iterator[Underline]:
        """Give those that may lie in a line: they stand in order, there may be thousands."""
        point = self._sheet.units.point
        first, last = self.origin + point(line.start), self.origin + point(line.end)
        # One that began before may still go on, and one without extent may follow it.
        index = bisect_left(underlines, first, key=lambda each: each.start) - 2
        for each in islice(underlines, max(index, 0), None):
            if each.start > last:
                return
            yield each

    def _stroke(self, line: TextLine, start: int, end: int) -> Stroke | None:
        last = len(self._sheet.text)
        first, after = max(start - self.origin, 0), min(end - self.origin, last)
        if first > after or first > last or end < self.origin:
            return None
        units = self._sheet.units
        return line.stroke(units.of(first), units.of(after))

    def _fill(self, painter: QPainter, line: TextLine, start: int, end: int, brush: QBrush) -> None:
        stroke = self._stroke(line, start, end)
        if stroke:
            height = line.bottom - line.top
            painter.fillRect(
                QRectF(stroke.left, line.top, stroke.right - stroke.left, height), brush
            )

    def _hatching(self) -> QBrush:
        """Make slanting stripes."""
        step = self._theme.pixels(6)
        stripes = QLinearGradient(0, 0, step, step)
        stripes.setSpread(QGradient.Spread.RepeatSpread)
        colour, nothing = self._theme.color("hatch"), QColor(0, 0, 0, 0)
        for place, each in ((0, colour), (0.5, colour), (0.501, nothing), (1, nothing)):
            stripes.setColorAt(place, each)
        return QBrush(stripes)

    def _underline(
        self, painter: QPainter, line: TextLine, stroke: Stroke, under: Underline
    ) -> None:
        unit = self._theme.pixels(2)
        y = line.bottom - unit / 2
        right = max(stroke.right, stroke.left + 3 * unit)
        pen = QPen(self._theme.color(under.meaning), self._theme.zoom / 100 * 1.3)
        if under.meaning in WAVES:
            painter.setPen(pen)
            painter.drawPath(_wave(stroke.left, right, y, unit))
        else:
            pen.setWidthF(unit)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([1, 1])
            painter.setPen(pen)
            painter.drawLine(QPointF(stroke.left, y), QPointF(right, y))


def _wave(left: float, right: float, y: float, unit: float) -> QPainterPath:
    """Draw up and down, as far as there is room."""
    path = QPainterPath(QPointF(left, y))
    for x, height in _wave_points(left, right, unit):
        path.lineTo(x, y + height)
    return path


def _wave_points(left: float, right: float, unit: float) -> Iterator[tuple[float, float]]:
    x, is_up = left, True
    while x < right:
        x = min(x + 1.5 * unit, right)
        yield x, -unit / 2 if is_up else unit
        is_up = not is_up
