"""The model of a table of numbered rows: nothing is computed before it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, Qt

from uriinspector.core.model import NamedTuple
from uriinspector.gui.tables.table_model import ROOT, ROW_ROLE, Index
from uriinspector.gui.text.pieces import Pieces, plain_text, tip
from uriinspector.gui.widgets.view_parts import TitledColumns

if TYPE_CHECKING:
    from uriinspector.documents.cases.link_row import Decision

LEVEL, MARK = "level", "mark"


class NumberedColumn(NamedTuple):
    """A column: its name, its title, and the pieces of a row by its number."""

    name: str
    title: str
    pieces: Callable[[int], Pieces]


class NumberedModel(TitledColumns, QAbstractTableModel):
    """Rows in an order that is given; each is handed on by its number."""

    cells: tuple[NumberedColumn, ...] = ()
    has_signs = False

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Name the columns; that of the signs has no room for its name but in the tooltip."""
        is_bare = role == Qt.ItemDataRole.DisplayRole and self.has_signs
        if is_bare and orientation == Qt.Orientation.Horizontal and section == self.column(MARK):
            return ""
        return super().headerData(section, orientation, role)

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the rows, in order."""
        raise NotImplementedError

    def severity(self, number: int) -> str:
        """The severity of a row."""
        raise NotImplementedError

    def decision(self, number: int) -> Decision:
        """What was decided of a row."""
        raise NotImplementedError

    def name(self, number: int) -> str:
        """Return what a row is about, in a few words."""
        raise NotImplementedError

    def show_signs(self, *, wanted: bool) -> None:
        """Show marks as signs, under a heading without words, or in words."""
        if wanted != self.has_signs:
            self.has_signs = wanted
            column = self.column(MARK)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, column, column)

    def column(self, name: str) -> int:
        """The place of a column."""
        return [cell.name for cell in self.cells].index(name)

    def row_of(self, number: int) -> int:
        """Where a row stands; -1 where it is not shown."""
        try:
            return self.numbers.index(number)
        except ValueError:
            return -1

    def marked(self, row: int) -> None:
        """A mark was set."""
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.cells) - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self.numbers)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self.cells)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell; a row is handed on by its number."""
        if not index.isValid():
            return None
        number = self.numbers[index.row()]
        match role:
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == 0:
                return self.row_sentence(index)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return plain_text(self.cells[index.column()].pieces(number))
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self.tip_text(self.cells[index.column()], number))
        return number if role == ROW_ROLE else None

    def tip_text(self, cell: NumberedColumn, number: int) -> str:
        """All of a cell."""
        return plain_text(cell.pieces(number))

    def column_title(self, column: int) -> str:
        """As the column says."""
        return self.cells[column].title

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Notes can be written."""
        item_flag = super().flags(index)
        is_mark = index.isValid() and self.cells[index.column()].name == MARK
        return item_flag | Qt.ItemFlag.ItemIsEditable if is_mark else item_flag
