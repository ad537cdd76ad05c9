"""What each action does: its name in the table of actions, and a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from uriinspector.gui.dialogs import (
    show_about,
    show_clauses,
    show_history,
    show_settings,
    show_shortcuts,
)
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.gui.front import Front

WORKSPACES = ("inspect", "resolve", "compare", "documents")


def commands(window: Front) -> dict[str, Callable[[], object]]:
    """The calls of one window; workspaces that it does not have are left out."""
    editing = {
        name: lambda name=name: edit(window, name)
        for name in ("undo", "redo", "cut", "copy", "paste")
    }
    going = {
        name: lambda name=name: window.open_workspace(name)
        for name in WORKSPACES
        if name in window.workspaces
    }
    return {
        **editing,
        **going,
        "open": lambda: open_file(window),
        "paste_whole": lambda: paste_whole(window),
        "settings": lambda: show_settings(window),
        "quit": window.close,
        "copy_exact": lambda: window.inspect_page.editor.copy_exact(),
        "select_all": lambda: edit(window, "selectAll"),
        "zoom_in": lambda: window.appearance.zoom(1),
        "zoom_out": lambda: window.appearance.zoom(-1),
        "zoom_reset": lambda: window.appearance.zoom(0),
        "back": lambda: window.go(-1),
        "forward": lambda: window.go(1),
        "history": lambda: show_history(window),
        "next_finding": lambda: window.inspect_page.step_finding(1),
        "previous_finding": lambda: window.inspect_page.step_finding(-1),
        "editor": lambda: focus_editor(window),
        "shortcuts": lambda: show_shortcuts(window),
        "clauses": lambda: show_clauses(window),
        "about": lambda: show_about(window),
    }


def edit(window: Front, name: str) -> None:
    """Do it where the cursor is, if that is a field; else in the text that is looked at."""
    field = QApplication.focusWidget()
    if not hasattr(field, name) or not hasattr(field, "undo"):
        field = window.inspect_page.editor
    getattr(field, name)()


def open_file(window: Front) -> None:
    """Ask for a file of this machine."""
    from PySide6.QtWidgets import QFileDialog

    path, _kind = QFileDialog.getOpenFileName(window, say("Open a file"))
    if path:
        window.inspect_page.arrivals.take_file(path)


def paste_whole(window: Front) -> None:
    """Take the clipboard in place of the whole text."""
    data = QGuiApplication.clipboard().mimeData()
    if data is not None:
        window.open_workspace("inspect")
        window.inspect_page.arrivals.take_whole(data)


def focus_editor(window: Front) -> None:
    """Go where the text is."""
    window.open_workspace("inspect")
    editor = window.inspect_page.editor
    editor.setFocus()
    editor.selectAll()
