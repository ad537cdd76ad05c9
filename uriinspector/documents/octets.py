"""Bytes that know their position in the file: decoded, converted, and joined.

Decoded bytes are dropped when others are needed and decoded again on demand: the memory for a
document with a thousand attachments is limited by the size of the file. All layers around the bytes
in use are cached; otherwise each link in an archive in a message would unpack every layer again.
"""

from __future__ import annotations

import codecs
import lzma
import zlib
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.core.model import Count, NamedTuple, message

if TYPE_CHECKING:
    from uriinspector.documents.work_budget import WorkBudget

# The size of the cache in bytes.
CACHE_SIZE = 4 << 20
# This many recent entries are cached whatever their size, as parts of a message are compared.
TOGETHER = 4


class Coding(Protocol):
    """A way to decode a span of other bytes, and to find the source of the decoded ones."""

    def decoded(self, octets: bytes, start: int, end: int) -> bytes: ...

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        """Return the span in ``outer`` that encodes a run of the decoded bytes.

        Call ``decoded`` first. ``outer.get()`` may unpack all layers around it: only a coding that
        needs the bytes should call it.
        """


class Octets(Protocol):
    """Bytes that know the file span of each of their runs."""

    def get(self) -> bytes: ...

    def place(self, start: int, end: int) -> tuple[int, int]: ...

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the file that covers a large run, without mapping each byte."""


class Raw:
    def __init__(self, octets: bytes) -> None:
        self._octets = octets

    def get(self) -> bytes:
        return self._octets

    def place(self, start: int, end: int) -> tuple[int, int]:
        return start, end

    def extent(self, start: int, end: int) -> tuple[int, int]:
        return start, end


class OctetCache:
    """A cache of decoded bytes; decoding is charged to the budget."""

    def __init__(self, budget: WorkBudget) -> None:
        self._budget = budget
        self._size = 0
        self._entries: OrderedDict[DecodedOctets, bytes] = OrderedDict()
        # The bytes in use and all layers around them.
        self._layers: frozenset[DecodedOctets] = frozenset()

    def get(self, key: DecodedOctets) -> bytes:
        """Return the bytes; decode them (again) if they are not cached."""
        if key not in self._layers:
            self._layers = frozenset(key.layers())
        octets = self._entries.get(key)
        if octets is not None:
            self._entries.move_to_end(key)
            return octets
        result = key.decode()
        charge = self._budget.repeat if key.is_decoded else self._budget.spend
        charge(len(result))
        key.is_decoded = True
        self._entries[key] = result
        self._size += len(result)
        self._make_room()
        return result

    def _make_room(self) -> None:
        given_up = []
        for key in islice(self._entries, max(len(self._entries) - TOGETHER, 0)):
            if self._size <= CACHE_SIZE:
                break
            if key not in self._layers:
                given_up.append(key)
                self._size -= len(self._entries[key])
        for key in given_up:
            del self._entries[key]


def is_packed(octets: Octets) -> bool:
    """Return True if, in any layer, the packed bytes are less than half the unpacked ones."""
    while isinstance(octets, DecodedOctets):
        if 2 * (octets.end - octets.start) < len(octets.get()):
            return True
        octets = octets.outer
    return False


class DecodedOctets:
    """Bytes that are decoded from a run of other bytes."""

    def __init__(
        self, outer: Octets, start: int, end: int, coding: Coding, shelf: OctetCache
    ) -> None:
        self.outer = outer
        self.start = start
        self.end = end
        self.coding = coding
        self._shelf = shelf
        self.is_decoded = False
        # All links in a packed file have the same position in the layer around it.
        self._placed: tuple[tuple[int, int], tuple[int, int]] | None = None

    def layers(self) -> Iterator[DecodedOctets]:
        """Yield this layer and the layers it is decoded from."""
        octets: Octets = self
        while isinstance(octets, DecodedOctets):
            yield octets
            octets = octets.outer

    def decode(self) -> bytes:
        return self.coding.decoded(self.outer.get(), self.start, self.end)

    def get(self) -> bytes:
        return self._shelf.get(self)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Map a run through the coding and all layers around it."""
        if self._placed is None or self._placed[0] != (start, end):
            place = self.outer.place(*self.coding.place(self.outer, start, end))
            self._placed = (start, end), place
        return self._placed[1]

    def extent(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the encoded data if the run is all of it, else the exact span."""
        if start == 0 and end == len(self.get()):
            return self.outer.extent(self.start, self.end)
        return self.place(start, end)


# A decoding error loses the piece it is in, so pieces of a short file are small.
PIECE, SMALLEST, PIECES, OUT = 1 << 12, 16, 256, 1 << 14
# The container of deflated data (the ``wbits`` of zlib).
NOTHING, ZLIB, GZIP = -zlib.MAX_WBITS, zlib.MAX_WBITS, 16 + zlib.MAX_WBITS
FAULTS = (zlib.error, lzma.LZMAError, OSError, ValueError, EOFError, MemoryError)
# Part of the lzma error message for a window larger than the limit.
OF_MEMORY = "Memory usage limit"
# A file with more streams was made only to waste time.
MOST_STREAMS = 10_000


class Decompressor(Protocol):
    """The interface of the decompressors for bzip2 and LZMA in the standard library."""

    @property
    def eof(self) -> bool:
        """True if the end of the stream was reached."""

    @property
    def needs_input(self) -> bool:
        """True if no more output is available without more input."""

    @property
    def unused_data(self) -> bytes:
        """Return the input after the end of the stream."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Return at most ``max_length`` more bytes."""


class Inflater:
    """A zlib decompressor with the interface of the others."""

    def __init__(self, around: int = NOTHING) -> None:
        self._inflate = zlib.decompressobj(around)
        self._is_full = False

    @property
    def eof(self) -> bool:
        return self._inflate.eof

    @property
    def needs_input(self) -> bool:
        return not self._is_full and not self._inflate.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inflate.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        result = self._inflate.decompress(self._inflate.unconsumed_tail + data, max_length)
        self._is_full = len(result) == max_length
        return result


class Expansion(NamedTuple):
    """The decompressed bytes, the number of packed bytes used, and how decompression ended."""

    octets: bytes
    is_whole: bool
    used: int
    is_limited: bool


def inflated(packed: memoryview, most: int, around: int = NOTHING) -> bytes:
    """Inflate at most ``most`` bytes; data after the end of the stream is ignored."""
    return expanded(Inflater(around), packed, most).octets


def expanded(decompressor: Decompressor, packed: memoryview, most: int) -> Expansion:
    """Decompress at most ``most`` bytes; errors end the result early instead of being raised."""
    pieces, left, at, is_sound, is_limited = [], most, 0, True, False
    step = max(SMALLEST, min(PIECE, len(packed) // PIECES))
    try:
        while left > 0 and not decompressor.eof:
            given = b""
            if decompressor.needs_input:
                given = bytes(packed[at : at + step])
                at += len(given)
                if not given:
                    break
            piece = decompressor.decompress(given, min(left, OUT))
            pieces.append(piece)
            left -= len(piece)
    except FAULTS as fault:
        is_sound, is_limited = False, isinstance(fault, MemoryError) or OF_MEMORY in str(fault)
    is_limited |= left <= 0 and not decompressor.eof
    is_whole = is_sound and decompressor.eof
    used = at - len(decompressor.unused_data) if is_whole else at
    return Expansion(b"".join(pieces), is_whole, used, is_limited)


def expanded_streams(
    opened: Callable[[], Decompressor], head: bytes, packed: memoryview, most: int
) -> Expansion:
    """Decompress consecutive streams, as in gzip, bzip2 and xz files (RFC 1952 2.2).

    Each stream begins with ``head``; if ``head`` is empty, there is only one.
    """
    pieces, left, at = [], most, 0
    for _ in range(MOST_STREAMS):
        each = expanded(opened(), packed[at:], left)
        pieces.append(each.octets)
        left -= len(each.octets)
        at += each.used
        is_followed = head != b"" and packed[at : at + len(head)] == head
        if not each.is_whole or not is_followed:
            return Expansion(b"".join(pieces), each.is_whole, at, each.is_limited)
    return Expansion(b"".join(pieces), False, at, is_limited=True)


class ConvertedPiece(NamedTuple):
    """Converted bytes and the span of their source: mapped byte by byte if the sizes are equal."""

    octets: bytes
    start: int
    end: int


class PieceMap:
    """A map from decoded offsets to source spans."""

    def __init__(self) -> None:
        # Four bytes per number: neither a file nor its decoded content is larger than 4 GiB.
        self._decoded = array("I")
        self._starts = array("I")
        self._ends = array("I")
        self._size = 0

    def add(self, size: int, start: int, end: int) -> None:
        """Append a piece of ``size`` decoded bytes with its span in the source."""
        if size:
            self._decoded.append(self._size)
            self._starts.append(start)
            self._ends.append(end)
            self._size += size

    def place(self, start: int, end: int) -> tuple[int, int]:
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
    """The coding of data stored in several consecutive runs."""

    def __init__(self, runs: Sequence[tuple[int, int]]) -> None:
        self._runs = runs
        self._map = PieceMap()
        for start, end in runs:
            self._map.add(end - start, start, end)

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:  # noqa: ARG002 - every Coding is given them
        return b"".join(octets[first:last] for first, last in self._runs)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        return self._map.place(start, end)


class Conversion:
    """The coding of a format that is converted to another one by a function."""

    def __init__(self, convert: Callable[[bytes, int, int], Iterable[ConvertedPiece]]) -> None:
        self._convert = convert
        self._map: PieceMap | None = None

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        made, piece_map = bytearray(), PieceMap()
        for each in self._convert(octets, start, end):
            made += each.octets
            piece_map.add(len(each.octets), each.start, each.end)
        self._map = piece_map
        return bytes(made)

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        return self._map.place(start, end) if self._map else (0, 0)


class Unpacked:
    """The coding of data packed as a whole: every decoded byte maps to the whole packed span."""

    def __init__(self, unpack: Callable[[memoryview], bytes]) -> None:
        self._unpack = unpack
        self._span = (0, 0)

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        self._span = (start, end)
        return self._unpack(memoryview(octets)[start:end])

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        return self._span


class PackedStreams(Unpacked):
    """The coding of consecutive compressed streams, which remembers how they ended."""

    def __init__(self, opened: Callable[[], Decompressor], head: bytes, most: int) -> None:
        super().__init__(self._expanded)
        self._opened, self._head, self._most = opened, head, most
        self.is_whole = self.is_limited = False
        self.trailing = 0  # bytes after the streams, without padding zeros

    def _expanded(self, packed: memoryview) -> bytes:
        found = expanded_streams(self._opened, self._head, packed, self._most)
        self.is_whole, self.is_limited = found.is_whole, found.is_limited
        self.trailing = len(bytes(packed[found.used :]).strip(b"\0")) if found.is_whole else 0
        return found.octets

    def fault(self, count: int) -> str | None:
        """Return why the content was not checked in full after ``count`` bytes, or None."""
        if not self.is_whole:
            is_damaged = not count and not self.is_limited
            return message("damaged archive") if is_damaged else unpacked_only(count)
        return after_the_end(self.trailing)


def after_the_end(count: int) -> str | None:
    """Return the message about unchecked bytes after an archive, or None if there are none."""
    if count == 1:
        return message("1 byte after the end of the archive was not checked")
    several = "{count} bytes after the end of the archive were not checked"
    return message(several, count=Count(count)) if count else None


def unpacked_only(count: int) -> str:
    """Return the message about the part of a packed file that could not be unpacked."""
    if not count:
        return message("nothing could be unpacked")
    if count == 1:
        return message("only the first byte could be unpacked")
    return message("only the first {count} bytes could be unpacked", count=Count(count))


RUN = 4096


class RunCoding:
    """A coding that decodes in runs, and remembers where each begins in the decoded and in the
    written bytes; the last run is empty.
    """

    def __init__(self) -> None:
        self.sizes = array("Q")
        self.starts = array("Q")
        self._at = -1
        self._places: Sequence[int] = ()

    def runs(self, octets: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
        """Yield the start and the decoded bytes of each run."""
        raise NotImplementedError

    def places(self, octets: bytes, run: int) -> Sequence[int]:
        """Return the source offset of each byte of a run."""
        raise NotImplementedError

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        pieces, size, remember = [], 0, not self.starts
        for at, piece in self.runs(octets, start, end):
            if remember:
                self.sizes.append(size)
                self.starts.append(at)
            pieces.append(piece)
            size += len(piece)
        return b"".join(pieces)

    def run_at(self, offset: int) -> int:
        """Return the index of the run that contains a decoded byte."""
        return bisect_right(self.sizes, offset) - 1

    def start_of(self, octets: bytes, offset: int) -> int:
        """Return the source offset of a decoded byte."""
        run = self.run_at(offset)
        if run >= len(self.sizes) - 1:
            return self.starts[-1]
        if run != self._at:
            self._places, self._at = self.places(octets, run), run
        return self._places[offset - self.sizes[run]]


class Transcoding(RunCoding):
    """The coding that converts a text encoding to UTF-8."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding
        self._states: list[tuple[bytes, int]] = []

    def runs(self, octets: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
        """Decode to UTF-8; invalid bytes become U+FFFD."""
        decoder = _decoder(self.encoding)
        remember = not self._states
        for at in range(start, end, RUN):
            if remember:
                self._states.append(decoder.getstate())
            stop = min(at + RUN, end)
            yield at, _octets(decoder.decode(octets[at:stop], final=stop == end))
        yield end, b""

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:
        octets = outer.get()
        first = self.start_of(octets, start)
        return (first, first) if end <= start else (first, self.start_of(octets, end))

    def places(self, octets: bytes, run: int) -> list[int]:
        """Return, for each byte of UTF-8, the source offset of its character."""
        decoder = _decoder(self.encoding)
        decoder.setstate(self._states[run])
        start, end = self.starts[run : run + 2]
        starts: list[int] = []
        began = start - len(self._states[run][0])
        for at in range(start, end):
            text = decoder.decode(octets[at : at + 1], final=at + 1 == self.starts[-1])
            if text:
                starts += [began] * len(_octets(text))
                began = at + 1 - len(decoder.getstate()[0])
        return starts


class BrowserDecoder(codecs.IncrementalDecoder):
    def decode(self, octets: bytes, final: bool = False) -> str:  # type: ignore[override] # noqa: ARG002 - as in codecs
        return decode(octets, WINDOWS)


def _decoder(encoding: str) -> codecs.IncrementalDecoder:
    if encoding == WINDOWS:
        return BrowserDecoder()
    return codecs.getincrementaldecoder(encoding)("replace")


def _octets(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
