"""The reader of property lists: web locations of macOS (.webloc), in XML and binary."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import decode
from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.reading.page import TOO_MUCH, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.scan_state import Entity, Scan

BINARY = b"bplist00"
TRAILER = 32
OBJECTS = 100_000
# Entities of one's own are not expanded: a text that has any stays as it is written.
STRING = expression(rb"<string>([^<]{1,20000}+)</string>")
ADDRESS = expression(r"\s*[A-Za-z][A-Za-z0-9+.-]{1,40}:\S")
URL = LinkPlace(None, "url")


def read_property_list(scan: Scan, entity: Entity) -> str | None:
    """Every text in it that is an address."""
    if bytes(entity.view()[: len(BINARY)]) == BINARY:
        leaf = scan.leaf(entity, entity.octets, (entity.start, entity.end), "utf-8")
        links = list(_binary_links(entity.octets.get(), entity.start, entity.end))
        scan.add(leaf, links)
        return None if links else message("no address found in the property list")
    located = text_of(scan, entity, is_page=False)
    if located is None:
        return TOO_MUCH
    octets, start, end, encoding = located
    leaf = scan.leaf(entity, octets, (start, end), encoding)
    scan.add(leaf, _xml_links(octets.get(), start, end, encoding))
    return None


def _xml_links(octets: bytes, start: int, end: int, encoding: str) -> Iterator[LinkLocation]:
    for match in STRING.finditer(octets, start, end):
        text = unescape(decode(match[1], encoding))
        if ADDRESS.match(text):
            yield match.start(1), match.start(1), match.end(1), URL, None, text.strip()


def _binary_links(octets: bytes, start: int, end: int) -> Iterator[LinkLocation]:
    """The objects in order of their table; texts are of one or of two octets to a character."""
    trailer = octets[max(end - TRAILER, start) : end]
    size = trailer[6] if len(trailer) == TRAILER else 0
    count, table = int.from_bytes(trailer[8:16], "big"), int.from_bytes(trailer[24:32], "big")
    if not 1 <= size <= 8:
        return
    for number in range(min(count, OBJECTS)):
        entry = start + table + number * size
        at = start + int.from_bytes(octets[entry : entry + size], "big")
        if entry + size > end or at >= end:
            return
        first, length, width = _text_at(octets, at, end)
        if not width:
            continue
        last = min(first + length * width, end)
        encoding = "utf-16-be" if width == 2 else "ascii"
        text = octets[first : min(last, first + 40_000)].decode(encoding, "replace")
        if ADDRESS.match(text):
            yield first, first, last, URL, None, text.strip()


def _text_at(octets: bytes, at: int, end: int) -> tuple[int, int, int]:
    """Where a text begins, how many characters it has, and how wide they are: 0 is no text."""
    width = {0x50: 1, 0x60: 2}.get(octets[at] & 0xF0, 0)
    length, first = octets[at] & 0x0F, at + 1
    if length == 0x0F and first < end:
        size = 1 << (octets[first] & 3)
        length = int.from_bytes(octets[first + 1 : first + 1 + size], "big")
        first += 1 + size
    return first, length, width
