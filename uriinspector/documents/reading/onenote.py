"""The reader of OneNote files: the files that are embedded in them, and addresses in their text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.office.binary_text import SortedSpans, binary_addresses
from uriinspector.documents.reading.zip_archive import left_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.scan_state import Entity, Scan

# The head of embedded data (MS-ONESTORE 2.6.13), then its length and two empty numbers.
EMBEDDED = bytes.fromhex("e716e3bd65261145a4c48d4d0b7a9eac")
HEAD = 16 + 8 + 4 + 8
FILES = 2_000
# The name of a file as properties have it: its length in octets, then UTF-16 with an end.
NAME = expression(
    rb"([\x08-\xff][\0\x01]\0\0)((?:[^\0-\x1f\"*/:<>?\\|]\0){1,200}\.\0(?:[A-Za-z0-9]\0){1,8})\0\0"
)
# The code of a link in a text: a private mark, the word, the address in quotes.
LINK = expression(rb"\xdf\xfdH\0Y\0P\0E\0R\0L\0I\0N\0K\0 \0\"\0((?:[^\"\0-\x1f]\0){3,4000})\"\0")
HYPERLINK, WRITTEN = LinkPlace(None, "hyperlink"), LinkPlace(None, None)
# Where the head says how the file is stored; packaged in this way, files inside have no head.
FORM, PACKAGED = slice(48, 64), bytes.fromhex("2fe98d63d4a6c14b9a36b3fc2511a5b7")
WRITTEN_ONLY = message("in OneNote files of this form, only written addresses are checked")
PARTIAL = message("in OneNote files, only embedded files and written addresses are checked")


def read_onenote(scan: Scan, entity: Entity) -> str | None:
    """Every embedded file by its own kind, then the addresses outside of them."""
    octets = entity.octets.get()
    spans = list(_embedded(octets, entity.start, entity.end))
    names = _names(octets, entity, spans)
    for number, (start, end) in enumerate(spans[:FILES], 1):
        if scan.is_full:
            break
        path = f"{entity.path}.{number}"
        inner = entity.inside(entity.octets, start, end, path, entity.base)
        with scan.budget.sharing(entity.end - end):
            scan.take(replace(inner, name=names[number - 1] if names else None))
    leaf = scan.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
    scan.add(leaf, _links(octets, entity, spans))
    if len(spans) > FILES:
        return left_out(len(spans) - FILES)
    return WRITTEN_ONLY if bytes(entity.view()[FORM]) == PACKAGED else PARTIAL


def _embedded(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    while (at := octets.find(EMBEDDED, at, end)) >= 0:
        length = int.from_bytes(octets[at + 16 : at + 24], "little")
        first = at + HEAD
        if length and first + length <= end:
            yield first, first + length
            at = first + length
        else:
            at += len(EMBEDDED)


def _names(octets: bytes, entity: Entity, spans: list[tuple[int, int]]) -> list[str]:
    """The names of the files; none where it cannot be told which is whose."""
    names: dict[str, None] = {}
    files = SortedSpans(spans)
    for match in NAME.finditer(octets, entity.start, entity.end):
        size = int.from_bytes(match[1], "little")
        if size in {len(match[2]), len(match[2]) + 2} and match.start() not in files:
            names[match[2].decode("utf-16-le", "replace")] = None
    return list(names) if len(names) == len(spans) else []


def _links(octets: bytes, entity: Entity, spans: list[tuple[int, int]]) -> Iterator[LinkLocation]:
    files = SortedSpans(spans)
    codes = [match.span(1) for match in LINK.finditer(octets, entity.start, entity.end)]
    for start, end in codes:
        if start not in files:
            value = octets[start:end].decode("utf-16-le", "replace")
            yield start, start, end, HYPERLINK, None, value
    links = SortedSpans(codes)
    for each in binary_addresses(octets, entity.start, entity.end):
        if each.start not in files and each.start not in links:
            yield each.start, each.start, each.end, WRITTEN, None, each.value
