"""Octets in which some runs stand for others: folded lines, escapes.  Each keeps its place."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping


class Substitution:
    """The coding: what an expression matches is what the table says, or nothing."""

    def __init__(self, expression: re.Pattern[bytes], meaning: Mapping[bytes, bytes]) -> None:
        self._expression = expression
        self._meaning = meaning
        # Where each plain run begins, decoded and as it is written.
        self._decoded = array("Q")
        self._written = array("Q")

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is written there."""
        pieces: list[bytes] = []
        decoded, written = array("Q", (0,)), array("Q", (start,))
        size, at = 0, start
        for found in self._expression.finditer(octets, start, end):
            plain, meant = octets[at : found.start()], self._meaning.get(found[0], b"")
            pieces += (plain, meant)
            size += len(plain) + len(meant)
            at = found.end()
            decoded.append(size)
            written.append(at)
        pieces.append(octets[at:end])
        self._decoded, self._written = decoded, written
        return b"".join(pieces)

    def place(self, octets: bytes, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002
        """What stands for something at either end is left out of it."""
        first = self._at(start)
        return first, max(first, self._at(end - 1) + 1) if end > start else first

    def _at(self, offset: int) -> int:
        run = bisect_right(self._decoded, offset) - 1
        return self._written[run] + offset - self._decoded[run]
