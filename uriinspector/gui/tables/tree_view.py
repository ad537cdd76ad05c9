"""The tree view, with rows that are created on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QTreeView

from uriinspector.core.model import Span
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import LinkedView, SpanLink
from uriinspector.gui.tables.table_model import ROOT, Column, ColumnModel, Index
from uriinspector.gui.text.pieces import plain_text
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.severity_sign import word_of
from uriinspector.gui.widgets.view_parts import Fitted, Restyled, draw_arrow


class TreeBranch:
    """A node of the tree; ``children`` is None until they are needed."""

    __slots__ = ("children", "number", "place", "upper", "value")

    def __init__(self, value: Any, upper: TreeBranch | None, place: int, number: int) -> None:
        self.value = value
        self.upper = upper
        self.place = place
        self.number = number
        self.children: list[TreeBranch] | None = None


class BranchModel(ColumnModel, QAbstractItemModel):
    """A model of a tree; ``children_of`` returns the children of a value."""

    def __init__(
        self, columns: Sequence[Column], children_of: Callable[[Any], Sequence[Any]]
    ) -> None:
        super().__init__()
        self.cells = list(columns)
        self._children_of = children_of
        self._top: list[TreeBranch] = []
        self._all: list[TreeBranch] = []  # by number: Qt stores the number, never a reference

    def set_top(self, values: Sequence[Any]) -> None:
        """Replace the content of the tree."""
        self.beginResetModel()
        self._all = []
        self._top = [self._make_branch(value, None, place) for place, value in enumerate(values)]
        self.endResetModel()

    def value(self, index: Index) -> Any:
        return self._all[index.internalId()].value

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        below = self._rows(parent)
        if not 0 <= row < len(below) or not 0 <= column < len(self.cells):
            return QModelIndex()
        return self.createIndex(row, column, below[row].number)

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        upper = self._all[index.internalId()].upper if index.isValid() else None
        return QModelIndex() if upper is None else self.createIndex(upper.place, 0, upper.number)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.column() > 0 else len(self._rows(parent))

    def hasChildren(self, parent: Index = ROOT) -> bool:
        """Return True if a row has children, without creating them."""
        if not parent.isValid():
            return bool(self._top)
        return parent.column() == 0 and bool(self._children_of(self.value(parent)))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the value for a role; only a row's first cell has the sentence for screen
        readers.
        """
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() != 0:
            return None
        return super().data(index, role)

    def row_sentence(self, index: Index) -> str:
        """Return the severity of a row and the text of all of its cells."""
        severity = word_of(self.cells[0].sign(self.value(index)))
        return ", ".join(filter(None, (severity, super().row_sentence(index))))

    def tip_lines(self, column: Column, value: Any) -> list[str]:
        """Return the tooltip, or the text of the cell if it has none."""
        return [column.tip(value) or plain_text(column.pieces(value))]

    def _rows(self, parent: Index) -> list[TreeBranch]:
        if not parent.isValid():
            return self._top
        branch = self._all[parent.internalId()]
        if branch.children is None:
            values = self._children_of(branch.value)
            branch.children = [
                self._make_branch(each, branch, at) for at, each in enumerate(values)
            ]
        return branch.children

    def _make_branch(self, value: Any, upper: TreeBranch | None, place: int) -> TreeBranch:
        branch = TreeBranch(value, upper, place, len(self._all))
        self._all.append(branch)
        return branch


# The maximum number of rows to open initially.
OPENED = 60
INDENT = 18


class Tree(Fitted, Restyled, LinkedView, QTreeView):
    last_attribute = "branches"

    def __init__(
        self,
        selection: Selection,
        columns: Sequence[Column],
        name: str,
        *,
        children_of: Callable[[Any], Sequence[Any]],
        spans: Callable[[Any], Span | None],
        shares: Sequence[int],
        opens: Callable[[Any], bool] = bool,
    ) -> None:
        """Create the tree; ``shares`` are the columns' shares of the width, ``opens``
        returns False for rows that stay closed.
        """
        super().__init__()
        self._columns = columns
        self._spans = spans
        self._children_of = children_of
        self._shares = shares
        self._opens = opens
        self.branches = BranchModel(columns, children_of)
        self.setModel(self.branches)
        self.setAccessibleName(name)
        self.link = SpanLink(self, selection, self._span_of, self.place_of)
        self.link.watch()
        self._set_up()

    def set_top(self, values: Sequence[Any]) -> None:
        """Show these values, and open the first levels."""
        self.branches.set_top(values)
        self._open_first()
        self.link.follow()
        if not self.currentIndex().isValid():
            self.row_chosen.emit(None)

    def choose(self, index: QModelIndex) -> None:
        """Make a row current and scroll to it."""
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def place_of(self, span: Span) -> QModelIndex:
        """Return the smallest row that contains a span; of several equal ones, the outermost."""
        index = QModelIndex()
        while True:
            below = next(self._rows_around(span, index, closed=False), QModelIndex())
            if not below.isValid():
                return index
            index = below
            if self._span_of(index) == span:
                return index

    def first(self, span: Span, wanted: Callable[[Any], bool]) -> QModelIndex:
        """Return the first row with exactly this span for which ``wanted`` returns True."""
        left = [QModelIndex()]
        while left:
            upper = left.pop()
            same = upper.isValid() and self._span_of(upper) == span
            if same and wanted(self.branches.value(upper)):
                return upper
            left += list(self._rows_around(span, upper, closed=True))[::-1]
        return QModelIndex()

    def _rows_around(
        self, span: Span, upper: QModelIndex, *, closed: bool
    ) -> Iterator[QModelIndex]:
        """Yield child rows whose span contains ``span``; unless ``closed``, rows with an empty span
        must have exactly this span.
        """
        for row in range(self.branches.rowCount(upper)):
            index = self.branches.index(row, 0, upper)
            place = self._span_of(index)
            has_room = closed or place == span or (place is not None and place.start < place.end)
            if place and has_room and place.start <= span.start and span.end <= place.end:
                yield index

    def restyle(self) -> None:
        self.setIndentation(pixels(INDENT))
        self.scheduleDelayedItemsLayout()

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint the line below the row, and an arrow if the row has children."""
        super().drawBranches(painter, rect, index)
        painter.save()
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if self.branches.hasChildren(index):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(rect.right() - self.indentation() / 2, rect.center().y())
            draw_arrow(painter, middle, is_open=self.isExpanded(index))
        painter.restore()

    def _set_up(self) -> None:
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setIndentation(pixels(INDENT))
        self.header().setStretchLastSection(True)
        self.header().setSectionsMovable(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.set_up_cells(self._columns)

    def _open_first(self) -> None:
        """Open the tree level by level, up to a maximum number of rows."""
        left = OPENED
        level = [self.branches.index(row, 0) for row in range(self.branches.rowCount())]
        while level and left > 0:
            following = []
            for index in level:
                may_open = left > 0 and self._opens(self.branches.value(index))
                count = self.branches.rowCount(index) if may_open else 0
                if 0 < count <= left:
                    self.expand(index)
                    left -= count
                    following += [self.branches.index(row, 0, index) for row in range(count)]
            level = following

    def fit(self) -> None:
        width = self.viewport().width()
        for number, share in enumerate(self._shares[:-1]):
            self.setColumnWidth(number, width * share // sum(self._shares))

    def _span_of(self, index: Index) -> Span | None:
        return self._spans(self.branches.value(index))
