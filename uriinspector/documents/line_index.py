"""Lines and columns of a file: from an offset, without walking there each time."""

from __future__ import annotations

from array import array
from bisect import bisect_right


class LineIndex:
    """Where the lines of a file begin; found when it is first asked for."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._starts: array[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an octet, both from 1; a column is an octet."""
        if self._starts is None:
            self._starts = self._find_starts()
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def _find_starts(self) -> array[int]:
        starts = array("Q", (0,))
        at = self._octets.find(b"\n") + 1
        while at:
            starts.append(at)
            at = self._octets.find(b"\n", at) + 1
        return starts
