"""The list of files and messages: first all of them count, then the one that is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent

from uriinspector.documents.cases.link_row import DecisionKey
from uriinspector.gui.documents import file_model as columns
from uriinspector.gui.documents.check_delegate import CheckDelegate
from uriinspector.gui.documents.column_fit import ColumnPriorities
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.file_entries import FileEntry
from uriinspector.gui.documents.file_model import FileModel
from uriinspector.gui.documents.file_order import FileOrder
from uriinspector.gui.documents.numbered_model import LEVEL, MARK, NumberedColumn
from uriinspector.gui.documents.row_menu import file_menu
from uriinspector.gui.documents.row_selection import choose_row
from uriinspector.gui.selection import menu_of
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

# How wide each column wants to be, before zoom.
WIDTHS = {
    LEVEL: 94,
    columns.SENDER: 190,
    columns.SUBJECT: 190,
    columns.SENTENCE: 380,
    columns.CHECKS: 174,
    columns.DATE: 118,
    columns.COUNT: 56,
    columns.FILE: 130,
}
LEAST_WIDTHS = {
    LEVEL: 94,
    columns.SENDER: 120,
    columns.SENTENCE: 150,
    columns.SUBJECT: 110,
    columns.CHECKS: 120,
    columns.DATE: 100,
}
# With less room than this, before zoom, a column is told by its row's tab and tooltip alone.
LEAST_ROOM = {columns.FILE: 1500, columns.COUNT: 1240, columns.DATE: 960, columns.CHECKS: 700}


class FileTable(DecisionTable):
    """Rows of files; none of them is the current one before somebody chooses it."""

    base_requested = Signal(int)  # where a page came from
    fixes_requested = Signal(int)
    password_requested = Signal(int)  # for an archive

    priorities = ColumnPriorities(
        rigid=frozenset({LEVEL, MARK, columns.CHECKS, columns.DATE, columns.COUNT}),
        widest=columns.SENTENCE,
        importance=(
            *(MARK, columns.SENDER, LEVEL, columns.SENTENCE, columns.SUBJECT),
            *(columns.CHECKS, columns.DATE, columns.COUNT, columns.FILE),
        ),
        least_widths=LEAST_WIDTHS,
    )
    narrow = LEAST_ROOM[columns.DATE]

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start without rows."""
        self.files = FileModel(case)
        super().__init__(theme, self.files, say("Files and messages"))
        self._actions["leave_rows"] = self.let_go
        self.set_delegates()
        self.fit()

    def use(self, case: OpenCase) -> None:
        """Show another case."""
        self._hidden, self._follows = -1, None
        self.files.set_case(case)
        self.fit()

    def set_order(self, order: FileOrder) -> None:
        """Hand an order on to the model."""
        self.files.set_order(order)

    def current(self) -> int:
        """The number of the row that is chosen; -1 where all count."""
        index = self.currentIndex()
        is_chosen = index.isValid() and self.selectionModel().isRowSelected(index.row())
        return index.data(ROW_ROLE) if is_chosen else -1

    @property
    def entry(self) -> FileEntry | None:
        """The file or message that is chosen."""
        number = self.current()
        return self.files.entry(number) if number >= 0 else None

    def step(self, steps: int) -> None:
        """Go to the next row, or to one before; at first to the first."""
        if self.current() >= 0:
            super().step(steps)
        elif self.files.numbers:
            choose_row(self, 0)

    def go_on(self, entry: FileEntry | None = None) -> None:
        """Go to the next row that is not decided yet, round and round; else to the next.

        Where none is chosen, behind the one that is told.
        """
        numbers, case = self.files.numbers, self.files.case
        here = self.current()
        if here < 0 and entry is not None:
            here = case.files.numbers[entry.key]
        start = self.files.row_of(here) + 1 if here >= 0 else 0
        for each in (*numbers[start:], *numbers[:start]):
            entry = self.files.entry(each)
            if not entry.is_folder and entry.key not in case.file_marks:
                self.go(each)
                return
        if numbers:
            self.go(numbers[start % len(numbers)])

    def let_go(self) -> None:
        """Choose none: all count again, and no row looks chosen."""
        self.clearSelection()
        self.selectionModel().clearCurrentIndex()

    def first_row(self) -> int:
        """Return -1: as long as none is chosen, all count."""
        return -1

    def _on_current(self) -> None:
        """Ignore it: the selected row counts, not the one that has the focus."""

    def row_to_follow(self, first: int) -> int:
        """Return the row with the highest severity of the files from this number on, or -1."""
        entry, numbers = self.files.entry, self.files.numbers
        rows = (row for row, each in enumerate(numbers) if entry(each).key.file >= first)
        return max(rows, key=lambda row: entry(numbers[row]).rank, default=-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows choose, at first the first row."""
        arrows = (Qt.Key.Key_Down, Qt.Key.Key_Up)
        if self.current() < 0 and Qt.Key(event.key()) in arrows:
            self.step(1)
        else:
            super().keyPressEvent(event)

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """Files, or all messages in one where it only holds them together."""
        entries = self.files.case.files
        return list(dict.fromkeys(chain.from_iterable(map(entries.decided_with, numbers))))

    def number_of(self, key: DecisionKey) -> int:
        """The row of a file."""
        return -1 if isinstance(key, int) else self.files.case.files.numbers.get(key, -1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the row that is chosen."""
        if self.current() >= 0:
            menu = menu_of(self, file_menu(self))
            menu.exec(event.globalPos())
            menu.deleteLater()

    def delegate_of(self, cell: NumberedColumn) -> MarkedDelegate:
        """What paints a column."""
        if cell.name == columns.CHECKS:
            return CheckDelegate(self._theme, cell.pieces, self.files.entry, self)
        return MarkedDelegate(self._theme, cell.pieces, self)

    def wanted_widths(self, room: int) -> Mapping[str, int]:
        """The columns that there is room for, with their widths."""
        case, pixels = self.files.case, self._theme.pixels
        hidden = {name for name, least in LEAST_ROOM.items() if room < pixels(least)}
        if not case.files.has_messages:
            hidden |= {columns.SUBJECT, columns.CHECKS, columns.DATE}
        return {name: width for name, width in WIDTHS.items() if name not in hidden}
