"""Input for the workspace: files from dialogs, dropped or pasted."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QToolButton, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.scan_state import HTML, MBOX, MESSAGE, TEXT, kind_of
from uriinspector.gui.documents.file_reader import PastedFile, Source
from uriinspector.gui.selection import add_entry, text_of
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.incoming import is_remote, local_path
from uriinspector.gui.transfer.paste_and_drop import picture_of
from uriinspector.gui.widgets.cards import button, menu_button


def places(data: QMimeData) -> list[str]:
    """Return the paths of dropped files, including remote files, which are refused later."""
    texts = bytes(data.data("text/uri-list").data()).decode("utf-8", "replace").splitlines()
    result = []
    for each in texts:
        path = local_path(each)
        if path is not None:
            result.append(path)
        elif is_remote(each):
            result.append(each)
    return result


def ask_for_files(parent: QWidget, folder: str) -> list[str]:
    return QFileDialog.getOpenFileNames(parent, say("Web pages and emails"), folder)[0]


def ask_for_folder(parent: QWidget, folder: str) -> list[str]:
    title = say("Folder with web pages and emails")
    result = QFileDialog.getExistingDirectory(parent, title, folder)
    return [result] if result else []


MARKS = (b"\xff\xfe", b"\xfe\xff")


def sources(data: QMimeData) -> list[Source]:
    """Return dropped files or, if there are none, pasted content; nothing for a single link."""
    return [*places(data)] or [*_contents(data)]


def pasted_before(source: Source, heads: Sequence[Head]) -> int:
    """Return the number of the file that has the same pasted content, or -1."""
    if not isinstance(source, PastedFile):
        return -1
    held = (at for at, each in enumerate(heads) if each.octets == source.octets)
    return next(held, -1)


def numbered(sources: list[Source], heads: Sequence[Head]) -> list[Source]:
    """Number pasted content, so that each piece has a unique name."""
    before = sum(head.octets is not None for head in heads)
    return [
        each._replace(name=f"{each.name} {before + place}")
        if isinstance(each, PastedFile) and before + place > 1
        else each
        for place, each in enumerate(sources, 1)
    ]


def _contents(data: QMimeData) -> Iterator[PastedFile]:
    """Yield pasted content: the source of a page or email, a formatted page, or an image."""
    text = text_of(data) if data.hasText() else ""
    octets = text.encode("utf-8", "surrogatepass")
    kind = kind_of(memoryview(octets), None, None)[0]
    page = _page(data)
    if kind != TEXT or (not page and len(text.split()) > 1):
        yield PastedFile(_name(kind), octets)
    if page:
        yield PastedFile(_name(HTML), page, ".html")
    if not text and not page and data.hasImage():
        yield PastedFile(say("pasted image"), picture_of(data), ".png")


def _page(data: QMimeData) -> bytes:
    """Return the pasted page in UTF-8; some programs provide it in UTF-16."""
    octets = bytes(data.data("text/html").data())
    if octets.startswith(MARKS):
        octets = octets.decode("utf-16", "replace").encode("utf-8", "replace")
    return octets.rstrip(b"\0")


def _name(kind: str) -> str:
    return {
        HTML: say("pasted page"),
        MESSAGE: say("pasted message"),
        MBOX: say("pasted mailbox"),
    }.get(kind) or say("pasted text")


class AddingButtons(NamedTuple):
    """The buttons to add files, and the menu of cases."""

    files: QPushButton
    folder: QPushButton
    site: QPushButton
    pasted: QPushButton
    cases: QToolButton

    def fill(self, menu: QMenu) -> None:
        """Add entries for these buttons to a menu."""
        for each in (self.files, self.folder, self.site, self.pasted):
            add_entry(menu, each.text(), each.click)


def adding_buttons(
    on_files: Callable[[], object],
    on_folder: Callable[[], object],
    on_site: Callable[[], object],
    on_paste: Callable[[], object],
    cases: QMenu,
) -> AddingButtons:
    return AddingButtons(
        button(say("Files…"), on_files, act="open"),
        button(say("Folder…"), on_folder, act="open_folder"),
        button(say("Site check…"), on_site, act="site"),
        button(say("Paste"), on_paste, act="paste"),
        menu_button(say("Cases"), cases),
    )
