"""The text that a PDF file shows in the rectangles of its links (ISO 32000-1 9.4 and 12.5.6.5).

The widths of fonts are not read: a piece of text belongs to a rectangle in which it starts, and its
width is estimated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, islice, pairwise
from typing import TypeAlias

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

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
    """The map of a font from character codes to texts, and the bytes of a code."""

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


class PaperLink(NamedTuple):
    """A link: its rectangle (left, bottom, right, top), and where its address may be."""

    corners: tuple[float, float, float, float]
    places: tuple[Place, ...]


class PaperReader(NamedTuple):
    """Functions that return an object's dictionary, its unpacked stream, and a plain string."""

    object: Callable[[int], bytes]
    stream: Callable[[int], bytes]
    unescaped: Callable[[bytes], bytes]


def captions(
    pages: Iterator[tuple[int, bytes]], reader: PaperReader
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
    """Return as much of a text as fits in front of the right edge of a rectangle."""
    width = max(placed.size, 1) * NARROW
    return placed.text[: max(1, int((right - placed.x) / width) + 1)]


def _listed(page: bytes, name: bytes, reader: PaperReader) -> list[int]:
    """Return the objects in a list of a page, which may be an object of its own."""
    match = LISTS[name].search(page)
    numbers = REFERENCE.findall(match[1] or match[2] or b"") if match else []
    inner = reader.object(int(numbers[0])) if match and match[2] else b""
    if inner.lstrip()[:1] == b"[":
        numbers = REFERENCE.findall(inner)
    return [int(each) for each in numbers[:MOST]]


def _links(number: int, page: bytes, reader: PaperReader) -> Iterator[PaperLink]:
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
        yield PaperLink(corners, (place, *((each, 0, 1 << 30) for each in actions)))


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
    page: bytes, reader: PaperReader, maps: dict[int, TextFont]
) -> Iterator[tuple[bytes, TextFont]]:
    """Yield the fonts of a page, its resources and its parent by name."""
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


def _from_hex(written: bytes) -> bytes:
    digits = b"".join(written.split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


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

    def __init__(self, fonts: Mapping[bytes, TextFont], reader: PaperReader) -> None:
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
