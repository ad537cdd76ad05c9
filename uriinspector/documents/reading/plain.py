"""The reader of plain texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.found import Place
from uriinspector.documents.reading.page import TOO_MUCH, text_of
from uriinspector.documents.text.finder import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.found import Found
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
    find(gathering, leaf, IN_TEXT, (start, end))
    return None


def find(gathering: Gathering, leaf: Leaf, place: Place, span: tuple[int, int]) -> None:
    """Adds all references between two offsets of a leaf to it."""
    gathering.add(leaf, _found(leaf, place, span))


def _found(leaf: Leaf, place: Place, span: tuple[int, int]) -> Iterator[Found]:
    for each in addresses(leaf.octets.get(), *span, leaf.encoding):
        plain = each.end - each.start == len(each.value) and each.value.isascii()
        value = None if plain else each.value
        if each.other is not None:
            leaf.others[each.start] = each.other
        yield each.start, each.start, each.end, place, None, value
