"""What can be done with a row, as its menu offers it: each with the key that does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from uriinspector.documents.cases.row import BENIGN, IGNORED, MALICIOUS
from uriinspector.gui.documents.cells import mark_words
from uriinspector.gui.editor.menu import Choice
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from uriinspector.gui.documents.model import LinkModel

MARKS = {"M": MALICIOUS, "B": BENIGN, "I": IGNORED}


class Table(Protocol):
    """What a table of links can do with its current row."""

    links: LinkModel

    @property
    def row_opened(self) -> SignalInstance: ...  # noqa: D102
    @property
    def row_resolved(self) -> SignalInstance: ...  # noqa: D102
    @property
    def mark_requested(self) -> SignalInstance: ...  # noqa: D102
    @property
    def undo_requested(self) -> SignalInstance: ...  # noqa: D102
    @property
    def known_requested(self) -> SignalInstance: ...  # noqa: D102
    def current(self) -> int: ...  # noqa: D102
    def copy_defanged(self) -> None: ...  # noqa: D102
    def copy_exact(self) -> None: ...  # noqa: D102
    def edit_note(self) -> None: ...  # noqa: D102


def choices(table: Table) -> tuple[Choice | None, ...]:
    """What can be done with the current row; None stands for a line."""
    number, case = table.current(), table.links.case
    row = case.rows[number] if number >= 0 else None
    has_base = row is not None and row.base is not None
    has_host = row is not None and row.host is not None

    def mark(key: str, word: str) -> Choice:
        return Choice(mark_words(word), lambda: table.mark_requested.emit(word), True, key)

    return (
        Choice(say("Open in Inspect"), lambda: table.row_opened.emit(number), True, "Return"),
        Choice(
            say("Resolve against its base"),
            lambda: table.row_resolved.emit(number),
            has_base,
            "Shift+Return",
        ),
        None,
        Choice(say("Copy defanged"), table.copy_defanged, True, "Ctrl+C"),
        Choice(say("Copy exact"), table.copy_exact, True, "Ctrl+Shift+C"),
        None,
        *(mark(*each) for each in MARKS.items()),
        Choice(say("Write a note"), table.edit_note, True, "E"),
        Choice(say("Take the last one back"), table.undo_requested.emit, bool(case.done), "U"),
        None,
        Choice(say("The site is known"), table.known_requested.emit, has_host, "F"),
    )
