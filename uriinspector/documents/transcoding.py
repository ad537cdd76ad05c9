"""Encodings made UTF-8 a piece at a time, with places: those in which ASCII is not one octet
each, and others for what has to be UTF-8."""

from __future__ import annotations

import codecs
from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import WINDOWS, decode

if TYPE_CHECKING:
    from uriinspector.documents.octets import Octets

RUN = 4096


class Transcoding:
    """The coding from such an encoding to UTF-8."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self._decoded = array("Q")
        self._written = array("Q")
        self._states: list[tuple[bytes, int]] = []
        self._at = -1
        self._starts: list[int] = []

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """As UTF-8; what is no character becomes U+FFFD."""
        decoder = _decoder(self.encoding)
        pieces, size = [], 0
        remember = not self._written
        for at in range(start, end, RUN):
            if remember:
                state = decoder.getstate()
                self._states.append(state)
                self._decoded.append(size)
                self._written.append(at)
            stop = min(at + RUN, end)
            piece = _octets(decoder.decode(octets[at:stop], final=stop == end))
            pieces.append(piece)
            size += len(piece)
        if remember:
            self._decoded.append(size)
            self._written.append(end)
        return b"".join(pieces)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        """From the first character's first octet to behind the last one's last."""
        octets = outer.get()
        first = self._start_of(octets, start)
        return (first, first) if end <= start else (first, self._start_of(octets, end))

    def _start_of(self, octets: bytes, offset: int) -> int:
        run = bisect_right(self._decoded, offset) - 1
        if run >= len(self._decoded) - 1:
            return self._written[-1]
        if run != self._at:
            self._starts = self._looked_at(octets, run)
            self._at = run
        return self._starts[offset - self._decoded[run]]

    def _looked_at(self, octets: bytes, run: int) -> list[int]:
        """Where the character begins that each octet of a run is of."""
        decoder = _decoder(self.encoding)
        decoder.setstate(self._states[run])
        start, end = self._written[run], self._written[run + 1]
        starts: list[int] = []
        began = start - len(self._states[run][0])
        for at in range(start, end):
            text = decoder.decode(octets[at : at + 1], final=at + 1 == self._written[-1])
            if text:
                starts += [began] * len(_octets(text))
                began = at + 1 - len(decoder.getstate()[0])
        return starts


class BrowserDecoder(codecs.IncrementalDecoder):
    """A decoder of windows-1252 as browsers read it."""

    def decode(self, octets: bytes, final: bool = False) -> str:  # type: ignore[override] # noqa: ARG002 - as in codecs
        """Decode each byte."""
        return decode(octets, WINDOWS)


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    if encoding == WINDOWS:
        return BrowserDecoder()
    return codecs.getincrementaldecoder(encoding)("replace")


def _octets(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
