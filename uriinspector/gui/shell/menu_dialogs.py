"""Dialogs opened from the menus: about, manual, shortcuts, searchable lists."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from importlib import metadata
from pathlib import PurePosixPath
from platform import python_version

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QAction, QBrush, QImage, QKeyEvent, QTextCursor, QTextDocument, QTextTable
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)

from uriinspector.analysis.list_sources import ListSource
from uriinspector.analysis.resource_files import shipped, shipped_text
from uriinspector.analysis.versions import AGED, VersionRow, is_old, judged_by
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.gui.place_keys import PLACE_KEYS, keys_in_use
from uriinspector.gui.shell.menus import ACTIONS, PROOF, keys_shown
from uriinspector.gui.shell.start import MENUS, ActionSpec
from uriinspector.gui.storage.profile import KeyFile
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import ROW_ROLE, Column
from uriinspector.gui.text.pieces import muted, ours, outside, plain_label, visible
from uriinspector.gui.text.translation import language, say
from uriinspector.gui.theme import pixels, theme, window_icon
from uriinspector.gui.widgets.cards import DialogSheet, button, card, line_edit
from uriinspector.gui.widgets.layouts import column_of, fill, row, stretched
from uriinspector.gui.widgets.view_parts import ENTER

NEVER = (
    "URI Inspector never connects to a network, resolves names or reads network files.",
    "URI Inspector never opens a link, no matter where you click.",
    "URI Inspector never runs scripts, macros or programs from the content that it checks.",
    "URI Inspector never calls a link safe. It checks the text and does not visit the site.",
)


class About(DialogSheet):
    """The dialog about the program and its components."""

    def __init__(self, parent: QWidget, sources: tuple[ListSource, ...] = ()) -> None:
        """Show the dialog; ``sources`` are the user's lists in use."""
        super().__init__(parent, say("About URI Inspector"), (640, 640))
        inside = QWidget()
        inside.setObjectName("page")
        cards = (
            card(plain_label(title, role="title"), *map(plain_label, rows))
            for title, rows in sections(sources)
        )
        parts = (self._head(), *cards, None)
        column_of(*parts, into=inside, margins=(0, 0, 8, 0), spacing=12)
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setWidget(inside)
        self.body.addWidget(self.view)

    def _head(self) -> QHBoxLayout:
        """Lay out the icon, the name, the version and the button for the licenses."""
        picture = plain_label()
        side = pixels(64)
        picture.setPixmap(window_icon().pixmap(QSize(side, side), self.devicePixelRatioF()))
        version = metadata.version("uriinspector")
        words = column_of(
            plain_label("URI Inspector", role="headline"),
            plain_label(say("Version {version}. License: MIT.", version=version)),
            spacing=2,
        )
        self.texts = button(say("License texts"), lambda: Licences(self).open())
        return row(picture, stretched(words), self.texts, spacing=14)


def sections(sources: tuple[ListSource, ...] = ()) -> list[tuple[str, list[str]]]:
    _, *others = licences()
    libraries = [f"{named(each.name)} · {each.licence}" for each in others]
    return [
        (say("What the program never does"), [say(each) for each in NEVER]),
        (say("Libraries and their licenses"), libraries),
        (say("Data tables and lists"), [_dated(each) for each in judged_by(sources)]),
        (say("Fonts and icons"), [say(FONTS)]),
    ]


def _dated(table: VersionRow) -> str:
    """Return the name and date of a table or list; if it is over a year old, add a remark."""
    line = f"{table.name} · {table.version}"
    return f"{line} · {say(AGED)}" if is_old(table, date.today()) else line


def named(part: str) -> str:
    """Return a component's name and, if it is installed, its version."""
    versions = {"Qt": qVersion, "Python": python_version}
    try:
        return f"{part} {versions[part]() if part in versions else metadata.version(part)}"
    except metadata.PackageNotFoundError:
        return part


FONTS = (
    "Inter and JetBrains Mono, if installed: SIL Open Font License 1.1. Icons made for this "
    "program."
)

FILE = "licences.txt"
HEAD = expression(r"^={78}\n(.+)\nLicence: (.+)\n={78}$\n+", re.MULTILINE)


class Licence(NamedTuple):
    """A component that is shipped or required: its name, SPDX license and license text."""

    name: str
    licence: str
    text: str


@cache
def licences() -> tuple[Licence, ...]:
    """Return all licenses, the program's own first."""
    _, *pieces = HEAD.split(shipped_text(FILE))
    return tuple(
        Licence(name, licence, text.strip("\n"))
        for name, licence, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    )


class Licences(DialogSheet):
    """The text of all licenses."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, say("Licenses"), (720, 640))
        self.view = QPlainTextEdit(shipped_text(FILE))
        self.view.setReadOnly(True)
        self.view.setFont(theme.uri_font(11))
        self.view.setObjectName("framed")
        self.view.setAccessibleName(say("Licenses"))
        self.body.addWidget(self.view)


# Tasks come first, then reference pages.
ORDER = (
    *("ten-minutes", "suspicious-link", "suspicious-email", "many-emails", "high"),
    *("broken-links", "teachers", "big-log", "scripts"),
    *("rules", "values", "fixes", "sites", "packs", "mistakes", "exports", "keys"),
    *("commands", "json", "library", "columns", "engines", "benchmarks"),
)
ENGLISH_ALONE = "This page is available in English only."
COMMENT = expression(r"^<!--.*?-->\n+|<!--.*?-->", re.DOTALL | re.MULTILINE)
EMPTY_CELL = expression(r"\|  (?=\|)")  # Qt would merge it with the previous cell
PICTURE = expression(r"!\[[^\]]*\]\(([^)]*)\)")
LINK_TO_PAGE = expression(r"(?<!!)\[([^\]]*)\]\((?:#[^)]*|[^)]*\.md)\)")


class ManualPage(NamedTuple):
    """A page of the manual: its title, and the rest as Markdown."""

    title: str
    text: str


def manual_pages(spoken: str = "en") -> list[ManualPage]:
    """Return all manual pages, translated where possible.

    Pages available only in English say so in their first line.
    """
    english = {path.stem: path for path in shipped("manual").glob("*.md")}
    others = {path.stem: path for path in shipped(f"manual/{spoken}").glob("*.md")}
    names = sorted(english, key=lambda name: (name not in ORDER, (*ORDER, name).index(name)))
    pages = []
    for name in names:
        page = read_page(others.get(name, english[name]).read_text("utf-8"))
        if spoken != "en" and name not in others:
            page = page._replace(text=f"*{say(ENGLISH_ALONE)}*\n{page.text}")
        pages.append(page)
    return pages


def read_page(source: str) -> ManualPage:
    """Split off the title; turn links between pages, which do not work here, into text."""
    title, _, text = COMMENT.sub("", source).removeprefix("# ").partition("\n")
    return ManualPage(title, EMPTY_CELL.sub("| \u00a0 ", LINK_TO_PAGE.sub(r"\1", text)))


def show_pictures(document: QTextDocument, text: str, width: int) -> None:
    """Load the pictures that the Markdown names, scaled down to a maximum width."""
    for name in PICTURE.findall(text):
        image = QImage(str(shipped(f"manual/pictures/{PurePosixPath(name).name}")))
        if image.width() > width:
            image = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)
    document.markContentsDirty(0, document.characterCount())


class Manual(DialogSheet):
    """The pages of the manual, in a list; links cannot be opened."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, say("Manual"), (1040, 720))
        self.pages = manual_pages(language())
        self.list = QListWidget()
        self.list.setAccessibleName(say("Pages"))
        self.list.addItems([page.title for page in self.pages])
        self.list.setObjectName("outline")
        self.list.setWordWrap(True)
        self.list.setFixedWidth(pixels(240))
        self.view = QTextEdit()  # unlike QTextBrowser, it opens nothing
        self.view.setReadOnly(True)
        self.view.setAccessibleName(say("Manual"))
        self.list.currentRowChanged.connect(self.show_page)
        both = row(self.list, stretched(self.view), spacing=None)
        fill(self.body, stretched(both))
        self.list.setCurrentRow(0)

    def show_page(self, number: int) -> None:
        self.view.setMarkdown(self.pages[number].text)
        document = self.view.document()
        show_pictures(document, self.pages[number].text, self.view.viewport().width() - 24)
        space_blocks(document, pixels(6))
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                style_table(frame, QBrush(theme.color("line")), pixels(5))


def space_blocks(document: QTextDocument, gap: int) -> None:
    """Add margins to paragraphs and headings, since Qt puts no space between them."""
    block = document.begin()
    while block.isValid():
        cursor = QTextCursor(block)
        if cursor.currentTable() is None:
            shape = block.blockFormat()
            shape.setTopMargin(2 * gap if shape.headingLevel() else gap)
            shape.setBottomMargin(gap)
            cursor.setBlockFormat(shape)
        block = block.next()


def style_table(table: QTextTable, line: QBrush, padding: int) -> None:
    shape = table.format()
    shape.setBorderBrush(line)
    shape.setCellPadding(padding)
    table.setFormat(shape)


LONGEST = 300
MOVES = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class PickerRow(NamedTuple):
    """A row of a searchable list: text from outside, a severity, a time, and more words to find."""

    text: str
    severity: str | None = None
    when: str = ""
    also: str = ""


class Picker(DialogSheet):
    """A searchable list: arrow keys select a row, Enter chooses it."""

    has_close_button = False
    chosen = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        title: str,
        find: Callable[[str], Sequence[PickerRow]],
        empty: Callable[[str], str],
        *,
        has_links: bool = True,
        search: str = "",
    ) -> None:
        """Show the rows that ``find`` returns for the search; if there are none, the text
        of ``empty``. ``search`` is the placeholder of the search field.
        """
        super().__init__(parent, title, (760, 440))
        self._find = find
        self._empty = empty
        self.search = line_edit(say("Search"), search or say("Search"))
        self.search.setClearButtonEnabled(True)
        self.note = plain_label(role="quiet")
        columns = (
            Column(say("Text"), lambda choice: outside(choice.text[:LONGEST]), is_uri=has_links),
            Column(say("Severity"), lambda _: (), is_rigid=True, sign=lambda c: c.severity or ""),
            Column(say("Inspected"), lambda c: muted(c.when), is_rigid=True),
        )
        self.table = Grid(None, columns[:: 1 if has_links else 2], title, widest=0)
        self.table.lazy.name_rows(_picker_sentence, (0,))
        self.table.horizontalHeader().hide()
        self._list = card(self.table, margins=(4, 4))
        fill(self.body, self.search, stretched(self._list), self.note)
        self.body.addStretch(0)  # fills the space if the list is hidden
        self.search.textChanged.connect(self.refresh)
        self.search.installEventFilter(self)
        self.table.installEventFilter(self)
        self.table.doubleClicked.connect(lambda _index: self._take())
        self.refresh()
        self.search.setFocus()

    def select(self, text: str) -> None:
        texts = [each.text for each in self._find(self.search.text())]
        if text in texts:
            self.table.selectRow(texts.index(text))

    def refresh(self) -> None:
        search = self.search.text()
        rows = self._find(search)
        self.table.set_rows(rows)
        self._list.setVisible(bool(rows))
        if rows:
            self.table.selectRow(0)
        self.note.setText(
            say("Press Enter to choose the selected row, Esc to close.")
            if rows
            else self._empty(search)
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with arrow keys from the search field; choose a row with Enter."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in ENTER:
                self._take()
                return True
            if watched is self.search and event.key() in MOVES:
                self.table.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)

    def _take(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self.accept()
            self.chosen.emit(index.data(ROW_ROLE).text)


def _picker_sentence(choice: PickerRow) -> str:
    severity = say(choice.severity) if choice.severity else ""
    return ", ".join(filter(None, (visible(choice.text[:LONGEST]), severity, choice.when)))


# Fixed shortcuts of parts of the window: keys and description.
ELSEWHERE = (
    ("PageDown, PageUp", "Resolve: next step, previous step"),
    ("Enter", "In the text: save the link to the history"),
    ("Space", "Review fixes: take the change or skip it"),
    ("1, 2, 3, 4", "Learn: choose an answer; Enter checks it and goes on"),
    ("[, ]", "Learn, when marking text: extend the marked text to the next delimiter"),
    ("A, B, C", "Learn, when putting lines in order: put the line with this letter last"),
    ("Alt+1 to Alt+9", "Documents: show a tab of the message or page"),
    ("F3, Shift+F3", "Documents: show the bytes of the next or previous finding"),
    ("Alt+Up, Alt+Down", "Learn, when putting lines in order: move the line up or down"),
    ("Del", "Learn, when putting lines in order: take the line out"),
    ("A, B, C, D, E", "Learn, when describing a step: choose its rule"),
    ("Ctrl+Enter", "Learn: open the question in Inspect or Resolve once it is answered"),
    ("Tab", "Move to the next pane"),
    ("Shift+Tab", "Move to the previous pane"),
    ("Up, Down", "In a list or table: previous row, next row"),
    ("Esc", "Close the top panel"),
)


class Shortcut(NamedTuple):
    """A row in the dialog: an action, its keys, and its description."""

    action: str
    keys: str
    description: str


# The actions that belong to a workspace; they are listed first while it is open.
OWN_ACTIONS = {
    "inspect": ("next_finding", "previous_finding", "editor", "decode", *(p.name for p in PROOF)),
    "resolve": ("teach", "write_forms"),
    "documents": ("review_fixes", "write_forms"),
    "learn": ("due", "spot"),
}
# How the descriptions of other keys begin if they belong to a workspace.
OWN_PLACES = {
    "inspect": ("In the link", "In the text"),
    "resolve": ("Resolve",),
    "documents": ("Documents",),
    "learn": ("Learn",),
}


def shortcuts(offered: Mapping[str, QAction], workspace: str = "") -> list[Shortcut]:
    """Return every action that has keys, then the keys of individual parts of the window.

    Those of the open workspace come first.
    """
    rows, own = [], []
    for keys, description in _other_keys():
        if is_own_place(description, workspace):
            own.append(Shortcut(here(workspace), keys, own_words(description)))
        else:
            rows.append(Shortcut("", keys, say(description)))
    actions = [each for each in ACTIONS if each.name in offered and keys_shown(offered[each.name])]
    kinds: tuple[list[Shortcut], list[Shortcut]] = [], []
    for act in actions:
        is_own = act.name in OWN_ACTIONS.get(workspace, ())
        words = action_words(act, workspace)
        kinds[is_own].append(Shortcut(words, keys_shown(offered[act.name]), say(act.description)))
    return [*own, *kinds[True], *kinds[False], *rows]


def _other_keys() -> Iterator[tuple[str, str]]:
    for each in PLACE_KEYS:
        if keys := keys_in_use.listed(each.name):
            yield keys, each.description
    for keys, description in ELSEWHERE:
        yield say(keys), description


def is_own_place(description: str, workspace: str) -> bool:
    place = description.partition(":")[0].partition(",")[0]
    return place in OWN_PLACES.get(workspace, ())


def own_words(description: str) -> str:
    """Return a translated description without the place name at its beginning."""
    before, _, words = say(description).partition(": ")
    return say(description) if "," in before else words[:1].upper() + words[1:]


def here(workspace: str) -> str:
    """Return the title of the actions that belong to the open workspace."""
    words = next(act.words for act in ACTIONS if act.name == workspace)
    return say(words).replace("&", "")


def action_words(act: ActionSpec, workspace: str) -> str:
    """Return an action's label, preceded by its menu or by the open workspace that owns it."""
    if act.name not in OWN_ACTIONS.get(workspace, ()):
        return plain_words(act.menu, act.words)
    return f"{here(workspace)} › {plain_words(act.menu, act.words).rpartition(' › ')[2]}"


def plain_words(menu: str, words: str) -> str:
    """Return the menu and label of an action, as in "File › Open"."""
    return f"{say(MENUS[menu])} › {say(words)}".replace("&", "").replace("…", "")


class ShortcutPage(DialogSheet):
    """The dialog with all keyboard shortcuts."""

    has_close_button = False

    def __init__(
        self,
        parent: QWidget,
        offered: Mapping[str, QAction],
        key_file: KeyFile,
        workspace: str = "",
    ) -> None:
        """List the shortcuts, and the path and problems of the user's shortcut file."""
        super().__init__(parent, say("Keyboard shortcuts"), (820, 620))
        self._rows = shortcuts(offered, workspace)
        self.search = line_edit(say("Search"), say("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        name = say("Keyboard shortcuts")
        columns = (
            Column(say("Action"), lambda row: ours(row.action)),
            Column(say("Keys"), lambda row: ours(row.keys), is_uri=True),
            Column(say("Description"), lambda row: ours(row.description), wraps=True),
        )
        self.table = Grid(None, columns, name, widest=2)
        self.table.set_rows(self._rows)
        self.words = plain_label("\n".join((*key_file.problems, *_place(key_file))), role="quiet")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.words.setVisible(bool(self.words.text()))
        fill(self.body, self.search, stretched(card(self.table, margins=(4, 4))), self.words)
        self.search.setFocus()

    def _find(self, search: str) -> None:
        """Show the rows that contain every word."""
        words = search.casefold().split()
        texts = [(row, "\n".join(row).casefold()) for row in self._rows]
        self.table.set_rows([row for row, text in texts if all(word in text for word in words)])


def _place(key_file: KeyFile) -> Iterator[str]:
    if key_file.file is not None:
        file = visible(str(key_file.file))
        yield say("Keys can be changed in {file}. The manual says how.", file=file)
