"""The reader of PDF files: the addresses of their links, open or packed in object streams.

No page is laid out and no library is needed: an address is a string behind the key /URI (ISO
32000-1 12.6.4.7), and all that can hide it is the packing of objects (7.5.7), or encryption.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.core.message import message
from uriinspector.documents.encoding import UTF8
from uriinspector.documents.found import Place
from uriinspector.documents.inflate import ZLIB, inflated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.found import Found
    from uriinspector.documents.gathering import Entity, Gathering

# More of one stream is not unpacked.
LARGEST = 16 << 20
STREAMS = 10_000
IN_PAPER = Place(None, "uri")
STRING = rb"\(((?:[^()\\]|\\[\0-\xff]|\((?:[^()\\]|\\[\0-\xff])*+\))*+)\)"
ADDRESS = re.compile(rb"/URI\s{0,99}(?:" + STRING + rb"|<([0-9A-Fa-f\s]*+)>)")
# How far before a stream its dictionary is looked for.
BEFORE = 600
END = b"endstream"
ENCRYPTED = re.compile(rb"/Encrypt\s{0,9}(?:[0-9]|<<)")
ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|[\0-\xff]))")
MEANT = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\n": b"", b"\r": b"", b"\r\n": b""}
REST = message("of a PDF file only its links are looked at, not its pictures and its text")


class Packed:
    """The coding of a deflated stream; each octet is in all of it."""

    def __init__(self) -> None:
        self._span = (0, 0)

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is packed there, as far as it goes."""
        self._span = (start, end)
        return inflated(memoryview(octets)[start:end], LARGEST, ZLIB)

    def place(self, octets: bytes, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002
        """All of it."""
        return self._span


def read_pdf(gathering: Gathering, entity: Entity) -> str | None:
    """Every address, each with its place; in a packed object the place is the stream."""
    octets = entity.octets.get()
    if ENCRYPTED.search(octets, entity.start, entity.end):
        return message("encrypted")
    leaf = gathering.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
    gathering.add(leaf, _addresses(octets, entity.start, entity.end))
    for number, (start, end) in enumerate(_streams(octets, entity.start, entity.end)):
        packed = gathering.decoded(entity.octets, start, end, Packed())
        if packed is None or number >= STREAMS:
            return message("more packed objects than are looked at")
        inner = packed.get()
        if ADDRESS.search(inner):
            leaf = gathering.leaf(entity, packed, (0, len(inner)), UTF8)
            gathering.add(leaf, _addresses(inner, 0, len(inner)))
    return REST


def _addresses(octets: bytes, start: int, end: int) -> Iterator[Found]:
    for found in ADDRESS.finditer(octets, start, end):
        kind = 1 if found[1] is not None else 2
        written = found[kind]
        raw = ESCAPE.sub(_unescaped, written) if kind == 1 else _from_hex(written)
        first, last = found.span(kind)
        yield first, first, last, IN_PAPER, None, _text(raw)


def _streams(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The streams of packed objects: what their dictionaries say stands right before them."""
    at = start
    while found := octets.find(b"stream", at, end) + 1:
        begin = found + 5
        begin += 2 if octets[begin : begin + 2] == b"\r\n" else 1
        at = octets.find(END, begin, end)
        if at < 0:
            return
        head = octets[max(start, found - BEFORE) : found]
        if b"/ObjStm" in head.rpartition(b" obj")[2] and b"/FlateDecode" in head:
            yield begin, at
        at += len(END)


def _unescaped(found: re.Match[bytes]) -> bytes:
    """7.3.4.2: an octet by its number, a control, or what stands for itself."""
    if found[1]:
        return bytes((int(found[1], 8) & 0xFF,))
    return MEANT.get(found[2], found[2])


def _from_hex(written: bytes) -> bytes:
    digits = b"".join(written.split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _text(octets: bytes) -> str:
    """7.9.2.2: UTF-16 behind its mark, else octets as they are."""
    if octets.startswith(b"\xfe\xff"):
        return octets[2:].decode("utf-16-be", "replace")
    return octets.decode("latin-1")
