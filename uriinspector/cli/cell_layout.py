"""A text spread over cells and rows: what brackets and marks are drawn under."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import cells, drawn
from uriinspector.cli.styled_line import ELLIPSIS, Line, StyledRun, line, run
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class LabeledStretch(NamedTuple):
    """A part of the text: where it stands, what it is called, how it is drawn."""

    start: int
    end: int
    label: str
    style: str


class CellLayout:
    """Character ``i`` of the text is drawn in the cells from ``starts[i]`` to ``starts[i + 1]``."""

    def __init__(self, text: str) -> None:
        """Every character as it is drawn."""
        self.pieces = [drawn(char) for char in text]
        self.starts = [0, *accumulate(map(cells, self.pieces))]

    def rows(self, most: int) -> Iterator[tuple[int, int]]:
        """Runs of characters that fit into so many cells."""
        start = 0
        for at in range(len(self.pieces)):
            if self.starts[at + 1] - self.starts[start] > most and at > start:
                yield start, at
                start = at
        yield start, len(self.pieces)

    def cells(self, start: int, end: int, origin: int) -> tuple[int, int]:
        """Where a run of characters is drawn in a row that begins with ``origin``."""
        return self.starts[start] - self.starts[origin], self.starts[end] - self.starts[origin]

    def coloured(
        self, start: int, end: int, stretches: tuple[LabeledStretch, ...]
    ) -> Iterator[StyledRun]:
        """A run of characters, each stretch in its style; the last of two counts."""
        styles = [""] * (end - start)
        for each in stretches:
            low, high = max(each.start, start), min(each.end, end)
            if low < high:
                styles[low - start : high - start] = [each.style] * (high - low)
        at = 0
        for index in range(1, len(styles) + 1):
            if index == len(styles) or styles[index] != styles[at]:
                yield StyledRun("".join(self.pieces[start + at : start + index]), styles[at])
                at = index


def marks(text: str, start: int, end: int, most: int, style: str = "mark") -> Iterator[Line]:
    """The place in the text, and "~~~^" beneath it."""
    before = start - most // 2 if start > most * 2 // 3 and len(text) > most else 0
    cut = CellLayout(text[before : max(start + most, before + most)])
    first = start - before
    room = most - 2
    origin = 0
    # Long numbers of hidden characters may still push the place out of sight.
    while cut.starts[-1] > room and cut.starts[first] - cut.starts[origin] > most * 2 // 3:
        origin += 1
    last = origin
    while last < len(cut.pieces) and cut.starts[last + 1] - cut.starts[origin] <= room:
        last += 1
    left = ELLIPSIS if before or origin else ""
    right = ELLIPSIS if before + last < len(text) else ""
    shown_end = min(max(end - before, first), last)
    low, high = cut.cells(min(first, last), shown_end, origin)
    size = max(high - low, 1)
    tail = "~" if end - before > last else "^"
    yield line(run(left, "muted"), *cut.coloured(origin, last, ()), run(right, "muted"))
    yield line(" " * (len(left) + low), run("~" * (size - 1) + tail, style))
