"""Quoted-printable (RFC 2045 6.7), a run at a time, with the place of each octet."""

from __future__ import annotations

from array import array
from binascii import a2b_qp
from bisect import bisect_right
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    import re

    from uriinspector.documents.octets import Octets

# How much is decoded at once: the place of an octet is looked up inside of one such run.
RUN = 4096
# A soft line break, perhaps with white space that a relay put there; or an octet.
ESCAPE = expression(rb"=(?:([0-9A-Fa-f]{2})|[ \t]*+\r?\n)")
# What the standard library reads otherwise, or not at all.
ODD = expression(rb"=(?![0-9A-Fa-f]{2}|\r?\n)")


class QuotedPrintable:
    """The coding; it remembers where its runs begin, here and there."""

    def __init__(self) -> None:
        self._decoded = array("Q")
        self._written = array("Q")
        self._at = -1
        self._starts: list[int] = []

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is written there; what is no escape stands for itself."""
        pieces, size, at = [], 0, start
        remember = not self._written
        while at < end:
            stop = _run_end(octets, at, end)
            piece = _plain(octets[at:stop])
            if remember:
                self._decoded.append(size)
                self._written.append(at)
            pieces.append(piece)
            size += len(piece)
            at = stop
        if remember:
            self._written.append(end)
            self._decoded.append(size)
        return b"".join(pieces)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        """From the first octet's first character to the last one's last."""
        octets = outer.get()
        first = self._start_of(octets, start)
        if end <= start:
            return first, first
        last = self._start_of(octets, end - 1)
        is_escape = ESCAPE.match(octets, last, last + 3)
        return first, last + (3 if is_escape and is_escape[1] else 1)

    def _start_of(self, octets: bytes, offset: int) -> int:
        run = bisect_right(self._decoded, offset) - 1
        if run >= len(self._decoded) - 1:
            return self._written[-1]
        if run != self._at:
            self._starts = _starts(octets, self._written[run], self._written[run + 1])
            self._at = run
        return self._starts[offset - self._decoded[run]]


def _run_end(octets: bytes, at: int, end: int) -> int:
    """Behind a line end where one is near, and never inside of an escape."""
    stop = at + RUN
    if stop >= end:
        return end
    line = octets.find(b"\n", stop, min(end, stop + RUN))
    if line >= 0:
        return line + 1
    while stop > at + RUN // 2 and b"=" in octets[stop - 2 : stop]:
        stop -= 1
    return stop


def _plain(run: bytes) -> bytes:
    if ODD.search(run):
        return ESCAPE.sub(_octet, run)
    return a2b_qp(run)


def _octet(match: re.Match[bytes]) -> bytes:
    return bytes.fromhex(match[1].decode("ascii")) if match[1] else b""


def _starts(octets: bytes, start: int, end: int) -> list[int]:
    """Where each decoded octet of a run begins."""
    starts: list[int] = []
    at = start
    for match in ESCAPE.finditer(octets, start, end):
        starts.extend(range(at, match.start()))
        if match[1]:
            starts.append(match.start())
        at = match.end()
    starts.extend(range(at, end))
    return starts
