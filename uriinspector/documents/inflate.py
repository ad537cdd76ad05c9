"""Packed octets, a piece at a time: no further than wanted, and up to a fault in them."""

from __future__ import annotations

import lzma
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bz2 import BZ2Decompressor

PIECE = 1 << 16
# What stands around the deflated octets (the ``wbits`` of zlib).
NOTHING, ZLIB, GZIP = -zlib.MAX_WBITS, zlib.MAX_WBITS, 16 + zlib.MAX_WBITS


def inflated(packed: memoryview, most: int, around: int = NOTHING) -> bytes:
    """At most so many octets of what is packed there; what follows the end is not read."""
    inflate, pieces, left, at = zlib.decompressobj(around), [], most, 0
    try:
        while left > 0 and not inflate.eof and at < len(packed):
            piece = inflate.decompress(packed[at : at + PIECE], left)
            at += PIECE
            pieces.append(piece)
            left -= len(piece)
    except zlib.error:
        pass
    return b"".join(pieces)


def expanded(
    decompressor: BZ2Decompressor | lzma.LZMADecompressor, packed: memoryview, most: int
) -> bytes:
    """The same by bzip2 or LZMA."""
    pieces, left, at = [], most, 0
    try:
        while left > 0 and not decompressor.eof:
            given = b""
            if decompressor.needs_input:
                given = bytes(packed[at : at + PIECE])
                at += PIECE
                if not given:
                    break
            piece = decompressor.decompress(given, left)
            pieces.append(piece)
            left -= len(piece)
    except (lzma.LZMAError, OSError, ValueError, EOFError, MemoryError):
        pass
    return b"".join(pieces)
