"""Properties of characters by ranges, from the shipped tables, and normal forms at linear cost."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from typing import TYPE_CHECKING, Literal

from uriinspector.analysis.resource_files import shipped_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

# Sorting marks into their order costs the square of their number: never more than this at once.
PIECE = 256


class Ranges:
    """One property: the columns of the table for a code point, or nothing."""

    __slots__ = ("_ends", "_starts", "_values")

    def __init__(self, name: str) -> None:
        """Read a table of ranges, which is sorted."""
        rows = shipped_rows(name)
        ends = [row[0].partition("..") for row in rows]
        self._starts = [int(first, 16) for first, _, _ in ends]
        self._ends = [int(last or first, 16) for first, _, last in ends]
        self._values = [tuple(row[1:]) for row in rows]

    def of(self, char: str) -> tuple[str, ...]:
        """The columns of the range that the character lies in; () for none."""
        code = ord(char)
        at = bisect_right(self._starts, code) - 1
        return self._values[at] if at >= 0 and code <= self._ends[at] else ()


def characters(codes: str) -> str:
    """Code points in hexadecimal, as they stand in a table, as the characters."""
    return "".join(chr(int(code, 16)) for code in codes.split())


def normalized(form: Literal["NFC", "NFD"], text: str) -> str:
    """A normal form; a run of marks longer than any that people write is taken in pieces."""
    if len(text) <= PIECE:
        return unicodedata.normalize(form, text)
    return "".join(unicodedata.normalize(form, piece) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + PIECE
        # A cut before a letter changes nothing, but for Hangul in separate letters.
        for at in range(min(end, len(text) - 1), start + PIECE // 2, -1):
            if not unicodedata.combining(text[at]) and not "\u1160" <= text[at] <= "\u11ff":
                end = at if end < len(text) else end
                break
        yield text[start:end]
        start = end
