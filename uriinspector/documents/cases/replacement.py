"""A file of a case that was read again: its links take the place of those before."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.documents.cases.link_row import Head, LinkRow

    Place: TypeAlias = "tuple[str, str, int, int, str, int]"


class FileReplacement(NamedTuple):
    """The number of the file, and what is in it now."""

    file: int
    head: Head
    links: list[LinkRow]


class FileCompletion(FileReplacement):
    """All that is known of a file, in place of what its beginning told: most often the same."""


def renumbering(
    old: Sequence[LinkRow], new: Sequence[LinkRow], first: int
) -> Callable[[int], int | None]:
    """The new number of each link of a case, by its old one; None of one that is gone.

    ``first`` is the number of the first link of the file.
    """
    numbers = dict(zip(_places(new), range(first, first + len(new)), strict=True))
    same = {number: numbers.get(place) for number, place in enumerate(_places(old), first)}
    behind, shift = first + len(old), len(new) - len(old)

    def number_of(number: int) -> int | None:
        if number < first:
            return number
        return number + shift if number >= behind else same[number]

    return number_of


def _places(links: Sequence[LinkRow]) -> list[Place]:
    """What tells links of a file apart, of those at the same place their order."""
    seen: Counter[tuple[str, str, int, int, str]] = Counter()
    result = []
    for each in links:
        place = (each.part, each.element, each.start, each.end, each.value)
        seen[place] += 1
        result.append((*place, seen[place]))
    return result
