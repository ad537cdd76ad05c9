"""The tree of the components: its rows, kept in place while one types, and how they are painted.

Rows below are made when they are asked for, and at most some hundred of them at a time; a last row
says how many more there are, and opens them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
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

from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.gui.selection import index_of
from uriinspector.gui.text.paragraph import STRONG, Paragraph, TextRun, TextStyle, cut, draw_line
from uriinspector.gui.text.pieces import tip, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.view_parts import (
    TitledColumns,
    begin_at_first_row,
    draw_focus,
    find_viewport,
)

# No cell has room for more; what is cut stands in the middle.
HEAD, TAIL = 300, 100
# Names with a translation; all other names are those of the specification.
COMPONENTS = frozenset(part.value for part in Part)


def clipped(text: str) -> str:
    """A text made visible, its middle left out where it is very long."""
    if len(text) > HEAD + TAIL + 1:
        return f"{visible(text[:HEAD])}\u2026{visible(text[-TAIL:])}"
    return visible(text)


def nothing(_most: int) -> Iterable[ComponentRow]:
    """No rows below."""
    return ()


class ComponentRow(NamedTuple):
    """One row; ``text`` is None where it is not present, ``span`` where there is no place for it.

    ``key`` tells it from its siblings, whatever stands in it.  ``size`` rows stand below it;
    ``children`` makes the first of them.  ``strong`` is the end of the text that counts most.
    """

    key: str
    name: str
    text: str | None
    span: Span | None
    meaning: str
    cite: str = ""
    part: str = ""
    strong: str = ""
    is_outside: bool = False  # the name stands in the text
    size: int = 0
    children: Callable[[int], Iterable[ComponentRow]] = nothing

    @property
    def called(self) -> str:
        """The name as it is shown."""
        if self.is_outside:
            return clipped(self.name)
        return say(self.name) if self.name in COMPONENTS else self.name

    @property
    def shown(self) -> str:
        """The text as it is shown."""
        if self.text is None:
            return say("not present")
        return clipped(self.text) or say("empty")

    @property
    def spoken(self) -> str:
        """The whole row in words."""
        return ", ".join(each for each in (self.called, self.shown, self.meaning) if each)


Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
FIRST, MORE = 100, 1_000
MORE_KEY = "more"
NAME, TEXT, MEANING, RULE = range(4)


class ComponentNode:
    """A row in its place; ``children`` is None until somebody has asked for it."""

    __slots__ = ("children", "number", "place", "row", "upper", "wanted")

    def __init__(
        self, row: ComponentRow, upper: ComponentNode | None, place: int, number: int
    ) -> None:
        self.row = row
        self.upper = upper
        self.place = place
        self.number = number
        self.wanted = FIRST
        self.children: list[ComponentNode] | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The keys from the top down to here."""
        return (*self.upper.path, self.row.key) if self.upper else ()


class ComponentModel(TitledColumns, QAbstractItemModel):
    """Rows below rows."""

    def __init__(self) -> None:
        """Start without rows."""
        super().__init__()
        self._numbers = count(1)
        self._top = ComponentNode(ComponentRow("", "", "", None, ""), None, 0, 0)
        self._top.children = []
        self._nodes: dict[int, ComponentNode] = {}
        self.edition = ""

    def set_rows(self, rows: Sequence[ComponentRow], edition: str = "") -> None:
        """Show these rows: the one way in; what has the same key as before stays where it is."""
        if edition != self.edition:
            self.edition = edition
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, RULE, RULE)
        self._fit(self._top, list(rows))

    def node(self, index: Index) -> ComponentNode:
        """The node of an index; of none, the one above all."""
        return self._nodes.get(index.internalId(), self._top) if index.isValid() else self._top

    def row_of(self, index: Index) -> ComponentRow:
        """The row of an index."""
        return self.node(index).row

    def index_of(self, node: ComponentNode) -> QModelIndex:
        """The index of a node."""
        return ROOT if node is self._top else self.createIndex(node.place, NAME, node.number)

    def nodes(self, upper: ComponentNode | None = None) -> Iterator[ComponentNode]:
        """Every node that was made, from above."""
        for each in (upper or self._top).children or ():
            yield each
            yield from self.nodes(each)

    def open_more(self, index: Index) -> bool:
        """Show the next rows in place of the one that says how many there are."""
        node = self.node(index)
        if node.row.key != MORE_KEY or node.upper is None:
            return False
        node.upper.wanted += MORE
        self._fit(node.upper, self._rows(node.upper))
        return True

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        """The index of a cell."""
        below = self.node(parent).children
        if not below or not 0 <= row < len(below) or not 0 <= column <= RULE:
            return QModelIndex()
        return self.createIndex(row, column, below[row].number)

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        """The row above."""
        upper = self.node(index).upper
        return QModelIndex() if upper is None else self.index_of(upper)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows that were made."""
        if parent.column() > NAME:
            return 0
        return len(self.node(parent).children or ())

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Name, text, meaning, rule."""
        return RULE + 1

    def hasChildren(self, parent: Index = ROOT) -> bool:
        """Whether rows stand below, made or not."""
        if parent.column() > NAME:
            return False
        node = self.node(parent)
        return bool(node.children) if node is self._top else node.row.size > 0

    def canFetchMore(self, parent: Index) -> bool:
        """Whether they are still to be made."""
        node = self.node(parent)
        return node.children is None and node.row.size > 0

    def fetchMore(self, parent: Index) -> None:
        """Make the first of them."""
        node = self.node(parent)
        if node.children is None:
            node.children = []
            self._fit(node, self._rows(node))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell, in plain words."""
        if not index.isValid():
            return None
        row = self.row_of(index)
        if role == Qt.ItemDataRole.DisplayRole:
            if row.key == MORE_KEY and index.column() != NAME:
                return ""
            return (row.called, row.shown, row.meaning, row.cite)[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken if index.column() == NAME else None
        if role == Qt.ItemDataRole.ToolTipRole and index.column() < RULE:
            return tip((explained(row), row.shown, row.meaning)[index.column()])
        return row if role == Qt.ItemDataRole.UserRole else None

    def column_title(self, column: int) -> str:
        """The last one names the edition whose rules are meant."""
        rule = say("Clause ({edition})", edition=self.edition) if self.edition else say("Clause")
        return (say("Component"), say("Text"), say("Meaning"), rule)[column]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Explain the names."""
        if role == Qt.ItemDataRole.ToolTipRole and section == NAME:
            return tip(say("The names are the terms of the specification."))
        return super().headerData(section, orientation, role)

    def _rows(self, node: ComponentNode) -> list[ComponentRow]:
        """As many rows as are wanted, and one that says how many more there are."""
        rows = list(node.row.children(min(node.wanted, node.row.size)))
        left = node.row.size - len(rows)
        if left > 0 and len(rows) >= node.wanted:
            name = say("and {count} more", count=f"{left:,}")
            rows.append(ComponentRow(MORE_KEY, name, "", None, "", part=node.row.part))
        return rows

    def _fit(self, node: ComponentNode, rows: list[ComponentRow]) -> None:
        """Keep what has the same key, take out and put in the rest, and go on below."""
        below = node.children
        assert below is not None
        same = 0
        for old, new in zip(below, rows, strict=False):
            if old.row.key != new.key:
                break
            same += 1
        index = self.index_of(node)
        if same < len(below):
            self.beginRemoveRows(index, same, len(below) - 1)
            for gone in below[same:]:
                self._forget(gone)
            del below[same:]
            self.endRemoveRows()
        for place, (old, new) in enumerate(zip(below, rows, strict=False)):
            if self._renew(old, new):  # told row by row: only these are painted again
                first, last = self.index(place, NAME, index), self.index(place, RULE, index)
                self.dataChanged.emit(first, last)
        if same < len(rows):
            self.beginInsertRows(index, same, len(rows) - 1)
            for place in range(same, len(rows)):
                component_node = ComponentNode(rows[place], node, place, next(self._numbers))
                self._nodes[component_node.number] = component_node
                below.append(component_node)
            self.endInsertRows()

    def _renew(self, node: ComponentNode, row: ComponentRow) -> bool:
        """Put the row in its place; tell whether anything in it looks different now."""
        old, node.row = node.row, row
        if node.children is not None:
            self._fit(node, self._rows(node))
        return _visible_values(old) != _visible_values(row)

    def _forget(self, node: ComponentNode) -> None:
        self._nodes.pop(node.number, None)
        for each in node.children or ():
            self._forget(each)


def explained(row: ComponentRow) -> str:
    """A term of the specification in everyday words; other names stand in the text."""
    word = {
        "scheme": say("scheme"),
        "authority": say("server and login"),
        "userinfo": say("user name"),
        "host": say("host"),
        "port": say("port"),
        "path": say("path"),
        "query": say("search and parameters"),
        "fragment": say("position in the document"),
    }.get(row.key)
    if word is None or row.is_outside:
        return ""
    return say("{word}: the specification calls it {term}", word=word, term=row.name)


def _visible_values(row: ComponentRow) -> tuple[object, ...]:
    return (row.name, row.text, row.span, row.meaning, row.cite, row.strong, row.size > 0)


RULES = {
    "2005": (
        "RFC 3986",
        {
            Part.SCHEME: "3.1",
            Part.AUTHORITY: "3.2",
            Part.USERINFO: "3.2.1",
            Part.HOST: "3.2.2",
            Part.PORT: "3.2.3",
            Part.PATH: "3.3",
            Part.QUERY: "3.4",
            Part.FRAGMENT: "3.5",
        },
    ),
    "2003": (
        "rfc2396bis-01",
        {
            Part.SCHEME: "3.1",
            Part.AUTHORITY: "3.2",
            Part.USERINFO: "3.2.2",
            Part.HOST: "3.2.2",
            Part.PORT: "3.2.2",
            Part.PATH: "3.3",
            Part.QUERY: "3.4",
            Part.FRAGMENT: "4.1",
        },
    ),
    "1997": (
        "url-syntax-05",
        {
            Part.SCHEME: "4.1",
            Part.AUTHORITY: "4.3.1",
            Part.USERINFO: "4.3.1",
            Part.HOST: "4.3.1",
            Part.PORT: "4.3.1",
            Part.PATH: "4.3.2",
            Part.QUERY: "4.3.3",
            Part.FRAGMENT: "3",
        },
    ),
    "1994": (
        "RFC 1738",
        {
            Part.SCHEME: "2.1",
            Part.AUTHORITY: "3.1",
            Part.USERINFO: "3.1",
            Part.HOST: "3.1",
            Part.PORT: "3.1",
            Part.PATH: "3.1",
            Part.QUERY: "3.3",
            Part.FRAGMENT: "2.2",
        },
    ),
}


def rule_of(edition: str, part: Part) -> str:
    """Cite the clause that defines a component."""
    document, clauses = RULES[edition]
    return f"{document} {clauses[part]}"


def short(cite: str, edition: str) -> str:
    """A clause of the edition's own text needs no more than its number."""
    document, number = cite.rsplit(" ", 1) if " " in cite else (cite, "")
    return f"§{number}" if document == RULES[edition][0] else cite


HEIGHT, INDENT, SWATCH = 29, 18, 9  # before zoom
MOST_ROWS = 60  # that the tree is as high as; more of them scroll in it
PAD = 10  # the same at every zoom, as in the head
NAME_WIDTH, RULE_WIDTH = 140, 126
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
        rule = self._theme.pixels(RULE_WIDTH) if width >= self._theme.pixels(WIDE) else 0
        name = min(self._theme.pixels(NAME_WIDTH), max(self._theme.pixels(112), width // 4))
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
