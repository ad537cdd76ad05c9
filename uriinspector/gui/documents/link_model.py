"""The model of the table: an array of row numbers, and nothing computed before it is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, Qt

from uriinspector.gui.documents import link_cells
from uriinspector.gui.documents.order import Order
from uriinspector.gui.tables.table_model import ROOT, ROW_ROLE
from uriinspector.gui.tables.titled_columns import TitledColumns
from uriinspector.gui.text.pieces import ours, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import tip
from uriinspector.gui.widgets.severity_sign import word_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.gui.documents.open_case import OpenCase
    from uriinspector.gui.tables.table_model import Index
    from uriinspector.gui.text.pieces import Pieces

LEVEL, MARK, ELEMENT, WRITTEN, GOES, FINDING, HOST_COUNT, LINKS, PLACE = (
    *("level", "mark", "element", "value", "host", "finding", "seen", "links", "place"),
)


class LinkColumn(NamedTuple):
    """A column: its name, its title, and the pieces of a row by its number."""

    name: str
    title: str
    pieces: Callable[[int], Pieces]


class LinkModel(TitledColumns, QAbstractTableModel):
    """The rows of a case in an order that is given."""

    def __init__(self, case: OpenCase) -> None:
        """Start without an order."""
        super().__init__()
        self.case = case
        self.order = Order()
        self.cells = self._cells()

    def set_case(self, case: OpenCase) -> None:
        """Show another case, of which nothing is in order yet."""
        self.case = case
        self.set_order(Order())

    def set_order(self, order: Order) -> None:
        """Show these rows: the one way in."""
        self.beginResetModel()
        self.order = order
        self.endResetModel()

    def row_of(self, number: int) -> int:
        """Where a row of the case stands; -1 where it is not shown."""
        try:
            return self.order.numbers.index(number)
        except ValueError:
            return -1

    def marked(self, row: int) -> None:
        """A mark was set."""
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.cells) - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self.order.numbers)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self.cells)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell; a row is handed on by its number."""
        if not index.isValid():
            return None
        number = self.order.numbers[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return plain_text(self.cells[index.column()].pieces(number))
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self._tip(index.column(), number))
        return number if role == ROW_ROLE else None

    def column_title(self, column: int) -> str:
        """As the column says."""
        return self.cells[column].title

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Notes can be written."""
        item_flag = super().flags(index)
        is_mark = index.isValid() and self.cells[index.column()].name == MARK
        return item_flag | Qt.ItemFlag.ItemIsEditable if is_mark else item_flag

    def severity(self, number: int) -> str:
        """The severity of a row."""
        return link_cells.severity_of(self.case.rows[number].rank)

    def _tip(self, column: int, number: int) -> str:
        """All of a cell, and of a host in how many mails it is."""
        cell = self.cells[column]
        words = plain_text(cell.pieces(number))
        if cell.name not in {GOES, HOST_COUNT}:
            return words
        more = link_cells.host_count_text(self._host(number), self.case)
        return more if cell.name == HOST_COUNT else "\n".join(filter(None, (words, more)))

    def _host(self, number: int) -> str | None:
        return self.case.rows[number].host

    def _cells(self) -> tuple[LinkColumn, ...]:
        def row(of: Callable[[Any], Pieces]) -> Callable[[int], Pieces]:
            return lambda number: of(self.case.rows[number])

        def level(number: int) -> Pieces:
            return ours(word_of(self.severity(number)))

        return (
            LinkColumn(LEVEL, say("Severity"), level),
            LinkColumn(
                MARK, say("Marked as"), lambda number: link_cells.mark(self.case.decision(number))
            ),
            LinkColumn(ELEMENT, say("Element"), row(link_cells.element)),
            LinkColumn(WRITTEN, say("As written"), row(link_cells.written)),
            LinkColumn(GOES, say("Destination"), row(link_cells.goes)),
            LinkColumn(FINDING, say("Finding"), row(link_cells.finding)),
            LinkColumn(
                HOST_COUNT,
                say("Found in"),
                lambda number: link_cells.host_count(self._host(number), self.case),
            ),
            LinkColumn(LINKS, say("Links"), lambda number: link_cells.count(self.count(number))),
            LinkColumn(
                PLACE,
                say("Location"),
                lambda number: link_cells.place(self.case.rows[number], self.case),
            ),
        )

    def count(self, number: int) -> int:
        """How many links a row stands for."""
        return (self.order.counts or {}).get(number, 1)
