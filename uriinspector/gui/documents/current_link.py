"""The current link of the table: shown below it, with what the case tells of it besides.

All that is shown follows from the selected rows, each time that anything changes: nothing is kept
here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from uriinspector.documents.cases.link_row import Head
from uriinspector.gui.documents.detailed_link import DetailedLink
from uriinspector.gui.documents.link_cells import host_count_text
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.gui.documents.case_storage import CaseStorage
    from uriinspector.gui.documents.open_case import OpenCase
    from uriinspector.gui.documents.workspace_layout import DocumentsLayout


class CurrentLink(QObject):
    """Follows the table; what is wished of a link is told with its base."""

    open_requested = Signal(str, object)  # a text, and its base or None
    resolve_requested = Signal(str, str)  # a base, and a text
    baseless = Signal()  # a link that there is nothing to resolve against

    def __init__(
        self, body: DocumentsLayout, case_storage: CaseStorage, edition: Callable[[], str]
    ) -> None:
        """``edition`` tells how references are read."""
        super().__init__(body)
        self._table, self._details, self._files = body.table, body.details, body.files
        self._case_storage = case_storage
        self._edition = edition
        self._table.row_opened.connect(self._on_opened)
        self._table.row_resolved.connect(self._on_resolved)
        self._details.open_requested.connect(self.open_requested)
        self._details.resolve_requested.connect(self.resolve_requested)

    @property
    def _case(self) -> OpenCase:
        return self._table.links.case

    @property
    def _number(self) -> int:
        """Return the number of the link; -1 where none is shown of the selected file."""
        number, entry = self._table.current(), self._files.entry
        if number < 0 or entry is None:
            return number
        kind = self._case.rows.kind(number)
        return number if kind.file == entry.key.file and kind.part in entry.parts else -1

    @property
    def head(self) -> Head | None:
        """The file that it stands in."""
        number = self._number
        return self._case.heads[self._case.rows[number].file] if number >= 0 else None

    def show(self) -> None:
        """Show it, or that there is none."""
        number, head = self._number, self.head
        entry = self._files.entry
        if head is None:
            rows = self._case.files.rows
            self._details.show_link(
                None, entry if self._files.is_listed else next(iter(rows), None)
            )
            return
        row = self._case.rows[number]
        octets = partial(self._case_storage.octets, self._case, row.file)
        shown = DetailedLink(row, head, self._edition(), octets, self._facts(number))
        entry = entry or self._case.files.of(row.file, row.part)
        # A single message is told of above the table.
        is_told = entry is not None and (self._files.is_listed or entry.envelope is None)
        self._details.show_link(shown, entry if is_told else None)

    def _facts(self, number: int) -> str:
        """The mails that name its host, and the note."""
        note = self._case.notes.get(number)
        texts = [host_count_text(self._case.rows[number].host, self._case)]
        return "   ".join(filter(None, (*texts, note and say("Note: {note}", note=visible(note)))))

    def _on_opened(self, number: int) -> None:
        link_row = self._case.rows[number]
        self.open_requested.emit(link_row.value, link_row.base)

    def _on_resolved(self, number: int) -> None:
        link_row = self._case.rows[number]
        if link_row.base is None:
            self.baseless.emit()
        else:
            self.resolve_requested.emit(link_row.base, link_row.value)
