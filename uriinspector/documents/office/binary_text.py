"""Addresses that older Office files hold, in text of one or of two octets to a character."""

from __future__ import annotations

from bisect import bisect_right
from html import escape
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.converted_octets import ConvertedPiece
from uriinspector.documents.rtf.field_codes import COMMAND, LINK, PICTURE, read_field

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

SCHEMES = ("https", "http", "ftp", "file", "mhtml", "webdav", "smb")
NARROW = expression(
    rb"(?i)(?:" + "|".join(SCHEMES).encode() + rb")://[!#-;=?-~]{2,2000}"
    rb"|\\\\[\w.@-]{3,200}\\[!#-;=?-~]{1,500}"
)
WIDE = expression(
    b"(?i)(?:"
    + b"|".join(b"".join(bytes((each, 0)) for each in name.encode()) for name in SCHEMES)
    + rb"):\0/\0/\0(?:[!#-;=?-~\xc0-\xff]\0|[\0-\xff][\x01-\x06]){2,2000}"
    rb"|(?:\\\0){2}(?:[\w.@-]\0){3,200}\\\0(?:[!#-;=?-~]\0){1,500}"
)
# The names of markup in pictures and properties lead nowhere; so far before them that is said.
NEAR = 30
NAMESPACE = expression(rb"xmlns(?::[\w.-]{1,20})?=[\"']\Z")
# What ends an address in running text more often than it belongs to it.
TAIL = ".,;:!?)]}'"
# The marks around the code and the text of a field in Word ([MS-DOC] 2.8.25).
FIELD = expression(rb"\x13([^\x13-\x15]{1,4000}+)(?:\x14([^\x13-\x15]{0,2000}+))?\x15")
WIDE_CHARACTER = rb"(?:(?![\x13-\x15]\0)[\0-\xff][\0-\xff]|(?!))"
WIDE_FIELD = expression(
    rb"\x13\0("
    + WIDE_CHARACTER
    + rb"{1,4000}+)(?:\x14\0("
    + WIDE_CHARACTER
    + rb"{0,2000}+))?\x15\0"
)
OPENING = {LINK: "<a href=", PICTURE: "<img src="}


class BinaryAddress(NamedTuple):
    """An address among other octets."""

    start: int
    end: int
    value: str


def binary_addresses(octets: bytes, start: int, end: int) -> Iterator[BinaryAddress]:
    """Every address that is written out, in order of the place."""
    found = []
    for pattern, width in ((NARROW, 1), (WIDE, 2)):
        for match in pattern.finditer(octets, start, end):
            before = octets[max(match.start() - NEAR * width, start) : match.start()]
            if NAMESPACE.search(before.replace(b"\0", b"")):
                continue
            encoding = "ascii" if width == 1 else "utf-16-le"
            value = match[0].decode(encoding, "replace").rstrip(TAIL)
            found.append(BinaryAddress(match.start(), match.start() + width * len(value), value))
    yield from sorted(found)


class SortedSpans:
    """Stretches that do not overlap, in order."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = spans
        self._starts = [start for start, _ in spans]

    def __contains__(self, at: object) -> bool:
        """Whether an offset is within one of them."""
        if not isinstance(at, int):
            return False
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and at < self._spans[index][1]


class WordFields:
    """The fields of a document of Word, read as links with their texts."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.spans: list[tuple[int, int]] = []

    def convert(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        """A page of links and of nothing else."""
        self.commands, self.spans = [], []
        for pattern, encoding in ((FIELD, WINDOWS), (WIDE_FIELD, "utf-16-le")):
            for match in pattern.finditer(octets, start, end):
                yield from self._link(match, encoding)

    def _link(self, match: re.Match[bytes], encoding: str) -> Iterator[ConvertedPiece]:
        field = read_field(decode(match[1], encoding))
        if field is None:
            return
        if field.kind == COMMAND:
            self.commands.append(field.value)
            return
        self.spans.append(match.span())
        width = 2 if encoding == "utf-16-le" else 1
        first = match.start(1) + width * field.start
        last = match.start(1) + width * field.end
        value = escape(field.value).encode("utf-8", "replace")
        yield ConvertedPiece(f'{OPENING.get(field.kind, "<link href=")}"'.encode(), first, first)
        yield ConvertedPiece(value, first, last)
        text = b'">'
        if field.kind == LINK:
            shown = decode(match[2] or b"", encoding)
            text += escape(shown).encode("utf-8", "replace") + b"</a>\n"
        yield ConvertedPiece(text, last, match.end())
