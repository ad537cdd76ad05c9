"""How wide the columns of a table are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def distributed(
    wanted: Sequence[int], room: int, least: int, widest: int, rigid: Collection[int] = ()
) -> list[int]:
    """Every column as wide as it wants; what is left goes to the widest, what lacks comes from all.

    Where it lacks, the narrow ones keep their width and the wide ones are cut to the same; the
    rigid ones are cut only where the others have nothing left to give.
    """
    left = room - sum(wanted)
    if left >= 0:
        return [size + left * (index == widest) for index, size in enumerate(wanted)]
    soft = [index for index in range(len(wanted)) if index not in rigid]
    number = sum(wanted[index] for index in rigid)
    if sum(min(wanted[index], least) for index in soft) > room - number:
        return _cut(wanted, room, least)
    sizes = list(wanted)
    for index, size in zip(
        soft, _cut([wanted[n] for n in soft], room - number, least), strict=True
    ):
        sizes[index] = size
    return sizes


def _cut(wanted: Sequence[int], room: int, least: int) -> list[int]:
    """None wider than the same limit; what is left over by rounding goes to the first of them."""
    low, high = least, max([least, *wanted])
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(size, middle) for size in wanted) <= room:
            low = middle
        else:
            high = middle - 1
    sizes = [min(size, low) for size in wanted]
    spare = max(room - sum(sizes), 0)
    first = next((index for index, size in enumerate(wanted) if size > low), len(wanted) - 1)
    return [size + spare * (index == first) for index, size in enumerate(sizes)]
