"""The list of files on its card: the bar above, the rows below, and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from uriinspector.documents.cases.link_row import FileKey
from uriinspector.gui.documents.file_bar import FileBar
from uriinspector.gui.documents.file_entries import FileEntry
from uriinspector.gui.documents.file_order import FileOrder, FileOrderRequest, file_order_of
from uriinspector.gui.documents.file_table import FileTable
from uriinspector.gui.jobs.latest_job import LatestJob
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import card

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

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
        self.is_covered = False  # by a sheet
        self._has_appeared = False  # a sheet that goes shows no list that nobody was told of
        self.bar = FileBar(theme)
        self.table = FileTable(theme, case)
        self.table.tell_nothing(say("No file or message matches the filter."))
        self.card = card(self.bar, self.table, margins=(1, 1))
        self.card.hide()
        self.job = LatestJob(file_order_of, self, rest=0, can_stop=True)
        self.job.answered.connect(self._on_order)
        self.bar.changed.connect(self._arrange)
        self.bar.filter.left.connect(self.table.setFocus)
        self.table.sort_requested.connect(self._on_sort)
        self.table.selection_changed.connect(self._on_selection)

    def cover(self, *, covered: bool) -> None:
        """Make room for a sheet, or be there again."""
        self.is_covered = covered
        self.card.setVisible(self._has_appeared and not covered)

    @property
    def is_listed(self) -> bool:
        """Whether there is something to choose from."""
        return len(self._case.files) >= LISTED

    @property
    def entry(self) -> FileEntry | None:
        """The file or message that is chosen."""
        return self.table.entry if self.is_listed else None

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
        self.bar.show_counts(self._case)
        self._arrange(patient=True)
        had_appeared, self._has_appeared = self._has_appeared, self.is_listed
        self.cover(covered=self.is_covered)
        if self.is_listed and not had_appeared:
            self.appeared.emit()

    def show_decided(self) -> None:
        """Something was decided: it may be what the list is sorted or filtered by."""
        self.bar.show_counts(self._case)
        if self.bar.open.isChecked() or self._sort[0] == "mark":
            self._arrange(patient=True)

    def _on_selection(self) -> None:
        scope = self.scope
        keys = None if scope is None else tuple(each.key for each in scope)
        if keys != self._known_scope:
            self._known_scope = keys
            self.scope_changed.emit()

    def _arrange(self, *, patient: bool = False) -> None:
        column, falls = self._sort
        request = FileOrderRequest(self._case, self.bar.query(column, falls=falls))
        self.job.ask(request, is_long=request.is_long, patient=patient)

    def _on_order(self, order: FileOrder) -> None:
        self.table.show_order(order)

    def _on_sort(self, column: str, falls: bool) -> None:
        self._sort = (column, falls)
        self._arrange()
