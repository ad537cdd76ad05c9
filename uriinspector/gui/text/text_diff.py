"""Where two texts differ: to the character in short ones, in long ones from place to place.

Long texts that come of each other differ in few places.  After each of them the two are brought
together again where the next characters agree; what never comes together is one difference.
No Qt here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.appearance import CELLS, Difference, align
from uriinspector.core.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

# So many characters that agree mean that both go on alike; fewer where changes stand close.
PROBES = (12, 4)
# No change is looked for further away than this: what was exchanged is short, what was cut or
# added may be long.
NEAR, FAR = 12, 2_048


def differences(before: str, after: str, most: int) -> tuple[Difference, ...]:
    """The first differences, and no more than so many."""
    start = common_start(before, after)
    longest = max(len(before), len(after)) - start
    if longest * longest <= CELLS or len(before) == len(after) <= FAR:
        return align(before, after).differences[:most]
    end = common_start(before[start:][::-1], after[start:][::-1])
    before, after = before[: len(before) - end], after[: len(after) - end]
    result: list[Difference] = []
    for each in _differences(before, after, start):
        result.append(each)
        if len(result) == most:
            break
    return tuple(result)


def common_start(a: str, b: str, first: int = 0, second: int = 0) -> int:
    """How many characters two texts agree in from these places on, found by doubling."""
    size, step, grows = 0, 64, True
    while step:
        one = a[first + size : first + size + step]
        if len(one) == step and one == b[second + size : second + size + step]:
            size += step
            step = step * 2 if grows else step // 2
        else:
            grows, step = False, step // 2
    return size


def _differences(before: str, after: str, start: int) -> Iterator[Difference]:
    a = b = start
    while a < len(before) or b < len(after):
        next_a, next_b = _together(before, after, a, b)
        yield Difference(Span(a, next_a), Span(b, next_b))
        same = common_start(before, after, next_a, next_b)
        a, b = next_a + same, next_b + same


def _together(before: str, after: str, a: int, b: int) -> tuple[int, int]:
    """Where both go on alike, or their ends."""
    for probe in PROBES:
        for size in range(1, 2 * NEAR):
            for i in range(max(0, size - NEAR), min(size, NEAR) + 1):
                run = before[a + i : a + i + probe]
                if len(run) == probe and after.startswith(run, b + size - i):
                    return a + i, b + size - i
        cut = _matching_place(before, after[b : b + probe], a, probe)
        added = _matching_place(after, before[a : a + probe], b, probe)
        if cut >= 0 and (added < 0 or cut - a <= added - b):
            return cut, b
        if added >= 0:
            return a, added
    return len(before), len(after)


def _matching_place(text: str, run: str, start: int, size: int) -> int:
    return text.find(run, start, start + FAR) if len(run) == size else -1
