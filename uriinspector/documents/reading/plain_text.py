"""The readers of text, calendars, contacts, shortcuts and style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from uriinspector.analysis.encoding import decode
from uriinspector.analysis.running_text import addresses
from uriinspector.core.expression import expression
from uriinspector.documents.document_values import LinkLocation, LinkPlace, NotExamined
from uriinspector.documents.html.embedded_addresses import style_addresses
from uriinspector.documents.html.page import STYLE
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.octets import DecodedOctets, Octets, RunCoding
from uriinspector.documents.picture_codes import not_checked
from uriinspector.documents.picture_formats import written_format
from uriinspector.documents.reading.codes import queue_drawings
from uriinspector.documents.reading.page import TOO_MUCH, leaf_of, text_of
from uriinspector.documents.scan_state import Entity, Scan

# Characters that every address contains. Each costs as much as PLACE units, by measured time, but
# one per ORDINARY bytes is free.
PLACES, PLACE, ORDINARY = (b".", b":"), 64, 8
IN_TEXT = LinkPlace(None, None)


def read_text(scan: Scan, entity: Entity) -> str | None:
    leaf = leaf_of(scan, entity)
    if leaf is None:
        return TOO_MUCH
    find(scan, leaf, IN_TEXT, (leaf.start, leaf.end))
    queue_drawings(scan, leaf)
    form = written_format(entity.view())
    is_picture = form is not None and (form.name == "EPS" or (entity.type or "")[:6] == "image/")
    return not_checked(form) if form is not None and is_picture else None


def find(scan: Scan, leaf: Leaf, place: LinkPlace, span: tuple[int, int]) -> None:
    """Add the references between two offsets in a leaf to the leaf."""
    if isinstance(leaf.octets, DecodedOctets):
        cost = _cost(leaf, span)
        start, size = span[0], span[1] - span[0]
        paid = scan.budget.pay(cost)
        if paid < cost:
            span = start, start + size * paid // cost
            scan.not_examined.append(NotExamined(leaf.part.path, leaf.part.type, TOO_MUCH))
    scan.add(leaf, _locations(leaf, place, span))


def _cost(leaf: Leaf, span: tuple[int, int]) -> int:
    """Return one unit per byte, plus more for an unusual number of possible addresses."""
    octets = leaf.octets.get()
    places = sum(octets.count(each, *span) for each in PLACES)
    size = span[1] - span[0]
    return size + PLACE * max(places - size // ORDINARY, 0)


def _locations(leaf: Leaf, place: LinkPlace, span: tuple[int, int]) -> Iterator[LinkLocation]:
    for each in addresses(leaf.octets.get(), *span, leaf.encoding):
        plain = each.end - each.start == len(each.value) and each.value.isascii()
        value = None if plain else each.value
        if each.other is not None:
            leaf.others[each.start] = each.other
        yield each.start, each.start, each.end, place, None, value


# RFC 5545 3.1 folds lines anywhere; 3.3.11 escapes line ends, commas and semicolons.
FOLDED = expression(rb"\r?\n[ \t]|\\[nN,;\\]")
ESCAPES = {b"\\n": b"\n", b"\\N": b"\n", b"\\,": b",", b"\\;": b";", b"\\\\": b"\\"}
IN_CALENDAR = LinkPlace(None, None)
# The address that a shortcut opens, and its icon, which is loaded without a click.
KEY = expression(
    rb"(?im)^[ \t]*(URL|BASEURL|IconFile|WorkingDirectory)[ \t]*=[ \t]*([^\r\n]*?)[ \t]*\r?$"
)
# RFC 6350 3.2 and 3.4 are alike; older programs also escape colons, and fold lines with "=".
CONTACT_FOLDED = expression(rb"=?\r?\n[ \t]|=\r?\n|\\[nN:,;\\]")
CONTACT_ESCAPES = {**ESCAPES, b"\\:": b":"}


def read_calendar(scan: Scan, entity: Entity) -> str | None:
    """Find the references in a calendar after unfolding its lines."""
    return _read_folded(scan, entity, Substitution(FOLDED, ESCAPES))


def read_contact(scan: Scan, entity: Entity) -> str | None:
    """Find the references in an electronic business card (vCard)."""
    return _read_folded(scan, entity, Substitution(CONTACT_FOLDED, CONTACT_ESCAPES))


# An event's description as a page (MS-OXCICAL 2.1.3.1.1.20.33).
PAGE_IN_CALENDAR = expression(
    rb"(?im)^X-ALT-DESC[^:\r\n]{0,200}text/html[^:\r\n]{0,100}:([^\r\n]+)"
)
MOST_PAGES = 100


def _read_folded(scan: Scan, entity: Entity, coding: Substitution) -> str | None:
    result = text_of(scan, entity, is_page=False)
    if result is None:
        return TOO_MUCH
    octets, start, end, encoding = result
    joined = scan.decoded(octets, start, end, coding)
    if joined is None:
        return TOO_MUCH
    text = joined.get()
    pages = [match.span(1) for match in islice(PAGE_IN_CALENDAR.finditer(text), MOST_PAGES)]
    leaf = scan.leaf(entity, joined, (0, len(text)), encoding)
    at = 0
    for number, (start, end) in enumerate((*pages, (len(text), len(text))), 1):
        find(scan, leaf, IN_CALENDAR, (at, start))
        at = end
        if start < end and scan.has_room():
            path = f"{entity.path}.html{number}"
            inner = entity.inside(joined, start, end, path, entity.base)
            scan.take(replace(inner, type="text/html", charset=encoding, is_declared=True))
    return None


def read_shortcut(scan: Scan, entity: Entity) -> str | None:
    """Read a shortcut's address and its icon, both of which may be on another computer."""
    leaf = leaf_of(scan, entity)
    if leaf is None:
        return TOO_MUCH
    keys = (key for key in KEY.finditer(leaf.octets.get(), leaf.start, leaf.end) if key[2])
    scan.add(leaf, (_opened(key) for key in keys))
    return None


def _opened(key: re.Match[bytes]) -> LinkLocation:
    place = LinkPlace(None, key[1].decode("ascii").lower())
    return key.start(1), key.start(2), key.end(2), place, None, None


def read_style(scan: Scan, entity: Entity) -> str | None:
    """Read the addresses in a style sheet; relative ones are resolved against the sheet."""
    leaf = leaf_of(scan, entity)
    if leaf is None:
        return TOO_MUCH

    def read(raw: bytes) -> str:
        return decode(raw, leaf.encoding)

    loaded = style_addresses(leaf.octets.get(), leaf.start, leaf.end, read)
    scan.add(leaf, ((at.start, at.start, at.end, STYLE, None, at.value) for at in loaded))
    return None


class Substitution(RunCoding):
    """The coding that replaces matches of a pattern from a table, or removes them.

    Each stretch of unchanged text begins a run.
    """

    def __init__(self, expression: re.Pattern[bytes], meaning: Mapping[bytes, bytes]) -> None:
        super().__init__()
        self._expression = expression
        self._meaning = meaning

    def runs(self, octets: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
        at = start
        for match in self._expression.finditer(octets, start, end):
            yield at, octets[at : match.start()] + self._meaning.get(match[0], b"")
            at = match.end()
        yield at, octets[at:end]

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        """Return the source span of a run, without replaced text at its ends."""
        first = self._source(start)
        return first, max(first, self._source(end - 1) + 1) if end > start else first

    def _source(self, offset: int) -> int:
        run = self.run_at(offset)
        return self.starts[run] + offset - self.sizes[run]
