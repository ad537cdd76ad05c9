"""The tree of a tab: like its table, it shares the selection of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRect, Signal
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QHeaderView, QTreeView

from uriinspector.gui.tables.branch_model import BranchModel
from uriinspector.gui.tables.linked_view import LinkedView
from uriinspector.gui.tables.span_link import SpanLink
from uriinspector.gui.tables.table_model import ROW_ROLE, Index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtGui import QResizeEvent

    from uriinspector.core.model import Span
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.tables.columns import Column
    from uriinspector.gui.theme import Theme

# How many rows are opened of themselves.
OPENED = 60
INDENT = 18


class Tree(LinkedView, QTreeView):
    """Rows below rows."""

    row_chosen = Signal(object)  # the value, or None

    def __init__(
        self,
        theme: Theme,
        selection: Selection,
        columns: Sequence[Column],
        name: str,
        *,
        children_of: Callable[[Any], Sequence[Any]],
        spans: Callable[[Any], Span | None],
        shares: Sequence[int],
        opens: Callable[[Any], bool] = bool,
    ) -> None:
        """``shares`` are of the width, for each column; ``opens`` says which rows may open."""
        super().__init__()
        self._theme = theme
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
        self.selectionModel().currentChanged.connect(self._on_current)
        self._set_up()

    def set_top(self, values: Sequence[Any]) -> None:
        """Show these values and the first rows below them."""
        self.branches.set_top(values)
        self._open_first()
        self.link.follow()
        if not self.currentIndex().isValid():
            self.row_chosen.emit(None)

    def choose(self, index: QModelIndex) -> None:
        """Make a row the current one, and see to it that it can be seen."""
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def place_of(self, span: Span) -> QModelIndex:
        """The smallest row that holds the span; of several with the same one, the uppermost."""
        index = QModelIndex()
        while True:
            below = next(self._holding(span, index, closed=False), QModelIndex())
            if not below.isValid():
                return index
            index = below
            if self._span_of(index) == span:
                return index

    def first(self, span: Span, wanted: Callable[[Any], bool]) -> QModelIndex:
        """The first row of exactly this span that is wanted, though it may have no width."""
        left = [QModelIndex()]
        while left:
            upper = left.pop()
            same = upper.isValid() and self._span_of(upper) == span
            if same and wanted(self.branches.value(upper)):
                return upper
            left += list(self._holding(span, upper, closed=True))[::-1]
        return QModelIndex()

    def _holding(self, span: Span, upper: QModelIndex, *, closed: bool) -> Iterator[QModelIndex]:
        """The rows below another that hold a span; ``closed``: at their very edges, too."""
        for row in range(self.branches.rowCount(upper)):
            index = self.branches.index(row, 0, upper)
            place = self._span_of(index)
            has_room = closed or place == span or (place is not None and place.start < place.end)
            if place and has_room and place.start <= span.start and span.end <= place.end:
                yield index

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom: other lengths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "branches"):
            self.setIndentation(self._theme.pixels(INDENT))
            self.scheduleDelayedItemsLayout()

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex) -> None:  # type: ignore[override]
        """The line below runs on to the left, and an arrow shows whether a row is open."""
        super().drawBranches(painter, rect, index)
        painter.save()
        painter.setPen(self._theme.color("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if self.branches.hasChildren(index):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("muted"), 1.5))
            size = self._theme.pixels(7) / 2
            middle = QPointF(rect.right() - self.indentation() / 2, rect.center().y())
            turns = ((-size, -size / 2), (0.0, size / 2), (size, -size / 2))
            if not self.isExpanded(index):
                turns = ((-size / 2, -size), (size / 2, 0.0), (-size / 2, size))
            painter.drawPolyline(QPolygonF([middle + QPointF(x, y) for x, y in turns]))
        painter.restore()

    def _set_up(self) -> None:
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setIndentation(self._theme.pixels(INDENT))
        self.header().setStretchLastSection(True)
        self.header().setSectionsMovable(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.set_up_cells(self._theme, self._columns)

    def _open_first(self) -> None:
        """Open level by level, as long as not too many rows come of it."""
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

    def _fit(self) -> None:
        width = self.viewport().width()
        for number, share in enumerate(self._shares[:-1]):
            self.setColumnWidth(number, width * share // sum(self._shares))

    def _span_of(self, index: Index) -> Span | None:
        return self._spans(self.branches.value(index))

    def _on_current(self, current: QModelIndex) -> None:
        self.row_chosen.emit(current.data(ROW_ROLE) if current.isValid() else None)
