"""The values of the link as a graph that can be walked by pointer and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from uriinspector.analysis.values.value import LIKELY, POSSIBLE
from uriinspector.export.value_graph import PART, GraphNode, value_graph
from uriinspector.gui.accessibility.announcements import announce
from uriinspector.gui.inspect.tabs.value_rows import ValueRow
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.paragraph import TextRun, TextStyle, cut, draw_line
from uriinspector.gui.text.pieces import plain_text
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.model import Span
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme

# Before zoom: a box, what is free around all and in a box, and from one to the next.
BOX, HIGH, AROUND, PAD, ACROSS, DOWN = 300, 44, 12, 9, 92, 10
EVIDENCE, WORDS, EDGE = (
    TextStyle(size=12, evidence=True),
    TextStyle("muted", 12),
    TextStyle("muted", 11),
)
LONGEST = 200


class GraphCanvas(QWidget):
    """The nodes and edges; one node is the current one."""

    current_changed = Signal()
    node_opened = Signal()

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start with nothing to draw."""
        super().__init__()
        self._theme = theme
        self._selection = selection
        self.nodes: tuple[GraphNode, ...] = ()
        self._texts: list[tuple[str, str]] = []
        self.current = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(say("Values as a graph"))

    def show_inspection(self, inspection: Inspection) -> int:
        """Draw its values; the answer is how many there is no room for."""
        graph = value_graph(inspection.values)
        self.nodes, self.current = graph.nodes, 0
        self._texts = [self._text_of(node, inspection.text) for node in graph.nodes]
        self._renew()
        return graph.left_out

    @property
    def row(self) -> ValueRow | None:
        """The reading of the current node; None for the link itself."""
        node = self.nodes[self.current] if self.nodes else None
        if node is None or node.placed is None:
            return None
        return ValueRow(node.placed.value, node.placed.reading, is_rival=False)

    def place_of(self, number: int) -> QRectF:
        """Where a node is."""
        node, pixels = self.nodes[number], self._theme.pixels
        return QRectF(
            pixels(AROUND) + node.column * pixels(BOX + ACROSS),
            pixels(AROUND) + node.row * pixels(HIGH + DOWN),
            *(pixels(BOX), pixels(HIGH)),
        )

    def choose(self, number: int) -> None:
        """Make a node the current one, and select what it was read in."""
        if 0 <= number < len(self.nodes):
            self.current = number
            self._describe()
            self.update()
            self.current_changed.emit()
            self._selection.select(self._span(number))

    def follow(self, span: Span | None) -> None:
        """Go to the node of what is selected elsewhere, unless the current one is of that."""
        if span is None or not self.nodes or self._span(self.current) == span:
            return
        number = next((n for n in range(len(self.nodes)) if self._span(n) == span), None)
        if number is not None:
            self.current = number
            self._describe()
            self.update()
            self.current_changed.emit()

    def sizeHint(self) -> QSize:
        """All of it."""
        places = [self.place_of(number) for number in range(len(self.nodes))]
        around = self._theme.pixels(AROUND)
        width = max((place.right() for place in places), default=0) + around
        height = max((place.bottom() for place in places), default=0) + around
        return QSize(round(width), round(height))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the edges, then the nodes that are in sight."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for node in self.nodes[1:]:
            self._draw_edge(painter, node)
        for number in range(len(self.nodes)):
            if self.place_of(number).intersects(QRectF(event.rect())):
                self._draw_node(painter, number)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down lead through all nodes, Left to the outer one, Right inside; Enter opens."""
        node = self.nodes[self.current] if self.nodes else None
        key = event.key()
        if node is None:
            super().keyPressEvent(event)
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.choose(self.current + (1 if key == Qt.Key.Key_Down else -1))
        elif key == Qt.Key.Key_Left:
            self.choose(node.of or 0)
        elif key == Qt.Key.Key_Right:
            inside = (n for n, each in enumerate(self.nodes) if each.of == self.current)
            self.choose(next(inside, self.current))
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self.choose(0 if key == Qt.Key.Key_Home else len(self.nodes) - 1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.node_opened.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the node below the pointer."""
        number = self._at(event.position())
        if number is not None:
            self.choose(number)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the node below the pointer."""
        if self._at(event.position()) is not None:
            self.node_opened.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark in every pane what the node below the pointer was read in."""
        number = self._at(event.position())
        self._selection.hover(None if number is None else self._span(number))

    def leaveEvent(self, event: QEvent) -> None:
        """Mark nothing any more."""
        super().leaveEvent(event)
        self._selection.hover(None)

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or zoom: other colors and lengths."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange:
            self._renew()

    def _renew(self) -> None:
        self.resize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def _describe(self) -> None:
        edge, (first, second) = self.nodes[self.current].edge, self._texts[self.current]
        words = ", ".join(each for each in (edge, first, second) if each)
        self.setAccessibleDescription(words)
        if self.hasFocus():
            announce(words)

    def _span(self, number: int) -> Span | None:
        placed = self.nodes[number].placed
        return placed.value.span if placed else None

    def _at(self, point: QPointF) -> int | None:
        numbers = range(len(self.nodes))
        return next((n for n in numbers if self.place_of(n).contains(point)), None)

    def _text_of(self, node: GraphNode, link: str) -> tuple[str, str]:
        """What is written, and what it is read as."""
        if node.placed is None:
            return visible(link[:LONGEST]), say("the link")
        row = ValueRow(node.placed.value, node.placed.reading, is_rival=False)
        sure = f"{say('likely')}: " if row.reading.confidence == LIKELY else ""
        return plain_text(row.name), sure + plain_text(row.meaning)

    def _draw_node(self, painter: QPainter, number: int) -> None:
        place, placed = self.place_of(number), self.nodes[number].placed
        is_current = number == self.current and (self.hasFocus() or number > 0)
        pen = QPen(self._theme.color("accent" if is_current else "border"), 2 if is_current else 1)
        if placed and placed.reading.confidence == POSSIBLE:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(self._theme.color("selected" if is_current else "card"))
        painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), 6, 6)
        pad, middle = self._theme.pixels(PAD), place.center().y()
        room = place.adjusted(pad, 4, -pad, -4)
        first, second = self._texts[number]
        mode = Qt.TextElideMode
        for text, look, how, top, bottom in (
            (first, EVIDENCE, mode.ElideMiddle, room.top(), middle),
            (second, WORDS, mode.ElideRight, middle, room.bottom()),
        ):
            line = cut(self._theme, TextRun(text, look), room.width(), how)
            draw_line(
                painter, self._theme, [line], QRectF(room.x(), top, room.width(), bottom - top)
            )

    def _draw_edge(self, painter: QPainter, node: GraphNode) -> None:
        number = self.nodes.index(node)
        start, end = self.place_of(node.of or 0), self.place_of(number)
        bend, level = start.right() + self._theme.pixels(12), end.center().y()
        corner = QPointF(start.right(), start.center().y())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("muted"), 1))
        points = [
            corner,
            QPointF(bend, corner.y()),
            QPointF(bend, level),
            QPointF(end.left(), level),
        ]
        painter.drawPolyline(QPolygonF(points))
        tip, unit = QPointF(end.left(), level), self._theme.pixels(4)
        painter.setBrush(self._theme.color("muted"))
        painter.drawPolygon(
            QPolygonF([tip, tip + QPointF(-unit * 1.5, unit), tip + QPointF(-unit * 1.5, -unit)])
        )
        if node.edge and node.edge != PART:
            room = QRectF(
                bend + 4,
                level - self._theme.pixels(17),
                end.left() - bend - 10,
                self._theme.pixels(16),
            )
            label = cut(
                self._theme, TextRun(node.edge, EDGE), room.width(), Qt.TextElideMode.ElideRight
            )
            draw_line(painter, self._theme, [label], room)


class ValueGraphView(QScrollArea):
    """The graph, scrolled to its current node."""

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start with nothing to show."""
        super().__init__()
        self.canvas = GraphCanvas(theme, selection)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(self.canvas)
        self.viewport().setAutoFillBackground(False)
        self.canvas.setAutoFillBackground(False)
        self.setFocusProxy(self.canvas)
        self.canvas.current_changed.connect(self._scroll)

    def _scroll(self) -> None:
        place = self.canvas.place_of(self.canvas.current).toRect()
        self.ensureVisible(place.left(), place.top(), 12, 12)
        self.ensureVisible(place.right(), place.bottom(), 12, 12)
