"""Packed octets, a piece at a time: no further than wanted, and up to a fault in them."""

from __future__ import annotations

import lzma
import zlib
from typing import TYPE_CHECKING, Protocol

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

# At a fault the piece that it is in is lost, so pieces of a short file are small.
PIECE, SMALLEST, PIECES, OUT = 1 << 12, 16, 256, 1 << 14
# What stands around the deflated octets (the ``wbits`` of zlib).
NOTHING, ZLIB, GZIP = -zlib.MAX_WBITS, zlib.MAX_WBITS, 16 + zlib.MAX_WBITS
FAULTS = (zlib.error, lzma.LZMAError, OSError, ValueError, EOFError, MemoryError)
# How lzma says that a window is larger than the limit.
OF_MEMORY = "Memory usage limit"
# A file of more streams than these was made to cost time.
MOST_STREAMS = 10_000


class Decompressor(Protocol):
    """As in the standard library for bzip2 and LZMA."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""

    @property
    def needs_input(self) -> bool:
        """Whether there is nothing more to come out of what was put in."""

    @property
    def unused_data(self) -> bytes:
        """What was put in behind the end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """At most so many octets more."""


class Inflater:
    """zlib's, made alike."""

    def __init__(self, around: int = NOTHING) -> None:
        self._inflate = zlib.decompressobj(around)
        self._is_full = False

    @property
    def eof(self) -> bool:
        """The same."""
        return self._inflate.eof

    @property
    def needs_input(self) -> bool:
        """The same."""
        return not self._is_full and not self._inflate.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """The same."""
        return self._inflate.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """The same."""
        result = self._inflate.decompress(self._inflate.unconsumed_tail + data, max_length)
        self._is_full = len(result) == max_length
        return result


class Expansion(NamedTuple):
    """What came out, whether up to the end or a limit, and how many packed octets that took."""

    octets: bytes
    is_whole: bool
    used: int
    is_limited: bool


def inflated(packed: memoryview, most: int, around: int = NOTHING) -> bytes:
    """At most so many octets of what is packed there; what follows the end is not read."""
    return expanded(Inflater(around), packed, most).octets


def expanded(decompressor: Decompressor, packed: memoryview, most: int) -> Expansion:
    """The same by any of them, and how it ended."""
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
    """One stream behind the other, as in gzip, bzip2 and xz files (RFC 1952 2.2).

    Each begins with ``head``; without one there is a single stream.
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
