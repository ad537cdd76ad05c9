"""The ribbon: labelled brackets under the lines of the text, painted and found by place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPen

from uriinspector.analysis.label_layout import BracketSegment, LineRoom, PlacedLabel, place_labels
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from uriinspector.core.model import Span
    from uriinspector.gui.editor.look import Bracket, Look
    from uriinspector.gui.editor.text_document import TextDocument
    from uriinspector.gui.editor.text_lines import Stroke, TextLine, TextLines
    from uriinspector.gui.theme import Theme

LABEL_SIZE = 11
# From the foot of the text to the bracket, and from there to the labels.
DROP, LABEL_DROP = 3, 4
ROW = 15


class BracketSpan(NamedTuple):
    """A bracket over the lines: its places in Qt's count, its lines, and which has its label."""

    bracket: Bracket
    start: int
    end: int
    first: int
    last: int
    label: float
    home: int


class Placed(NamedTuple):
    """What is seen of a bracket in one line."""

    bracket: Bracket
    stroke: Stroke
    label: PlacedLabel | None


class Ribbon:
    """Brackets given from outside, laid out under the lines as they are now."""

    def __init__(self, theme: Theme, sheet: TextDocument, lines: TextLines) -> None:
        """Start without brackets."""
        self._theme = theme
        self._sheet = sheet
        self._lines = lines
        self._heavy: Span | None = None
        self._origin = 0
        self._room = LineRoom(0, 0, 0)
        self._spread: list[BracketSpan] = []
        self._placed: dict[int, list[Placed]] = {}

    def show(self, look: Look, origin: int, width: float) -> None:
        """Spread the brackets of a look over the lines, in so much room."""
        pixels = self._theme.pixels
        self._room = LineRoom(width, pixels(6), pixels(26))
        self._heavy = look.heavy
        self._origin = origin
        self._placed.clear()
        metrics = QFontMetricsF(self._theme.interface_font(LABEL_SIZE))
        bracket_spans = (self._spread_out(each, metrics) for each in look.brackets)
        self._spread = [each for each in bracket_spans if each]

    def rows(self) -> int:
        """Count the rows of labels under the fullest line; only lines with ends can be full."""
        ends = {number for each in self._spread for number in (each.first, each.home, each.last)}
        labels = [each.label for number in ends for each in self._under(number) if each.label]
        return max((label.row + 1 for label in labels), default=1)

    def height(self, rows: int) -> int:
        """Tell how much room so many rows need below a line."""
        return self._theme.pixels(DROP + LABEL_DROP + 2 + rows * ROW)

    def at(self, x: float, y: float) -> Bracket | None:
        """Find the bracket whose line or label is at a place of the document."""
        for line in self._lines.between(y, y):
            for each in self._under(line.number, line):
                if self._touches(each, line, x, y):
                    return each.bracket
        return None

    def paint(self, painter: QPainter, top: float, bottom: float, marked: Span | None) -> None:
        """Paint what lies between two heights of the document."""
        painter.setFont(self._theme.interface_font(LABEL_SIZE))
        for line in self._lines.between(top, bottom):
            for each in self._under(line.number, line):
                self._paint_bracket(painter, each, line, is_marked=each.bracket[:2] == marked)
                if self._heavy and each.bracket.start <= self._heavy.start < each.bracket.end:
                    self._paint_heavy(painter, each, line)
                if each.label:
                    self._paint_label(painter, each.bracket, each.label, line)

    # Laying out.

    def _spread_out(self, bracket: Bracket, metrics: QFontMetricsF) -> BracketSpan | None:
        start, end = self._units(bracket)
        if start >= end or not self._lines.count:
            return None
        first, last = self._lines.holding(start), self._lines.holding(end - 1)
        label = metrics.horizontalAdvance(bracket.label) + 1
        spread = BracketSpan(bracket, start, end, first, last, label, first)
        return spread if first == last else spread._replace(home=self._home(spread))

    def _home(self, spread: BracketSpan) -> int:
        """Choose the first line with room for the label inside the bracket, else the widest."""
        numbers = {spread.first, spread.first + 1, spread.last}
        strokes = {each: self._lines.at(each).stroke(spread.start, spread.end) for each in numbers}
        widths = {each: stroke.right - stroke.left for each, stroke in strokes.items() if stroke}
        fitting = [number for number, width in widths.items() if width >= spread.label]
        return min(fitting) if fitting else max(widths, key=widths.__getitem__)

    def _units(self, run: Bracket | Span) -> tuple[int, int]:
        """Give the places of a run in Qt's count, as far as they are shown."""
        last = len(self._sheet.text)
        start = min(max(run.start - self._origin, 0), last)
        end = min(max(run.end - self._origin, 0), last)
        return self._sheet.units.of(start), self._sheet.units.of(end)

    def _under(self, number: int, line: TextLine | None = None) -> list[Placed]:
        if number not in self._placed:
            self._placed[number] = self._place(line or self._lines.at(number))
        return self._placed[number]

    def _place(self, line: TextLine) -> list[Placed]:
        here = [
            (each, stroke)
            for each in self._spread
            if each.first <= line.number <= each.last
            and (stroke := line.stroke(each.start, each.end))
        ]
        segments = [
            BracketSegment(stroke.left, stroke.right, each.label, line.number == each.home)
            for each, stroke in here
        ]
        labels = place_labels(segments, self._room)
        return [
            Placed(each.bracket, stroke, label)
            for (each, stroke), label in zip(here, labels, strict=True)
        ]

    def _bracket_line(self, line: TextLine) -> float:
        return line.bottom + self._theme.pixels(DROP)

    def _label_box(self, label: PlacedLabel, line: TextLine) -> QRectF:
        row = self._theme.pixels(ROW)
        top = self._bracket_line(line) + self._theme.pixels(LABEL_DROP) + label.row * row
        return QRectF(label.left, top, label.width, row)

    def _touches(self, placed: Placed, line: TextLine, x: float, y: float) -> bool:
        reach, foot = self._theme.pixels(LABEL_DROP), self._bracket_line(line)
        if foot - reach / 2 <= y <= foot + reach and placed.stroke.left <= x < placed.stroke.right:
            return True
        return bool(placed.label and self._label_box(placed.label, line).contains(QPointF(x, y)))

    # Painting.

    def _paint_bracket(
        self, painter: QPainter, placed: Placed, line: TextLine, *, is_marked: bool
    ) -> None:
        colour = self._theme.color(placed.bracket.meaning)
        stroke, foot = placed.stroke, self._bracket_line(line)
        left = stroke.left + (1 if stroke.opens else 0)
        right = stroke.right - (1 if stroke.closes else 0)
        thick, tick = self._theme.pixels(3 if is_marked else 2), self._theme.pixels(3)
        painter.fillRect(QRectF(left, foot, right - left, thick), colour)
        for is_end, x in ((stroke.opens, left), (stroke.closes, right - 1)):
            if is_end:
                painter.fillRect(QRectF(x, foot - tick, 1, tick), colour)

    def _paint_heavy(self, painter: QPainter, placed: Placed, line: TextLine) -> None:
        """Make the bracket thicker where the text counts most."""
        stroke = line.stroke(*self._units(self._heavy)) if self._heavy else None
        if stroke:
            box = QRectF(stroke.left, self._bracket_line(line), stroke.right - stroke.left - 1, 0)
            box.setHeight(self._theme.pixels(4))
            painter.fillRect(box, self._theme.color(placed.bracket.meaning))

    def _paint_label(
        self, painter: QPainter, bracket: Bracket, label: PlacedLabel, line: TextLine
    ) -> None:
        box = self._label_box(label, line)
        painter.setPen(QPen(self._theme.color(bracket.meaning), 1))
        if label.leader is not None:
            below = self._bracket_line(line) + self._theme.pixels(2)
            painter.drawLine(QPointF(label.leader, below), QPointF(label.leader, box.top() + 1))
        metrics = QFontMetricsF(painter.font())
        text = metrics.elidedText(bracket.label, Qt.TextElideMode.ElideRight, box.width() + 0.5)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
