"""The texts and objects of a PDF of this program, decoded with the tables of its fonts."""

import re
import zlib
from typing import NamedTuple

OBJECT = re.compile(rb"(?<!\d)(\d+) 0 obj\s(.*?)endobj", re.DOTALL)
STREAM = re.compile(rb"stream\n(.*?)\nendstream", re.DOTALL)
MAPPED = re.compile(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4})> (?:<([0-9A-Fa-f]{4})>|\[([^]]*)\])")
# Newer versions of Inter draw each of these pairs with one glyph, and a PDF maps each glyph to
# one character: on paper they look the same.
SAME_GLYPH = str.maketrans("\u02bc\u02ee", "\u2019\u201d")
SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>")


class PdfText(NamedTuple):
    """Texts of the pages without whitespace, and all PDF objects."""

    pages: tuple[str, ...]
    objects: bytes
    embedded: int  # fonts

    @property
    def whole(self) -> str:
        """Return the text of all pages."""
        return "".join(self.pages)


def pdf_text(data: bytes) -> PdfText:
    """Read a PDF that Qt wrote."""
    objects = {int(number): body for number, body in OBJECT.findall(data)}
    maps = {}
    for body in objects.values():
        to_unicode = re.search(rb"/ToUnicode (\d+) 0 R", body)
        if to_unicode:
            maps[body] = _letters(_stream(objects[int(to_unicode[1])]))
    fonts = {
        name: maps[objects[int(number)]]
        for body in objects.values()
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", body)
        if objects[int(number)] in maps
    }
    contents = [
        _stream(objects[int(found[1])])
        for body in objects.values()
        if re.search(rb"/Type /Page\s", body)
        and (found := re.search(rb"/Contents (\d+) 0 R", body))
    ]
    embedded = sum(b"/FontFile" in body for body in objects.values())
    return PdfText(tuple(_shown(each, fonts) for each in contents), data, embedded)


def _stream(body: bytes) -> bytes:
    found = STREAM.search(body)
    assert found is not None
    return zlib.decompress(found[1]) if b"FlateDecode" in body else found[1]


def _letters(table: bytes) -> dict[int, str]:
    letters = {}
    for first, last, start, several in MAPPED.findall(table):
        codes = range(int(first, 16), int(last, 16) + 1)
        values = re.findall(rb"<([0-9A-Fa-f]+)>", several)
        for at, code in enumerate(codes):
            value = values[at] if values else b"%04x" % (int(start, 16) + at)
            text = bytes.fromhex(value.decode()).decode("utf-16-be")
            letters[code] = text.translate(SAME_GLYPH)
    return letters


def _shown(content: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    font: dict[int, str] = {}
    text = []
    for name, codes in SHOWN.findall(content):
        if name:
            font = fonts.get(name, {})
        else:
            text += [font[int(codes[at : at + 4], 16)] for at in range(0, len(codes), 4)]
    return "".join("".join(text).split())
