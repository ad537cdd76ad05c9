"""What can be done with a row, as its menu offers it: each with the key that does the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS, Decision, LinkRow
from uriinspector.documents.scan_state import HTML
from uriinspector.gui.documents.step_words import redo_words, undo_words
from uriinspector.gui.selection import MenuEntry, MenuValue, Selection, value_entries
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepHistory
    from uriinspector.gui.documents.file_model import FileModel
    from uriinspector.gui.documents.link_model import LinkModel

MARKS = {"mark_malicious": MALICIOUS, "mark_benign": BENIGN, "mark_ignored": IGNORED}
# Instead of a mark: take it away.
UNMARKED = ""


class MenuTable(Protocol):
    """A table, as its menu sees it: what it has, and the wishes that it tells."""

    row_opened: Any
    mark_requested: Any
    undo_requested: Any
    redo_requested: Any
    marked_note_requested: Any

    def current(self) -> int:
        """The number of the current row; -1 where there is none."""

    def selected(self) -> list[int]:
        """The numbers of the selected rows."""

    def edit_note(self) -> None:
        """Write a note."""


class LinkMenuTable(MenuTable, Protocol):
    """The table of links."""

    links: LinkModel
    row_resolved: Any
    base_requested: Any
    known_requested: Any
    fixes_requested: Any
    forms_requested: Any

    def copy_defanged(self) -> None:
        """Copy the links so that no program makes a link of them."""

    def copy_exact(self) -> None:
        """Copy the links as they are."""

    def select_site(self) -> None:
        """Select all links to the site of the current one."""


class FileMenuTable(MenuTable, Protocol):
    """The list of files."""

    files: FileModel
    base_requested: Any
    password_requested: Any
    fixes_requested: Any

    def let_go(self) -> None:
        """Choose none."""


def _deciding(
    table: MenuTable, steps: StepHistory, *, is_marked: bool
) -> tuple[MenuEntry | None, ...]:
    words = {
        MALICIOUS: say("Mark as malicious"),
        BENIGN: say("Mark as benign"),
        IGNORED: say("Mark as ignored"),
    }

    shown = keys_in_use.shown

    def mark(name: str, word: str) -> MenuEntry:
        return MenuEntry(words[word], lambda: table.mark_requested.emit(word), True, shown(name))

    return (
        *(mark(*each) for each in MARKS.items()),
        MenuEntry(
            say("Remove the mark"), lambda: table.mark_requested.emit(UNMARKED), is_marked, "Del"
        ),
        MenuEntry(say("Add a note"), table.edit_note, True, shown("add_note")),
        MenuEntry(
            say("Add a note to the last marked row"),
            table.marked_note_requested.emit,
            bool(steps.last_marked()),
            shown("note_on_marked"),
        ),
        MenuEntry(
            undo_words(steps), table.undo_requested.emit, bool(steps.done), shown("undo_mark")
        ),
        MenuEntry(
            redo_words(steps), table.redo_requested.emit, bool(steps.undone), shown("redo_mark")
        ),
        None,
    )


def _is_marked(table: MenuTable, decision: Callable[[int], Decision]) -> bool:
    return any(decision(each).mark for each in table.selected())


def row_menu(table: LinkMenuTable) -> tuple[MenuEntry | None, ...]:
    """What can be done with the current link; None stands for a line."""
    number, case, shown = table.current(), table.links.case, keys_in_use.shown
    row = case.rows[number] if number >= 0 else None
    has_base = row is not None and row.base is not None
    has_host = row is not None and row.host is not None
    return (
        MenuEntry(say("Open in Inspect"), lambda: table.row_opened.emit(number), True, "Return"),
        MenuEntry(
            say("Resolve against its base"),
            lambda: table.row_resolved.emit(number),
            has_base,
            "Shift+Return",
        ),
        MenuEntry(
            say("This page came from…"),
            lambda: table.base_requested.emit(row.file if row else -1),
            row is not None and case.heads[row.file].kind == HTML,
        ),
        MenuEntry(
            say("Review fixes of this file…"),
            lambda: table.fixes_requested.emit(row.file if row else -1),
            row is not None,
        ),
        MenuEntry(
            say("Write it differently…"), lambda: table.forms_requested.emit(number), has_base
        ),
        None,
        MenuEntry(say("Copy defanged"), table.copy_defanged, True, "Ctrl+C"),
        MenuEntry(say("Copy original"), table.copy_exact, True, "Ctrl+Shift+C"),
        None,
        *_deciding(table, case.steps, is_marked=_is_marked(table, case.decision)),
        None,
        MenuEntry(
            say("Select all links to this site"), table.select_site, has_host, shown("select_site")
        ),
        MenuEntry(
            say("Mark site as known"), table.known_requested.emit, has_host, shown("known_site")
        ),
    )


def file_menu(table: FileMenuTable) -> tuple[MenuEntry | None, ...]:
    """What can be done with the file or message that is chosen."""
    number, case = table.current(), table.files.case
    entry = table.files.entry(number)
    return (
        MenuEntry(say("Go to its links"), lambda: table.row_opened.emit(number), True, "Return"),
        MenuEntry(say("Show the links of all files"), table.let_go, True, "Escape"),
        None,
        *_deciding(
            table,
            case.steps,
            is_marked=_is_marked(table, table.files.decision),
        ),
        MenuEntry(
            say("This page came from…"),
            lambda: table.base_requested.emit(entry.key.file),
            entry.is_page,
        ),
        MenuEntry(
            say("Enter the password…"),
            lambda: table.password_requested.emit(entry.key.file),
            bool(entry.head.locked),
        ),
        MenuEntry(
            say("Review fixes of this file…"),
            lambda: table.fixes_requested.emit(entry.key.file),
            True,
        ),
    )


def details_menu(
    row: LinkRow, on_open: Callable[[], object], on_resolve: Callable[[], object]
) -> tuple[MenuEntry | None, ...]:
    """What can be done with the link whose bytes are shown."""
    return (
        *value_entries(Selection(), MenuValue(row.value)),
        None,
        MenuEntry(say("Open in Inspect"), on_open, True),
        MenuEntry(say("Resolve against its base"), on_resolve, row.base is not None),
    )
