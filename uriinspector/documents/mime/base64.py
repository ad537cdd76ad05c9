"""Base64 (RFC 2045 6.8) with the place of each octet, whatever stands between the characters.

A line end, a stray character, padding in the middle: mail programs read on, and so do we.
"""

from __future__ import annotations

from array import array
from binascii import Error, a2b_base64
from bisect import bisect_right
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from uriinspector.documents.octets import Octets

RUN = 8192
ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NOISE = bytes(set(range(256)) - set(ALPHABET) - {ord("=")})
STRANGE = bytes(set(range(256)) - set(ALPHABET))
LETTERS = expression(rb"[A-Za-z0-9+/]++")
PADDED = expression(rb"=++")
# Behind the padding nothing comes: then what others wrote for it reads all of it at once.
END = expression(rb"[=\s]*+\Z")
# The first character of each of three octets in a group of four, and the one behind its last.
FIRST, BEHIND = (0, 1, 2), (2, 3, 4)


class Base64:
    """The coding; how many characters each run holds is counted once a place is asked for."""

    def __init__(self) -> None:
        self._body = (0, 0)
        self._counts = array("Q")
        self._runs = array("Q")
        # Where each padded stretch begins: in decoded octets, and in characters.
        self._decoded = array("Q", (0,))
        self._letters = array("Q", (0,))
        # The lines of the run that was looked at last: characters before each, and its place.
        self._at = -1
        self._before: list[int] = []
        self._places: list[int] = []

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is written there; behind padding it goes on."""
        self._body = (start, end)
        padding = octets.find(b"=", start, end)
        if padding < 0 or END.match(octets, padding, end):
            try:
                return a2b_base64(octets[start:end])
            except Error:
                pass  # the last group is not whole
        letters = octets[start:end].translate(None, NOISE).rstrip(b"=")
        if b"=" not in letters:
            return _group(letters)
        pieces = [_group(piece) for piece in PADDED.split(letters)]
        if len(self._decoded) == 1:
            self._remember(PADDED.split(letters), pieces)
        return b"".join(pieces)

    def _count(self, octets: bytes) -> None:
        count = 0
        start, end = self._body
        for at in range(start, end, RUN):
            self._counts.append(count)
            self._runs.append(at)
            count += len(octets[at : min(at + RUN, end)].translate(None, STRANGE))
        self._counts.append(count)
        self._runs.append(end)

    def _remember(self, written: list[bytes], decoded: list[bytes]) -> None:
        size = letters = 0
        for piece, octets in zip(written[:-1], decoded[:-1], strict=True):
            size += len(octets)
            letters += len(piece)
            self._decoded.append(size)
            self._letters.append(letters)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        """From the first octet's first character to the last one's last."""
        octets = outer.get()
        first = self._letter(octets, self._index(start, FIRST))
        if end <= start:
            return first, first
        last = self._letter(octets, self._index(end - 1, BEHIND) - 1) + 1
        # Padding belongs to the octets that it fills up.
        while octets[last : last + 1] == b"=":
            last += 1
        return first, last

    def _index(self, offset: int, within: tuple[int, int, int]) -> int:
        """Which character of all it is."""
        stretch = bisect_right(self._decoded, offset) - 1
        group, rest = divmod(offset - self._decoded[stretch], 3)
        return self._letters[stretch] + 4 * group + within[rest]

    def _letter(self, octets: bytes, index: int) -> int:
        """Where a character stands."""
        if not self._counts:
            self._count(octets)
        run = bisect_right(self._counts, index) - 1
        if run >= len(self._runs) - 1:
            return self._runs[-1]
        if run != self._at:
            self._look(octets, run)
        line = bisect_right(self._before, index) - 1
        return self._places[line] + index - self._before[line]

    def _look(self, octets: bytes, run: int) -> None:
        self._at, before = run, self._counts[run]
        self._before, self._places = [], []
        for match in LETTERS.finditer(octets, self._runs[run], self._runs[run + 1]):
            self._before.append(before)
            self._places.append(match.start())
            before += match.end() - match.start()


def _group(letters: bytes) -> bytes:
    """A stretch without padding; a last character alone is too little for an octet."""
    rest = len(letters) % 4
    if rest == 1:
        letters = letters[:-1]
    return a2b_base64(letters + b"=" * (-len(letters) % 4))
