"""The view of the components: rows that are painted here, in the looks of the theme."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from uriinspector.gui.inspect.component_model import (
    MEANING,
    MORE_KEY,
    NAME,
    RULE,
    TEXT,
    ComponentModel,
    ComponentNode,
    Index,
)
from uriinspector.gui.inspect.component_row import ComponentRow
from uriinspector.gui.inspect.component_rules import short
from uriinspector.gui.selection import index_of
from uriinspector.gui.text.paragraph import STRONG, Paragraph, TextRun, TextStyle, cut, draw_line
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.view_parts import begin_at_first_row, draw_focus, find_viewport

HEIGHT, INDENT, SWATCH = 29, 18, 9  # before zoom
MOST_ROWS = 60  # that the tree is as high as; more of them scroll in it
PAD = 10  # the same at every zoom, as in the head
NAMES, RULES = 140, 126
WIDE, ROOMY = 430, 330  # below these widths, before zoom, rule and then meaning are left out
WORDS, QUIET = TextStyle(), TextStyle("muted")
EVIDENCE = TextStyle(size=12, evidence=True)
LINK = TextStyle("muted", 12, dotted=True)


class RowHeight(QStyledItemDelegate):
    """Says how high a row is; the view paints it."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """The same for every row."""
        return QSize(0, self._theme.pixels(HEIGHT))


class ComponentTree(QTreeView):
    """Name, text, meaning and rule; a rule is a link to its clause."""

    clause_requested = Signal(str)
    row_entered = Signal(object)  # Row or None
    menu_requested = Signal(object, object)  # the Row, and where on the screen
    current_row_moved = Signal(QRect)  # the place of the row that the keys have come to

    def __init__(self, theme: Theme, model: ComponentModel) -> None:
        """Show the rows of a model."""
        super().__init__()
        find_viewport(self)
        self._theme = theme
        self.rows = model
        self._under: QModelIndex = QModelIndex()
        self._grows = False
        self.setModel(model)
        self.setItemDelegate(RowHeight(theme, self))
        self.setUniformRowHeights(True)
        self.setAccessibleName(say("Components"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.header().setSectionsMovable(False)
        self.header().setStretchLastSection(False)
        self.header().setMinimumSectionSize(1)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.dress()

    def dress(self) -> None:
        """Take lengths from the theme."""
        self.setIndentation(self._theme.pixels(INDENT))
        self.fit_columns()
        self.scheduleDelayedItemsLayout()

    def grow(self, *, on: bool) -> None:
        """Be as high as its rows are, up to a limit; or scroll by itself again."""
        if on == self._grows:
            return
        self._grows = on
        if not on:
            self.setMinimumHeight(0)
        self.scheduleDelayedItemsLayout()

    def updateGeometries(self) -> None:
        """After the rows were laid out it is known how high they are."""
        super().updateGeometries()
        if self._grows:
            rows = min(self._rows_shown(), MOST_ROWS)
            around = self.header().height() + 2 * self.frameWidth()
            high = rows * max(self.rowHeight(self.rows.index(0, 0)), 0) + around
            if self.minimumHeight() != high:
                self.setMinimumHeight(high)

    def _rows_shown(self) -> int:
        """How many rows there are that are not folded away, as far as they count here."""
        index, count = self.rows.index(0, 0), 0
        while index.isValid() and count < MOST_ROWS:
            index, count = self.indexBelow(index), count + 1
        return count

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Say where the keys have come to: what this stands in may have to scroll."""
        super().currentChanged(current, previous)
        if self._grows and self.hasFocus() and current.isValid():
            place = self.visualRect(current)
            self.current_row_moved.emit(place.translated(self.viewport().pos()))

    def changeEvent(self, event: QEvent) -> None:
        """The theme has changed."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "rows"):
            self.dress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again."""
        super().resizeEvent(event)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Names and rules take what they need; text and meaning share the rest."""
        width = self.viewport().width()
        rule = self._theme.pixels(RULES) if width >= self._theme.pixels(WIDE) else 0
        name = min(self._theme.pixels(NAMES), max(self._theme.pixels(112), width // 4))
        left = width - rule - name
        meaning = left * 55 // 100 if width >= self._theme.pixels(ROOMY) else 0
        self.setColumnHidden(RULE, not rule)
        self.setColumnHidden(MEANING, not meaning)
        for column, wide in ((NAME, name), (TEXT, left - meaning), (MEANING, meaning)):
            self.setColumnWidth(column, wide)
        self.setColumnWidth(RULE, rule)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say in words what will stand here."""
        super().paintEvent(event)
        if not self.rows.rowCount():
            painter, margin = QPainter(self.viewport()), self._theme.pixels(14)
            width = self.viewport().width() - 2 * margin
            words = say("Components appear here, each with its specification clause.")
            Paragraph(self._theme, [TextRun(words, QUIET)], width).draw(painter, margin, margin)
            painter.end()
        draw_focus(self, self._theme)

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row: its ground, its line below, then each column."""
        node, place = self.rows.node(index), QRect(option.rect)
        row, here = node.row, self.rows.index_of(node)
        place.setLeft(0)
        place.setWidth(self.viewport().width())
        if self.selectionModel().isSelected(here):
            painter.fillRect(place, self._theme.color("selected"))
            edge = QRect(0, place.y(), self._theme.pixels(3), place.height())
            painter.fillRect(edge, self._theme.color("accent" if self.hasFocus() else "border"))
        elif self._under == here:
            painter.fillRect(place, self._theme.color("hover"))
        painter.setPen(self._theme.color("line"))
        painter.drawLine(place.bottomLeft(), place.bottomRight())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_name(painter, node, self._cell(place, NAME))
        for column, runs in self._columns(row):
            if not self.isColumnHidden(column):
                cell = self._cell(place, column).adjusted(PAD, 0, 0, 0)
                fitted = self._fitted(runs, cell.width() - self._theme.pixels(4))
                draw_line(painter, self._theme, fitted, cell)
        painter.restore()

    def _cell(self, place: QRect, column: int) -> QRectF:
        left = self.columnViewportPosition(column)
        return QRectF(left, place.y(), self.columnWidth(column), place.height())

    def _draw_name(self, painter: QPainter, node: ComponentNode, cell: QRectF) -> None:
        """The arrow of what can be opened, the swatch of the component, and the name."""
        row, depth, unit = node.row, len(node.path), self._theme.pixels(INDENT)
        x, middle = cell.x() + (depth - 1) * unit, cell.center().y()
        if row.size:
            self._draw_arrow(painter, QPointF(x + unit / 2 + 1, middle), self.rows.index_of(node))
        x += unit + self._theme.pixels(2)
        if row.key == MORE_KEY:
            look = TextStyle("accent", 12)
        else:
            side = self._theme.pixels(SWATCH)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color(row.part))
            painter.drawRoundedRect(QRectF(x, middle - side / 2, side, side), 2.5, 2.5)
            x += side + self._theme.pixels(8)
            bold = STRONG if row.part == row.key == "host" and row.text else 400
            look = TextStyle(
                size=12 if row.is_outside else 13, evidence=row.is_outside, weight=bold
            )
        wide = cell.right() - x
        name = cut(self._theme, TextRun(row.called, look), wide, Qt.TextElideMode.ElideRight)
        draw_line(painter, self._theme, [name], QRectF(x, cell.y(), wide, cell.height()))

    def _draw_arrow(self, painter: QPainter, at: QPointF, index: QModelIndex) -> None:
        size = self._theme.pixels(7) / 2
        painter.setPen(QPen(self._theme.color("muted"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.isExpanded(index):
            turns = (QPointF(-size, -size / 2), QPointF(0, size / 2), QPointF(size, -size / 2))
        else:
            turns = (QPointF(-size / 2, -size), QPointF(size / 2, 0), QPointF(-size / 2, size))
        painter.drawPolyline(QPolygonF([at + each for each in turns]))

    def _columns(self, row: ComponentRow) -> list[tuple[int, list[TextRun]]]:
        if row.key == MORE_KEY:
            return []
        rule = short(row.cite, self.rows.edition) if row.cite else ""
        return [
            (TEXT, self._text(row)),
            (MEANING, [TextRun(row.meaning, WORDS if row.text is not None else QUIET)]),
            (RULE, [TextRun(rule, LINK)]),
        ]

    def _text(self, row: ComponentRow) -> list[TextRun]:
        """The text in the colour of its component; what is registered in it is strong."""
        if not row.text:
            return [TextRun(row.shown, QUIET)]
        look = TextStyle("text", 12, evidence=True)
        end = visible(row.strong)
        if not end or not row.shown.endswith(end):
            return [TextRun(row.shown, look)]
        strong = TextStyle("text", 12, evidence=True, weight=STRONG)
        return [TextRun(row.shown[: -len(end)], look), TextRun(end, strong)]

    def _fitted(self, runs: list[TextRun], width: float) -> list[TextRun]:
        """Cut from the left where the end counts, in the midst of a text, else at the end."""
        if len(runs) > 1:
            last = cut(self._theme, runs[-1], width, Qt.TextElideMode.ElideLeft)
            left = width - len(last.text) * self._theme.pixels(last.look.size) * 0.6
            return [cut(self._theme, runs[0], max(left, 0), Qt.TextElideMode.ElideLeft), last]
        mode = Qt.TextElideMode
        how = mode.ElideMiddle if runs[0].look.evidence else mode.ElideRight
        return [cut(self._theme, runs[0], width, how)]

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with a component."""
        index, place = index_of(self, event)
        if index.isValid() and self.rows.row_of(index).key != MORE_KEY:
            self.menu_requested.emit(self.rows.row_of(index), place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens the card of the rule, or the next rows; space opens and closes."""
        begin_at_first_row(self, event)
        index = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            self._use(index)
        elif event.key() == Qt.Key.Key_Space and index.isValid():
            self.setExpanded(index.siblingAtColumn(NAME), not self.isExpanded(index))
        else:
            super().keyPressEvent(event)

    def _use(self, index: QModelIndex) -> None:
        if not self.rows.open_more(index) and self.rows.row_of(index).cite:
            self.clause_requested.emit(self.rows.row_of(index).cite)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a rule opens its card, one on the last row the next rows."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._is_link(index):
            self._use(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the row below the pointer."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        hand = Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(hand if self._is_link(index) else Qt.CursorShape.ArrowCursor)
        self._enter(index.siblingAtColumn(NAME))

    def viewportEvent(self, event: QEvent) -> bool:
        """The pointer has left."""
        if event.type() == event.Type.Leave:
            self._enter(QModelIndex())
        return super().viewportEvent(event)

    def mark(self, index: QModelIndex) -> None:
        """Show a row as the one below the pointer."""
        if index != self._under:
            self._under = index
            self.viewport().update()

    def _enter(self, index: QModelIndex) -> None:
        if index != self._under:
            self.mark(index)
            self.row_entered.emit(self.rows.row_of(index) if index.isValid() else None)

    def _is_link(self, index: QModelIndex) -> bool:
        if not index.isValid():
            return False
        return index.column() == RULE or self.rows.row_of(index).key == MORE_KEY
