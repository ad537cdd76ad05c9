"""The reader of pages: their encoding, their links, their BASE, and the pages inside of them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from uriinspector.analysis.encoding import RECODED, UTF8, encoding_named, guessed, marked
from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.documents.bases import embedded, enclosed
from uriinspector.documents.converted_octets import Conversion
from uriinspector.documents.html.attribute_values import value_pieces
from uriinspector.documents.html.declared_encoding import declared
from uriinspector.documents.html.packed_pages import PercentCoding
from uriinspector.documents.html.scanner import Scanner
from uriinspector.documents.link_location import CONTEXT, END, START, TAG, VALUE
from uriinspector.documents.mime.base64 import Base64
from uriinspector.documents.reading.image import IN_PICTURE, queue
from uriinspector.documents.reading.written_addresses import written_addresses
from uriinspector.documents.rules.page_code import page_code
from uriinspector.documents.rules.page_effects import moved_pages
from uriinspector.documents.scan_state import BATCH
from uriinspector.documents.transcoding import Transcoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.documents.html.page import Page
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.scan_state import Entity, Scan

# What a comment begins with that Outlook shows as a part of the page.
CONDITIONAL = expression(rb"\s*\[\s*[iI][fF]\b(?!\s+!\s*mso)")
MARKUP = expression(rb"\s*<[!?a-zA-Z]")
PICTURE, PICTURES = b"data:image/", 64
# More pages inside of attributes are not opened.
PAGES = 64
TOO_MUCH = message("decoding limit of the document reached")


def read_page(scan: Scan, entity: Entity) -> str | None:
    """All links of a page, those in comments apart."""
    leaf = leaf_of(scan, entity, is_page=True)
    if leaf is None:
        return TOO_MUCH
    page = read_markup(scan, entity, leaf)
    leaf.message.looks += (partial(moved_pages, leaf), partial(page_code, leaf, entity.name))
    _read_comments(scan, leaf, page)
    _queue_pictures(scan, entity, leaf, page)
    if leaf.in_message:
        link_locations = written_addresses(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding)
        scan.add(leaf, link_locations)
    return _read_inside(scan, entity, leaf, page)


def read_links(scan: Scan, entity: Entity) -> str | None:
    """The links in the markup of a page, and nothing else of it."""
    leaf = leaf_of(scan, entity, is_page=True)
    if leaf is None:
        return TOO_MUCH
    read_markup(scan, entity, leaf)
    return None


def read_markup(scan: Scan, entity: Entity, leaf: Leaf) -> Page:
    """The links of a page and its BASE, noted in its leaf."""
    leaf.is_page = True
    scanner = Scanner(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding)
    page = scanner.page
    leaf.locations = page.locations
    done = False
    while not done and scan.links > 0:
        before = len(page.locations)
        done = scanner.go_on(min(BATCH, scan.links))
        scan.links -= len(page.locations) - before
        scan.tell(leaf, before)
    if not done:
        scan.too_many(leaf)
    if page.base is not None:
        leaf.base = embedded(leaf.value(page.base), entity.base)
    return page


def _read_comments(scan: Scan, leaf: Leaf, page: Page) -> None:
    """What stands in comments is a page to those programs that read it."""
    comments = page.comments
    for start, end in zip(comments[::2], comments[1::2], strict=True):
        if scan.links <= 0:
            scan.too_many(leaf)
            return
        link_locations = Scanner(page.octets, start, end, page.encoding).scan().locations
        scan.links -= len(link_locations)
        if leaf.in_message and CONDITIONAL.match(page.octets, start, end):
            before = len(leaf.locations)
            leaf.locations += [
                (*each[:CONTEXT], "conditional", each[VALUE]) for each in link_locations
            ]
            scan.tell(leaf, before)
        else:
            leaf.commented += link_locations


def _read_inside(scan: Scan, entity: Entity, leaf: Leaf, page: Page) -> str | None:
    """Pages in ``srcdoc``: their base is that of the page around them (HTML 2.4.3)."""
    for number, (start, end) in enumerate(page.inside[:PAGES], 1):
        octets = _decoded_value(scan, leaf, (start, end))
        if octets is None:
            return TOO_MUCH
        path = f"{entity.path}.srcdoc{number}"
        inner = entity.inside(octets, 0, len(octets.get()), path, enclosed(leaf.base))
        scan.take(replace(inner, type="text/html", charset=UTF8, is_declared=True))
    if len(page.inside) > PAGES:
        return message("only the first {count} srcdoc pages were checked", count=PAGES)
    return _read_packed(scan, entity, leaf, page)


def _decoded_value(scan: Scan, leaf: Leaf, span: tuple[int, int]) -> Octets | None:
    """The value of an attribute; bytes of other encodings than UTF-8 are recoded first."""
    outer: Octets | None = leaf.octets
    if leaf.encoding != UTF8 and not leaf.octets.get()[slice(*span)].isascii():
        outer = scan.decoded(leaf.octets, *span, Transcoding(leaf.encoding))
        span = (0, len(outer.get()) if outer else 0)
    return outer and scan.decoded(outer, *span, AttributeCoding())


def _read_packed(scan: Scan, entity: Entity, leaf: Leaf, page: Page) -> str | None:
    """Pages that scripts have in a string: they are written into the page around them."""
    if page.runs_packed:
        scan.leave_out(entity, message("a script runs code that it decodes first"))
    for number, each in enumerate(page.packed[:PAGES], 1):
        coding = Base64() if each.is_base64 else PercentCoding()
        octets = scan.decoded(leaf.octets, each.start, each.end, coding)
        if octets is None:
            return TOO_MUCH
        path = f"{entity.path}.script{number}"
        inner = entity.inside(octets, 0, len(octets.get()), path, enclosed(leaf.base))
        if MARKUP.match(octets.get()):
            scan.take(replace(inner, type="text/html", charset=page.encoding, is_declared=True))
    if len(page.packed) > PAGES:
        return message("only the first {count} pages in scripts were checked", count=PAGES)
    return None


def _queue_pictures(scan: Scan, entity: Entity, leaf: Leaf, page: Page) -> None:
    """Pictures that are written out in the page itself."""
    at = page.octets.find(PICTURE, leaf.start, leaf.end)
    if at < 0:
        return
    places = [link_location[START] for link_location in leaf.locations]
    number = 0
    while at >= 0:
        index = bisect_left(places, at)
        if index < len(places) and places[index] == at:
            number += 1
            picture = replace(entity, path=f"{entity.path}.picture{number}", type="image/*")
            if number > PICTURES:
                explanation = message(
                    "only the first {count} images of a page were checked", count=PICTURES
                )
                scan.do_later(partial(scan.leave_out, picture, explanation))
                return
            _queue_picture(scan, picture, leaf, leaf.locations[index])
        at = page.octets.find(PICTURE, at + 1, leaf.end)


def _queue_picture(scan: Scan, picture: Entity, leaf: Leaf, location: LinkLocation) -> None:
    """The link whose value is a picture; the codes in it are links at the same place."""
    at, end = location[START], location[END]

    def read(texts: list[str], reasons: Sequence[str]) -> None:
        span = (location[TAG], at, end, IN_PICTURE, location[CONTEXT])
        scan.add(leaf, ((*span, text) for text in texts))
        for reason in reasons:
            scan.leave_out(picture, reason)

    queue(scan, end - at, lambda: picture_of(leaf.value(location)), (leaf.octets, at, end), read)


def picture_of(value: str) -> bytes:
    """The octets of a data URI (RFC 2397) in base64; nothing for any other."""
    head, comma, rest = value.partition(",")
    if not comma or not head.lower().rstrip().endswith(";base64"):
        return b""
    octets = unquote_to_bytes(rest)
    return Base64().decoded(octets, 0, len(octets))


class AttributeCoding(Conversion):
    """The coding of an attribute's value in UTF-8."""

    def __init__(self) -> None:
        super().__init__(value_pieces)


def leaf_of(scan: Scan, entity: Entity, *, is_page: bool = False) -> Leaf | None:
    """The place for the links of a text; None where it is too much to decode."""
    result = text_of(scan, entity, is_page=is_page)
    return result and scan.leaf(entity, result[0], result[1:3], result[3])


def text_of(scan: Scan, entity: Entity, *, is_page: bool) -> tuple[Octets, int, int, str] | None:
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
    recoded = scan.decoded(entity.octets, start, entity.end, Transcoding(encoding))
    return None if recoded is None else (recoded, 0, len(recoded.get()), UTF8)


def _wide(head: bytes) -> str | None:
    """UTF-16 without a mark: every other octet is NUL."""
    if len(head) < 4 or b"\0" not in head[:4]:
        return None
    if not any(head[1::2]) and all(head[::2]):
        return "utf-16-le"
    return "utf-16-be" if not any(head[::2]) and all(head[1::2]) else None
