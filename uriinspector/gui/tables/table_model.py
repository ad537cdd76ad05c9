"""The model of tables, with rows that are created on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
)

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.pieces import Pieces, plain_text, tip, visible

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_ROLE = Qt.ItemDataRole.UserRole  # returns the row's value
Role = Qt.ItemDataRole


# The number of rows to create at a time; fewer if they wrap, since these have to be measured.
PAGE, WRAPPED_PAGE = 200, 24


def never(_row: Any) -> bool:
    return False


class Column(NamedTuple):
    """A column: its title, a function that returns the text of a cell, and how to show it."""

    title: str
    pieces: Callable[[Any], Pieces]
    is_uri: bool = False
    wraps: bool = False
    keeps_end: bool = False
    is_rigid: bool = False  # shrinks only after all others
    least: int = 0  # hidden in tables narrower than this, before zoom
    sign: Callable[[Any], str] = lambda _row: ""  # the severity, whose icon is in front of the text
    is_dim: Callable[[Any], bool] = never  # True for rows that are painted faintly
    is_editable: bool = False
    above: int = 7  # margin above and below wrapped text, before zoom
    spans_all: Callable[[Any], bool] = never  # True for headings, which span all columns
    tip: Callable[[Any], str] = lambda _row: ""  # the tooltip of a cell
    uncovered: Callable[[Any], Pieces] | None = None  # the full text of a cell, for measuring
    # For tables with two lines per row. A column of width 0 is hidden; it is used for sorting and
    # by screen readers.
    name: str = ""
    second: Callable[[Any], Pieces] | None = None  # the second line
    width: int = 0  # before zoom
    widest: int = 0  # maximum width, if the second lines need it
    are_names: tuple[bool, bool] = (False, False)  # True for lines that are host names

    def looks(self, row: Any) -> tuple[Pieces, str]:
        """Return the text and the severity that this column shows for a row."""
        return self.pieces(row), self.sign(row)

    def lines(self, row: Any) -> list[str]:
        """Return the text of each line of a cell."""
        lines = (self.pieces, self.second)
        return list(filter(None, (plain_text(each(row)) for each in lines if each)))


if TYPE_CHECKING:
    Base = QAbstractItemModel
else:
    Base = object  # a mixin: the other base class is the QObject


class ColumnModel(Base):
    """Base class of models that consist of ``Column``s; headers are left-aligned like cells."""

    cells: list[Column]

    def value(self, index: Index) -> Any:
        raise NotImplementedError

    def tip_lines(self, column: Column, value: Any) -> list[str]:
        return [column.tip(value)]

    def row_sentence(self, index: Index) -> str:
        """Return a row as a sentence, which screen readers read out at the first cell."""
        texts = [str(index.data() or "").strip()]
        for column in range(1, self.columnCount(index.parent())):
            words = str(index.sibling(index.row(), column).data() or "").strip()
            if words:
                texts.append(f"{self.column_title(column)} {words}".strip())
        return ", ".join(filter(None, texts))

    def column_title(self, column: int) -> str:
        return self.cells[column].title

    def columnCount(self, parent: Index = ROOT) -> int:
        del parent
        return len(self.cells)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        value, column = self.value(index), self.cells[index.column()]
        match role:
            case Role.AccessibleTextRole if index.column() == 0:
                return self.row_sentence(index)
            case Role.DisplayRole | Role.AccessibleTextRole:
                return ", ".join(column.lines(value))
            case Role.ToolTipRole:
                return tip(*self.tip_lines(column, value)) or None
            case Role.AccessibleDescriptionRole:
                return visible(column.tip(value)) or None
        return value if role == ROW_ROLE else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if (
            role in (Role.DisplayRole, Role.ToolTipRole)
            and orientation == Qt.Orientation.Horizontal
        ):
            return self.column_title(section)
        if role == Role.SizeHintRole and orientation == Qt.Orientation.Vertical:
            return QSize()  # the hidden header does not make rows higher
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class LazyModel(ColumnModel, QAbstractTableModel):
    """A model that takes rows from an iterator when they are needed."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__()
        self.cells: list[Column] = list(columns)
        self.page = WRAPPED_PAGE if any(each.wraps for each in columns) else PAGE
        self.rows: Sequence[Any] = ()  # created so far
        self._rest: Iterator[Any] = iter(())
        self._is_done = True
        self._sentence: Callable[[Any], str] | None = None
        self._spoken_columns: Sequence[int] = ()

    def value(self, index: Index) -> Any:
        return self.rows[index.row()]

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows created so far."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.cells)

    def name_rows(self, sentence: Callable[[Any], str], columns: Sequence[int]) -> None:
        """Use a sentence about the row as the accessible text of these columns."""
        self._sentence, self._spoken_columns = sentence, columns

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        is_spoken = role == Role.AccessibleTextRole and index.column() in self._spoken_columns
        if is_spoken and self._sentence and index.isValid():
            return self._sentence(self.value(index))
        return super().data(index, role)

    def name_column(self, number: int, title: str) -> None:
        self.cells[number] = self.cells[number]._replace(title=title)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, number, number)

    def set_rows(self, rows: Iterable[Any]) -> None:
        """Show these rows, taking them from the iterable one page at a time.

        If the number of rows stays the same, only changed cells are reported: a reset would
        repaint all cells.
        """
        self._rest = iter(rows)
        first, was_done = tuple(islice(self._rest, self.page)), self._is_done
        self._is_done = len(first) < self.page
        before = self.rows
        if not (was_done and self._is_done and first and self._are_alike(before, first)):
            self._reset(first)
            return
        self.rows = first
        for number, column in enumerate(self.cells):
            pairs = enumerate(zip(before, first, strict=True))
            others = [at for at, (old, new) in pairs if column.looks(old) != column.looks(new)]
            if others:
                self.dataChanged.emit(self.index(others[0], number), self.index(others[-1], number))

    def set_sequence(self, rows: Sequence[Any]) -> None:
        """Show rows from a sequence that creates them on each access; they are not stored."""
        self._rest, self._is_done = iter(()), True
        self._reset(rows)

    def _reset(self, rows: Sequence[Any]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def extend(self, rows: Iterable[Any]) -> None:
        """Append these rows, replacing any that were not taken yet."""
        self._rest, self._is_done = iter(rows), False
        if len(self.rows) < self.page:
            self.fetchMore()

    def _are_alike(self, before: Sequence[Any], after: Sequence[Any]) -> bool:
        """Return True if the number of rows and the positions of headings are unchanged."""
        heads = self.cells[0].spans_all
        return [heads(row) for row in before] == [heads(row) for row in after]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and self.cells[index.column()].is_editable:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def canFetchMore(self, parent: Index = ROOT) -> bool:
        return not parent.isValid() and not self._is_done

    def fetchMore(self, _parent: Index = ROOT) -> None:
        more = list(islice(self._rest, self.page))
        self._is_done = len(more) < self.page
        if more:
            count = len(self.rows)
            self.beginInsertRows(QModelIndex(), count, count + len(more) - 1)
            self.rows = [*self.rows, *more]
            self.endInsertRows()
