"""The reader of plain texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.found import Place
from uriinspector.documents.reading.page import BATCH, TOO_MUCH, text_of
from uriinspector.documents.text.finder import addresses

if TYPE_CHECKING:
    from uriinspector.documents.gathering import Entity, Gathering
    from uriinspector.documents.leaf import Leaf

IN_TEXT = Place(None, None)


def read_text(gathering: Gathering, entity: Entity) -> str | None:
    """All references in a text."""
    found = text_of(gathering, entity, is_page=False)
    if found is None:
        return TOO_MUCH
    octets, start, end, encoding = found
    leaf = gathering.leaf(entity, octets, (start, end), encoding)
    find(leaf, IN_TEXT)
    for before in range(0, len(leaf.found), BATCH):
        gathering.tell(leaf, before)
    return None


def find(leaf: Leaf, place: Place, start: int | None = None, end: int | None = None) -> None:
    """Adds all references between two offsets of a leaf to it."""
    octets = leaf.octets.get()
    first, last = leaf.start if start is None else start, leaf.end if end is None else end
    for each in addresses(octets, first, last, leaf.encoding):
        plain = each.end - each.start == len(each.value) and each.value.isascii()
        value = None if plain else each.value
        leaf.found.append((each.start, each.start, each.end, place, None, value))
        if each.other is not None:
            leaf.others[each.start] = each.other
