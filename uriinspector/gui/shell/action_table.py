"""Every action of the window in one table: menus, shortcuts and their page are made of it."""

from __future__ import annotations

from uriinspector.export.formats import LINK_FORMATS
from uriinspector.gui.shell.action_spec import ActionSpec

FILE = (
    ActionSpec(
        "open",
        "file",
        "&Open…",
        "Read the links in pages, mails, pictures, texts or shortcut files",
        ("Ctrl+O",),
    ),
    ActionSpec(
        "paste_whole",
        "file",
        "Paste as a &new text",
        "Put what the clipboard holds in place of the whole text",
        ("Ctrl+Shift+V",),
    ),
    ActionSpec(
        "new_case",
        "file",
        "New &case",
        "Begin another case of documents; the one before stays as it is",
        ("Ctrl+N",),
        apart=True,
    ),
    ActionSpec(
        "open_case",
        "file",
        "Open a c&ase…",
        "Open the file of a case",
        ("Ctrl+Shift+O",),
    ),
    ActionSpec(
        "save_case",
        "file",
        "Sa&ve the case as…",
        "Keep the case of documents in a file from now on",
        ("Ctrl+S",),
    ),
    ActionSpec(
        "settings",
        "file",
        "&Settings…",
        "Change what the program keeps and how it looks",
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
        "Copy the text so that no program makes a link of it",
        ("Ctrl+Shift+D",),
    ),
    ActionSpec(
        "copy_report",
        "file/hand_on",
        "Copy &report",
        "Copy the report in Markdown",
        ("Ctrl+Shift+R",),
    ),
    *(
        ActionSpec(
            *(f"save_{each.name}", "file/hand_on", each.words, each.tells),
            apart=each.name in {"markdown", "svg"},  # reports, pictures
        )
        for each in LINK_FORMATS.values()
    ),
    ActionSpec(
        "without_recipient",
        "file/hand_on",
        "&Without recipient data",
        "Take out addresses and tokens of the recipient before anything is handed on",
        switch="without_recipient",
        apart=True,
    ),
)
EDIT = (
    ActionSpec("undo", "edit", "&Undo", "Take the last change back", ("Ctrl+Z",)),
    ActionSpec("redo", "edit", "&Redo", "Make the change again", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionSpec(
        "cut",
        "edit",
        "Cu&t",
        "Cut what is selected; a whole link is defanged",
        ("Ctrl+X",),
        apart=True,
    ),
    ActionSpec(
        "copy", "edit", "&Copy", "Copy what is selected; a whole link is defanged", ("Ctrl+C",)
    ),
    ActionSpec(
        "copy_exact",
        "edit",
        "Copy &exact",
        "Copy the text as it is: what is pasted elsewhere may be a live link",
        ("Ctrl+Shift+C",),
    ),
    ActionSpec("paste", "edit", "&Paste", "Put in what the clipboard holds", ("Ctrl+V",)),
    ActionSpec(
        "select_all", "edit", "Select &all", "Select the whole text", ("Ctrl+A",), apart=True
    ),
)
VIEW = (
    ActionSpec("theme_light", "view/theme", "&Light", "Dark on light", choice=("theme", "light")),
    ActionSpec("theme_dark", "view/theme", "&Dark", "Light on dark", choice=("theme", "dark")),
    ActionSpec(
        "theme_system",
        "view/theme",
        "Like the &system",
        "Light or dark as the system is",
        choice=("theme", "system"),
    ),
    ActionSpec("language_en", "view/language", "English", "Use English", choice=("language", "en")),
    ActionSpec("language_de", "view/language", "Deutsch", "Use German", choice=("language", "de")),
    ActionSpec(
        "language_system",
        "view/language",
        "Like the &system",
        "Use the language of the system",
        choice=("language", "system"),
    ),
    ActionSpec(
        "edition_1994",
        "view/edition",
        "1994 · RFC 1738",
        "Read as the specifications of 1994 do",
        choice=("edition", "1994"),
    ),
    ActionSpec(
        "edition_1997",
        "view/edition",
        "1997 · draft towards RFC 2396",
        "Read as the draft of 1997 does",
        choice=("edition", "1997"),
    ),
    ActionSpec(
        "edition_2003",
        "view/edition",
        "2003 · draft towards RFC 3986",
        "Read as the draft of 2003 does",
        choice=("edition", "2003"),
    ),
    ActionSpec(
        "edition_2005",
        "view/edition",
        "2005 · RFC 3986",
        "Read as the standard of today does",
        choice=("edition", "2005"),
    ),
    ActionSpec(
        "zoom_in",
        "view",
        "Zoom &in",
        "Make everything larger, up to 200 %",
        ("Ctrl++", "Ctrl+="),
        apart=True,
    ),
    ActionSpec(
        "zoom_out", "view", "Zoom &out", "Make everything smaller, down to 100 %", ("Ctrl+-",)
    ),
    ActionSpec("zoom_reset", "view", "&Actual size", "Back to 100 %", ("Ctrl+0",)),
    ActionSpec(
        "teach",
        "view",
        "Tea&ch mode",
        "Resolve with target and coming steps covered until they are revealed",
        ("F11",),
        apart=True,
    ),
)
# The tabs of Inspect, in the order of their bar.
PROOF = tuple(
    ActionSpec(f"proof_{name}", "view/proof", words, tells, (f"Alt+{place}",))
    for place, (name, words, tells) in enumerate(
        (
            ("escapes", "Escapes", "Show every escape of the text and what it decodes to"),
            ("normal", "Normal form", "Show the text brought to its normal form, rung by rung"),
            ("readings", "Readings", "Show what editions, browsers and Python make of the text"),
            ("scheme", "Scheme", "Show what the scheme says about the text"),
            ("nested", "Nested", "Show the references inside of the text"),
            ("grammar", "Grammar", "Show the rules that derive the text"),
        ),
        1,
    )
)
GO = (
    ActionSpec("back", "go", "&Back", "Show the text before this one", ("Alt+Left",)),
    ActionSpec("forward", "go", "&Forward", "Show the text after this one", ("Alt+Right",)),
    ActionSpec("history", "go", "&History…", "Search the texts that were looked at", ("Ctrl+H",)),
    ActionSpec(
        "inspect",
        "go",
        "&Inspect",
        "Open the workspace that takes one reference apart",
        ("Ctrl+1",),
        apart=True,
    ),
    ActionSpec(
        "resolve",
        "go",
        "&Resolve",
        "Open the workspace that resolves a reference against a base",
        ("Ctrl+2",),
    ),
    ActionSpec(
        "compare", "go", "&Compare", "Open the workspace that compares two references", ("Ctrl+3",)
    ),
    ActionSpec(
        "documents",
        "go",
        "&Documents",
        "Open the workspace that reads pages and mails",
        ("Ctrl+4",),
    ),
    ActionSpec(
        "next_finding",
        "go",
        "&Next finding",
        "Select the place of the next finding",
        ("F8",),
        apart=True,
    ),
    ActionSpec(
        "previous_finding",
        "go",
        "&Previous finding",
        "Select the place of the finding before",
        ("Shift+F8",),
    ),
    ActionSpec(
        "editor",
        "go",
        "&Edit the text",
        "Put the cursor into the text and select it",
        ("Ctrl+L",),
        apart=True,
    ),
)
HELP = (
    ActionSpec(
        "shortcuts", "help", "&Keyboard shortcuts", "Show every action with its keys", ("F1",)
    ),
    ActionSpec(
        "clauses",
        "help",
        "&Clauses",
        "Show what the specifications say, clause by clause",
        ("Shift+F1",),
    ),
    ActionSpec(
        "manual",
        "help",
        "&Manual",
        "Read about the rules, the export formats and the JSON",
    ),
    ActionSpec(
        "about",
        "help",
        "&About URI Inspector",
        "Versions, licences, and what the program never does",
        apart=True,
    ),
)
ACTIONS = (*FILE, *EXPORT, *EDIT, *VIEW, *PROOF, *GO, *HELP)
# These are about what only the first workspace shows; in the others they rest.
INSPECTING = frozenset(
    {"back", "forward", "next_finding", "previous_finding"}
    | {act.name for act in EXPORT if not act.switch}
)
