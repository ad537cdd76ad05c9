"""The reader of plain texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.running_text import addresses
from uriinspector.documents.document_values import NotExamined
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.octets import DecodedOctets
from uriinspector.documents.picture_formats import written_format
from uriinspector.documents.reading.image import not_checked
from uriinspector.documents.reading.page import TOO_MUCH, leaf_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.scan_state import Entity, Scan

# What each address has in it; a place costs as much as PLACE units by the clock, but one in
# ORDINARY bytes is free.
PLACES, PLACE, ORDINARY = (b".", b":"), 64, 8
IN_TEXT = LinkPlace(None, None)


def read_text(scan: Scan, entity: Entity) -> str | None:
    """All references in a text."""
    leaf = leaf_of(scan, entity)
    if leaf is None:
        return TOO_MUCH
    find(scan, leaf, IN_TEXT, (leaf.start, leaf.end))
    form = written_format(entity.view())
    is_picture = form is not None and (form.name == "EPS" or (entity.type or "")[:6] == "image/")
    return not_checked(form) if form is not None and is_picture else None


def find(scan: Scan, leaf: Leaf, place: LinkPlace, span: tuple[int, int]) -> None:
    """Add all references between two offsets of a leaf to it."""
    if isinstance(leaf.octets, DecodedOctets):
        cost = _cost(leaf, span)
        start, size = span[0], span[1] - span[0]
        paid = scan.budget.pay(cost)
        if paid < cost:
            span = start, start + size * paid // cost
            scan.not_examined.append(NotExamined(leaf.part.path, leaf.part.type, TOO_MUCH))
    scan.add(leaf, _locations(leaf, place, span))


def _cost(leaf: Leaf, span: tuple[int, int]) -> int:
    """The units for places where an address could be: as many as in ordinary text are free."""
    octets = leaf.octets.get()
    places = sum(octets.count(each, *span) for each in PLACES)
    return PLACE * max(places - (span[1] - span[0]) // ORDINARY, 0)


def _locations(leaf: Leaf, place: LinkPlace, span: tuple[int, int]) -> Iterator[LinkLocation]:
    for each in addresses(leaf.octets.get(), *span, leaf.encoding):
        plain = each.end - each.start == len(each.value) and each.value.isascii()
        value = None if plain else each.value
        if each.other is not None:
            leaf.others[each.start] = each.other
        yield each.start, each.start, each.end, place, None, value
