"""What a paste or a drop brings to the workspace: files, or else the octets themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QMimeData

from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.scan_state import HTML, MBOX, MESSAGE, TEXT, kind_of
from uriinspector.gui.documents.file_dialogs import places
from uriinspector.gui.documents.file_reader import PastedFile, Source
from uriinspector.gui.selection import text_of
from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.paste_and_drop import picture_of

MARKS = (b"\xff\xfe", b"\xfe\xff")


def sources(data: QMimeData) -> list[Source]:
    """What of it can be read here; nothing where it is a single reference."""
    return [*places(data)] or [*_contents(data)]


def numbered(sources: list[Source], heads: Sequence[Head]) -> list[Source]:
    """Give a number to what is pasted again, so that one can be told from the other."""
    before = sum(head.octets is not None for head in heads)
    return [
        each._replace(name=f"{each.name} {before + place}")
        if isinstance(each, PastedFile) and before + place > 1
        else each
        for place, each in enumerate(sources, 1)
    ]


def _contents(data: QMimeData) -> Iterator[PastedFile]:
    """The source of a page or a message where the text is one, and what the page hides as well."""
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
    """The page as it came; some programs send two octets a letter, which nobody could read."""
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
