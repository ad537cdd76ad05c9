"""Octets that were put together from others, piece by piece, and the place of each."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING

from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.documents.inflate import expanded_streams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uriinspector.documents.inflate import Decompressor
    from uriinspector.documents.octets import Octets


class ConvertedPiece(NamedTuple):
    """Octets, and from where to where they are written: one by one if it is as many."""

    octets: bytes
    start: int
    end: int


class PieceMap:
    """Where the pieces begin, here and there."""

    def __init__(self) -> None:
        # Four bytes a number: neither a file nor what it decodes to is larger than that.
        self._decoded = array("I")
        self._starts = array("I")
        self._ends = array("I")
        self._size = 0

    def add(self, size: int, start: int, end: int) -> None:
        """A piece of so many octets, written there."""
        if size:
            self._decoded.append(self._size)
            self._starts.append(start)
            self._ends.append(end)
            self._size += size

    def place(self, start: int, end: int) -> tuple[int, int]:
        """From the first octet's place to behind the last one's."""
        if not self._decoded:
            return 0, 0
        first = self._octet(start)[0]
        return first, max(first, self._octet(end - 1)[1]) if end > start else first

    def _octet(self, offset: int) -> tuple[int, int]:
        at = max(bisect_right(self._decoded, offset) - 1, 0)
        start, end = self._starts[at], self._ends[at]
        behind = self._decoded[at + 1] if at + 1 < len(self._decoded) else self._size
        if end - start != behind - self._decoded[at]:
            return start, end
        written = min(start + offset - self._decoded[at], end)
        return written, min(written + 1, end)


class Runs:
    """The coding of what lies in several runs, one behind the other in order."""

    def __init__(self, runs: Sequence[tuple[int, int]]) -> None:
        self._runs = runs
        self._map = PieceMap()
        for start, end in runs:
            self._map.add(end - start, start, end)

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:  # noqa: ARG002 - every Coding is given them
        """All runs in one."""
        return b"".join(octets[first:last] for first, last in self._runs)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        """To the octet."""
        return self._map.place(start, end)


class Conversion:
    """The coding of a format that is read as another one: a function makes the pieces."""

    def __init__(self, convert: Callable[[bytes, int, int], Iterable[ConvertedPiece]]) -> None:
        self._convert = convert
        self._map: PieceMap | None = None

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What it is converted to."""
        made, piece_map = bytearray(), PieceMap()
        for each in self._convert(octets, start, end):
            made += each.octets
            piece_map.add(len(each.octets), each.start, each.end)
        self._map = piece_map
        return bytes(made)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        """The pieces that it is made of."""
        return self._map.place(start, end) if self._map else (0, 0)


class Unpacked:
    """The coding of what is packed as a whole: each octet is in all of it."""

    def __init__(self, unpack: Callable[[memoryview], bytes]) -> None:
        self._unpack = unpack
        self._span = (0, 0)

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is packed there, as far as it goes."""
        self._span = (start, end)
        return self._unpack(memoryview(octets)[start:end])

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        """All of it."""
        return self._span


class PackedStreams(Unpacked):
    """The coding of streams, one behind the other, that knows how they ended."""

    def __init__(self, opened: Callable[[], Decompressor], head: bytes, most: int) -> None:
        super().__init__(self._expanded)
        self._opened, self._head, self._most = opened, head, most
        self.is_whole = self.is_limited = False
        self.behind = 0  # octets that belong to none of them; zeros fill up a block

    def _expanded(self, packed: memoryview) -> bytes:
        found = expanded_streams(self._opened, self._head, packed, self._most)
        self.is_whole, self.is_limited = found.is_whole, found.is_limited
        self.behind = len(bytes(packed[found.used :]).strip(b"\0")) if found.is_whole else 0
        return found.octets

    def fault(self, count: int) -> str | None:
        """What of it was not looked at, where so many octets came out."""
        if not self.is_whole:
            is_damaged = not count and not self.is_limited
            return message("damaged archive") if is_damaged else unpacked_only(count)
        return behind_the_end(self.behind)


def behind_the_end(count: int) -> str | None:
    """So much follows an archive that is none of it."""
    if count == 1:
        return message("1 byte after the end of the archive was not checked")
    several = "{count} bytes after the end of the archive were not checked"
    return message(several, count=Count(count)) if count else None


def unpacked_only(count: int) -> str:
    """Why the rest of something packed was not looked at."""
    if not count:
        return message("nothing of it could be unpacked")
    if count == 1:
        return message("only the first byte could be unpacked")
    return message("only the first {count} bytes could be unpacked", count=Count(count))
