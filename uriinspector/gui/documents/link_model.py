"""The model of the table of links: an array of row numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from uriinspector.documents.cases.link_row import Decision
from uriinspector.gui.documents import link_cells
from uriinspector.gui.documents.numbered_model import LEVEL, MARK, NumberedColumn, NumberedModel
from uriinspector.gui.documents.order import Order
from uriinspector.gui.tables.table_model import Index
from uriinspector.gui.text.pieces import Pieces, ours, plain_text
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.widgets.severity_sign import word_of

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

ELEMENT, WRITTEN, GOES, FINDING, HOST_COUNT, LINKS, PLACE = (
    *("element", "value", "host", "finding", "seen", "links", "place"),
)


class LinkModel(NumberedModel):
    """The links of a case in an order that is given."""

    def __init__(self, case: OpenCase) -> None:
        """Start without an order."""
        super().__init__()
        self.case = case
        self.order = Order()
        self.cells = self._cells()

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the links that are shown."""
        return self.order.numbers

    def set_case(self, case: OpenCase) -> None:
        """Show another case, of which nothing is in order yet."""
        self.case = case
        self.set_order(Order())

    def set_order(self, order: Order) -> None:
        """Show these rows: the one way in."""
        self.beginResetModel()
        self.order = order
        self.endResetModel()

    def severity(self, number: int) -> str:
        """The severity of a row."""
        return link_cells.severity_of(self.case.rows.kind(number).rank)

    def decision(self, number: int) -> Decision:
        """What was decided of a row."""
        return self.case.decision(number)

    def name(self, number: int) -> str:
        """Return the link as it is written."""
        return plain_text(link_cells.written(self.case.rows[number]))

    def tip_text(self, cell: NumberedColumn, number: int) -> str:
        """All of a cell, and of a host in how many mails it is."""
        words = super().tip_text(cell, number)
        if cell.name not in {GOES, HOST_COUNT}:
            return words
        more = link_cells.host_count_text(self._host(number), self.case)
        return more if cell.name == HOST_COUNT else "\n".join(filter(None, (words, more)))

    def row_sentence(self, index: Index) -> str:
        """Say how bad it is, where it stands, what is written there, and where that goes."""
        number = self.numbers[index.row()]
        row = self.case.rows[number]
        end = plain_text(link_cells.goes(row))
        copies = self.count(number)
        texts = (
            word_of(self.severity(number)),
            plain_text(link_cells.mark(self.case.decision(number))),
            plain_text(link_cells.element(row)),
            plain_text(link_cells.written(row)),
            say("goes to {host}", host=end) if row.host else end,
            plain_text(link_cells.finding(row)),
            say_count(copies, "1 link", "{count} links") if copies > 1 else "",
        )
        return ", ".join(filter(None, texts))

    def _host(self, number: int) -> str | None:
        return self.case.rows.kind(number).host

    def _cells(self) -> tuple[NumberedColumn, ...]:
        def row(of: Callable[[Any], Pieces]) -> Callable[[int], Pieces]:
            return lambda number: of(self.case.rows[number])

        def level(number: int) -> Pieces:
            return ours(word_of(self.severity(number)))

        return (
            NumberedColumn(LEVEL, say("Severity"), level),
            NumberedColumn(
                MARK, say("Marked as"), lambda number: link_cells.mark(self.case.decision(number))
            ),
            NumberedColumn(ELEMENT, say("Element"), row(link_cells.element)),
            NumberedColumn(WRITTEN, say("As written"), row(link_cells.written)),
            NumberedColumn(GOES, say("Destination"), row(link_cells.goes)),
            NumberedColumn(FINDING, say("Finding"), row(link_cells.finding)),
            NumberedColumn(
                HOST_COUNT,
                say("Found in"),
                lambda number: link_cells.host_count(self._host(number), self.case),
            ),
            NumberedColumn(
                LINKS, say("Links"), lambda number: link_cells.count(self.count(number))
            ),
            NumberedColumn(
                PLACE,
                say("Location"),
                lambda number: link_cells.place(self.case.rows[number], self.case),
            ),
        )

    def count(self, number: int) -> int:
        """How many links a row stands for."""
        return (self.order.counts or {}).get(number, 1)
