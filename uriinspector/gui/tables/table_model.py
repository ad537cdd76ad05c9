"""The model of tables: columns of rows that are made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.pieces import Pieces, plain_text, tip, visible
from uriinspector.gui.widgets.view_parts import TitledColumns

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_ROLE = Qt.ItemDataRole.UserRole  # hands the whole value back


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


class LazyModel(TitledColumns, QAbstractTableModel):
    """Rows that are taken from where they come only when they are looked at."""

    def __init__(self, columns: Sequence[Column]) -> None:
        """Start without rows."""
        super().__init__()
        self._columns = list(columns)
        self.page = WRAPPED_PAGE if any(each.wraps for each in columns) else PAGE
        self._rows: Sequence[Any] = ()
        self._rest: Iterator[Any] = iter(())
        self._is_done = True
        self._sentence: Callable[[Any], str] | None = None
        self._spoken_columns: Sequence[int] = ()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows that were made."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self._columns)

    def column_title(self, column: int) -> str:
        """As the column says."""
        return self._columns[column].title

    def name_rows(self, sentence: Callable[[Any], str], columns: Sequence[int]) -> None:
        """Have this said of a row where a reader comes to one of these columns."""
        self._sentence, self._spoken_columns = sentence, columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        match role:
            case Qt.ItemDataRole.AccessibleTextRole if index.column() in self._spoken_columns:
                assert self._sentence is not None
                return self._sentence(row)
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == 0:
                return self.row_sentence(index)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return plain_text(column.pieces(row))
            case Qt.ItemDataRole.ToolTipRole:
                return tip(column.tip(row)) or None
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return visible(column.tip(row)) or None
        return row if role == ROW_ROLE else None

    def name_column(self, number: int, title: str) -> None:
        """Give a column another title."""
        self._columns[number] = self._columns[number]._replace(title=title)
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
            self._reset(first)
            return
        self._rows = first
        for number, column in enumerate(self._columns):
            pairs = enumerate(zip(before, first, strict=True))
            others = [at for at, (old, new) in pairs if column.looks(old) != column.looks(new)]
            if others:
                self.dataChanged.emit(self.index(others[0], number), self.index(others[-1], number))

    def set_sequence(self, rows: Sequence[Any]) -> None:
        """Show rows that are made each time that they are asked for: however many, none is kept."""
        self._rest, self._is_done = iter(()), True
        self._reset(rows)

    def _reset(self, rows: Sequence[Any]) -> None:
        self.beginResetModel()
        self._rows = rows
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
