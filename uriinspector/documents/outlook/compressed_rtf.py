"""The packing of RTF in messages (MS-OXRTFCP): a window of what came last, and references to it."""

from __future__ import annotations

import struct

PACKED, PLAIN = b"LZFu", b"MELA"
HEAD = 16
WINDOW = 4096
# More is not unpacked.
LARGEST = 32 << 20
# What every window begins with (2.1.2.1).
BEGINNING = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript "
    rb"\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)


def unpacked_rtf(packed: memoryview, most: int = LARGEST) -> bytes:
    """The text, as far as it goes; nothing where the head is not of such a stream."""
    if len(packed) < HEAD:
        return b""
    _, size, mark, _ = struct.unpack_from("<II4sI", packed)
    most = min(most, size)
    if mark == PLAIN:
        return bytes(packed[HEAD : HEAD + most])
    return _expanded(bytes(packed[HEAD:]), most) if mark == PACKED else b""


def _expanded(packed: bytes, most: int) -> bytes:
    """2.2.2: eight tokens to each octet of flags; a reference to its own place is the end."""
    result = bytearray(BEGINNING)
    begun = len(BEGINNING)
    most += begun
    at, end = 0, len(packed)
    while at < end and len(result) < most:
        flags = packed[at]
        at += 1
        for bit in range(8):
            if not flags >> bit & 1:
                result += packed[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(packed[at : at + 2], "big")
            at += 2
            position = len(result) % WINDOW
            offset, length = reference >> 4, (reference & 15) + 2
            if offset == position or at > end:
                return bytes(result[begun:most])
            _copy(result, (position - offset) % WINDOW, length)
    return bytes(result[begun:most])


def _copy(result: bytearray, back: int, length: int) -> None:
    """What stands so far back, and what comes of it while it is copied."""
    start = len(result) - back
    if start < 0:
        # Further back than anything was written the window holds nothing.
        empty = min(-start, length)
        result += bytes(empty)
        length -= empty
        start = 0
        if not length:
            return
    piece = bytes(result[start : start + length])
    while len(piece) < length:
        piece += piece
    result += piece[:length]
