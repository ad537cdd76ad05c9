"""The table of all actions of the window, and the menus built from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from uriinspector.export.formats import LINK_FORMATS
from uriinspector.gui.shell.start import FILL, MENUS, ActionSpec
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.view_parts import round_corners

if TYPE_CHECKING:
    from uriinspector.gui.storage.settings import Settings


FILE = (
    ActionSpec(
        "open",
        "file",
        "&Open…",
        "Open web pages, emails, images, text or shortcut files",
        ("Ctrl+O",),
    ),
    ActionSpec("open_folder", "file", "Open &folder…", "Open the files of a folder in Documents"),
    ActionSpec("close", "file", "C&lose", "Close the link, or the case in Documents", ("Ctrl+W",)),
    ActionSpec(
        "paste_whole",
        "file",
        "Paste a&nd replace",
        "Replace the whole text with the contents of the clipboard",
        ("Ctrl+Shift+V",),
        apart=True,
    ),
    ActionSpec(
        "site", "file", "S&ite check of a folder…", "Check the links within a folder of web pages"
    ),
    ActionSpec("new_case", "file", "New &case", "Start a new case", ("Ctrl+N",), apart=True),
    ActionSpec("open_case", "file", "Open c&ase…", "Open a case file", ("Ctrl+Shift+O",)),
    ActionSpec(
        "save_case", "file", "Sa&ve case as…", "Save the case to a file of your choice", ("Ctrl+S",)
    ),
    ActionSpec(
        "settings",
        "file",
        "&Settings…",
        "Change privacy and appearance settings",
        ("Ctrl+,",),
        apart=True,
    ),
    ActionSpec("quit", "file", "&Quit", "Close the window", ("Ctrl+Q",), apart=True),
)
EXPORT = (
    ActionSpec(
        "copy_defanged",
        "file/hand_on",
        "Copy &defanged",
        "Copy the text so that it cannot become a clickable link",
        ("Ctrl+Shift+D",),
    ),
    ActionSpec(
        "copy_report",
        "file/hand_on",
        "Copy &report",
        "Copy the report as Markdown",
        ("Ctrl+Shift+R",),
    ),
    *(
        ActionSpec(
            *(f"save_{each.name}", "file/hand_on", each.words, each.description),
            apart=each.name in {"markdown", "svg"},  # separators before reports and before pictures
        )
        for each in LINK_FORMATS.values()
    ),
    ActionSpec(
        "without_recipient",
        "file/hand_on",
        "&Without recipient data",
        "Remove recipient addresses and tokens from everything you export",
        switch="without_recipient",
        apart=True,
    ),
)
EDIT = (
    ActionSpec("undo", "edit", "&Undo", "Undo the last change", ("Ctrl+Z",)),
    ActionSpec("redo", "edit", "&Redo", "Redo the last undone change", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionSpec(
        "cut",
        "edit",
        "Cu&t",
        "Cut the selection; whole links are defanged",
        ("Ctrl+X",),
        apart=True,
    ),
    ActionSpec(
        "copy", "edit", "&Copy", "Copy the selection; whole links are defanged", ("Ctrl+C",)
    ),
    ActionSpec(
        "copy_exact",
        "edit",
        "Copy &original",
        "Copy the text unchanged; where you paste it, it can become a clickable link",
        ("Ctrl+Shift+C",),
    ),
    ActionSpec("paste", "edit", "&Paste", "Paste from the clipboard", ("Ctrl+V",)),
    ActionSpec(
        "select_all", "edit", "Select &all", "Select the whole text", ("Ctrl+A",), apart=True
    ),
    ActionSpec("find", "edit", "&Find…", "Search the pane that has focus", ("Ctrl+F",), apart=True),
    ActionSpec(
        *("decode", "edit", "D&ecode selection…"),
        "Decode the selected text step by step, and edit the result",
        ("Ctrl+D",),
        apart=True,
    ),
    ActionSpec(
        *("write_forms", "edit", "&Write it differently…"),
        "Rewrite the reference as relative or absolute, and see the effect of moving the page",
        ("Ctrl+Shift+W",),
    ),
)
VIEW = (
    ActionSpec(
        "theme_light",
        "view/theme",
        "&Light",
        "Dark text on a light background",
        choice=("theme", "light"),
    ),
    ActionSpec(
        "theme_dark",
        "view/theme",
        "&Dark",
        "Light text on a dark background",
        choice=("theme", "dark"),
    ),
    ActionSpec(
        "theme_system",
        "view/theme",
        "Use &system setting",
        "Follow the system theme",
        choice=("theme", "system"),
    ),
    ActionSpec("language_en", "view/language", "English", "Use English", choice=("language", "en")),
    ActionSpec("language_de", "view/language", "Deutsch", "Use German", choice=("language", "de")),
    ActionSpec(
        "language_system",
        "view/language",
        "Use &system setting",
        "Use the system language",
        choice=("language", "system"),
    ),
    ActionSpec(
        "edition_1994",
        "view/edition",
        "1994 · RFC 1738",
        "Use the 1994 specifications",
        choice=("edition", "1994"),
    ),
    ActionSpec(
        "edition_1997",
        "view/edition",
        "1997 · draft towards RFC 2396",
        "Use the 1997 draft",
        choice=("edition", "1997"),
    ),
    ActionSpec(
        "edition_2003",
        "view/edition",
        "2003 · draft towards RFC 3986",
        "Use the 2003 draft",
        choice=("edition", "2003"),
    ),
    ActionSpec(
        "edition_2005",
        "view/edition",
        "2005 · RFC 3986",
        "Use the current standard",
        choice=("edition", "2005"),
    ),
    ActionSpec(
        "zoom_in", "view", "Zoom &in", "Zoom in, up to 200%", ("Ctrl++", "Ctrl+="), apart=True
    ),
    ActionSpec("zoom_out", "view", "Zoom &out", "Zoom out, down to 100%", ("Ctrl+-",)),
    ActionSpec("zoom_reset", "view", "&Actual size", "Reset zoom to 100%", ("Ctrl+0",)),
    ActionSpec(
        "teach",
        "view",
        "Tea&ching mode",
        "Hide the target and later steps in Resolve until you reveal them",
        ("Ctrl+T",),
        apart=True,
    ),
    ActionSpec(*("full_screen", "view", "&Full screen"), "Turn full screen on or off", ("F11",)),
)
# The tabs of Inspect, in their order.
PROOF = tuple(
    ActionSpec(f"proof_{name}", "view/proof", words, description, (f"Alt+{place}",))
    for place, (name, words, description) in enumerate(
        (
            ("escapes", "Encoding", "Show encoding problems and the corrected link"),
            ("normal", "Normal form", "Show normalization step by step"),
            ("readings", "Parsers", "Show how each edition, browsers and Python parse the link"),
            ("scheme", "Scheme", "Show what the scheme defines for this link"),
            ("query", "Query", "Edit the query as a table"),
            ("values", "Values", "Show links, identifiers and times in the link"),
            ("grammar", "Grammar", "Show the grammar rules that match the link"),
        ),
        1,
    )
)
GO = (
    ActionSpec("back", "go", "&Back", "Go back to the list or the previous text", ("Alt+Left",)),
    ActionSpec("forward", "go", "&Forward", "Show the next text", ("Alt+Right",)),
    ActionSpec("history", "go", "&History…", "Search the history", ("Ctrl+H",)),
    ActionSpec("inspect", "go", "&Inspect", "Inspect one link", ("Ctrl+1",), apart=True),
    ActionSpec("resolve", "go", "&Resolve", "Resolve a reference against a base URI", ("Ctrl+2",)),
    ActionSpec("compare", "go", "&Compare", "Compare two references", ("Ctrl+3",)),
    ActionSpec(
        "documents", "go", "&Documents", "Check documents: web pages, emails, files", ("Ctrl+4",)
    ),
    ActionSpec("learn", "go", "&Learn", "Learn how links are built and read", ("Ctrl+5",)),
    ActionSpec(
        *("ask", "go", "As&k me about this"),
        "Answer questions in Learn about the texts in Inspect, Resolve or Compare",
        ("Ctrl+Shift+A",),
    ),
    ActionSpec(
        "open_pack", "go", "Open a &teacher's pack…", "Answer the questions of a pack in Learn"
    ),
    ActionSpec("sheets", "go", "Sheets f&or a class…", "Print the questions of a pack or a lesson"),
    ActionSpec(
        *("due", "go", "Toda&y's questions"), "Answer today's questions in Learn", ("Ctrl+Shift+T",)
    ),
    ActionSpec(
        "spot", "go", "&Spot the host…", ("Play a round of Spot the host in Learn"), ("Ctrl+G",)
    ),
    ActionSpec(
        "review_fixes",
        "go",
        "Review fi&xes…",
        "Review fixes for the links in the files in Documents",
        ("Ctrl+R",),
    ),
    ActionSpec(
        "next_finding",
        "go",
        "&Next finding",
        "Select the text of the next finding",
        ("F8",),
        apart=True,
    ),
    ActionSpec(
        "previous_finding",
        "go",
        "&Previous finding",
        "Select the text of the previous finding",
        ("Shift+F8",),
    ),
    ActionSpec(
        "editor",
        "go",
        "&Edit the link",
        "Select the text and start editing",
        ("Ctrl+L",),
        apart=True,
    ),
)
HELP = (
    ActionSpec(
        "find_action", "help", "&Find an action…", "Search actions and settings", ("Ctrl+K",)
    ),
    ActionSpec("shortcuts", "help", "&Keyboard shortcuts", "Show all keys", ("F1", "?")),
    ActionSpec(
        "clauses", "help", "Spec &clauses", "Show the clauses of each specification", ("Shift+F1",)
    ),
    ActionSpec("manual", "help", "&Manual", "Read about common tasks, findings and export formats"),
    ActionSpec(
        "about",
        "help",
        "&About URI Inspector",
        "Versions, licenses and what the program never does",
        apart=True,
    ),
)
# The action before which a submenu is inserted; other submenus are at the top of their menu.
SUBMENUS = {"file/recent": "close", "file/examples": "site", "file/hand_on": "site"}
ACTIONS = (*FILE, *EXPORT, *EDIT, *VIEW, *PROOF, *GO, *HELP)
# Workspaces whose content can become an exercise in Learn.
ASKABLE = frozenset({"inspect", "resolve", "compare"})
# Actions that only work in Inspect; they are disabled in other workspaces.
INSPECTING = frozenset(
    {"back", "forward", "next_finding", "previous_finding", "decode"}
    | {act.name for act in EXPORT if not act.switch}
)


class Menus:
    """The menus and the actions, by name; actions without a command are left out."""

    def __init__(
        self,
        bar: QMenuBar,
        commands: Mapping[str, Callable[[], object]],
        settings: Settings,
        keys: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Fill an empty menu bar; ``keys`` has the shortcuts of every action."""
        self._bar = bar
        self._settings = settings
        self._keys = keys
        self.menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._document_exports: list[QAction] = []
        for name in MENUS:
            self._add_menu(name)
        for act in ACTIONS:
            if act.choice is not None:
                self._add_choice(act, *act.choice)
            elif act.switch:
                self._add_switch(act)
            elif act.name in commands:
                self._add(act).triggered.connect(lambda _on, run=commands[act.name]: run())
        for name, before in SUBMENUS.items():
            if before in self.actions:
                self.menus["file"].insertMenu(self.actions[before], self.menus[name])

    def mark(self) -> None:
        """Check the actions that match the settings."""
        for act in ACTIONS:
            if act.choice is not None:
                name, value = act.choice
                self.actions[act.name].setChecked(self._settings[name] == value)
            elif act.switch:
                self.actions[act.name].setChecked(self._settings[act.switch])

    def serve(self, workspace: str, *, has_way_back: bool = False) -> None:
        """Enable the actions that work in a workspace, and show its exports."""
        is_documents = workspace == "documents"
        for name in INSPECTING:
            is_fit = workspace == "inspect" or (is_documents and name == "copy_defanged")
            self.actions[name].setEnabled(is_fit or (has_way_back and name == "back"))
        self.actions["ask"].setEnabled(workspace in ASKABLE)
        self.actions["close"].setEnabled(workspace in {"inspect", "documents"})
        for act in EXPORT:
            if not act.switch and act.name != "copy_defanged":
                self.actions[act.name].setVisible(not is_documents)
        self.menus[FILL].menuAction().setVisible(not is_documents)
        for each in self._document_exports:
            each.setVisible(is_documents)

    def add_document_exports(self, exports: QMenu) -> None:
        """Add Documents' exports to the Export menu, and "Without recipient data" to theirs."""
        first = next(self.actions[act.name] for act in EXPORT if act.switch)
        for each in exports.actions():
            action = QAction(each.text(), self._bar)
            action.triggered.connect(each.trigger)
            self.menus["file/hand_on"].insertAction(first, action)
            self._document_exports.append(action)
        exports.addSeparator()
        exports.addAction(first)

    def _add_menu(self, name: str) -> None:
        parent = self.menus.get(name.rpartition("/")[0])
        words = say(MENUS[name])
        menu = parent.addMenu(words) if parent is not None else self._bar.addMenu(words)
        menu.setToolTipsVisible(False)
        round_corners(menu)
        self.menus[name] = menu

    def _add(self, act: ActionSpec) -> QAction:
        menu = self.menus[act.menu]
        if act.apart and not menu.isEmpty():
            menu.addSeparator()
        action = menu.addAction(say(act.words))
        action.setObjectName(act.name)
        action.setStatusTip(say(act.description))
        action.setShortcuts([QKeySequence(keys) for keys in self._keys[act.name]])
        self.actions[act.name] = action
        return action

    def _add_choice(self, act: ActionSpec, setting: str, value: object) -> None:
        action = self._add(act)
        action.setCheckable(True)
        action.setChecked(self._settings[setting] == value)
        group = self._groups.setdefault(setting, QActionGroup(self._bar))
        group.addAction(action)
        action.triggered.connect(lambda _on: self._settings.set(setting, value))

    def _add_switch(self, act: ActionSpec) -> None:
        action = self._add(act)
        action.setCheckable(True)
        action.setChecked(self._settings[act.switch])
        action.triggered.connect(lambda on: self._settings.set(act.switch, on))


def keys_shown(action: QAction) -> str:
    """Return the shortcuts of an action in the system's notation."""
    text = QKeySequence.SequenceFormat.NativeText
    return ", ".join(keys.toString(text) for keys in action.shortcuts())
