"""Convert RTF to HTML: its text, its link fields, and the HTML that Outlook encapsulates in it.

Encapsulated HTML (MS-OXRTFEX) is restored as it was; any other RTF becomes a page with its text
and links.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import accumulate

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.octets import ConvertedPiece
from uriinspector.documents.outlook import code_page

CHARSETS = {
    0: "windows-1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030",
    136: "big5hkscs", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256",
    186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
# Encodings in which a character may take two bytes.
WIDE = frozenset({"cp932", "cp949", "johab", "gb18030", "big5hkscs"})

LINK, PICTURE, LOADED, COMMAND = "link", "picture", "loaded", "command"
KINDS = {
    "HYPERLINK": LINK,
    "INCLUDEPICTURE": PICTURE,
    "INCLUDETEXT": LOADED,
    "IMPORT": PICTURE,
    "INCLUDE": LOADED,
    "DDE": COMMAND,
    "DDEAUTO": COMMAND,
}
NAME = expression(r"\s{0,99}([A-Za-z]{1,20})(?=[\s\"\\]|\Z)")
# A switch, a quoted text, or a word.
ARGUMENT = expression(
    r"\s*+(?:\\(?P<switch>[A-Za-z*#@!])|[\"\u201c](?P<quoted>[^\"\u201d]*+)[\"\u201d]?"
    r"|(?P<word>[^\s\"\\]++(?:\\\\?[^\s\"\\]++|(?!))*+))"
)
# Link switches that take an argument.
VALUED = frozenset("lotnm")
LONGEST = 16_384


class FieldCode(NamedTuple):
    kind: str
    value: str
    start: int
    end: int


def read_field(code: str) -> FieldCode | None:
    """Return the address in a field's code; None if the field has none."""
    name = NAME.match(code)
    kind = KINDS.get(name[1].upper()) if name else None
    if name is None or kind is None:
        return None
    if kind == COMMAND:
        text = code[name.end() : LONGEST].strip()
        return FieldCode(kind, text, name.end(), len(code))
    switch, found, place = "", None, ""
    for match in ARGUMENT.finditer(code, name.end(), name.end() + LONGEST):
        if match["switch"]:
            switch = match["switch"].lower()
            continue
        group = "quoted" if match["quoted"] is not None else "word"
        if switch in VALUED and kind == LINK:
            place = match[group] if switch == "l" else place
        elif found is None and match[group]:
            found = match, group
        switch = ""
    if found is None:
        return None
    match, group = found
    value = match[group].replace("\\\\", "\\").strip()
    return FieldCode(kind, f"{value}#{place}" if place else value, *match.span(group))


TOKEN = expression(
    rb"\\(?:(?P<word>[A-Za-z]{1,32})(?P<number>-?[0-9]{1,9})? ?|'(?P<hex>[0-9A-Fa-f]{2})"
    rb"|(?P<symbol>[^A-Za-z]))|(?P<open>\{)|(?P<close>\})|(?P<text>[^\\{}\r\n]++)"
)
# Groups whose text is not part of the document, and groups that contain an address or field code.
IGNORED = frozenset(
    (b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"objdata", b"sn", b"sv", b"filetbl")
)
FIELD, TEMPLATE, SOURCE = b"fldinst", b"template", b"hlsrc"
COLLECTED = frozenset((FIELD, TEMPLATE, SOURCE))
# Groups marked as ignorable whose text is shown all the same.
SHOWN = frozenset((b"htmltag", b"shpinst", b"shptxt", b"shppict", b"do", b"dptxbxtext", b"ud"))
BREAKS = frozenset((b"par", b"line", b"sect", b"page", b"row", b"cell", b"column"))
CHARACTERS = {
    b"lquote": "\u2018", b"rquote": "\u2019", b"ldblquote": "\u201c", b"rdblquote": "\u201d",
    b"bullet": "\u2022", b"endash": "\u2013", b"emdash": "\u2014", b"tab": "\t",
    b"enspace": "\u2002", b"emspace": "\u2003", b"zwj": "\u200d", b"zwnj": "\u200c",
}  # fmt: skip
SYMBOLS = {b"~": "\xa0", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\"}
OPENING = {PICTURE: b'<img src="', LOADED: b'<link href="'}
DEPTH = 10_000
# The limit of tokens: each takes more than a microsecond.
TOKENS = 4_000_000


@dataclass(slots=True)
class RtfGroup:
    """The state of the text inside a pair of braces."""

    encoding: str
    is_ignored: bool = False
    is_suppressed: bool = False
    is_tag: bool = False
    skips: int = 1
    # True until a word other than "*" follows the brace: that word names the group's purpose.
    is_new: bool = True
    is_marked: bool = False
    collects: bytes = b""
    # The end tag of the link that was opened for this field.
    is_field: bool = False
    closing: bytes = b""


class RtfConversion:
    """A converter for one document, which also collects its commands and counts its objects."""

    def __init__(self, octets: bytes, start: int, end: int, most: int = TOKENS) -> None:
        self._octets = octets
        self._end = end
        self._most = most
        self._at = start
        self.is_html = False
        self.objects = self.tokens = 0
        self.commands: list[str] = []
        self._group = RtfGroup(WINDOWS, is_new=False)
        self._outer: list[RtfGroup] = []
        self._encoding = WINDOWS
        self._fonts: dict[int, str] = {}
        self._font = 0
        # The number of fallback characters to skip after a Unicode escape.
        self._skips = 0
        self._collected: list[tuple[str, int, int]] = []
        self._high = 0
        # Bytes that may be the first half of a character.
        self._half: tuple[bytes, int, int] | None = None

    def pieces(self) -> Iterator[ConvertedPiece]:
        """Yield the visible text and links as HTML in UTF-8."""
        while match := TOKEN.search(self._octets, self._at, self._end):
            self._at = match.end()
            self.tokens += 1
            if self.tokens >= self._most:
                break
            kind = match.lastgroup
            if self._half is not None and kind not in {"text", "hex"}:
                yield from self._whole(b"", match.start())
            if kind == "text":
                yield from self._text(match[0], *match.span())
            elif kind == "hex":
                yield from self._octet(bytes.fromhex(match["hex"].decode()), *match.span())
            elif kind == "open":
                self._open()
            elif kind == "close":
                yield from self._close()
            elif kind == "symbol":
                yield from self._symbol(match["symbol"], *match.span())
            else:
                yield from self._word(match)
        yield from self._whole(b"", self._end)

    def _character(self, number: int) -> str:
        """Decode a UTF-16 code unit; return "" for a high surrogate until its low one follows."""
        high, self._high = self._high, 0
        if 0xD800 <= number < 0xDC00:
            self._high = number
            return ""
        if 0xDC00 <= number < 0xE000:
            return chr(0x10000 + ((high - 0xD800) << 10) + number - 0xDC00) if high else "\ufffd"
        return chr(number)

    def _open(self) -> None:
        if len(self._outer) >= DEPTH:
            self._at = self._end
            return
        self._outer.append(self._group)
        self._group = replace(
            self._group, is_new=True, is_marked=False, is_field=False, closing=b""
        )

    def _close(self) -> Iterator[ConvertedPiece]:
        closed = self._group
        if self._outer:
            self._group = self._outer.pop()
        if closed.collects and not self._group.collects:
            yield from self._address(closed.collects)
        if closed.closing:
            yield ConvertedPiece(closed.closing, self._at - 1, self._at)

    def _address(self, collects: bytes) -> Iterator[ConvertedPiece]:
        """Emit the link, picture or loaded file whose address was collected in a group."""
        collected, self._collected = self._collected, []
        code = "".join(text for text, _, _ in collected)
        field = _field(collects, code)
        if field is None or not collected:
            return
        if field.kind == COMMAND:
            self.commands.append(field.value)
            return
        start, end = _place(collected, field)
        value = escape(field.value).encode("utf-8", "replace")
        if field.kind == LINK:
            closing = self._opened_field(b"</a>") if collects == FIELD else b""
            opening, behind = b'<a href="', b'">' if closing else b'"></a>'
        else:
            opening, behind = OPENING[field.kind], b'">'
        yield ConvertedPiece(opening, start, start)
        yield ConvertedPiece(value, start, end)
        yield ConvertedPiece(behind, end, end)

    def _opened_field(self, closing: bytes) -> bytes:
        for group in (self._group, *self._outer[:-4:-1]):
            if group.is_field:
                group.closing = closing
                return closing
        return b""

    def _symbol(self, symbol: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        group = self._group
        if symbol == b"*":
            group.is_marked = group.is_new
            return
        group.is_new = False
        if symbol in b"\r\n":
            yield from self._shown("\n", start, end)
        elif symbol in SYMBOLS:
            yield from self._shown(SYMBOLS[symbol], start, end)

    def _word(self, match: re.Match[bytes]) -> Iterator[ConvertedPiece]:
        word, group = match["word"], self._group
        number = int(match["number"]) if match["number"] else None
        was_new, group.is_new = group.is_new, False
        if was_new:
            self._begin(word)
        if word == b"u" and number is not None:
            self._skips = 0
            yield from self._shown(self._character(number & 0xFFFF), *match.span())
            self._skips = group.skips
        elif word in BREAKS:
            yield from self._shown("\n", *match.span())
            if not self.is_html and self._is_shown() and not group.collects:
                yield ConvertedPiece(b"<br>", match.start(), match.end())
        elif word in CHARACTERS:
            yield from self._shown(CHARACTERS[word], *match.span())
        else:
            act = WORDS.get(word)
            if act is not None:
                act(self, number)

    def _begin(self, word: bytes) -> None:
        """Determine from a group's first word how to treat the group."""
        group = self._group
        self.objects += word == b"objdata"
        if word in COLLECTED and not self.is_html:
            group.is_ignored, group.collects = False, word
            self._collected = []
        elif word in IGNORED or (group.is_marked and word not in SHOWN):
            group.is_ignored = True
        elif word == b"field":
            group.is_field = True
        elif word == b"htmltag" and self.is_html:
            group.is_tag = True
            group.is_suppressed = False
        if word == b"fonttbl":
            self._fonts.clear()

    def _is_shown(self) -> bool:
        return not (self._group.is_ignored or self._group.is_suppressed)

    def _text(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        self._group.is_new = False
        skipped = min(self._skips, len(octets))
        self._skips -= skipped
        octets, start = octets[skipped:], start + skipped
        if self._half is not None:
            yield from self._whole(octets[:1], start + 1)
            octets, start = octets[1:], start + 1
        if octets and self._is_shown():
            if octets.isascii():
                yield from self._shown(octets.decode("ascii"), start, end)
            else:
                yield from self._shown(decode(octets, self._group.encoding), start, end)

    def _octet(self, octet: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        self._group.is_new = False
        if self._skips:
            self._skips -= 1
            return
        if self._half is not None:
            yield from self._whole(octet, end)
        elif self._group.encoding in WIDE and octet >= b"\x80":
            self._half = octet, start, end
        else:
            yield from self._shown(decode(octet, self._group.encoding), start, end)

    def _whole(self, octets: bytes, end: int) -> Iterator[ConvertedPiece]:
        """Emit a pending first byte, joined with the next one if there is one."""
        if self._half is None:
            return
        half, start, _ = self._half
        self._half = None
        yield from self._shown(decode(half + octets, self._group.encoding), start, end)

    def _shown(self, text: str, start: int, end: int) -> Iterator[ConvertedPiece]:
        self._skips = 0
        group = self._group
        if not self._is_shown() or not text:
            return
        if group.collects:
            self._collected.append((text, start, end))
            return
        if not self.is_html:
            text = escape(text, quote=False)
        yield ConvertedPiece(text.encode("utf-8", "replace"), start, end)

    def set_html(self, number: int | None) -> None:
        """Note that the document encapsulates HTML."""
        self.is_html = number != 0

    def set_suppressed(self, number: int | None) -> None:
        """Start or end text for programs without HTML support, which is left out."""
        self._group.is_suppressed = number != 0

    def set_skips(self, number: int | None) -> None:
        """Set how many fallback characters follow each Unicode escape, at most 100."""
        self._group.skips = min(max(number or 0, 0), 100)

    def set_code_page(self, number: int | None) -> None:
        self._encoding = self._group.encoding = code_page(number) or WINDOWS

    def set_font(self, number: int | None) -> None:
        """Select a font; in the font table, the one that is being defined."""
        self._font = number or 0
        self._group.encoding = self._fonts.get(self._font, self._encoding)

    def set_charset(self, number: int | None) -> None:
        if len(self._fonts) < 4096 and number in CHARSETS:
            self._fonts[self._font] = CHARSETS[number]

    def reset(self, number: int | None) -> None:  # noqa: ARG002 - as every control word
        self._group.encoding = self._encoding

    def skip_binary(self, number: int | None) -> None:
        self._at = min(self._at + max(number or 0, 0), self._end)


WORDS: dict[bytes, Callable[[RtfConversion, int | None], None]] = {
    b"fromhtml": RtfConversion.set_html,
    b"htmlrtf": RtfConversion.set_suppressed,
    b"uc": RtfConversion.set_skips,
    b"ansicpg": RtfConversion.set_code_page,
    b"f": RtfConversion.set_font,
    b"fcharset": RtfConversion.set_charset,
    b"plain": RtfConversion.reset,
    b"bin": RtfConversion.skip_binary,
}


def _field(collects: bytes, code: str) -> FieldCode | None:
    if collects == FIELD:
        return read_field(code)
    text = code.strip()
    if not text:
        return None
    start = code.index(text)
    kind = LINK if collects == SOURCE else LOADED
    return FieldCode(kind, text, start, start + len(text))


def _place(collected: list[tuple[str, int, int]], field: FieldCode) -> tuple[int, int]:
    """Return the span of the address in the file, exact if its pieces map byte by byte."""
    ends = list(accumulate(len(text) for text, _, _ in collected))

    def written(at: int) -> tuple[int, int]:
        number = bisect_right(ends, at)
        text, start, end = collected[number]
        if end - start != len(text):
            return start, end
        return end - ends[number] + at, end - ends[number] + at + 1

    return written(field.start)[0], written(field.end - 1)[1]


BRACE = expression(rb"(?<!\\)[{}]")
# An object's data: hexadecimal digits, possibly interrupted by groups and control words.
OBJECT_DATA = expression(rb"\\objdata\b")
NOT_DIGITS = expression(rb"\\[a-zA-Z]++-?[0-9]*+ ?|\\'..|\\.|[^0-9A-Fa-f\\]++|\\", re.DOTALL)
MOST_OBJECTS = 100


def object_spans(octets: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span of each object's data, up to the end of its group."""
    at = start
    for _ in range(MOST_OBJECTS):
        match = OBJECT_DATA.search(octets, at, end)
        if match is None:
            return
        at = _group_end(octets, match.end(), end)
        yield match.end(), at


def _group_end(octets: bytes, at: int, end: int) -> int:
    depth = 0
    for brace in BRACE.finditer(octets, at, end):
        depth += 1 if brace[0] == b"{" else -1
        if depth < 0:
            return brace.start()
    return end


def object_bytes(written: memoryview) -> bytes:
    digits = NOT_DIGITS.sub(b"", bytes(written))
    return bytes.fromhex(digits[: len(digits) & ~1].decode("ascii"))
