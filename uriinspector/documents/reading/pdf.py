"""The reader of PDF files: the addresses of their links, and their pictures.

A photograph stands there as a file of its own; what is only deflated is given the head and the end
of a PNG file, which packs its rows in the same way (ISO 32000-1 7.4.4.4 and 8.9.5).

No page is laid out and no library is needed: an address is a string behind the key /URI (ISO
32000-1 12.6.4.7), and all that can hide it is the packing of objects (7.5.7), or encryption.
Pictures are searched for codes.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, message
from uriinspector.documents.document_values import LinkLocation, LinkPlace
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.octets import ZLIB, Inflater, PackedStreams, expanded
from uriinspector.documents.picture_formats import POINTS
from uriinspector.documents.reading.image import IN_PICTURE, queue
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.scan_state import Entity, Scan
from uriinspector.documents.work_budget import WorkBudget

# More of one picture is not unpacked.
PDF_IMAGES_LARGEST = 64 << 20
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
            return _inflated(packed, PDF_IMAGES_LARGEST, budget)
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
        raw = _inflated(packed, min(PDF_IMAGES_LARGEST, 4 * width * height), budget)
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


# More of one stream is not unpacked.
LARGEST = 16 << 20
STREAMS, STREAM = 10_000, 1 << 10
IN_PDF = LinkPlace(None, "uri")
STRING = rb"\(((?:[^()\\]|\\[\0-\xff]|\((?:[^()\\]|\\[\0-\xff])*+\)|(?!))*+)\)"
ADDRESS = expression(rb"/URI\s{0,99}(?:" + STRING + rb"|<([0-9A-Fa-f\s]*+)>)")
# How far before a stream its dictionary is looked for.
BEFORE = 600
END = b"endstream"
ENCRYPTED = expression(rb"/Encrypt\s{0,9}(?:[0-9]|<<)")
ESCAPE = expression(rb"\\(?:([0-7]{1,3})|(\r\n|[\0-\xff]))")
MEANT = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\n": b"", b"\r": b"", b"\r\n": b""}
REST = message("in PDF files, only links and images are checked, not text and drawings")
LEFT_OUT = (
    "in PDF files, only links and images are checked, not text and drawings; images "
    "skipped: {count}"
)
OBJECTS = expression(rb"/Type\s{0,9}/ObjStm\b")


def read_pdf(scan: Scan, entity: Entity) -> str | None:
    """Every address, each with its place; in a packed object the place is the stream."""
    octets = entity.octets.get()
    if ENCRYPTED.search(octets, entity.start, entity.end):
        return message("encrypted")
    leaf = scan.leaf(entity, entity.octets, (entity.start, entity.end), UTF8)
    scan.add(leaf, _addresses(octets, entity.start, entity.end))
    pictures: list[bool] = []
    reason = _read_streams(scan, entity, leaf, pictures)
    scan.do_later(lambda: scan.leave_out(entity, _rest(pictures)))
    return reason


def _read_streams(scan: Scan, entity: Entity, leaf: Leaf, pictures: list[bool]) -> str | None:
    """Read what is packed; note of each picture whether all of it was read."""
    octets, is_whole = entity.octets.get(), True
    for number, (head, start, end) in enumerate(_streams(octets, entity.start, entity.end)):
        # Each costs work, also where nothing comes out.
        if number >= STREAMS or not scan.budget.charge(STREAM):
            scan.budget.refuse()
            return message("too many compressed objects")
        if IS_PICTURE.search(head):
            _queue_picture(scan, leaf, head, (start, end), pictures)
        elif OBJECTS.search(head):
            with scan.budget.sharing(entity.end - end):
                is_whole &= _read_objects(scan, entity, (start, end))
    return None if is_whole else TOO_MUCH


def _rest(pictures: list[bool]) -> str:
    """Say what is not checked of a PDF file, and how many pictures were not read in full."""
    left_out = pictures.count(False)
    return message(LEFT_OUT, count=Count(left_out)) if left_out else REST


def _read_objects(scan: Scan, entity: Entity, span: tuple[int, int]) -> bool:
    """The addresses in a packed stream; whether all of it was unpacked."""
    coding = PackedStreams(lambda: Inflater(ZLIB), b"", min(LARGEST, scan.budget.left))
    packed = scan.decoded(entity.octets, *span, coding)
    if packed is None:
        return False
    inner = packed.get()
    if ADDRESS.search(inner):
        leaf = scan.leaf(entity, packed, (0, len(inner)), UTF8)
        scan.add(leaf, _addresses(inner, 0, len(inner)))
    return not coding.is_limited or scan.budget.refuse()


def _queue_picture(
    scan: Scan, leaf: Leaf, head: bytes, span: tuple[int, int], pictures: list[bool]
) -> None:
    """Codes in a picture have its stream as their place; note whether all of it was read."""
    start, end = span

    def read(texts: list[str], reasons: Sequence[str]) -> None:
        scan.add(leaf, ((start, start, end, IN_PICTURE, None, text) for text in texts))
        pictures.append(not reasons)

    scope, place = scan.message, (leaf.octets, start, end)

    def octets() -> bytes | None:
        refusals = scan.budget.refusals
        picture = picture_in(head, memoryview(leaf.octets.get())[start:end], scan.budget)
        if scan.budget.refusals > refusals:
            scan.report_stopped(scope, place)
        return picture

    queue(scan, end - start, octets, place, read)


def picture_at(octets: bytes, within: tuple[int, int], span: tuple[int, int]) -> bytes | None:
    """The picture file of a stream; None where its packing is not known."""
    for head, start, end in _streams(octets, *within):
        if (start, end) == span:
            budget = WorkBudget(len(octets))
            return picture_in(head, memoryview(octets)[start:end], budget)
    return None


def _addresses(octets: bytes, start: int, end: int) -> Iterator[LinkLocation]:
    for match in ADDRESS.finditer(octets, start, end):
        kind = 1 if match[1] is not None else 2
        written = match[kind]
        raw = ESCAPE.sub(_unescaped, written) if kind == 1 else _from_hex(written)
        first, last = match.span(kind)
        yield first, first, last, IN_PDF, None, _text(raw)


def _streams(octets: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The streams with their dictionaries, which stand right before them."""
    at = start
    while number := octets.find(b"stream", at, end) + 1:
        begin = number + 5
        begin += 2 if octets[begin : begin + 2] == b"\r\n" else 1
        at = octets.find(END, begin, end)
        if at < 0:
            return
        head = octets[max(start, number - BEFORE) : number].rpartition(b" obj")[2]
        if b"/FlateDecode" in head or b"/Image" in head:
            yield head, begin, at
        at += len(END)


def _unescaped(match: re.Match[bytes]) -> bytes:
    """7.3.4.2: an octet by its number, a control, or what stands for itself."""
    if match[1]:
        return bytes((int(match[1], 8) & 0xFF,))
    return MEANT.get(match[2], match[2])


def _from_hex(written: bytes) -> bytes:
    digits = b"".join(written.split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _text(octets: bytes) -> str:
    """7.9.2.2: UTF-16 behind its mark, else octets as they are."""
    if octets.startswith(b"\xfe\xff"):
        return octets[2:].decode("utf-16-be", "replace")
    return octets.decode("latin-1")
