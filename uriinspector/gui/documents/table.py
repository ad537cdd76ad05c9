"""The table of links, with the keys that only links have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence

from uriinspector.documents.cases.link_row import DecisionKey
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.documents import link_model as columns
from uriinspector.gui.documents.column_fit import ColumnPriorities
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.link_cells import LEAST
from uriinspector.gui.documents.link_model import LinkModel
from uriinspector.gui.documents.numbered_model import LEVEL, MARK, NumberedColumn
from uriinspector.gui.documents.order import SITE, Order, names_in
from uriinspector.gui.documents.row_menu import row_menu
from uriinspector.gui.documents.row_selection import select_numbers
from uriinspector.gui.selection import copy_links_defanged, copy_links_exact, menu_of
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

# How wide each column wants to be, before zoom.
WIDTHS = {
    LEVEL: 84,
    columns.ELEMENT: 104,
    columns.WRITTEN: 290,
    columns.GOES: 176,
    columns.FINDING: 250,
    columns.HOST_COUNT: 78,
    columns.LINKS: 62,
    columns.PLACE: 100,
}
# With less than this a column tells too little.
LEAST_WIDTHS = {LEVEL: 84, columns.GOES: 112, columns.FINDING: 120}
LEAST_WIDTHS |= {columns.WRITTEN: 150, columns.ELEMENT: 90}
# With less room than this the place is told below the table alone.
NARROW = 720
# With less room than this marks are signs.
SIGNS = 1000


class LinkTable(DecisionTable):
    """Rows of links."""

    row_resolved = Signal(int)  # against its base
    known_requested = Signal()  # the site of the current row is known
    base_requested = Signal(int)  # where the page came from that the current link is in
    forms_requested = Signal(int)  # the ways to write the link
    fixes_requested = Signal(int)  # of the file that the current link is in
    copied = Signal(str)  # in words
    left = Signal()  # back to the list of files

    priorities = ColumnPriorities(
        rigid=frozenset({LEVEL, MARK, columns.HOST_COUNT, columns.LINKS, columns.PLACE}),
        widest=columns.WRITTEN,
        importance=(
            *(MARK, columns.GOES, LEVEL, columns.FINDING, columns.WRITTEN),
            *(columns.LINKS, columns.ELEMENT, columns.HOST_COUNT, columns.PLACE),
        ),
        least_widths=LEAST_WIDTHS,
    )
    narrow = SIGNS
    marks_links = True

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start without rows."""
        self.links = LinkModel(case)
        super().__init__(theme, self.links, say("Links"))
        self._actions["known_site"] = self.known_requested.emit
        self._actions["select_site"] = self.select_site
        self._actions["leave_rows"] = self.left.emit
        self._actions["resolve_row"] = self._resolve
        self.set_delegates()
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is copied is defanged."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_defanged()
        else:
            super().keyPressEvent(event)

    def _resolve(self) -> None:
        if self.current() >= 0:
            self.row_resolved.emit(self.current())

    def use(self, case: OpenCase) -> None:
        """Show another case."""
        self._hidden = -1
        self.links.set_case(case)
        self.fit()

    def set_order(self, order: Order) -> None:
        """Hand an order on to the model, and say how many rows a filter leaves."""
        self.links.set_order(order)
        count, is_all = len(order.numbers), len(order.numbers) == len(self.links.case.rows)
        words = say_count(count, "1 row shown", "{count} rows shown")
        announce_answer(self, "" if is_all else words)

    def row_to_follow(self, first: int) -> int:
        """Return the row with the highest severity of the files from this number on, or -1."""
        kind, numbers = self.links.case.rows.kind, self.links.numbers
        rows = (row for row, each in enumerate(numbers) if kind(each).file >= first)
        if self._sorted[0]:
            return max(rows, key=lambda row: kind(numbers[row]).rank, default=-1)
        return next(rows, -1)

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """The links that rows stand for."""
        links = self.links
        if all(links.count(each) == 1 for each in numbers):
            return [*numbers]
        rows = links.case.rows
        of = names_in(rows, links.order.group)
        names = {of(each) for each in numbers}
        return [each for each in range(len(rows)) if of(each) in names]

    def select_site(self) -> None:
        """Select all rows that are shown of the current one's site."""
        number, rows = self.current(), self.links.case.rows
        if number >= 0:
            of = names_in(rows, SITE)
            site = of(number)
            alike = [each for each in self.links.numbers if of(each) == site]
            select_numbers(self, self.links, alike)

    def number_of(self, key: DecisionKey) -> int:
        """A link is decided by its number."""
        return key if isinstance(key, int) else -1

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the current row."""
        if self.current() >= 0:
            menu = menu_of(self, row_menu(self))
            menu.exec(event.globalPos())
            menu.deleteLater()

    def delegate_of(self, cell: NumberedColumn) -> MarkedDelegate:
        """What paints a column."""
        is_uri = cell.name in {columns.WRITTEN, columns.GOES}
        keeps_end = cell.name == columns.GOES
        return MarkedDelegate(self._theme, cell.pieces, self, is_uri=is_uri, keeps_end=keeps_end)

    def wanted_widths(self, room: int) -> Mapping[str, int]:
        """The columns that there is something in, with their widths."""
        case, is_narrow = self.links.case, room < self._theme.pixels(NARROW)
        hidden = {
            columns.HOST_COUNT: case.files.singles < LEAST or is_narrow,
            columns.LINKS: self.links.order.counts is None,
            columns.PLACE: is_narrow,
        }
        return {name: width for name, width in WIDTHS.items() if not hidden.get(name, False)}

    def copy_defanged(self) -> None:
        """Copy the selected links, a line each, so that no program makes links of them."""
        self._emit_copied(copy_links_defanged(self._values()))

    def copy_exact(self) -> None:
        """Copy the selected links as they are, a line each."""
        self._emit_copied(copy_links_exact(self._values()))

    def _emit_copied(self, words: str) -> None:
        if words:
            self.copied.emit(words)

    def _values(self) -> list[str]:
        return [self.links.case.rows[each].value for each in self.selected()]
