"""Pictures in PDF files: a scanned page is one, and a code on it is a link.

A photograph stands there as a file of its own; what is only deflated is given the head and the end
of a PNG file, which packs its rows in the same way (ISO 32000-1 7.4.4.4 and 8.9.5).
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.inflate import ZLIB, Inflater, expanded
from uriinspector.documents.picture_formats import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.work_budget import WorkBudget

# More of one picture is not unpacked.
LARGEST = 64 << 20
IS_PICTURE = expression(rb"/Subtype\s{0,9}/Image\b")
FILTERS = expression(rb"/Filter\s{0,9}(?:\[([^\]]{0,200})\]|(/\w{1,40}))")
FILTER = expression(rb"/(\w{1,40})")
NUMBER = expression(rb"/(Width|Height|BitsPerComponent|Colors|Predictor)\s{1,9}([0-9]{1,6})")
# Filters whose output is a file that picture libraries know.
FILES = frozenset({b"DCTDecode", b"JPXDecode"})
# From this number on each row begins with its own PNG filter.
OF_PNG = 10
# The colour types of PNG by the number of values a point has.
COLOURS = {1: 0, 3: 2}


def picture_in(head: bytes, packed: memoryview, budget: WorkBudget) -> bytes | None:
    """A picture file of the stream behind that dictionary; None where its packing is not known."""
    match = FILTERS.search(head)
    filters = FILTER.findall(match[1] or match[2] or b"") if match else []
    if filters and filters[-1] in FILES:
        if filters[:-1] == [b"FlateDecode"]:
            return _inflated(packed, LARGEST, budget)
        return bytes(packed) if len(filters) == 1 else None
    return _as_png(head, packed, budget) if filters == [b"FlateDecode"] else None


def _inflated(packed: memoryview, most: int, budget: WorkBudget) -> bytes:
    """What is packed, up to a limit: it is charged although it may be of no use."""
    found = expanded(Inflater(ZLIB), packed, max(min(most, budget.left), 0))
    budget.spend(len(found.octets))
    if found.is_limited and budget.left <= 0:
        budget.refuse()
    return found.octets


def _as_png(head: bytes, packed: memoryview, budget: WorkBudget) -> bytes | None:
    text = {name: int(number) for name, number in NUMBER.findall(head)}
    width, height = text.get(b"Width", 0), text.get(b"Height", 0)
    bits = text.get(b"BitsPerComponent", 1)
    if not 0 < width * height <= POINTS or bits > 8:
        return None
    rows, values = bytes(packed), text.get(b"Colors", 1)
    if text.get(b"Predictor", 1) < OF_PNG:
        raw = _inflated(packed, min(LARGEST, 4 * width * height), budget)
        values = max(1, 8 * len(raw) // (height * width * bits)) if bits == 8 else 1
        row = (width * values * bits + 7) // 8
        if len(raw) < row * height:
            return None
        rows = zlib.compress(b"".join(_rows(raw, row, height)), 1)
    if values not in COLOURS:
        return None
    about = struct.pack(">IIBBBBB", width, height, bits, COLOURS[values], 0, 0, 0)
    chunks = ((b"IHDR", about), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _rows(raw: bytes, row: int, height: int) -> Iterator[bytes]:
    """Each row behind the filter that changes nothing."""
    for at in range(0, row * height, row):
        yield b"\0"
        yield raw[at : at + row]


def _chunk(name: bytes, octets: bytes) -> bytes:
    checked = struct.pack(">I", zlib.crc32(name + octets))
    return struct.pack(">I", len(octets)) + name + octets + checked
