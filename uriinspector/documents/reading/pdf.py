"""The reader of PDF files: the addresses of their links, and codes in their pictures.

No page is laid out and no library is needed: an address is a string after the key /URI (ISO 32000-1
12.6.4.7), and only the packing of objects (7.5.7) or encryption can hide it.

A photograph is stored as a complete file; deflated pixels get the header and the end of a PNG file,
whose rows are packed in the same way (ISO 32000-1 7.4.4.4 and 8.9.5).

The text in the rectangle of a link is read from the page (9.4 and 12.5.6.5). The widths of fonts
are not read: a piece of text belongs to a rectangle in which it starts, and its width is estimated.
"""

import re
import zlib
from base64 import a85decode
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice, pairwise
from typing import TypeAlias

from uriinspector.analysis.encoding import UTF8
from uriinspector.analysis.resource_files import lazy
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.documents.decryption import PdfEncryption, pdf_bytes, pdf_key
from uriinspector.documents.document_values import (
    EMBEDDED,
    IN_PDF,
    PLACE,
    START,
    DocumentBase,
    LinkLocation,
    LinkPlace,
)
from uriinspector.documents.document_values import VALUE as LINK_VALUE
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.octets import ZLIB, Inflater, Octets, Unpacked, expanded
from uriinspector.documents.picture_formats import POINTS, png_file
from uriinspector.documents.reading.codes import IN_PICTURE, queue
from uriinspector.documents.reading.known_passwords import known_passwords
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.reading.zip_archive import judge_names, left_out
from uriinspector.documents.rules.file_names import launched
from uriinspector.documents.rules.sites import named_in
from uriinspector.documents.scan_state import Entity, Scan
from uriinspector.documents.work_budget import WorkBudget

# The maximum number of pages with links, entries of a list, parts of a page, and bytes of a map.
PAGES, MOST, PARTS, MAP_LONGEST = 20, 200, 400_000, 1 << 18
# The minimum and the usual width of a character, in units of its size.
NARROW, USUAL = 0.4, 0.5
# The maximum height above a baseline at which a rectangle may begin, in units of the text's size.
DEEP = 0.4
REFERENCE = expression(rb"([0-9]{1,9})\s{1,9}[0-9]{1,5}\s{1,9}R\b")
PAGE = expression(rb"/Type\s{0,9}/Page(?![A-Za-z])")
LIST = rb"\s{0,9}(?:\[([^\[\]]{0,9000})\]|([0-9]{1,9}\s{1,9}[0-9]{1,5}\s{1,9}R\b))"
LISTS = {name: expression(b"/" + name + LIST) for name in (b"Annots", b"Contents")}
INLINE = expression(rb"/Annots\s{0,9}\[\s{0,9}(?=<<)")
BRACKET = expression(rb"<<|>>|[\[\]]")
RECTANGLE = expression(rb"/Rect\s{0,9}\[\s{0,9}" + rb"\s{1,9}".join([rb"(-?[0-9.]{1,20})"] * 4))
ACTION = expression(rb"/A\s{1,9}" + REFERENCE.pattern)
INHERITED = expression(rb"/(?:Resources|Parent)\s{1,9}" + REFERENCE.pattern)
FONTS = expression(rb"/Font\s{0,9}(?:<<([^<>]{0,9000})>>|" + REFERENCE.pattern + rb")")
FONT = expression(rb"/([^\s/\[\]<>()]{1,99})\s{1,9}" + REFERENCE.pattern)
UNICODE = expression(rb"/ToUnicode\s{1,9}" + REFERENCE.pattern)
BLOCK = expression(rb"(?:begin|end)bf(char|range)")
HEX = rb"<([0-9A-Fa-f]{2,8})>\s{0,9}"
MAPPED = expression(HEX + HEX + rb"(?:<([0-9A-Fa-f]{1,64})>|\[([^\]]{0,9000})\])")
MAPPED_ONE = expression(HEX + rb"()<([0-9A-Fa-f]{1,64})>()")
TOKEN = expression(
    rb"\((?P<string>(?:[^()\\]|\\[\0-\xff]|\((?:[^()\\]|\\[\0-\xff])*+\)|(?!))*+)\)"
    rb"|<(?P<digits>[0-9A-Fa-f\s]*+)>|/(?P<name>[^\s/\[\]<>()]*+)"
    rb"|(?P<number>[-+]?(?:[0-9]+\.?[0-9]*+|\.[0-9]++))|(?P<operator>[A-Za-z'\"][A-Za-z0-9*]*+)"
)
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
# An object's number, and a span in its dictionary.
Place: TypeAlias = tuple[int, int, int]


class TextFont(NamedTuple):
    """The map of a font from character codes to texts, and the number of bytes in a code."""

    texts: Mapping[int, str] = {}
    width: int = 1

    def decoded(self, octets: bytes) -> str:
        if not self.texts:
            return octets.decode("latin-1")
        pieces = range(0, len(octets), self.width)
        codes = (int.from_bytes(octets[at : at + self.width], "big") for at in pieces)
        return "".join(self.texts.get(code, "\ufffd") for code in codes)


class PdfText(NamedTuple):
    text: str
    x: float
    y: float
    size: float


class PdfLink(NamedTuple):
    """A link: its rectangle (left, bottom, right, top), and where its address may be."""

    corners: tuple[float, float, float, float]
    places: tuple[Place, ...]


class PdfReader(NamedTuple):
    """Functions that return an object's dictionary, its unpacked stream, and a plain string."""

    object: Callable[[int], bytes]
    stream: Callable[[int], bytes]
    unescaped: Callable[[bytes], bytes]


def captions(
    pages: Iterator[tuple[int, bytes]], reader: PdfReader
) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """Yield the texts of the links of these pages, and where their addresses may be."""
    maps: dict[int, TextFont] = {}
    linked = ((page, list(_links(number, page, reader))) for number, page in pages)
    for page, links in islice(((page, links) for page, links in linked if links), PAGES):
        fonts = dict(_fonts(page, reader, maps))
        content = b"\n".join(map(reader.stream, _listed(page, b"Contents", reader)))
        texts = list(PdfPageText(fonts, reader).read(content))
        for (left, bottom, right, top), places in links:
            inside = [
                each
                for each in texts
                if left - 1 <= each.x < right - 1 and bottom - each.size * DEEP <= each.y < top
            ]
            lines = groupby(inside, key=lambda each: round(each.y))
            text = " ".join("".join(_cut(each, right) for each in line) for _, line in lines)
            text = text.encode("utf-8", "replace").decode()
            yield " ".join(text.split()), places


def _cut(placed: PdfText, right: float) -> str:
    """Return the words of a text that begin to the left of a rectangle's right edge."""
    width = max(placed.size, 1) * NARROW
    end = placed.text.find(" ", max(0, int((right - placed.x) / width)))
    return placed.text if end < 0 else placed.text[:end]


def _listed(page: bytes, name: bytes, reader: PdfReader) -> list[int]:
    """Return the objects in a list of a page; the list may be an object of its own."""
    match = LISTS[name].search(page)
    numbers = REFERENCE.findall(match[1] or match[2] or b"") if match else []
    inner = reader.object(int(numbers[0])) if match and match[2] else b""
    if inner.lstrip()[:1] == b"[":
        numbers = REFERENCE.findall(inner)
    return [int(each) for each in numbers[:MOST]]


def _links(number: int, page: bytes, reader: PdfReader) -> Iterator[PdfLink]:
    inline = INLINE.search(page)
    spans = list(islice(_dictionaries(page, inline.end()), MOST)) if inline else []
    found = [(page[start:end], (number, start, end)) for start, end in spans]
    if not inline:
        texts = ((each, reader.object(each)) for each in _listed(page, b"Annots", reader))
        found = [(text, (each, 0, len(text))) for each, text in texts]
    for text, place in found:
        rectangle, action = RECTANGLE.search(text), ACTION.search(text)
        if rectangle is None or b"/Link" not in text:
            continue
        x, y, right, top = map(_number, rectangle.groups())
        corners = min(x, right), min(y, top), max(x, right), max(y, top)
        actions = [int(action[1])] if action else []
        yield PdfLink(corners, (place, *((each, 0, 1 << 30) for each in actions)))


def _dictionaries(page: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the dictionaries in a list."""
    depth, begin = 0, start
    for bracket in BRACKET.finditer(page, start):
        if bracket[0] in {b"<<", b"["}:
            begin = begin if depth else bracket.start()
            depth += 1
            continue
        depth -= 1
        if depth < 0:
            return
        if depth == 0:
            yield begin, bracket.end()


def _number(text: bytes) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _fonts(
    page: bytes, reader: PdfReader, maps: dict[int, TextFont]
) -> Iterator[tuple[bytes, TextFont]]:
    """Yield the fonts of a page, of its resources and of its parent, with their names."""
    for text in (page, *(reader.object(int(each)) for each in INHERITED.findall(page)[:2])):
        for written, number in FONTS.findall(text)[:4]:
            listed = reader.object(int(number)) if number else written
            for name, font in FONT.findall(listed)[:MOST]:
                if (key := int(font)) not in maps:
                    unicode = UNICODE.search(reader.object(key))
                    maps[key] = _map(reader.stream(int(unicode[1]))) if unicode else TextFont()
                yield name, maps[key]


def _map(octets: bytes) -> TextFont:
    """Read a map from codes to UTF-16 (9.10.3)."""
    texts: dict[int, str] = {}
    width = 1
    for kind, block in pairwise(BLOCK.split(octets[:MAP_LONGEST])):
        pattern = {b"char": MAPPED_ONE, b"range": MAPPED}.get(kind)
        for first, last, target, several in pattern.findall(block) if pattern else ():
            width, start = max(len(first) // 2, 1), int(first, 16)
            end = min(int(last or first, 16), start + 0xFFFF)
            listed = [_utf_16(each) for each in re.findall(rb"<([0-9A-Fa-f]*)>", several)]
            front, code = _utf_16(target[:-4]), int(target[-4:] or b"0", 16)
            for at in range(min(end - start + 1, len(listed) if several else 0x10000)):
                texts[start + at] = listed[at] if several else front + chr((code + at) & 0xFFFF)
    return TextFont(texts, width)


def _utf_16(digits: bytes) -> str:
    return _from_hex(digits[: len(digits) & ~1]).decode("utf-16-be", "replace")


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


class PdfPageText:
    """Runs the operators of a page that place text (9.4.2 and 9.4.3)."""

    def __init__(self, fonts: Mapping[bytes, TextFont], reader: PdfReader) -> None:
        self._fonts, self._unescaped = fonts, reader.unescaped
        self._page, self._line, self._at = IDENTITY, IDENTITY, IDENTITY
        self._stack: list[Matrix] = []
        self._leading, self._size, self._font = 0.0, 1.0, TextFont()

    def read(self, content: bytes) -> Iterator[PdfText]:
        numbers: list[float] = []
        strings: list[bytes] = []
        name = b""
        for token in islice(TOKEN.finditer(content), PARTS):
            kind = token.lastgroup
            if kind == "number":
                numbers.append(_number(token[0]))
            elif kind == "string":
                strings.append(self._unescaped(token["string"]))
            elif kind == "digits":
                strings.append(_from_hex(token["digits"]))
            elif kind == "name":
                name = token["name"]
            else:
                self._run(token[0], [0.0] * 6 + numbers[-6:], name)
                if strings:
                    yield self._show(strings)
                numbers.clear()
                strings.clear()

    def _run(self, operator: bytes, numbers: list[float], name: bytes) -> None:
        a, b, c, d, x, y = numbers[-6:]
        if operator == b"q" and len(self._stack) < MOST:
            self._stack.append(self._page)
        elif operator == b"Q" and self._stack:
            self._page = self._stack.pop()
        elif operator == b"cm":
            self._page = _times((a, b, c, d, x, y), self._page)
        elif operator in {b"BT", b"Tm"}:
            self._line = self._at = IDENTITY if operator == b"BT" else (a, b, c, d, x, y)
        elif operator == b"Tf":
            self._font, self._size = self._fonts.get(name, TextFont()), y
        else:
            self._move(operator, x, y)

    def _move(self, operator: bytes, x: float, y: float) -> None:
        if operator in {b"TL", b"TD"}:
            self._leading = y if operator == b"TL" else -y
        if operator in {b"Td", b"TD"}:
            self._line = self._at = _times((1, 0, 0, 1, x, y), self._line)
        elif operator in {b"T*", b"'", b'"'}:
            self._line = self._at = _times((1, 0, 0, 1, 0, -self._leading), self._line)

    def _show(self, strings: list[bytes]) -> PdfText:
        text = "".join(map(self._font.decoded, strings))
        place = _times(self._at, self._page)
        self._at = _times((1, 0, 0, 1, len(text) * self._size * USUAL, 0), self._at)
        size = abs(self._size) * max(abs(place[0]), abs(place[1]))
        return PdfText(text, place[4], place[5], size)


# The maximum number of bytes of a picture to unpack.
PDF_IMAGES_LARGEST = 64 << 20
IS_PICTURE = expression(rb"/Subtype\s{0,9}/Image\b")
FILTERS = expression(rb"/Filter\s{0,9}(?:\[([^\]]{0,200})\]|(/\w{1,40}))")
FILTER = expression(rb"/(\w{1,40})")
NUMBER = expression(rb"/(Width|Height|BitsPerComponent|Colors|Predictor)\s{1,9}([0-9]{1,6})")
# Filters whose output is a file that picture libraries can read.
FILES = frozenset({b"DCTDecode", b"JPXDecode"})
# From this predictor on, each row begins with a PNG filter.
OF_PNG = 10
# The color types of PNG by the number of values per pixel.
COLOURS = {1: 0, 3: 2}


def picture_in(head: bytes, packed: memoryview, budget: WorkBudget) -> bytes | None:
    """Return the picture file in the stream after this dictionary; None for unsupported filters."""
    match = FILTERS.search(head)
    filters = FILTER.findall(match[1] or match[2] or b"") if match else []
    if filters and filters[-1] in FILES:
        if filters[:-1] == [b"FlateDecode"]:
            return _inflated(packed, PDF_IMAGES_LARGEST, budget)
        return bytes(packed) if len(filters) == 1 else None
    return _as_png(head, packed, budget) if filters == [b"FlateDecode"] else None


def _inflated(packed: memoryview, most: int, budget: WorkBudget) -> bytes:
    """Inflate up to a limit; the output is charged even if it turns out to be useless."""
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
    return png_file(width, height, bits, COLOURS[values], rows)


def _rows(raw: bytes, row: int, height: int) -> Iterator[bytes]:
    """Yield each row, preceded by the number of PNG's filter "none"."""
    for at in range(0, row * height, row):
        yield b"\0"
        yield raw[at : at + row]


# The maximum number of bytes of a stream to unpack.
LARGEST = 16 << 20
STREAMS, STREAM = 10_000, 1 << 10
STRING = rb"\(((?:[^()\\]|\\[\0-\xff]|\((?:[^()\\]|\\[\0-\xff])*+\)|(?!))*+)\)"
# White space and comments (7.2), then a string or a reference to one.
GAP = rb"(?:[\0\t\n\f\r ]|%[^\r\n]{0,200}[\r\n]|(?!)){0,99}+"
VALUE = GAP + rb"(?:" + STRING + rb"|<([0-9A-Fa-f\0\s]*+)>|([0-9]{1,9})\s{1,9}[0-9]{1,5}\s{1,9}R\b)"


def _name(text: str) -> bytes:
    """Return a pattern for a name, whose characters may be written as numbers (7.3.5)."""
    return b"/" + b"".join(b"(?:%c|#%02x|#%02X)" % (ord(c), ord(c), ord(c)) for c in text)


# The keys with addresses: links, files that are opened, the base of links, code (12.6.4).
ADDRESS = expression(
    rb"(?:(?P<uri>" + _name("URI") + rb")|(?P<file>" + _name("F") + rb"|" + _name("UF") + rb")"
    rb"|(?P<base>" + _name("Base") + rb")"
    # Code, or the parameters of a program, which are a string.
    rb"|(?P<js>" + _name("JS") + rb"|" + _name("P") + rb"(?=\s{0,9}\()))" + VALUE
)
PLACES = {"uri": IN_PDF, **{key: LinkPlace(None, key) for key in ("file", "base", "js")}}
WRITTEN = expression(r"(?i)(?:https?|ftp|file|mailto|smb)://?[^\s\"'<>()\\{}]{3,2000}")
# A file that is not local: an address, or a path on another computer.
ELSEWHERE = expression(r"(?:[A-Za-z][A-Za-z0-9+.-]{1,30}:(?!\\)|\\\\|//|www\.)")
# The streams of an embedded file by their keys, and its name (7.11.3).
_EMBEDDED = _name("EF") + rb"\s{0,9}<<([^<>]{0,300})>>"
FILES_OF = expression(_EMBEDDED)
# Embedded files and their names; the groups of a name are numbered like those of an address.
FILE_OR_NAME = expression(
    _EMBEDDED + rb"|()()()(?:" + _name("UF") + rb"|" + _name("F") + rb")" + VALUE
)
# An action that starts a program or opens a file.
LAUNCH = expression(_name("Launch") + rb"(?![A-Za-z0-9])")
OBJECT = expression(rb"(?<![0-9])([0-9]{1,9})\s{1,9}([0-9]{1,5})\s{1,9}obj\b")
# The distance before a stream to search for its dictionary.
BEFORE = 600
END = b"endstream"
ENCRYPTED = expression(_name("Encrypt") + rb"\s{0,9}(?:([0-9]{1,9})\s{1,9}[0-9]{1,5}\s{1,9}R|(<<))")
BY_NUMBER = expression(rb"#([0-9A-Fa-f]{2})")
ESCAPE = expression(rb"\\(?:([0-7]{1,3})|(\r\n|[\0-\xff]))")
MEANT = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
MEANT |= {b"\n": b"", b"\r": b"", b"\r\n": b""}
REST = message(
    "in PDF files, links, their text, images and embedded files are checked, but no other text"
)
OBJECTS = expression(rb"/Type\s{0,9}/ObjStm\b")


class PdfFile:
    """A PDF file: its objects by number, and the key for its encryption."""

    def __init__(self, octets: bytes, start: int, end: int) -> None:
        self.octets, self.start, self.end = octets, start, end
        self.key: bytes | None = None
        self.encryption: PdfEncryption | None = None
        # The packed objects by number: the unpacked stream, start and end; their leaf.
        self.packed: dict[int, tuple[bytes, int, int]] = {}
        self._stored = 0
        self.leaves: list[tuple[Leaf, bytes]] = []

    def object(self, number: int) -> tuple[bytes, int, int]:
        """Return the bytes that contain an object, its start, and the end of its dictionary."""
        at = self.by_number.get(number)
        if at is None:
            return self.packed.get(number, (b"", 0, 0))
        index = bisect_right(self.objects, (at, (1 << 32, 0)))
        limit = self.objects[index][0] if index < len(self.objects) else self.end
        ends = (self.octets.find(each, at, limit) for each in (b"stream", b"endobj"))
        return self.octets, at, min((each for each in ends if each >= 0), default=at)

    def note_packed(self, head: bytes, inner: bytes) -> None:
        """Note the objects in an unpacked stream (7.5.7)."""
        first = FIRST.search(head)
        self._stored += len(inner)
        if first is None or self._stored > LARGEST:
            return
        numbers = list(map(int, NUMBERS.findall(inner[: min(int(first[1]), NUMBERS_LONGEST)])))
        starts = [min(int(first[1]) + each, len(inner)) for each in numbers[1::2]]
        # Each object ends where the next one begins, in any order, so that they never overlap.
        ends = dict(pairwise([*sorted({*starts, len(inner)}), len(inner)]))
        for number, at in zip(numbers[::2], starts, strict=False):
            self.packed[number] = inner, at, ends[at]

    @lazy
    def objects(self) -> list[tuple[int, tuple[int, int]]]:
        found = OBJECT.finditer(self.octets, self.start, self.end)
        return [(each.end(), (int(each[1]), int(each[2]))) for each in found]

    @lazy
    def by_number(self) -> dict[int, int]:
        return {number: at for at, (number, _) in self.objects}

    def number_at(self, at: int) -> tuple[int, int]:
        index = bisect_right(self.objects, (at, (1 << 32, 0))) - 1
        return self.objects[index][1] if index >= 0 else (0, 0)

    def is_encrypted(self) -> bool:
        return ENCRYPTED.search(self.octets, self.start, self.end) is not None

    def open(self, scan: Scan, entity: Entity) -> bool:
        """Try the empty password and the known ones; return True if one is right."""
        found = ENCRYPTED.search(self.octets, self.start, self.end)
        at = found.end() if found and found[2] else self.by_number.get(int((found or "0")[1] or 0))
        if at is None:
            return False
        text = BY_NUMBER.sub(_by_number, self.octets[at : min(at + DICTIONARY, self.end)])
        self.encryption = encryption = _encryption_of(text, self._identity())
        for password in known_passwords(scan, entity, "") if encryption else ():
            if not scan.passwords.may_make_key(KEY_ROUNDS):
                return False
            encoding = "utf-8" if encryption and encryption.revision >= 5 else "latin-1"
            self.key = encryption and pdf_key(encryption, password.encode(encoding, "replace"))
            if self.key is not None:
                return True
        return False

    def _identity(self) -> bytes:
        found = FILE_ID.search(self.octets, self.start, self.end)
        return _string(found) if found else b""

    def clear(self, raw: bytes, at: int, *, is_stream: bool = False) -> bytes:
        """Return a decrypted string or stream."""
        known = self.encryption
        if self.key is None or known is None:
            return raw
        method = known.stream_method if is_stream else known.string_method
        return pdf_bytes(self.key, method, self.number_at(at), raw)


# The maximum number of bytes to read of the object numbers in a packed stream.
NUMBERS_LONGEST = 1 << 18
FIRST = expression(rb"/First\s{0,9}([0-9]{1,9})")
NUMBERS = expression(rb"[0-9]{1,9}")
# The maximum number of bytes of the contents of pages to read.
CONTENTS_LARGEST = 4 << 20
# The maximum number of bytes of a dictionary to read, and the cost of a key in rounds.
DICTIONARY, KEY_ROUNDS = 4096, 1 << 13
FILE_ID = expression(_name("ID") + GAP + rb"\[" + VALUE)
DIGITS = {
    name: expression(_name(name) + rb"\s{0,9}(-?[0-9]{1,10})") for name in ("V", "R", "P", "Length")
}
STRINGS = {name: expression(_name(name) + VALUE) for name in ("O", "U", "OE", "UE")}
METHOD = expression(rb"/CFM\s{0,9}/(\w{1,20})")
FILTER_OF = {
    "string": expression(rb"/StrF\s{0,9}/(\w{1,40})"),
    "stream": expression(rb"/StmF\s{0,9}/(\w{1,40})"),
}


def _encryption_of(text: bytes, identity: bytes) -> PdfEncryption | None:
    """Parse a dictionary of the standard security handler (7.6.4.2); None for any other."""
    numbers = {name: int(m[1]) for name, each in DIGITS.items() if (m := each.search(text))}
    strings = {name: _string(m) for name, each in STRINGS.items() if (m := each.search(text))}
    version, revision = numbers.get("V", 0), numbers.get("R", 0)
    if b"/Standard" not in text or version not in {1, 2, 4, 5} or not strings.get("U"):
        return None
    methods = {"string": "V2", "stream": "V2"}
    if version >= 4:
        method = METHOD.search(text)
        named = method[1].decode("latin-1") if method else "Identity"
        for kind, each in FILTER_OF.items():
            match = each.search(text)
            methods[kind] = "Identity" if match is None or match[1] == b"Identity" else named
    size = {1: 5, 4: 16, 5: 32}.get(version) or max(5, min(numbers.get("Length", 40) // 8, 16))
    permissions = (numbers.get("P", 0) + (1 << 31)) % (1 << 32) - (1 << 31)
    return PdfEncryption(
        revision,
        size,
        strings.get("O", b""),
        strings["U"],
        strings.get("OE", b""),
        strings.get("UE", b""),
        permissions,
        identity,
        b"/EncryptMetadata false" not in text,
        methods["string"],
        methods["stream"],
    )


def read_pdf(scan: Scan, entity: Entity) -> str | None:
    """Read the addresses; for one in a packed object, the span is that of the whole stream."""
    octets = entity.octets.get()
    pdf = PdfFile(octets, entity.start, entity.end)
    if pdf.is_encrypted() and not pdf.open(scan, entity):
        scan.passwords.locked.setdefault(entity.path)
        return message("encrypted")
    leaf = scan.leaf(entity)
    scan.add(leaf, _addresses(octets, entity.start, entity.end, pdf))
    pdf.leaves.append((leaf, octets))
    note_launch(scan, entity, octets[entity.start : entity.end])
    pictures: list[bool] = []
    reason = _read_streams(scan, entity, leaf, pdf, pictures)
    _take_files(scan, entity, pdf)
    _note_base(pdf)
    _note_captions(scan, pdf)
    scan.do_later(lambda: scan.leave_out(entity, _rest(pictures)))
    return reason


def _read_streams(
    scan: Scan, entity: Entity, leaf: Leaf, pdf: PdfFile, pictures: list[bool]
) -> str | None:
    """Read the packed streams, and note for each picture whether it was read in full."""
    octets, is_whole = entity.octets.get(), True
    codes = {
        int(each[7])
        for each in ADDRESS.finditer(octets, entity.start, entity.end)
        if each["js"] and each[7]
    }
    for number, (head, start, end) in enumerate(_streams(octets, entity.start, entity.end)):
        # Each stream costs work, even if it unpacks to nothing.
        if number >= STREAMS or not scan.budget.charge(STREAM):
            scan.budget.refuse()
            return message("too many compressed objects")
        if IS_PICTURE.search(head):
            if pdf.key is None:
                _queue_picture(scan, leaf, head, (start, end), pictures)
            else:
                pictures.append(False)
        elif OBJECTS.search(head) or pdf.number_at(start)[0] in codes:
            with scan.budget.sharing(entity.end - end):
                is_whole &= _read_objects(scan, entity, head, (start, end), pdf)
    return None if is_whole else TOO_MUCH


def _rest(pictures: list[bool]) -> str:
    left_out = pictures.count(False)
    if not left_out:
        return REST
    return message(
        "in PDF files, links, their text, images and embedded files are checked, but not the "
        "other text; images skipped: {count}",
        count=Count(left_out),
    )


def _unpacked(
    scan: Scan, entity: Entity, head: bytes, span: tuple[int, int], pdf: PdfFile
) -> tuple[Octets | None, int]:
    """Unpack a stream; return its bytes, or None, and how many there can be at most."""
    most = max(min(LARGEST, scan.budget.left), 0)

    def unpack(packed: memoryview) -> bytes:
        return _unpacked_stream(head, pdf.clear(bytes(packed), span[0], is_stream=True), most)

    return scan.decoded(entity.octets, *span, Unpacked(unpack)), most


def _read_objects(
    scan: Scan, entity: Entity, head: bytes, span: tuple[int, int], pdf: PdfFile
) -> bool:
    """Read the addresses in a packed stream; return True if it was unpacked in full."""
    packed, most = _unpacked(scan, entity, head, span, pdf)
    if packed is None:
        return False
    inner = packed.get()
    note_launch(scan, entity, inner)
    is_code = not OBJECTS.search(head)
    if not is_code:
        pdf.note_packed(head, inner)
    places = _in_code(_text(inner), 0, len(inner)) if is_code else _addresses(inner, 0, len(inner))
    found = list(places)
    if found:
        leaf = scan.leaf(entity, packed, (0, len(inner)), UTF8)
        scan.add(leaf, found)
        pdf.leaves.append((leaf, inner))
    return len(inner) < most or scan.budget.refuse()


def _take_files(scan: Scan, entity: Entity, pdf: PdfFile) -> None:
    """Read the files that are embedded in the PDF (7.11.4)."""
    files = dict(_embedded_files(pdf))
    judge_names(scan, entity, filter(None, files.values()))
    if len(files) > MOST:
        scan.at_limit("")
        scan.leave_out(entity, left_out(len(files) - MOST))
    for index, (number, name) in enumerate(islice(files.items(), MOST), 1):
        if not scan.has_room():
            return
        octets, start, end = pdf.object(number)
        begin, stop = end + len(b"stream"), octets.find(END, end)
        if octets[end:begin] != b"stream" or stop < 0 or octets is not entity.octets.get():
            continue
        begin += 2 if octets[begin : begin + 2] == b"\r\n" else 1
        with scan.budget.sharing(entity.end - stop):
            _take_file(scan, entity, pdf, octets[start:end], (begin, stop), (index, name))


def _take_file(
    scan: Scan,
    entity: Entity,
    pdf: PdfFile,
    head: bytes,
    span: tuple[int, int],
    named: tuple[int, str],
) -> None:
    octets, most = _unpacked(scan, entity, head, span, pdf)
    if octets is None:
        scan.leave_out(entity, left_out(1))
        return
    (index, name), size = named, len(octets.get())
    inner = entity.inside(octets, 0, size, f"{entity.path}.file{index}", entity.base)
    scan.take(replace(inner, name=name or None, is_cut=size >= most))
    if size >= most:
        scan.budget.refuse()


def _embedded_files(pdf: PdfFile) -> Iterator[tuple[int, str]]:
    """Yield the number of each embedded file's stream, and the file's name."""
    if not pdf.packed and not FILES_OF.search(pdf.octets, pdf.start, pdf.end):
        return
    # Several numbers can name the same object.
    for octets, start, end in dict.fromkeys(map(pdf.object, (*pdf.by_number, *pdf.packed))):
        for stream, found in _named_streams(FILE_OR_NAME.finditer(octets, start, end)):
            raw = _string(found) if found else b""
            is_plain = octets is not pdf.octets  # strings in packed objects are not encrypted
            text = raw if found is None or is_plain else pdf.clear(raw, found.start())
            yield stream, _text(text)


def _named_streams(
    matches: Iterable[re.Match[bytes]],
) -> Iterator[tuple[int, re.Match[bytes] | None]]:
    """Yield the numbers of embedded streams, each with the first name before or after it."""
    name: re.Match[bytes] | None = None
    unnamed: int | None = None
    for each in matches:
        if each[1] is None:
            if unnamed is not None:
                yield unnamed, each
                unnamed = None
            else:
                name = name or each
        elif stream := REFERENCE.search(each[1]):
            if unnamed is not None:
                yield unnamed, None
                unnamed = None
            if name is None:
                unnamed = int(stream[1])
            else:
                yield int(stream[1]), name
                name = None
    if unnamed is not None:
        yield unnamed, None


def _note_base(pdf: PdfFile) -> None:
    """Note the base of relative addresses, which is in the catalog (12.6.4.7)."""
    places = (each for leaf, _ in pdf.leaves for each in leaf.locations)
    text = next((each[LINK_VALUE] for each in [*places][::-1] if each[PLACE] == PLACES["base"]), "")
    if text:
        note = message("From the base in the catalog of the PDF file (ISO 32000-1 12.6.4.7).")
        for leaf, _ in pdf.leaves:
            leaf.base = DocumentBase(text, EMBEDDED, note)


def _note_captions(scan: Scan, pdf: PdfFile) -> None:
    """Note the texts that pages show in the rectangles of their links."""
    links = {
        (id(inner), location[START]): leaf
        for leaf, inner in pdf.leaves
        for location in leaf.locations
        if location[PLACE] == IN_PDF
    }
    if not links:
        return
    left = min(CONTENTS_LARGEST, max(scan.budget.left, 0))

    def object_of(number: int) -> bytes:
        octets, start, end = pdf.object(number)
        return octets[start:end]

    def stream_of(number: int) -> bytes:
        nonlocal left
        octets, start, end = pdf.object(number)
        begin, stop = end + len(b"stream"), octets.find(END, end) if left > 0 else -1
        if octets[end:begin] != b"stream" or stop < 0:
            left = left if stop >= 0 else 0
            return b""
        begin += 2 if octets[begin : begin + 2] == b"\r\n" else 1
        if scan.budget.left < (cost := STREAM + max(stop - begin, 0)):
            return b""
        scan.budget.spend(cost)
        packed = pdf.clear(octets[begin:stop], begin, is_stream=True)
        found = _unpacked_stream(octets[start:end], packed, left)
        left -= len(found)
        return found

    reader = PdfReader(object_of, stream_of, _without_escapes)
    starts = sorted(links)
    for text, places in captions(_pages(pdf), reader):
        for number, first, last in places if named_in(text) else ():
            octets, start, end = pdf.object(number)
            at = bisect_left(starts, (id(octets), start + first))
            if at < len(starts) and starts[at] < (id(octets), min(start + last, end)):
                links[starts[at]].captions[starts[at][1]] = text


def _pages(pdf: PdfFile) -> Iterator[tuple[int, bytes]]:
    for number in (*pdf.by_number, *pdf.packed):
        octets, start, end = pdf.object(number)
        if PAGE.search(octets, start, end):
            yield number, octets[start:end]


def _without_escapes(raw: bytes) -> bytes:
    return ESCAPE.sub(_unescaped, raw)


def note_launch(scan: Scan, entity: Entity, octets: bytes) -> None:
    """Note if a file opens another file or starts a program."""
    if LAUNCH.search(octets):
        place = entity.octets.extent(entity.start, entity.end)
        scan.note(launched(place))


def _unpacked_stream(head: bytes, octets: bytes, most: int) -> bytes:
    """Undo the filters of a stream (7.4); return b"" for those of pictures."""
    match = FILTERS.search(head)
    for name in FILTER.findall(match[1] or match[2] or b"") if match else ():
        if name in {b"FlateDecode", b"Fl"}:
            octets = expanded(Inflater(ZLIB), memoryview(octets), most).octets
        elif name in {b"ASCIIHexDecode", b"AHx"}:
            octets = _from_hex(NO_DIGIT.sub(b"", octets.partition(b">")[0]))
        elif name in {b"ASCII85Decode", b"A85"}:
            octets = _from_base85(octets.partition(b"~>")[0])
        else:
            return b""
    return octets[:most]


NO_DIGIT = expression(rb"[^0-9A-Fa-f]++")


def _from_base85(octets: bytes) -> bytes:
    try:
        return a85decode(octets.strip().removeprefix(b"<~"))
    except ValueError:
        return b""


def _queue_picture(
    scan: Scan, leaf: Leaf, head: bytes, span: tuple[int, int], pictures: list[bool]
) -> None:
    """Queue a picture; codes in it have its stream as their span."""
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
    """Return the picture file in a stream, or None for unsupported filters."""
    for head, start, end in _streams(octets, *within):
        if (start, end) == span:
            budget = WorkBudget(len(octets))
            return picture_in(head, memoryview(octets)[start:end], budget)
    return None


def _addresses(
    octets: bytes, start: int, end: int, pdf: PdfFile | None = None
) -> Iterator[LinkLocation]:
    for match in ADDRESS.finditer(octets, start, end):
        key = next(name for name in PLACES if match[name])
        value = _referenced(octets, match, pdf) if match[7] else match
        if value is None:
            continue
        first, last = value.span(5 if value[5] is not None else 6)
        raw = _string(value)
        text = _text(pdf.clear(raw, first) if pdf else raw)
        if key == "js":
            yield from _in_code(text, first, last)
        elif key == "uri" or ELSEWHERE.match(text):
            yield first, first, last, PLACES[key], None, text


def _referenced(
    octets: bytes, match: re.Match[bytes], pdf: PdfFile | None
) -> re.Match[bytes] | None:
    at = pdf.by_number.get(int(match[7])) if pdf else None
    return None if pdf is None or at is None else ALONE.match(octets, at, pdf.end)


# The groups have the same numbers as in ADDRESS.
ALONE = expression(rb"()()()()" + VALUE)


def _in_code(text: str, start: int, end: int) -> Iterator[LinkLocation]:
    for each in WRITTEN.finditer(text):
        yield start, start, end, PLACES["js"], None, each[0]


def _string(match: re.Match[bytes]) -> bytes:
    """Return the bytes of a string: a literal one is in the third group from the end, a
    hexadecimal one in the second (ISO 32000-1 7.3.4).
    """
    *_, literal, digits, _ = (None, *match.groups())
    if literal is not None:
        return ESCAPE.sub(_unescaped, literal)
    return _from_hex(digits.replace(b"\0", b"")) if digits is not None else b""


def _by_number(match: re.Match[bytes]) -> bytes:
    return bytes((int(match[1], 16),))


def _streams(octets: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    at = start
    while number := octets.find(b"stream", at, end) + 1:
        begin = number + 5
        begin += 2 if octets[begin : begin + 2] == b"\r\n" else 1
        at = octets.find(END, begin, end)
        if at < 0:
            return
        head = octets[max(start, number - BEFORE) : number].rpartition(b" obj")[2]
        head = BY_NUMBER.sub(_by_number, head)
        if b"/Filter" in head or b"/Image" in head or b"/ObjStm" in head:
            yield head, begin, at
        at += len(END)


def _unescaped(match: re.Match[bytes]) -> bytes:
    """Return the byte for an escape: a number, a control, or the character itself (7.3.4.2)."""
    if match[1]:
        return bytes((int(match[1], 8) & 0xFF,))
    return MEANT.get(match[2], match[2])


def _from_hex(written: bytes) -> bytes:
    digits = b"".join(written.split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _text(octets: bytes) -> str:
    """Decode a text: UTF-16 or UTF-8 with a byte order mark, otherwise Latin-1 (7.9.2.2)."""
    if octets.startswith(b"\xfe\xff"):
        return octets[2:].decode("utf-16-be", "replace")
    if octets.startswith(b"\xef\xbb\xbf"):
        return octets[3:].decode("utf-8", "replace")
    return octets.decode("latin-1")
