"""Edits in quoted-printable text: no line grows beyond what RFC 2045 6.7 allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST = 76


def quoted_printable_edits(
    octets: bytes, edits: Sequence[tuple[int, int, bytes]]
) -> Iterator[tuple[int, int, bytes]]:
    """The same edits in order, with soft line breaks inside of what is written where needed.

    What is written is ASCII without "=": it stands for itself.
    """
    line_end = b"\r\n" if b"\r\n" in octets else b"\n"
    line, shift = -1, 0  # of the line that is written: the file's may have been put together
    for start, end, written in edits:
        begins = octets.rfind(b"\n", 0, start) + 1
        column = start - begins + (shift if begins == line else 0)
        ends = octets.find(b"\n", end)
        rest = len(octets[end : len(octets) if ends < 0 else ends].rstrip(b"\r"))
        if column + len(written) + rest <= LONGEST:
            yield start, end, written
            column += len(written)
        else:
            folded, column = _folded(written, column, rest, line_end)
            yield start, end, folded
        line = octets.rfind(b"\n", 0, end) + 1
        shift = column - (end - line)


def _folded(written: bytes, column: int, rest: int, line_end: bytes) -> tuple[bytes, int]:
    """With breaks before, in and after it, and the column behind it."""
    pieces = []
    while written:
        room = LONGEST - 1 - column
        if room <= 0 or (len(written) > room and room < 3):
            pieces.append(b"=" + line_end)
            column = 0
            continue
        pieces.append(written[:room])
        column += len(written[:room])
        written = written[room:]
    if column + rest > LONGEST:
        pieces.append(b"=" + line_end)
        column = 0
    return b"".join(pieces), column
