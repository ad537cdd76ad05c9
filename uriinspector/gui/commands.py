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
from uriinspector.gui.editor.field import UriEdit
from uriinspector.gui.inspect.tabs.titles import TITLES
from uriinspector.gui.strip import Notice
from uriinspector.gui.words import say
from uriinspector.gui.workspaces import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.front import Front
    from uriinspector.gui.handing_on import HandingOn

HANDING_ON = (
    *("copy_defanged", "copy_report", "save_markdown", "save_html", "save_json"),
    *("save_svg", "save_png"),
)


def commands(window: Front) -> dict[str, Callable[[], object]]:
    """The calls of one window."""
    editing = {
        name: lambda name=name: edit(window, name)
        for name in ("undo", "redo", "cut", "copy", "paste")
    }
    going = {name: lambda name=name: window.open_workspace(name) for name in PAGES}
    proving = {f"proof_{name}": lambda name=name: prove(window, name) for name in TITLES}
    handing = {name: lambda name=name: hand_on(window, name) for name in HANDING_ON}
    return {
        **editing,
        **handing,
        **going,
        **proving,
        "open": lambda: open_file(window),
        "paste_whole": lambda: paste_whole(window),
        "new_case": lambda: deal_with_case(window, "new"),
        "open_case": lambda: deal_with_case(window, "open_asked"),
        "save_case": lambda: deal_with_case(window, "save"),
        "settings": lambda: show_settings(window),
        "quit": window.close,
        "copy_exact": lambda: edit(window, "copy_exact"),
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
        "teach": lambda: teach(window),
        "shortcuts": lambda: show_shortcuts(window),
        "clauses": lambda: show_clauses(window),
        "about": lambda: show_about(window),
    }


def editor_of(window: Front) -> UriEdit:
    """The editor that has the keys, or else the one of the workspace that is open."""
    field = QApplication.focusWidget()
    if isinstance(field, UriEdit):
        return field
    page = window.pages.shown()
    if window.pages.is_made("resolve") and page is window.resolve_page:
        return window.resolve_page.reference.editor
    return page.findChild(UriEdit) or window.inspect_page.editor


def edit(window: Front, name: str) -> None:
    """Do it where the cursor is, if that is a field; else in the page or the text that is open."""
    field = QApplication.focusWidget()
    if field is not None and name == "copy" and hasattr(field, "copy_defanged"):
        field.copy_defanged()
        return
    page = window.pages.shown()
    if not hasattr(field, name) or not hasattr(field, "undo"):
        field = page if hasattr(page, name) else editor_of(window)
        if field is not page and not page.isAncestorOf(field):
            return  # nobody would see it
    getattr(field, name)()


def hand_on(window: Front, name: str) -> None:
    """Hand on what is looked at, in one of the ways."""
    from uriinspector.gui.handing_on import WAYS

    made = looked_at(window)
    if made is not None:
        WAYS[name](handing(window), made)


def fill_in(window: Front, name: str) -> None:
    """Copy a template, filled in with what is looked at."""
    made = looked_at(window)
    if made is not None:
        handing(window).fill(made, name)


def looked_at(window: Front) -> Inspection | None:
    """Wait for the inspection of the text as it stands; say so where there is no text."""
    page = window.inspect_page
    page.inspector.finish()
    if page.inspection is None:
        page.strip.tell(Notice(say("There is no text yet that could be handed on.")))
    return page.inspection


def handing(window: Front) -> HandingOn:
    """What writes clipboard and files, and says so above the verdict."""
    from uriinspector.gui.handing_on import HandingOn

    tell = window.inspect_page.strip.tell
    made = HandingOn(
        window.theme,
        lambda words: tell(Notice(words)),
        lambda words: tell(Notice(words, "medium")),
    )
    made.without_recipient = window.desk.settings["without_recipient"]
    made.is_english = window.desk.settings["english_reports"]
    made.own_templates = window.desk.templates_file
    return made


def fill_templates(menu: QMenu, window: Front) -> None:
    """Put the templates into their menu, each time that it is opened: the own file may change."""

    def build() -> None:
        menu.clear()
        for name, template in handing(window).templates().items():
            words = say(template.title).replace("&", "&&")
            made = menu.addAction(words)
            made.triggered.connect(lambda _on, name=name: fill_in(window, name))

    menu.aboutToShow.connect(build)


def open_file(window: Front) -> None:
    """Ask for files of this machine."""
    from PySide6.QtWidgets import QFileDialog

    window.open_paths(QFileDialog.getOpenFileNames(window, say("Open files"))[0])


def deal_with_case(window: Front, name: str) -> None:
    """Do it with the case of documents; where it is not in sight it is shown first."""
    is_seen = window.pages.is_made("documents") and window.pages.shown() is window.documents_page
    window.open_workspace("documents")
    if is_seen or name != "new":
        getattr(window.documents_page.cases, name)()


def paste_whole(window: Front) -> None:
    """Take the clipboard in place of the whole text."""
    data = QGuiApplication.clipboard().mimeData()
    if data is not None:
        window.open_workspace("inspect")
        window.inspect_page.arrivals.take_whole(data)


def prove(window: Front, name: str) -> None:
    """Show a tab of Inspect, and put the keys into its bar."""
    window.open_workspace("inspect")
    window.inspect_page.tabs.reveal(name)


def teach(window: Front) -> None:
    """Cover what is to be found out, or uncover it."""
    page = window.resolve_page
    window.open_workspace("resolve")
    page.teach(not page.teaches)


def focus_editor(window: Front) -> None:
    """Go where the text is, or where one types in a page that has none."""
    page = window.pages.shown()
    if hasattr(page, "focus_text"):
        page.focus_text()
        return
    editor = editor_of(window)
    editor.setFocus()
    editor.selectAll()
