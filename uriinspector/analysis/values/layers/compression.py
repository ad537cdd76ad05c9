"""Compressed octets: gzip, zlib and bare deflate, up to a limit."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import TERM, Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum
from uriinspector.analysis.values.readable import text_of
from uriinspector.analysis.values.value import CERTAIN, LAYER, LIKELY
from uriinspector.analysis.values.words import coded, decoded_text

if TYPE_CHECKING:
    from collections.abc import Iterator

GZIP, ZLIB, DEFLATE = "gzip", "zlib", "deflate"
GZIP_MAGIC = b"\x1f\x8b\x08"
# What a short text is packed in can unpack to gigabytes: no more than this is made of it.
MOST_UNPACKED = 1 << 18
# Bare deflate has no mark: what it unpacks to must be text of this length.
LEAST_TEXT = 8


def gzip(datum: Datum) -> Iterator[Decoded]:
    """RFC 1952: a magic number in front, a checksum behind."""
    octets = datum.octets or b""
    if octets.startswith(GZIP_MAGIC):
        yield from _unpacked(datum, octets, 31, GZIP)


def zlib_stream(datum: Datum) -> Iterator[Decoded]:
    """RFC 1950: the first two octets are a multiple of 31, and a checksum is behind."""
    octets = datum.octets or b""
    head = octets[:2]
    if head and head[0] & 15 == 8 and int.from_bytes(head) % 31 == 0:
        yield from _unpacked(datum, octets, 15, ZLIB)


def deflate(datum: Datum) -> Iterator[Decoded]:
    """RFC 1951: without mark and checksum, so only text that fills all of it counts."""
    octets = datum.octets or b""
    unpacker = zlib.decompressobj(-15)
    try:
        plain = unpacker.decompress(octets, MOST_UNPACKED)
    except zlib.error:
        return
    if not unpacker.eof or unpacker.unused_data or len(plain) < LEAST_TEXT:
        return
    text = text_of(plain)
    if text is not None and len(plain) >= len(octets) // 2:
        phrase = decoded_text(DEFLATE, text, LIKELY)
        yield Decoded(LAYER, text, phrase, LIKELY, (InnerDatum(datum.name, text),))


def _unpacked(datum: Datum, octets: bytes, window: int, name: str) -> Iterator[Decoded]:
    unpacker = zlib.decompressobj(window)
    try:
        plain = unpacker.decompress(octets, MOST_UNPACKED)
    except zlib.error:
        return
    if not plain:
        return
    # The checksum has been compared where the end was reached.
    is_whole = unpacker.eof
    confidence = CERTAIN if is_whole else LIKELY
    text = text_of(plain)
    shown = plain.hex() if text is None else text
    if not is_whole:
        phrase = Phrase(
            "Encoded in {coding}; only the first {size} bytes were unpacked",
            (Arg("coding", name, TERM), Arg("size", f"{len(plain):,}")),
        )
    else:
        phrase = coded(name) if text is None else decoded_text(name, text, confidence)
    inner = InnerDatum(datum.name, plain if text is None else text)
    yield Decoded(LAYER, shown, phrase, confidence, (inner,))
