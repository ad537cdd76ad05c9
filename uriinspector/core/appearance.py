"""Align two texts and find the characters in which they differ.

The common prefix and suffix are split off first. The middle is aligned with the fewest edits if it
is short enough, and compared position by position otherwise.
"""

from uriinspector.core.characters import name, number
from uriinspector.core.model import Json, NamedTuple, Span

# Alignment is quadratic: this limit keeps the total cost linear.
CELLS = 1 << 16
SHOWN = 256


class Difference(NamedTuple):
    """A range in which two texts differ; one of the spans may be empty."""

    a: Span
    b: Span


class Appearance(NamedTuple):
    """Two texts and the ranges in which they differ."""

    a: str
    b: str
    differences: tuple[Difference, ...]

    def to_dict(self) -> Json:
        """Return the first differences, with their characters' names, and how
        many were left out.
        """
        shown = self.differences[:SHOWN]
        return {
            "identical": not self.differences,
            "differences": [
                {"a": _side(self.a, each.a), "b": _side(self.b, each.b)} for each in shown
            ],
            "omitted": len(self.differences) - len(shown),
        }


def _side(text: str, span: Span) -> Json:
    run = span.of(text)
    return {
        "start": span.start,
        "end": span.end,
        "text": run,
        "characters": [f"{number(char)} {name(char)}" for char in run[:SHOWN]],
    }


def align(a: str, b: str) -> Appearance:
    """Return the ranges in which two texts differ."""
    start, end = common_ends(a, b)
    left, right = a[start : len(a) - end], b[start : len(b) - end]
    if not left and not right:
        return Appearance(a, b, ())
    if len(left) * len(right) <= CELLS:
        pairs = _edits(left, right)
    elif len(left) == len(right):
        pairs = [(at, at + 1, at, at + 1) for at in range(len(left)) if left[at] != right[at]]
    else:
        pairs = [(0, len(left), 0, len(right))]
    runs: list[list[int]] = []
    for pair in pairs:
        if runs and (runs[-1][1], runs[-1][3]) == (pair[0], pair[2]):
            runs[-1][1], runs[-1][3] = pair[1], pair[3]
        else:
            runs.append(list(pair))
    differences = (
        Difference(Span(start + i, start + j), Span(start + k, start + m)) for i, j, k, m in runs
    )
    return Appearance(a, b, tuple(differences))


def common_ends(a: str, b: str) -> tuple[int, int]:
    """Return the lengths of the common prefix, and of the common suffix of what follows it."""
    start = _common(a, b)
    return start, _common(a[start:][::-1], b[start:][::-1])


def _common(a: str, b: str) -> int:
    """Return the length of the common prefix, by binary search."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _edits(a: str, b: str) -> list[tuple[int, int, int, int]]:
    """Return the fewest single-character edits that turn one text into the other, as pairs of spans
    in order.
    """
    costs = [list(range(len(b) + 1))]
    for i, char in enumerate(a, 1):
        above, row = costs[-1], [i]
        for j, other in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (char != other)))
        costs.append(row)
    i, j = len(a), len(b)
    edits = []
    while i or j:
        here = costs[i][j]
        if i and j and here == costs[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            i, j, di, dj = i - 1, j - 1, 1, 1
            if a[i] == b[j]:
                continue
        elif i and here == costs[i - 1][j] + 1:
            i, di, dj = i - 1, 1, 0
        else:
            j, di, dj = j - 1, 0, 1
        edits.append((i, i + di, j, j + dj))
    return edits[::-1]
