"""The reader of plain texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.running_text import addresses
from uriinspector.documents.link_location import LinkPlace
from uriinspector.documents.picture_formats import written_format
from uriinspector.documents.reading.image import not_checked
from uriinspector.documents.reading.page import TOO_MUCH, leaf_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation
    from uriinspector.documents.scan_state import Entity, Scan

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
    """Adds all references between two offsets of a leaf to it."""
    scan.add(leaf, _locations(leaf, place, span))


def _locations(leaf: Leaf, place: LinkPlace, span: tuple[int, int]) -> Iterator[LinkLocation]:
    for each in addresses(leaf.octets.get(), *span, leaf.encoding):
        plain = each.end - each.start == len(each.value) and each.value.isascii()
        value = None if plain else each.value
        if each.other is not None:
            leaf.others[each.start] = each.other
        yield each.start, each.start, each.end, place, None, value
