"""What can be done with a value that is shown somewhere: in a table, a tree or a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMetaMethod, QModelIndex
from PySide6.QtGui import QContextMenuEvent

from uriinspector.core.model import NamedTuple
from uriinspector.gui.editor.clipboard_text import to_clipboard
from uriinspector.gui.editor.menu import MenuEntry, menu_of
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint, SignalInstance
    from PySide6.QtWidgets import QAbstractItemView, QWidget

    from uriinspector.core.model import Span
    from uriinspector.gui.selection import Selection


class MenuValue(NamedTuple):
    """A value exactly, its place in the text, and what explains it; None and "" are left out."""

    value: str | None
    span: Span | None = None
    clause: str = ""
    name: str = ""  # of a host that can be protected
    explain: Callable[[], object] | None = None


def value_entries(selection: Selection, shown: MenuValue) -> tuple[MenuEntry | None, ...]:
    """The entries of the menu; those that nobody answers to are left out."""
    value, span = shown.value, shown.span
    has_value = bool(value)
    entries: list[MenuEntry | None] = [
        MenuEntry(say("Copy value"), lambda: to_clipboard(value or ""), has_value),
        MenuEntry(say("Copy defanged"), lambda: to_clipboard(_defanged(value or "")), has_value),
        None,
    ]
    if is_heard(selection, selection.show_requested):
        words, is_placed = say("Show in text"), span is not None
        entries.append(MenuEntry(words, lambda: selection.show_requested.emit(span), is_placed))
    if is_heard(selection, selection.inspect_requested):
        can_inspect = has_value and value != selection.text
        ask = selection.inspect_requested.emit
        entries.append(MenuEntry(say("Inspect this part"), lambda: ask(value), can_inspect))
    if is_heard(selection, selection.decode_requested):
        can_decode = span is not None and span.start < span.end
        entries.append(decode_entry(selection, span, is_enabled=can_decode))
    explain = shown.explain
    if explain is not None:
        entries.append(MenuEntry(say("Explain"), explain, True))
    elif shown.clause and is_heard(selection, selection.clause_requested):
        ask_clause = selection.clause_requested.emit
        entries.append(MenuEntry(say("Explain"), lambda: ask_clause(shown.clause), True))
    if shown.name and is_heard(selection, selection.protect_requested):
        protect = selection.protect_requested.emit
        entries.append(MenuEntry(say("Protect this name"), lambda: protect(shown.name), True))
    return tuple(entries if entries[-1] is not None else entries[:-1])


def decode_entry(selection: Selection, span: Span | None, *, is_enabled: bool) -> MenuEntry:
    """Decodes a run of the text by hand."""
    return MenuEntry(say("Decode…"), lambda: selection.decode_requested.emit(span), is_enabled)


def open_menu(owner: QWidget, entries: tuple[MenuEntry | None, ...], at: QPoint) -> None:
    """Show a menu at a place of the screen, if there is anything to choose."""
    if entries:
        menu = menu_of(owner, entries)
        menu.exec(at)
        menu.deleteLater()


def index_of(view: QAbstractItemView, event: QContextMenuEvent) -> tuple[QModelIndex, QPoint]:
    """Which cell a menu is asked for, and where it opens: by key that is the current one."""
    if event.reason() == QContextMenuEvent.Reason.Keyboard:
        index = view.currentIndex()
        place = view.visualRect(index).center() if index.isValid() else view.rect().center()
        return index, view.viewport().mapToGlobal(place)
    place = view.viewport().mapFromGlobal(event.globalPos())
    return view.indexAt(place), event.globalPos()


def _defanged(value: str) -> str:
    from uriinspector.analysis.defang import defang, still_defanged  # with the first copy

    return still_defanged(value, defang)


def is_heard(selection: Selection, signal: SignalInstance) -> bool:
    """Whether anything answers to a signal."""
    return selection.isSignalConnected(QMetaMethod.fromSignal(signal))
