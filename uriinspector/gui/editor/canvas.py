"""The painted text: colored, marked, with brackets below its lines."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import cast

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QGradient,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit

from uriinspector.analysis.label_layout import BracketSegment, LineRoom, PlacedLabel, place_labels
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.editor.look import (
    DASH_DOTS,
    DASHES,
    DOTS,
    DOUBLE,
    DOUBLE_DASHES,
    NOTHING,
    WAVE,
    Bracket,
    CodeUnits,
    Look,
    Tint,
    Underline,
)
from uriinspector.gui.editor.text_document import CHIP, Chip, TextChange, TextDocument
from uriinspector.gui.selection import Selection
from uriinspector.gui.text.pieces import show_tip
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.view_parts import Restyled, find_viewport

LABEL_SIZE = 11
# Distance from the text's bottom edge to the bracket, and from there to the labels.
DROP, LABEL_DROP = 3, 4
ROW = 15


class BracketSpan(NamedTuple):
    """A bracket laid out on lines: UTF-16 positions, lines, label width, and the line of the
    label.
    """

    bracket: Bracket
    start: int
    end: int
    first: int
    last: int
    label: float
    home: int


class Placed(NamedTuple):
    """The visible part of a bracket on one line."""

    bracket: Bracket
    stroke: Stroke
    label: PlacedLabel | None


class Ribbon:
    """The brackets and labels below the lines."""

    def __init__(self, sheet: TextDocument, lines: TextLines) -> None:
        self._sheet = sheet
        self._lines = lines
        self._heavy: Span | None = None
        self._origin = 0
        self._room = LineRoom(0, 0, 0)
        self._spread: list[BracketSpan] = []
        self._placed: dict[int, list[Placed]] = {}

    def show(self, look: Look, origin: int, width: float) -> None:
        """Lay out the brackets of a look for a given width."""
        self._room = LineRoom(width, pixels(6), pixels(26))
        self._heavy = look.heavy
        self._origin = origin
        self._placed.clear()
        metrics = QFontMetricsF(theme.interface_font(LABEL_SIZE))
        bracket_spans = (self._spread_out(each, metrics) for each in look.brackets)
        self._spread = [each for each in bracket_spans if each]

    def rows(self) -> int:
        """Return the largest number of label rows below any line.

        Only lines where a bracket begins, ends or has its label need to be checked.
        """
        ends = {number for each in self._spread for number in (each.first, each.home, each.last)}
        labels = [each.label for number in ends for each in self._under(number) if each.label]
        return max((label.row + 1 for label in labels), default=1)

    def height(self, rows: int) -> int:
        return pixels(DROP + LABEL_DROP + 2 + rows * ROW)

    def at(self, x: float, y: float) -> Bracket | None:
        """Return the bracket whose line or label is at a position in the document."""
        for line in self._lines.between(y, y):
            for each in self._under(line.number, line):
                if self._touches(each, line, x, y):
                    return each.bracket
        return None

    def paint(self, painter: QPainter, top: float, bottom: float, marked: Span | None) -> None:
        """Paint the brackets between two heights of the document."""
        painter.setFont(theme.interface_font(LABEL_SIZE))
        for line in self._lines.between(top, bottom):
            for each in self._under(line.number, line):
                self._paint_bracket(painter, each, line, is_marked=each.bracket[:2] == marked)
                if self._heavy and each.bracket.start <= self._heavy.start < each.bracket.end:
                    self._paint_heavy(painter, each, line)
                if each.label:
                    self._paint_label(painter, each.bracket, each.label, line)

    # Layout.

    def _spread_out(self, bracket: Bracket, metrics: QFontMetricsF) -> BracketSpan | None:
        start, end = self._units(bracket)
        if start >= end or not self._lines.count:
            return None
        first, last = self._lines.line_number_at(start), self._lines.line_number_at(end - 1)
        label = metrics.horizontalAdvance(bracket.label) + 1
        spread = BracketSpan(bracket, start, end, first, last, label, first)
        return spread if first == last else spread._replace(home=self._home(spread))

    def _home(self, spread: BracketSpan) -> int:
        """Return the first line where the bracket has room for its label, else the one
        where it is widest.
        """
        numbers = {spread.first, spread.first + 1, spread.last}
        strokes = {each: self._lines.at(each).stroke(spread.start, spread.end) for each in numbers}
        widths = {each: stroke.right - stroke.left for each, stroke in strokes.items() if stroke}
        fitting = [number for number, width in widths.items() if width >= spread.label]
        return min(fitting) if fitting else max(widths, key=widths.__getitem__)

    def _units(self, run: Bracket | Span) -> tuple[int, int]:
        """Return the UTF-16 positions of a run, clipped to the shown excerpt."""
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
        return line.bottom + pixels(DROP)

    def _label_box(self, label: PlacedLabel, line: TextLine) -> QRectF:
        row = pixels(ROW)
        top = self._bracket_line(line) + pixels(LABEL_DROP) + label.row * row
        return QRectF(label.left, top, label.width, row)

    def _touches(self, placed: Placed, line: TextLine, x: float, y: float) -> bool:
        reach, foot = pixels(LABEL_DROP), self._bracket_line(line)
        if foot - reach / 2 <= y <= foot + reach and placed.stroke.left <= x < placed.stroke.right:
            return True
        return bool(placed.label and self._label_box(placed.label, line).contains(QPointF(x, y)))

    # Painting.

    def _paint_bracket(
        self, painter: QPainter, placed: Placed, line: TextLine, *, is_marked: bool
    ) -> None:
        colour = theme.color(placed.bracket.meaning)
        stroke, foot = placed.stroke, self._bracket_line(line)
        left = stroke.left + (1 if stroke.opens else 0)
        right = stroke.right - (1 if stroke.closes else 0)
        thick, tick = pixels(3 if is_marked else 2), pixels(3)
        painter.fillRect(QRectF(left, foot, right - left, thick), colour)
        for is_end, x in ((stroke.opens, left), (stroke.closes, right - 1)):
            if is_end:
                painter.fillRect(QRectF(x, foot - tick, 1, tick), colour)

    def _paint_heavy(self, painter: QPainter, placed: Placed, line: TextLine) -> None:
        """Paint the bracket below the registrable domain more thickly."""
        stroke = line.stroke(*self._units(self._heavy)) if self._heavy else None
        if stroke:
            box = QRectF(stroke.left, self._bracket_line(line), stroke.right - stroke.left - 1, 0)
            box.setHeight(pixels(4))
            painter.fillRect(box, theme.color(placed.bracket.meaning))

    def _paint_label(
        self, painter: QPainter, bracket: Bracket, label: PlacedLabel, line: TextLine
    ) -> None:
        box = self._label_box(label, line)
        painter.setPen(QPen(theme.color(bracket.meaning), 1))
        if label.leader is not None:
            below = self._bracket_line(line) + pixels(2)
            painter.drawLine(QPointF(label.leader, below), QPointF(label.leader, box.top() + 1))
        metrics = QFontMetricsF(painter.font())
        text = metrics.elidedText(bracket.label, Qt.TextElideMode.ElideRight, box.width() + 0.5)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)


DASHED = {DOTS: [1.0, 1.0], DASHES: [2.5, 1.5], DASH_DOTS: [2.5, 1.0, 1.0, 1.0]}
DOUBLED = frozenset({DOUBLE, DOUBLE_DASHES})


class Marks:
    """Paints marks on the text; their spans are given in code points."""

    def __init__(self, sheet: TextDocument, lines: TextLines) -> None:
        self._sheet = sheet
        self._lines = lines
        self.origin = 0
        self.hovered: Span | None = None

    def paint_behind(self, painter: QPainter, look: Look, top: float, bottom: float) -> None:
        """Paint hatching and the hovered span behind the text."""
        for line in self._lines.between(top, bottom):
            for start, end in look.hatched:
                self._fill(painter, line, start, end, self._hatching())
            if self.hovered:
                self._fill(painter, line, *self.hovered, QBrush(theme.color("hover_mark")))

    def paint_under(self, painter: QPainter, look: Look, top: float, bottom: float) -> None:
        for line in self._lines.between(top, bottom):
            for each in self._near(line, look.underlines):
                stroke = self._stroke(line, each.start, each.end)
                if stroke:
                    self._underline(painter, line, stroke, each)

    def _near(self, line: TextLine, underlines: tuple[Underline, ...]) -> Iterator[Underline]:
        """Yield the underlines that may touch a line; they are sorted, and there may be
        thousands.
        """
        point = self._sheet.units.point
        first, last = self.origin + point(line.start), self.origin + point(line.end)
        # The previous underline may extend into this line, even if an empty one follows it.
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
        step = pixels(6)
        stripes = QLinearGradient(0, 0, step, step)
        stripes.setSpread(QGradient.Spread.RepeatSpread)
        colour, nothing = theme.color("hatch"), QColor(0, 0, 0, 0)
        for place, each in ((0, colour), (0.5, colour), (0.501, nothing), (1, nothing)):
            stripes.setColorAt(place, each)
        return QBrush(stripes)

    def _underline(
        self, painter: QPainter, line: TextLine, stroke: Stroke, under: Underline
    ) -> None:
        y = line.bottom - pixels(2) / 2
        if self._sheet.text[under.start - self.origin : under.end - self.origin].isspace():
            draw_space(painter, stroke, y, under.meaning)
        else:
            draw_underline(painter, stroke.left, stroke.right, y, under.meaning, under.pattern)


def draw_space(painter: QPainter, stroke: Stroke, y: float, meaning: str) -> None:
    """Paint an open box, the usual sign for a space."""
    left, right, top = stroke.left + 1, stroke.right - 1, y - pixels(4)
    corners = ((left, top), (left, y), (right, y), (right, top))
    painter.setPen(QPen(theme.color(meaning), theme.zoom / 100 * 1.3))
    painter.drawPolyline([QPointF(*each) for each in corners])


def draw_underline(
    painter: QPainter, left: float, right: float, y: float, meaning: str, pattern: str
) -> None:
    """Paint a mark, at least as wide as three dots."""
    unit = pixels(2)
    right = max(right, left + 3 * unit)
    pen = QPen(theme.color(meaning), theme.zoom / 100 * 1.3)
    if pattern == WAVE:
        painter.setPen(pen)
        painter.drawPath(_wave(left, right, y, unit))
        return
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if pattern in DASHED:
        pen.setWidthF(unit)
        pen.setDashPattern(DASHED[pattern])
    elif pattern == DOUBLE_DASHES:
        pen.setDashPattern(DASHED[DASHES])
    painter.setPen(pen)
    for height in (y - unit, y + unit / 2) if pattern in DOUBLED else (y,):
        painter.drawLine(QPointF(left, height), QPointF(right, height))


def _wave(left: float, right: float, y: float, unit: float) -> QPainterPath:
    """Return a zigzag path, ending at ``right``."""
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


class TextColors:
    """Colors text with formats that are cached by meaning and weight."""

    def __init__(self) -> None:
        self._formats: dict[tuple[str, int], QTextCharFormat] = {}
        self._shown: list[tuple[int, int, str, int]] = []

    def forget(self) -> None:
        self._formats.clear()
        self._shown.clear()

    def lay(
        self, layout: QTextLayout, tints: Iterable[Tint], units: CodeUnits, origin: int
    ) -> bool:
        """Color the paragraph; return False if its colors have not changed."""
        last = units.length
        runs = []
        for start, end, meaning, weight in tints:
            first, after = max(start - origin, 0), end - origin
            if first < after and units.of(first) < last:
                begin = units.of(first)
                size = min(units.of(after), last) - begin
                runs.append((begin, size, meaning, weight))
        if runs == self._shown:
            return False
        self._shown = runs
        layout.setFormats([self._range(*run) for run in runs])
        return True

    def _range(self, start: int, size: int, meaning: str, weight: int) -> QTextLayout.FormatRange:
        format_range = QTextLayout.FormatRange()
        format_range.start = start
        format_range.length = size
        format_range.format = self._format(meaning, weight)
        return format_range

    def _format(self, meaning: str, weight: int) -> QTextCharFormat:
        key = (meaning, weight)
        if key not in self._formats:
            form = QTextCharFormat()
            form.setForeground(theme.color(meaning))
            form.setFontWeight(QFont.Weight(weight))
            self._formats[key] = form
        return self._formats[key]


class Stroke(NamedTuple):
    """The part of a span that is on one line, and whether the span begins and ends there."""

    left: float
    right: float
    opens: bool
    closes: bool


class TextLine:
    """A laid-out line, in the coordinates of the document."""

    def __init__(
        self, line: QTextLine, start: int, end: int, compose: tuple[int, int], *, is_last: bool
    ) -> None:
        """Store the geometry of a line; positions are in UTF-16 units."""
        self._line = line
        self._compose = compose
        self._is_last = is_last
        self.number = line.lineNumber()
        self.start, self.end = start, end
        self.top = line.y()
        self.bottom = line.y() + line.height()
        self.base = line.y() + line.ascent()

    def x(self, place: int) -> float:
        """Return the x coordinate of a position, after any text being composed before it."""
        at, length = self._compose
        # PySide6 returns a tuple: x and the position.
        result = cast("tuple[float, int]", self._line.cursorToX(place + (place > at) * length))
        return result[0]

    def place_at(self, x: float) -> int | None:
        """Return the position of the character at x; None outside of the text."""
        if not self.x(self.start) <= x < self.x(self.end):
            return None
        number = self._line.xToCursor(x, self._line.CursorPosition.CursorOnCharacter)
        at, length = self._compose
        return number if not length or number <= at else max(at, number - length)

    def stroke(self, start: int, end: int) -> Stroke | None:
        """Return the part of a span in this line, or None."""
        low, high = max(start, self.start), min(end, self.end)
        if low > high or (low == high and (start < end or not self._holds(start))):
            return None
        return Stroke(self.x(low), self.x(high), low == start, high == end)

    def _holds(self, place: int) -> bool:
        return self.start <= place < self.end or (self._is_last and place == self.end)


class TextLines:
    """The lines of a document."""

    def __init__(self, sheet: TextDocument) -> None:
        self._sheet = sheet

    @property
    def count(self) -> int:
        return self._sheet.layout.lineCount()

    def at(self, number: int) -> TextLine:
        layout = self._sheet.layout
        line = layout.lineAt(number)
        length = len(layout.preeditAreaText())
        area = layout.preeditAreaPosition()

        def plain(place: int) -> int:
            return place if not length or place <= area else max(area, place - length)

        start = line.textStart()
        return TextLine(
            line,
            plain(start),
            plain(start + line.textLength()),
            (area, length),
            is_last=number == layout.lineCount() - 1,
        )

    def line_number_at(self, place: int) -> int:
        """Return the line number of a position."""
        line = self._sheet.layout.lineForTextPosition(place)
        return line.lineNumber() if line.isValid() else max(self.count - 1, 0)

    def between(self, top: float, bottom: float) -> Iterator[TextLine]:
        """Yield the lines between two heights; a line includes the ribbon below it."""
        layout = self._sheet.layout
        low, high = 0, layout.lineCount()
        while low < high:
            middle = (low + high) // 2
            if layout.lineAt(middle).y() <= top:
                low = middle + 1
            else:
                high = middle
        for number in range(max(low - 1, 0), layout.lineCount()):
            if layout.lineAt(number).y() > bottom:
                return
            yield self.at(number)


TEXT_SIZE = 19
# Maximum and minimum height in lines; longer texts scroll.
MOST_LINES, LEAST_LINES = 5, 2
LINE = 49  # pixels for a line with its ribbon, before zoom
QWIDGETSIZE_MAX = (1 << 24) - 1


class Canvas(Restyled, QTextEdit):
    """A text edit that paints a look, and finds what is under the pointer."""

    last_attribute = "_chip"
    text_size = TEXT_SIZE
    has_ribbon = True
    least_lines = LEAST_LINES

    def __init__(self, selection: Selection | None) -> None:
        super().__init__()
        self.selection = selection or Selection()
        self._origin = 0
        self._look = NOTHING
        self._is_settled = True
        self._is_typing = False  # the ribbon must not shrink: widgets below would jump
        self._rows = 1
        self._wanted = self._least = 0
        self._allowed = math.inf
        self._is_fitting = False
        self._sheet = TextDocument(self.document())
        self._lines = TextLines(self._sheet)
        self._colours = TextColors()
        self._marks = Marks(self._sheet, self._lines)
        self._ribbon = Ribbon(self._sheet, self._lines)
        self._pointed: Span | None = None
        self._chip = Chip(self)
        self.document().documentLayout().registerHandler(CHIP, self._chip)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        find_viewport(self).setMouseTracking(True)
        self.selection.span_hovered.connect(self._on_hovered)
        self.dress()

    @property
    def look(self) -> Look:
        return self._look

    def draw(self, look: Look) -> None:
        self._look = look
        self._colour()
        self._settle()

    def write(self, changes: list[TextChange], look: Look, origin: int) -> None:
        """Change the text and its look; call ``settle`` afterwards."""
        self._look = look
        self._origin = self._marks.origin = origin
        with self._sheet.writing() as cursor:
            self._sheet.write(cursor, changes)
            self._colour()
        self._is_settled = False

    def settle(self) -> None:
        """Lay out the ribbon and adapt the height after ``write``, unless that was done already."""
        if not self._is_settled:
            self._settle()

    def dress(self) -> None:
        with self._sheet.writing():
            self.setFont(theme.uri_font(self.text_size))
            self._colours.forget()
            self._chip.forget()
            self._colour()
            self.document().markContentsDirty(0, self._sheet.units.length)
        self._settle()

    restyle = dress

    def keep_height(self, height: float) -> None:
        """Fix the height at as many whole lines as fit; longer text scrolls."""
        line = pixels(LINE)
        lines = max(int(height / line), 1)
        self.least_lines = lines
        self.allow(line * lines + 4)
        self.setFixedHeight(line * lines + 1)

    def let_grow(self, height: float) -> None:
        """Let the height grow with the text, up to a maximum."""
        self.setMinimumHeight(0)
        self.setMaximumHeight(QWIDGETSIZE_MAX)
        self.least_lines = LEAST_LINES
        self.allow(height)

    def allow(self, height: float) -> None:
        """Limit the height to whole lines, but not below the minimum number of lines."""
        if height != self._allowed:
            self._allowed = height
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._wanted)

    def minimumSizeHint(self) -> QSize:
        """Return the height of the first lines, which usually contain the host, as the minimum."""
        return QSize(super().minimumSizeHint().width(), self._least)

    def showEvent(self, event: QShowEvent) -> None:
        """Preserve the scroll position; initially it is the beginning, where the host is."""
        scrolled = self.verticalScrollBar().value()
        super().showEvent(event)
        self.verticalScrollBar().setValue(scrolled)

    def paintEvent(self, event: QPaintEvent) -> None:
        scrolled = self.verticalScrollBar().value()
        top, bottom = event.rect().top() + scrolled, event.rect().bottom() + scrolled
        painter = QPainter(self.viewport())
        painter.translate(0, -scrolled)
        self._marks.paint_behind(painter, self._look, top, bottom)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -scrolled)
        self._marks.paint_under(painter, self._look, top, bottom)
        self._ribbon.paint(painter, top, bottom, self._marks.hovered)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the ribbon again for the new line breaks."""
        with self._sheet.quiet():
            super().resizeEvent(event)
        if not self._is_fitting:
            self._settle()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the component under the pointer in all panes."""
        if not event.buttons():
            self._point(event.position())
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def bracket_at(self, place: QPointF) -> Bracket | None:
        """Return the bracket whose line or label is at a position in the viewport."""
        return self._ribbon.at(place.x(), place.y() + self.verticalScrollBar().value())

    def point_at(self, place: QPointF) -> int | None:
        """Return the code point that is drawn at a position in the viewport."""
        y = place.y() + self.verticalScrollBar().value()
        for line in self._lines.between(y, y):
            unit = line.place_at(place.x()) if line.top <= y < line.bottom else None
            if unit is not None:
                return self._origin + self._sheet.units.point(unit)
        return None

    def _point(self, place: QPointF) -> None:
        bracket = self.bracket_at(place)
        shape = Qt.CursorShape.PointingHandCursor if bracket else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        point = self.point_at(place)
        problem = None if point is None else self._look.problem_at(point)
        show_tip(self.viewport(), problem.words if problem else "")
        if bracket is None and point is not None:
            bracket = self._look.bracket_at(point)
        self._hover(Span(bracket.start, bracket.end) if bracket else None)

    def _hover(self, span: Span | None) -> None:
        if span != self._pointed:
            self._pointed = span
            self.selection.hover(span)

    def _on_hovered(self, span: Span | None) -> None:
        is_marked = span == self._marks.hovered
        self._pointed = self._marks.hovered = span
        if not is_marked:
            self.viewport().update()

    def _colour(self) -> None:
        """Color the text, except while an input method composes and sets its own formats."""
        layout, units = self._sheet.layout, self._sheet.units
        if layout.preeditAreaText():
            return
        with self._sheet.quiet():
            if self._colours.lay(layout, self._look.tints, units, self._origin):
                self.document().markContentsDirty(0, units.length)

    def _settle(self) -> None:
        """Lay out the ribbon, reserve room for it under each line, and adapt the height."""
        self._is_settled = True
        self.document().size()  # lays the text out
        self._ribbon.show(self._look, self._origin, self.viewport().width())
        rows = self._ribbon.rows()
        self._rows = max(rows, self._rows) if self._is_typing else rows
        self._sheet.space(self._ribbon.height(self._rows) if self.has_ribbon else 0)
        self._fit()
        self.viewport().update()

    def _fit(self) -> None:
        """Request the needed height, and scroll if there is not enough room."""
        needed, count = self.document().size().height(), max(self._lines.count, 1)
        pitch = needed / count
        most = int(max(min(self._allowed / pitch, MOST_LINES), self.least_lines))
        wanted = math.ceil(min(needed, most * pitch))
        is_new, self._wanted = wanted != self._wanted, wanted
        if is_new:
            self._least = math.ceil(min(needed, self.least_lines * pitch))
            self.updateGeometry()
            QTimer.singleShot(0, self, self._fit)  # after the available room is known
        self.verticalScrollBar().setSingleStep(round(pitch))
        self._scroll(wanted=count > most or (not is_new and wanted > self.height() + 1))

    def _scroll(self, *, wanted: bool) -> None:
        """Show the scroll bar, or reserve its width so that line breaks do not change."""
        policy, bar = Qt.ScrollBarPolicy, self.verticalScrollBar()
        before, self._is_fitting = self._is_fitting, True
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if wanted else policy.ScrollBarAlwaysOff
        )
        self.setViewportMargins(0, 0, 0 if wanted else bar.sizeHint().width(), 0)
        self._is_fitting = before
