"""The list of files and messages, and the bar that filters it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from uriinspector.documents.cases.link_row import DecisionKey, FileKey
from uriinspector.gui.documents import file_model as columns
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.file_model import (
    FileModel,
    FileOrderRequest,
    FileQuery,
    file_order_of,
)
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.documents.table import FilterBar
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.selection import MenuEntry
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import card
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase


class FileTable(DecisionTable):
    """Rows of files; none of them is the current one before somebody chooses it."""

    base_requested = Signal(int)  # where a page came from
    fixes_requested = Signal(int)
    password_requested = Signal(int)  # for an archive

    spacing = 16
    stacked = (columns.SENDER, columns.SUBJECT)

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start without rows."""
        self.files = FileModel(case)
        super().__init__(theme, self.files, say("Files and messages"))
        self._actions["leave_rows"] = self.let_go
        self.set_delegates()
        self.fit()

    def use(self, case: OpenCase) -> None:
        """Show another case."""
        self._follows = None
        super().use(case)

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
            self.choose(0)

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
        if not first and not self.files.case.files.has_messages:
            return -1  # pages are looked at together first
        rows = (row for row, each in enumerate(numbers) if entry(each).key.file >= first)
        wanted = ((entry(numbers[row]), row) for row in rows)
        ranked = ((each.rank, not each.is_folder, -row) for each, row in wanted)
        return -max(ranked, default=(0, False, 1))[2]

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

    def entries(self) -> Iterator[MenuEntry | None]:
        """Yield what can be done with the file or message that is chosen; None is a line."""
        number = self.current()
        entry = self.files.entry(number)
        opened = partial(self.row_opened.emit, number)
        yield MenuEntry(say("Go to its links"), opened, True, "Return")
        yield MenuEntry(say("Show the links of all files"), self.let_go, True, "Escape")
        yield None
        yield from self.deciding(self.files.case.steps)
        for words, signal, is_offered in (
            (say("This page came from…"), self.base_requested, entry.is_page),
            (say("Enter the password…"), self.password_requested, bool(entry.head.locked)),
            (say("Review fixes of this file…"), self.fixes_requested, True),
        ):
            yield MenuEntry(words, partial(signal.emit, entry.key.file), is_offered)


# With so many rows there is something to choose from.
LISTED = 2


class FileList(QObject):
    """Which files and messages are listed, and which of them is chosen; None is for all."""

    scope_changed = Signal()
    appeared = Signal()  # the list, which was not there before

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start with nothing to list."""
        super().__init__()
        self._case = case
        self._sort = ("", False)
        self._known_scope: tuple[FileKey, ...] | None = None  # that the others were told of
        self.table = FileTable(theme, case)
        name = say("Filter the files and messages")
        self.bar = FilterBar(theme, self.table, name, say("Filter: sender, subject, reason…"))
        self.status = plain_label(role="quiet")
        self.table.tell_nothing(say("No file or message matches the filter."))
        self.sorting = plain_label(role="quiet")
        foot = row(stretched(self.status), self.sorting, margins=(16, 6, 12, 6))
        self.card = card(self.bar, self.table, foot, margins=(1, 1))
        self.card.hide()
        self.job = LatestJob(file_order_of, self, rest=0, can_stop=True)
        self.job.answered.connect(self.table.show_order)
        self.bar.changed.connect(self._arrange)
        self.table.sort_requested.connect(self._on_sort)
        self.table.selection_changed.connect(self._on_selection)

    @property
    def is_listed(self) -> bool:
        """Whether there is something to choose from, or a message to read."""
        return len(self._case.files) >= LISTED or self._case.files.has_messages

    @property
    def entry(self) -> FileEntry | None:
        """The file or message that is chosen."""
        return self.table.entry if self.is_listed else None

    @property
    def is_automatic(self) -> bool:
        """Whether the file was not chosen by the user, but because it is the worst."""
        return self.entry is not None and self.table.is_following

    @property
    def scope(self) -> tuple[FileEntry, ...] | None:
        """Return the only files and messages whose links count; None where all of them do."""
        if self.entry is not None:
            return (self.entry,)
        order = self.table.files.order
        if not (order.is_filtered and self.is_listed):
            return None
        rows = map(self.table.files.entry, order.numbers)
        return tuple(each for each in rows if not each.is_folder)

    def use(self, case: OpenCase) -> None:
        """List the files of another case, or of the same one with other numbers."""
        self._case = case
        self.job.drop()
        self.table.use(case)

    def show_all(self) -> None:
        """List what there is by now."""
        self._count()
        self._arrange(patient=True)
        had_appeared = not self.card.isHidden()
        self.card.setVisible(self.is_listed)
        if self.is_listed and not had_appeared:
            self.appeared.emit()

    def show_decided(self) -> None:
        """Something was decided: it may be what the list is sorted or filtered by."""
        self._count()
        if self.bar.mark is not None or self.table.sorting[0] == "mark":
            self._arrange(patient=True)

    def _count(self) -> None:
        """Say how many there are of each level, and how many are not marked yet."""
        entries = list(self._case.files.single())
        self.bar.show_counts(len(entries), Counter(each.rank for each in entries))
        left = sum(each.key not in self._case.file_marks for each in entries)
        words = say("{count} of {total} not marked", count=left, total=len(entries))
        self.status.setText(words)
        self._name_order()

    def _on_selection(self) -> None:
        scope = self.scope
        keys = None if scope is None else tuple(each.key for each in scope)
        if keys != self._known_scope:
            self._known_scope = keys
            self.scope_changed.emit()

    def _arrange(self, *, patient: bool = False) -> None:
        bar = self.bar
        query = FileQuery(bar.filter.text().strip(), bar.ranks, bar.mark, *self._sort)
        request = FileOrderRequest(self._case, query)
        self.job.ask(request, is_long=request.is_long, patient=patient)

    def _on_sort(self, column: str, falls: bool) -> None:
        self._sort = (column, falls)
        self._name_order()
        self._arrange()

    def _name_order(self) -> None:
        files, column = self.table.files, self._sort[0]
        usual = say("Severity, then date") if self._case.files.has_messages else say("Severity")
        self.sorting.setText(files.column_title(files.column(column)) if column else usual)
