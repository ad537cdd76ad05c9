"""The reader of pages: their encoding, their links, their BASE, and the pages inside of them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from uriinspector.core.message import message
from uriinspector.documents.bases import embedded, enclosed
from uriinspector.documents.encoding import RECODED, UTF8, encoding_named, guessed, marked
from uriinspector.documents.found import CONTEXT, END, START, TAG
from uriinspector.documents.gathering import BATCH
from uriinspector.documents.html.charset import declared
from uriinspector.documents.html.scanner import Scanner
from uriinspector.documents.html.values import mapped_value
from uriinspector.documents.mime.base64 import Base64
from uriinspector.documents.reading.picture import IN_PICTURE, codes_in
from uriinspector.documents.reading.spoken import spoken
from uriinspector.documents.recoded import Recoded

if TYPE_CHECKING:
    from uriinspector.documents.gathering import Entity, Gathering
    from uriinspector.documents.html.page import Page
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.octets import Octets

PICTURE, PICTURES = b"data:image/", 64
# More pages inside of attributes are not opened.
PAGES = 64
TOO_MUCH = message("more octets than are decoded for one document")


def read_page(gathering: Gathering, entity: Entity) -> str | None:
    """All links of a page, those in comments apart."""
    found = text_of(gathering, entity, is_page=True)
    if found is None:
        return TOO_MUCH
    octets, start, end, encoding = found
    leaf = gathering.leaf(entity, octets, (start, end), encoding)
    leaf.is_page = True
    scanner = Scanner(octets.get(), start, end, encoding)
    page = scanner.page
    leaf.found = page.found
    done = False
    while not done and gathering.links > 0:
        before = len(page.found)
        done = scanner.go_on(min(BATCH, gathering.links))
        gathering.links -= len(page.found) - before
        gathering.tell(leaf, before)
    if not done:
        gathering.too_many(leaf)
    if page.base is not None:
        leaf.base = embedded(leaf.value(page.base), entity.base)
    _read_comments(gathering, leaf, page)
    _read_pictures(gathering, entity, leaf, page)
    if leaf.in_message:
        gathering.add(leaf, spoken(octets.get(), start, end, encoding))
    return _read_inside(gathering, entity, leaf, page)


def _read_comments(gathering: Gathering, leaf: Leaf, page: Page) -> None:
    """What stands in comments is a page to those programs that read it."""
    comments = page.comments
    for start, end in zip(comments[::2], comments[1::2], strict=True):
        if gathering.links <= 0:
            gathering.too_many(leaf)
            return
        found = Scanner(page.octets, start, end, page.encoding).scan().found
        gathering.links -= len(found)
        leaf.commented += found


def _read_inside(gathering: Gathering, entity: Entity, leaf: Leaf, page: Page) -> str | None:
    """Pages in ``srcdoc``: their base is that of the page around them (HTML 2.4.3)."""
    for number, (start, end) in enumerate(page.inside[:PAGES], 1):
        octets = gathering.decoded(leaf.octets, start, end, Attribute(page.encoding))
        if octets is None:
            return TOO_MUCH
        path = f"{entity.path}.srcdoc{number}"
        inner = entity.inside(octets, 0, len(octets.get()), path, enclosed(leaf.base))
        gathering.take(replace(inner, type="text/html", charset=UTF8, is_told=True))
    if len(page.inside) > PAGES:
        return message("more than {count} pages in srcdoc are not opened", count=PAGES)
    return None


def _read_pictures(gathering: Gathering, entity: Entity, leaf: Leaf, page: Page) -> None:
    """Codes in pictures that are written out in the page itself."""
    at = page.octets.find(PICTURE, leaf.start, leaf.end)
    if at < 0:
        return
    places = [found[START] for found in leaf.found]
    number = 0
    while at >= 0:
        index = bisect_left(places, at)
        if index < len(places) and places[index] == at:
            number += 1
            picture = replace(entity, path=f"{entity.path}.picture{number}", type="image/*")
            if number > PICTURES:
                told = message(
                    "more than {count} pictures in a page are not looked at", count=PICTURES
                )
                gathering.leave_out(picture, told)
                return
            found = leaf.found[index]
            texts, reason = codes_in(gathering, picture_of(leaf.value(found)))
            if reason is not None:
                gathering.leave_out(picture, reason)
            span = (found[TAG], at, found[END])
            leaf.found += [(*span, IN_PICTURE, found[CONTEXT], text) for text in texts]
        at = page.octets.find(PICTURE, at + 1, leaf.end)


def picture_of(value: str) -> bytes:
    """The octets of a data URI (RFC 2397) in base64; nothing for any other."""
    head, comma, rest = value.partition(",")
    if not comma or not head.lower().rstrip().endswith(";base64"):
        return b""
    octets = unquote_to_bytes(rest)
    return Base64().decoded(octets, 0, len(octets))


class Attribute:
    """The coding of an attribute's value: what is in it, as UTF-8."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._places: list[int] = []

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """The value; where each octet of it comes from is remembered."""
        mapped = mapped_value(octets[start:end], self._encoding)
        starts = mapped.starts or range(len(mapped.text) + 1)
        pieces = [char.encode("utf-8", "surrogatepass") for char in mapped.text]
        self._places = [
            start + at for at, piece in zip(starts, pieces, strict=False) for _ in piece
        ]
        self._places.append(end)
        return b"".join(pieces)

    def place(self, octets: bytes, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002
        """From the first character to behind the last one."""
        return self._places[start], self._places[end]


def text_of(
    gathering: Gathering, entity: Entity, *, is_page: bool
) -> tuple[Octets, int, int, str] | None:
    """The octets in which ASCII is ASCII, where they begin and end, and their encoding."""
    octets = entity.octets.get()
    encoding, mark = marked(bytes(entity.view()[:4]))
    start = entity.start + mark
    if encoding is None:
        encoding = encoding_named(entity.charset)
    if encoding is None and is_page:
        encoding = declared(octets, start, entity.end)
    if encoding is None:
        encoding = _wide(bytes(entity.view()[:64])) or guessed(entity.view())
    if encoding not in RECODED:
        return entity.octets, start, entity.end, encoding
    recoded = gathering.decoded(entity.octets, start, entity.end, Recoded(encoding))
    return None if recoded is None else (recoded, 0, len(recoded.get()), UTF8)


def _wide(head: bytes) -> str | None:
    """UTF-16 without a mark: every other octet is NUL."""
    if len(head) < 4 or b"\0" not in head[:4]:
        return None
    if not any(head[1::2]) and all(head[::2]):
        return "utf-16-le"
    return "utf-16-be" if not any(head[::2]) and all(head[1::2]) else None
