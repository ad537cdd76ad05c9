"""The ribbon: labelled brackets under the lines of the text, painted and found by place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPen

from uriinspector.analysis.ribbon import Label, Room, Segment, place

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from uriinspector.core.model import Span
    from uriinspector.gui.editor.lines import Line, Lines, Stroke
    from uriinspector.gui.editor.look import Bracket, Look
    from uriinspector.gui.editor.sheet import Sheet
    from uriinspector.gui.theme import Theme

LABEL_SIZE = 11
# From the foot of the text to the bracket, and from there to the labels.
DROP, BELOW = 3, 4
ROW = 15


class Placed(NamedTuple):
    """What is seen of a bracket in one line."""

    bracket: Bracket
    stroke: Stroke
    foot: float
    label: Label | None


class Ribbon:
    """Brackets given from outside, laid out under the lines as they are now."""

    def __init__(self, theme: Theme, sheet: Sheet, lines: Lines) -> None:
        """Start without brackets."""
        self._theme = theme
        self._sheet = sheet
        self._lines = lines
        self._brackets: tuple[Bracket, ...] = ()
        self._heavy: Span | None = None
        self._origin = 0
        self._width = 0.0
        self._laid: dict[int, list[Placed]] = {}

    def show(self, look: Look, origin: int, width: float) -> None:
        """Take the brackets of a look, to be laid out in so much room."""
        self._brackets = look.brackets
        self._heavy = look.heavy
        self._origin = origin
        self._width = width
        self._laid.clear()

    def forget(self) -> None:
        """Lay out anew: the lines have moved."""
        self._laid.clear()

    def spacing(self) -> float:
        """Tell how much room the fullest line needs below it; only lines with ends can be full."""
        rows = 1
        for number in {each for bracket in self._brackets for each in self._ends(bracket)}:
            for each in self._under(number):
                rows = max(rows, each.label.row + 1 if each.label else 1)
        return self._theme.pixels(DROP + BELOW + 2 + rows * ROW)

    def at(self, x: float, y: float) -> Bracket | None:
        """Find the bracket whose line or label is at a place of the document."""
        for line in self._lines.between(y, y):
            for each in self._under(line.number):
                if self._touches(each, x, y):
                    return each.bracket
        return None

    def paint(self, painter: QPainter, top: float, bottom: float, marked: Span | None) -> None:
        """Paint what lies between two heights of the document."""
        painter.setFont(self._theme.interface_font(LABEL_SIZE))
        for line in self._lines.between(top, bottom):
            for each in self._under(line.number):
                self._paint_one(painter, each, is_marked=each.bracket[:2] == marked)
                if self._heavy and each.bracket.start <= self._heavy.start < each.bracket.end:
                    self._paint_heavy(painter, each, line)

    def _under(self, number: int) -> list[Placed]:
        if number not in self._laid:
            line = self._lines.at(number)
            found = [(each, self._stroke(each, line)) for each in self._brackets]
            here = [(bracket, stroke) for bracket, stroke in found if stroke]
            segments = [
                Segment(
                    stroke.left,
                    stroke.right,
                    self._label_width(bracket),
                    number == self._line_of_label(bracket),
                )
                for bracket, stroke in here
            ]
            labels = place(segments, self._room())
            foot = line.bottom + self._theme.pixels(DROP)
            self._laid[number] = [
                Placed(bracket, stroke, foot, label)
                for (bracket, stroke), label in zip(here, labels, strict=True)
            ]
        return self._laid[number]

    def _room(self) -> Room:
        return Room(self._width, self._theme.pixels(6), self._theme.pixels(26))

    def _units(self, run: Bracket | Span) -> tuple[int, int]:
        """Give the places of a run in Qt's count, as far as they are shown."""
        last = len(self._sheet.text)
        start = min(max(run.start - self._origin, 0), last)
        end = min(max(run.end - self._origin, 0), last)
        return self._sheet.units.of(start), self._sheet.units.of(end)

    def _stroke(self, run: Bracket | Span, line: Line) -> Stroke | None:
        start, end = self._units(run)
        return line.stroke(start, end) if start < end else None

    def _ends(self, bracket: Bracket) -> list[int]:
        start, end = self._units(bracket)
        if start >= end or not self._lines.count:
            return []
        first, last = self._lines.holding(start), self._lines.holding(end - 1)
        return [first, last] if last - first < 2 else [first, first + 1, last]

    def _line_of_label(self, bracket: Bracket) -> int:
        """Choose the first line with room for the label inside the bracket, else the widest."""
        numbers = self._ends(bracket)
        if len(numbers) < 2 or numbers[0] == numbers[1]:
            return numbers[0]
        wanted = self._label_width(bracket)
        strokes = ((number, self._stroke(bracket, self._lines.at(number))) for number in numbers)
        widths = {number: stroke.right - stroke.left for number, stroke in strokes if stroke}
        fitting = [number for number, width in widths.items() if width >= wanted]
        return fitting[0] if fitting else max(widths, key=widths.__getitem__)

    def _label_width(self, bracket: Bracket) -> float:
        metrics = QFontMetricsF(self._theme.interface_font(LABEL_SIZE))
        return metrics.horizontalAdvance(bracket.label) + 1

    def _label_box(self, placed: Placed, label: Label) -> QRectF:
        top = placed.foot + self._theme.pixels(BELOW) + label.row * self._theme.pixels(ROW)
        return QRectF(label.left, top, label.width, self._theme.pixels(ROW))

    def _touches(self, placed: Placed, x: float, y: float) -> bool:
        reach = self._theme.pixels(BELOW)
        near = placed.foot - reach / 2 <= y <= placed.foot + reach
        if near and placed.stroke.left <= x < placed.stroke.right:
            return True
        return bool(placed.label and self._label_box(placed, placed.label).contains(QPointF(x, y)))

    def _paint_one(self, painter: QPainter, placed: Placed, *, is_marked: bool) -> None:
        colour = self._theme.color(placed.bracket.meaning)
        stroke, foot = placed.stroke, placed.foot
        left = stroke.left + (1 if stroke.opens else 0)
        right = stroke.right - (1 if stroke.closes else 0)
        thick = self._theme.pixels(3 if is_marked else 2)
        painter.fillRect(QRectF(left, foot, right - left, thick), colour)
        tick = self._theme.pixels(3)
        for is_end, x in ((stroke.opens, left), (stroke.closes, right - 1)):
            if is_end:
                painter.fillRect(QRectF(x, foot - tick, 1, tick), colour)
        if placed.label:
            self._paint_label(painter, placed, placed.label, foot + thick)

    def _paint_heavy(self, painter: QPainter, placed: Placed, line: Line) -> None:
        """Make the bracket thicker where the text counts most."""
        stroke = self._stroke(self._heavy, line) if self._heavy else None
        if stroke:
            box = QRectF(stroke.left, placed.foot, stroke.right - stroke.left - 1, 0)
            box.setHeight(self._theme.pixels(4))
            painter.fillRect(box, self._theme.color(placed.bracket.meaning))

    def _paint_label(self, painter: QPainter, placed: Placed, label: Label, below: float) -> None:
        box = self._label_box(placed, label)
        painter.setPen(QPen(self._theme.color(placed.bracket.meaning), 1))
        if label.leader is not None:
            x = label.leader
            painter.drawLine(QPointF(x, below), QPointF(x, box.top() + 1))
        metrics = QFontMetricsF(painter.font())
        room = box.width() + 0.5
        text = metrics.elidedText(placed.bracket.label, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
