"""The model of tables: columns of rows that are made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.pieces import Pieces, plain_text, tip, visible
from uriinspector.gui.widgets.view_parts import TitledColumns

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_ROLE = Qt.ItemDataRole.UserRole  # hands the whole value back


class TableField(NamedTuple):
    """One column: its title, and what it shows of a row."""

    title: str
    text: Callable[[Any], str]
    color: Callable[[Any], QColor | None] = lambda _row: None
    swatch: Callable[[Any], QColor | None] = lambda _row: None
    font: Callable[[Any], QFont | None] = lambda _row: None
    tip: Callable[[Any], str] = lambda _row: ""


class TableModel(TitledColumns, QAbstractTableModel):
    """Rows of values, shown as the fields say."""

    def __init__(self, fields: Sequence[TableField]) -> None:
        """Start without rows."""
        super().__init__()
        self._fields = fields
        self._rows: Sequence[Any] = ()

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show these rows: the one way in."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count the fields."""
        return 0 if parent.isValid() else len(self._fields)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell."""
        if not index.isValid():
            return None
        row, field = self._rows[index.row()], self._fields[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return field.text(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.row_sentence(index) if index.column() == 0 else field.text(row)
            case Qt.ItemDataRole.ForegroundRole:
                return field.color(row)
            case Qt.ItemDataRole.DecorationRole:
                return field.swatch(row)
            case Qt.ItemDataRole.FontRole:
                return field.font(row)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(field.tip(row)) or None
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return visible(field.tip(row)) or None
            case Qt.ItemDataRole.UserRole:
                return row
        return None

    def column_title(self, column: int) -> str:
        """As the field says."""
        return self._fields[column].title


# Below this width a column is left out.
NARROW = 400


class Table(QTableView):
    """A calm table: whole rows, no grid, one column that takes what room is left."""

    row_selected = Signal(object)

    def __init__(
        self,
        fields: Sequence[TableField],
        name: str,
        *,
        widest: int,
        wraps: bool = False,
        spare: int | None = None,
    ) -> None:
        """Show the fields; the widest column takes what room is left, the spare one makes room."""
        super().__init__()
        self._model = TableModel(fields)
        self._widest = widest
        self._spare = spare
        self.setModel(self._model)
        self.setAccessibleName(name)
        self.setWordWrap(wraps)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)  # the end of a host is what counts
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.setIconSize(QSize(10, 10))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(widest, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show these rows."""
        self._model.set_rows(rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow table the widest column needs the spare one's room to be read at all."""
        super().resizeEvent(event)
        if self._spare is not None:
            self.setColumnHidden(self._spare, self.width() < NARROW)

    def sizeHintForRow(self, row: int) -> int:
        """Leave room for every line of the widest column: the own hint forgets the padding."""
        text = str(self._model.index(row, self._widest).data())
        room = QRect(0, 0, self.columnWidth(self._widest) - 32, 10_000)
        wrap = Qt.TextFlag.TextWordWrap if self.wordWrap() else Qt.TextFlag.TextSingleLine
        return self.fontMetrics().boundingRect(room, wrap, text).height() + 15

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid():
            self.row_selected.emit(current.data(ROW_ROLE))


# Rows that are made at a time; fewer of those whose lines have to be counted.
PAGE, WRAPPED_PAGE = 200, 24


def never(_row: Any) -> bool:
    """No row is so."""
    return False


class Column(NamedTuple):
    """One column: its title, the pieces of a row's cell, and how they are shown."""

    title: str
    pieces: Callable[[Any], Pieces]
    is_uri: bool = False
    wraps: bool = False
    keeps_end: bool = False
    is_rigid: bool = False  # keeps its width as long as the others have any
    sign: Callable[[Any], str] = lambda _row: ""  # a severity that the cell begins with
    is_dim: Callable[[Any], bool] = never  # what does not count yet
    is_editable: bool = False
    spans_all: Callable[[Any], bool] = never  # a heading runs over the whole row
    tip: Callable[[Any], str] = lambda _row: ""  # what is said to who points at a cell
    uncovered: Callable[[Any], Pieces] | None = None  # what a cell that is covered will show

    def looks(self, row: Any) -> tuple[Pieces, str]:
        """All that is seen of a row in this column."""
        return self.pieces(row), self.sign(row)


class LazyModel(TableModel):
    """Rows that are taken from where they come only when they are looked at."""

    def __init__(self, columns: Sequence[Column]) -> None:
        """Start without rows."""
        super().__init__([TableField(each.title, _text_of(each), tip=each.tip) for each in columns])
        self._columns = columns
        self.page = WRAPPED_PAGE if any(each.wraps for each in columns) else PAGE
        self._rest: Iterator[Any] = iter(())
        self._is_done = True
        self._sentence: Callable[[Any], str] | None = None
        self._spoken_columns: Sequence[int] = ()

    def name_rows(self, sentence: Callable[[Any], str], columns: Sequence[int]) -> None:
        """Have this said of a row where a reader comes to one of these columns."""
        self._sentence, self._spoken_columns = sentence, columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell."""
        is_spoken = role == Qt.ItemDataRole.AccessibleTextRole and self._sentence is not None
        if is_spoken and index.isValid() and index.column() in self._spoken_columns:
            assert self._sentence is not None
            return self._sentence(self._rows[index.row()])
        return super().data(index, role)

    def name_column(self, number: int, title: str) -> None:
        """Give a column another title."""
        self._fields = [
            each._replace(title=title) if at == number else each
            for at, each in enumerate(self._fields)
        ]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, number, number)

    def set_rows(self, rows: Iterable[Any]) -> None:
        """Show these rows; an endless source is asked for a page at a time.

        Where there are as many as before only the cells that say something else are told of: of a
        reset every cell is painted again.
        """
        self._rest = iter(rows)
        first, was_done = tuple(islice(self._rest, self.page)), self._is_done
        self._is_done = len(first) < self.page
        before = self._rows
        if not (was_done and self._is_done and first and self._are_alike(before, first)):
            super().set_rows(first)
            return
        self._rows = first
        for number, column in enumerate(self._columns):
            pairs = enumerate(zip(before, first, strict=True))
            others = [at for at, (old, new) in pairs if column.looks(old) != column.looks(new)]
            if others:
                self.dataChanged.emit(self.index(others[0], number), self.index(others[-1], number))

    def set_sequence(self, rows: Sequence[Any]) -> None:
        """Show rows that are made each time that they are asked for: however many, none is kept."""
        self.beginResetModel()
        self._rows, self._rest, self._is_done = rows, iter(()), True
        self.endResetModel()

    def extend(self, rows: Iterable[Any]) -> None:
        """Let these follow those that were made, and whatever was to follow be forgotten."""
        self._rest, self._is_done = iter(rows), False
        if len(self._rows) < self.page:
            self.fetchMore()

    def _are_alike(self, before: Sequence[Any], after: Sequence[Any]) -> bool:
        """Whether there are as many rows, and the headings among them where they were."""
        heads = self._columns[0].spans_all
        return [heads(row) for row in before] == [heads(row) for row in after]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Whether a cell can be edited, besides what any cell can."""
        flags = super().flags(index)
        if index.isValid() and self._columns[index.column()].is_editable:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def canFetchMore(self, parent: Index = ROOT) -> bool:
        """Whether there may be rows that were not made yet."""
        return not parent.isValid() and not self._is_done

    def fetchMore(self, _parent: Index = ROOT) -> None:
        """Make the next page."""
        more = list(islice(self._rest, self.page))
        self._is_done = len(more) < self.page
        if more:
            count = len(self._rows)
            self.beginInsertRows(QModelIndex(), count, count + len(more) - 1)
            self._rows = [*self._rows, *more]
            self.endInsertRows()

    @property
    def rows(self) -> Sequence[Any]:
        """The rows that were made so far."""
        return self._rows


def _text_of(column: Column) -> Callable[[Any], str]:
    return lambda row: plain_text(column.pieces(row))
