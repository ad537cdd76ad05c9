"""The table of a tab: cells of pieces, rows taken as they are looked at, columns that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from uriinspector.gui.tables.columns import Column, LazyModel, never
from uriinspector.gui.tables.linked_view import LinkedView
from uriinspector.gui.tables.marked_delegate import MarkedDelegate
from uriinspector.gui.tables.span_link import SpanLink, nearest
from uriinspector.gui.tables.table_model import ROW_ROLE, Index
from uriinspector.gui.tables.widths import distributed
from uriinspector.gui.text.pieces import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtGui import QResizeEvent

    from uriinspector.core.model import Span
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme

ROW, LEAST, MOST = 29, 64, 420  # height of a row, and how narrow and how wide a column may be
MEASURED = 40  # rows that say how wide a column wants to be


class Grid(LinkedView, QTableView):
    """A calm table that shares the selection of the page."""

    def __init__(
        self,
        theme: Theme,
        selection: Selection,
        columns: Sequence[Column],
        name: str,
        *,
        widest: int,
        spans: Callable[[Any, int], Span | None],
        pointed: Callable[[Any, int], Span | None] | None = None,
        by_cell: bool = False,
    ) -> None:
        """``spans`` tells what a row stands for, or a cell; ``pointed`` what the pointer marks."""
        super().__init__()
        self._theme = theme
        self._columns = columns
        self._widest = widest
        self._spans = spans
        self._wanted: list[int] = []
        self.lazy = LazyModel(columns)
        self.setModel(self.lazy)
        self.setAccessibleName(name)
        told_by = pointed or spans
        self.link = SpanLink(
            self,
            selection,
            _in_row(spans),
            self._find,
            pointed_at=_in_row(told_by),
            by_cell=by_cell,
        )
        self.link.watch()
        self._by_cell = by_cell
        self._set_up()

    def set_rows(self, rows: Iterable[Any]) -> None:
        """Show these rows."""
        self.lazy.set_rows(rows)
        self._measure()
        self.link.follow()

    def set_sequence(self, rows: Sequence[Any]) -> None:
        """Show rows that are made each time that they are asked for."""
        self.lazy.set_sequence(rows)
        self._measure()

    def show_column(self, number: int, *, shown: bool) -> None:
        """Show a column, or leave it out."""
        self.setColumnHidden(number, not shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns into the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or zoom: other heights and widths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._wanted:
            self._measure()

    def _set_up(self) -> None:
        behaviour = QAbstractItemView.SelectionBehavior
        self.setSelectionBehavior(behaviour.SelectItems if self._by_cell else behaviour.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.set_up_cells(self._theme, self._columns)
        self.lazy.rowsInserted.connect(self._on_inserted)
        self.lazy.modelReset.connect(lambda: self._span(0))

    def _measure(self) -> None:
        """Ask the first rows how wide each column wants to be."""
        pixels = self._theme.pixels
        if self.verticalHeader().defaultSectionSize() != pixels(ROW):  # set, it paints everything
            self.verticalHeader().setDefaultSectionSize(pixels(ROW))
        self._wanted = []
        for number in range(len(self._columns)):
            delegate = self.itemDelegateForColumn(number)
            assert isinstance(delegate, MarkedDelegate)
            title = self.horizontalHeader().sectionSizeHint(number)  # its font is a stronger one
            pieces = self._columns[number].uncovered or self._columns[number].pieces
            shown = (
                delegate.width_of(plain_text(pieces(row))) + pixels(22)
                for row in self.lazy.rows[:MEASURED]
                if not self._columns[number].spans_all(row)
            )
            self._wanted.append(round(min(max([title, *shown]), pixels(MOST))))
        self._fit()

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._span(first)
        if any(each.wraps for each in self._columns):
            for number in range(first, last + 1):
                self.resizeRowToContents(number)

    def _span(self, first: int) -> None:
        """Headings among the rows from here on run over the whole row."""
        if first == 0:
            self.clearSpans()
        if self._columns[0].spans_all is never:
            return
        for number, row in enumerate(self.lazy.rows[first:], first):
            if self._columns[0].spans_all(row):
                self.setSpan(number, 0, 1, len(self._columns))

    def _fit(self) -> None:
        shown = [n for n in range(len(self._columns)) if not self.isColumnHidden(n)]
        if not self._wanted or not shown:
            return
        widest = shown.index(self._widest) if self._widest in shown else len(shown) - 1
        sizes = distributed(
            [self._wanted[n] for n in shown],
            self.viewport().width(),
            self._theme.pixels(LEAST),
            widest,
            rigid=[place for place, n in enumerate(shown) if self._columns[n].is_rigid],
        )
        for number, size in zip(shown, sizes, strict=True):
            self.setColumnWidth(number, size)
        if any(each.wraps for each in self._columns):
            self.resizeRowsToContents()

    def _find(self, span: Span) -> QModelIndex:
        row, column = max(self.currentIndex().row(), 0), max(self.currentIndex().column(), 0)
        if not self._by_cell:
            row = nearest((self._spans(each, column) for each in self.lazy.rows), span)
        elif self.lazy.rows:
            value = self.lazy.rows[row]
            column = nearest((self._spans(value, n) for n in range(len(self._columns))), span)
        return self.lazy.index(row, column)


def _in_row(spans: Callable[[Any, int], Span | None]) -> Callable[[Index], Span | None]:
    return lambda index: spans(index.data(ROW_ROLE), index.column())
