"""The list of files and emails, and its filter bar."""

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
from uriinspector.gui.documents.file_model import AT_ONCE, FileModel, file_order_of
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.documents.order import OrderRequest
from uriinspector.gui.documents.table import FilterBar
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.selection import MenuEntry
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import card
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase


FILE_WIDEST = 264  # before zoom


class FileTable(DecisionTable):
    """A table of files in which no row is current until the user chooses one."""

    base_requested = Signal(int)  # for a page
    fixes_requested = Signal(int)
    password_requested = Signal(int)  # for an archive

    spacing = 16
    stacked = (columns.SENDER, columns.SUBJECT)

    def __init__(self, case: OpenCase) -> None:
        self.files = FileModel(case)
        super().__init__(self.files, say("Files and messages"))
        self._actions["leave_rows"] = self.let_go
        self.set_delegates()
        self.fit()

    @property
    def words_widest(self) -> int:
        """Return the width for senders, or more for files, whose other column is short."""
        return super().words_widest if self.files.case.files.has_messages else FILE_WIDEST

    def use(self, case: OpenCase) -> None:
        self._follows = None
        super().use(case)

    def current(self) -> int:
        """Return the number of the chosen file; -1 if none is chosen, which means all."""
        index = self.currentIndex()
        is_chosen = index.isValid() and self.selectionModel().isRowSelected(index.row())
        return index.data(ROW_ROLE) if is_chosen else -1

    @property
    def entry(self) -> FileEntry | None:
        """Return the chosen file or email, or None."""
        number = self.current()
        return self.files.entry(number) if number >= 0 else None

    def step(self, steps: int) -> None:
        """Go to the next or a previous row; without a current one, to the first."""
        if self.current() >= 0:
            super().step(steps)
        elif self.files.numbers:
            self.choose(0)

    def go_on(self, entry: FileEntry | None = None) -> None:
        """Go to the next row that is not marked, cyclically; if all are marked, to the next row.

        If no row is chosen, the search begins after ``entry``.
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
        """Clear the selection, so that the links of all files are shown."""
        self.clearSelection()
        self.selectionModel().clearCurrentIndex()

    def first_row(self) -> int:
        """Return -1: if no file is chosen, all are shown."""
        return -1

    def _on_current(self) -> None:
        """Do nothing: the selected row counts, not the one with the focus."""

    def row_to_follow(self, first: int) -> int:
        """Return the most severe row among the files from ``first`` on, or -1."""
        entry, numbers = self.files.entry, self.files.numbers
        if not first and not self.files.case.files.has_messages:
            return -1  # pages are first shown together
        rows = (row for row, each in enumerate(numbers) if entry(each).key.file >= first)
        wanted = ((entry(numbers[row]), row) for row in rows)
        ranked = ((each.rank, not each.is_folder, -row) for each, row in wanted)
        return -max(ranked, default=(0, False, 1))[2]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose rows by the arrow keys, beginning with the first."""
        arrows = (Qt.Key.Key_Down, Qt.Key.Key_Up)
        if self.current() < 0 and Qt.Key(event.key()) in arrows:
            self.step(1)
        else:
            super().keyPressEvent(event)

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """Return the keys of files; a file that only contains emails includes these."""
        entries = self.files.case.files
        return list(dict.fromkeys(chain.from_iterable(map(entries.decided_with, numbers))))

    def number_of(self, key: DecisionKey) -> int:
        """Return the number of the row of a file, or -1."""
        return -1 if isinstance(key, int) else self.files.case.files.numbers.get(key, -1)

    def entries(self) -> Iterator[MenuEntry | None]:
        """Yield the entries of the context menu; None is a separator."""
        number = self.current()
        entry = self.files.entry(number)
        opened = partial(self.row_opened.emit, number)
        yield MenuEntry(say("Go to its links"), opened, key="Return")
        yield MenuEntry(say("Show the links of all files"), self.let_go, key="Escape")
        yield None
        yield from self.deciding(self.files.case.steps)
        for words, signal, is_offered in (
            (say("This page came from…"), self.base_requested, entry.is_page),
            (say("Enter the password…"), self.password_requested, bool(entry.head.locked)),
            (say("Review fixes of this file…"), self.fixes_requested, True),
        ):
            yield MenuEntry(words, partial(signal.emit, entry.key.file), is_offered)


# The list is shown from this number of rows on.
LISTED = 2


class FileList(QObject):
    """The list with its filter, and the scope that it selects; None means all files."""

    scope_changed = Signal()
    appeared = Signal()  # the list is shown for the first time

    def __init__(self, case: OpenCase, parent: QObject) -> None:
        super().__init__(parent)
        self._case = case
        self._known_scope: tuple[FileKey, ...] | None = None  # the scope reported last
        self.table = FileTable(case)
        name = say("Filter the files and messages")
        self.bar = FilterBar(self.table, name, say("Filter: sender, subject, reason…"))
        self.status = plain_label(role="quiet")
        self.table.set_empty_text(say("No file or message matches the filter."))
        self.sorting = plain_label(role="quiet")
        foot = row(stretched(self.status), self.sorting, margins=(16, 6, 12, 6))
        self.card = card(self.bar, self.table, foot, margins=(1, 1))
        self.card.hide()
        self.job = LatestJob(file_order_of, self, rest=0, can_stop=True)
        self.job.answered.connect(self.table.show_order)
        self.bar.changed.connect(self._arrange)
        self.table.sort_requested.connect(lambda *_: self._on_sort())
        self.table.selection_changed.connect(self._on_selection)

    @property
    def is_listed(self) -> bool:
        """True if there are several files, or an email to read."""
        return len(self._case.files) >= LISTED or self._case.files.has_messages

    @property
    def entry(self) -> FileEntry | None:
        """Return the chosen file or email, or None."""
        return self.table.entry if self.is_listed else None

    @property
    def is_automatic(self) -> bool:
        """True if the file was not chosen by the user, but because it is the worst."""
        return self.entry is not None and self.table.is_following

    @property
    def scope(self) -> tuple[FileEntry, ...] | None:
        """Return the files and emails whose links are shown; None for all."""
        if self.entry is not None:
            return (self.entry,)
        order = self.table.files.order
        if not (order.is_filtered and self.is_listed):
            return None
        rows = map(self.table.files.entry, order.numbers)
        return tuple(each for each in rows if not each.is_folder)

    def use(self, case: OpenCase) -> None:
        """Show another case, or the same one with new numbers."""
        self._case = case
        self.job.drop()
        self.table.use(case)

    def show_all(self) -> None:
        self._count()
        self._arrange(patient=True)
        had_appeared = not self.card.isHidden()
        self.card.setVisible(self.is_listed)
        if self.is_listed and not had_appeared:
            self.appeared.emit()

    def show_decided(self) -> None:
        """Update the list after a decision, if it is sorted or filtered by marks."""
        self._count()
        if self.bar.mark is not None or self.table.sorting[0] == "mark":
            self._arrange(patient=True)

    def _count(self) -> None:
        """Show the number of entries by severity, and of those without a mark."""
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
        request, is_long = (
            OrderRequest(self._case, self.bar.query()),
            len(self._case.files) > AT_ONCE,
        )
        self.job.ask(request, is_long=is_long, patient=patient)

    def _on_sort(self) -> None:
        self._name_order()
        self._arrange()

    def _name_order(self) -> None:
        files, column = self.table.files, self.table.sorting[0]
        usual = say("Severity, then date") if self._case.files.has_messages else say("Severity")
        self.sorting.setText(files.column_title(files.column(column)) if column else usual)
