"""Read the links and commands in Office files, binary ones and Office Open XML."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape, unescape

from uriinspector.analysis.encoding import WINDOWS, decode
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.octets import ConvertedPiece
from uriinspector.documents.rtf import COMMAND, LINK, PICTURE, FieldCode, read_field

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
# The distance before an address to search for "xmlns": namespace names are not links.
NEAR = 30
NAMESPACE = expression(rb"xmlns(?::[\w.-]{1,20})?=[\"']\Z")
# Characters that usually end an address in running text rather than belong to it.
TAIL = ".,;:!?)]}'"
# The marks around the code and the text of a Word field ([MS-DOC] 2.8.25).
FIELD = expression(rb"\x13([^\x13-\x15]{1,4000}+)(?:\x14([^\x13-\x15]{0,2000}+))?\x15")
WIDE_CHARACTER = rb"(?:(?![\x13-\x15]\0)[\0-\xff][\0-\xff]|(?!))"
WIDE_FIELD = expression(
    rb"\x13\0("
    + WIDE_CHARACTER
    + rb"{1,4000}+)(?:\x14\0("
    + WIDE_CHARACTER
    + rb"{0,2000}+))?\x15\0"
)
BINARY_TEXT_OPENING = {LINK: "<a href=", PICTURE: "<img src="}


class BinaryAddress(NamedTuple):
    start: int
    end: int
    value: str


def binary_addresses(octets: bytes, start: int, end: int) -> Iterator[BinaryAddress]:
    """Yield the absolute addresses in binary data, in order of their positions."""
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
    """Spans in order, without overlaps."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = spans
        self._starts = [start for start, _ in spans]

    def __contains__(self, at: object) -> bool:
        if not isinstance(at, int):
            return False
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and at < self._spans[index][1]


class WordFields:
    """Converts the fields of a Word document to links with their texts."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.spans: list[tuple[int, int]] = []

    def convert(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        """Yield a page that consists of the links only."""
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
        yield ConvertedPiece(
            f'{BINARY_TEXT_OPENING.get(field.kind, "<link href=")}"'.encode(), first, first
        )
        yield ConvertedPiece(value, first, last)
        text = b'">'
        if field.kind == LINK:
            shown = decode(match[2] or b"", encoding)
            text += escape(shown).encode("utf-8", "replace") + b"</a>\n"
        yield ConvertedPiece(text, last, match.end())


PACKAGES_LONGEST = 1024


class PackagedFile(NamedTuple):
    name: str
    start: int
    end: int


def packaged_file(octets: bytes) -> PackagedFile | None:
    """Read an OLE package: a length, label, name and path, another length, and the content."""
    if octets[4:6] != b"\x02\0":
        return None
    label = octets.find(b"\0", 6, 6 + PACKAGES_LONGEST)
    name = octets.find(b"\0", label + 1, label + PACKAGES_LONGEST) if label >= 0 else -1
    at = name + 5  # after two numbers
    size = int.from_bytes(octets[at : at + 4], "little")
    at += 4 + size
    if name < 0 or size > PACKAGES_LONGEST or at + 4 > len(octets):
        return None
    length = int.from_bytes(octets[at : at + 4], "little")
    text = decode(octets[6:label], WINDOWS)
    return PackagedFile(text, at + 4, min(at + 4 + length, len(octets)))


ELEMENT = expression(rb"<(?:\w+:)?Relationship\s([^<>]*+)>")
ATTRIBUTE = expression(rb"([\w:.-]{1,60})\s{0,9}=\s{0,9}(?:\"([^\"<]*+)\"|'([^'<]*+)')")
# The maximum number of relationships per file.
MOST = 200_000


class XmlAttribute(NamedTuple):
    value: str
    start: int
    end: int


class Relationship(NamedTuple):
    name: str
    kind: str
    target: XmlAttribute
    is_external: bool


def xml_attributes(octets: bytes, start: int, end: int) -> dict[str, XmlAttribute]:
    """Return the attributes of a tag by name, including prefixes."""
    result: dict[str, XmlAttribute] = {}
    for match in ATTRIBUTE.finditer(octets, start, end):
        group = 2 if match[2] is not None else 3
        value = unescape(match[group].decode("utf-8", "replace"))
        name = match[1].decode("utf-8", "replace")
        result.setdefault(name, XmlAttribute(value, *match.span(group)))
    return result


def relationships(octets: bytes, start: int, end: int) -> Iterator[Relationship]:
    for number, match in enumerate(ELEMENT.finditer(octets, start, end)):
        if number >= MOST:
            return
        attributes = xml_attributes(octets, *match.span(1))
        target, name = attributes.get("Target"), attributes.get("Id")
        if target is None:
            continue
        kind, mode = attributes.get("Type"), attributes.get("TargetMode")
        last = kind.value.rpartition("/")[2] if kind else ""
        yield Relationship(
            name.value if name else "",
            last if re.fullmatch(r"[A-Za-z]{1,40}", last) else "relationship",
            target,
            # A target with a scheme is outside of the file, whatever its mode says.
            (mode is not None and mode.value.lower() == "external") or "://" in target.value,
        )


def source_of(path: str) -> str:
    """Return the part that a relationships file belongs to.

    "word/_rels/document.xml.rels" belongs to "word/document.xml".
    """
    folder, _, name = path.rpartition("/")
    return f"{folder.removesuffix('_rels')}{name.removesuffix('.rels')}"


LINKED = expression(
    rb"<(?:\w+:)?hyperlink\s[^<>]{0,2000}?\bref\s{0,9}=\s{0,9}[\"']([A-Z]{1,3}[0-9]{1,7})"
)
STRING = expression(rb"<(?:\w+:)?si>|<(?:\w+:)?t(?:\s[^<>]{0,200})?>([^<]*+)")
# Limits on cells, strings, and the length of a cell's text.
CELLS, STRINGS, SHEET_CELLS_LONGEST = 100_000, 500_000, 2_000


class SheetCells:
    def __init__(self, octets: bytes, strings: Callable[[int], str]) -> None:
        found = LINKED.finditer(octets)
        self._wanted = {match[1].decode() for match, _ in zip(found, range(CELLS), strict=False)}
        self._strings = strings
        self._texts: dict[str, str] = {}
        self._name = ""
        self._is_shared = False
        self.is_open = False

    def open(self, attributes: Mapping[str, XmlAttribute]) -> None:
        """Start a cell; only the text of linked cells is collected."""
        name, kind = attributes.get("r"), attributes.get("t")
        self.is_open = name is not None and name.value in self._wanted
        self._name = name.value if name is not None else ""
        self._is_shared = kind is not None and kind.value == "s"

    def add(self, octets: bytes, *, is_text: bool) -> None:
        """Add text to the cell, or a shared string by its number."""
        text = unescape(octets[:SHEET_CELLS_LONGEST].decode("utf-8", "replace"))
        if self._is_shared and not is_text:
            text = self._strings(int(text)) if text.isdecimal() and len(text) < 9 else ""
        self._texts[self._name] = self._texts.get(self._name, "") + text

    def shown(self, attributes: Mapping[str, XmlAttribute]) -> str:
        """Return the text of a link: that of its cell, or else its display text."""
        cell, display = attributes.get("ref"), attributes.get("display")
        text = self._texts.get(cell.value.partition(":")[0], "") if cell else ""
        return text or (display.value if display else "")


def shared_strings(octets: bytes, start: int, end: int) -> list[str]:
    result: list[str] = []
    for match in STRING.finditer(octets, start, end):
        if match[1] is None:
            if len(result) >= STRINGS:
                break
            result.append("")
        elif result and len(result[-1]) < SHEET_CELLS_LONGEST:
            result[-1] += unescape(match[1].decode("utf-8", "replace"))
    return result


TOKEN = expression(
    rb"<(?P<close>/?)(?:\w+:)?(?P<name>[A-Za-z][\w.-]*)(?P<rest>[^<>]*+)>|(?P<text>[^<]++)"
)
BREAKS = frozenset((b"p", b"br", b"tr", b"si", b"cr"))
TEXTS = frozenset((b"t", b"instrText"))
# Elements that link a shape or a run by the identifier of a relationship.
CLICKED = frozenset((b"hlinkClick", b"hlinkHover", b"hlinkMouseOver"))
# Excel formulas that open a link or load something.
FORMULA = expression(
    r'(?i)\b(?:(HYPERLINK)|WEBSERVICE|IMAGE)\(\s*"((?:[^"]|"")*+)"(?:\s*,\s*"((?:[^"]|"")*+)")?'
)
TEXT_PARTS_OPENING = {LINK: "<a href=", PICTURE: "<img src="}
LARGEST = 32 << 20
COMMANDS, DEPTH = 20, 1_000


@dataclass(slots=True)
class OpenField:
    """A Word field: its code, and the end tag of its link."""

    code: list[tuple[str, int, int]] = field(default_factory=list)
    closing: bytes = b""
    is_separated: bool = False


@dataclass(slots=True)
class TextPart:
    """A converter for a part, which records its used relationships and commands."""

    related: Mapping[str, Relationship]
    strings: Callable[[int], str] = lambda _: ""
    used: set[str] = field(default_factory=set)
    commands: list[str] = field(default_factory=list)

    def convert(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        reader = TextPartReader(octets, self.related, SheetCells(octets, self.strings))
        yield from reader.pieces(start, min(end, start + LARGEST))
        self.used, self.commands = reader.used, reader.commands


class TextPartReader:
    def __init__(
        self, octets: bytes, related: Mapping[str, Relationship], cells: SheetCells
    ) -> None:
        self._octets = octets
        self._related = related
        self._cells = cells
        self.used: set[str] = set()
        self.commands: list[str] = []
        self._is_text = self._is_code = self._is_formula = False
        self._fields: list[OpenField] = []
        # The end tags of open hyperlinks, and of the current run's link; None outside of runs.
        self._links: list[bytes] = []
        self._run: bytes | None = None

    def pieces(self, start: int, end: int) -> Iterator[ConvertedPiece]:
        for match in TOKEN.finditer(self._octets, start, end):
            if match["text"] is not None:
                yield from self._text(match)
            elif match["close"]:
                yield from self._close(match["name"], match.start(), match.end())
            else:
                yield from self._open(match)

    def _text(self, match: re.Match[bytes]) -> Iterator[ConvertedPiece]:
        start, end = match.span()
        if self._is_code and self._fields:
            text = unescape(match[0].decode("utf-8", "replace"))
            self._fields[-1].code.append((text, start, end))
        elif self._is_formula:
            yield from self._formula(unescape(match[0].decode("utf-8", "replace")), start, end)
        elif self._is_text:
            yield ConvertedPiece(match[0], start, end)
        if self._cells.is_open and not self._is_formula:
            self._cells.add(match[0], is_text=self._is_text)

    def _open(self, match: re.Match[bytes]) -> Iterator[ConvertedPiece]:
        name = match["name"]
        closed = match["rest"].endswith(b"/")
        if name in TEXTS:
            self._is_text, self._is_code = not closed and name == b"t", name == b"instrText"
        elif name == b"f":
            self._is_formula = not closed
        elif name == b"r" and not closed:
            self._run = b""
        elif name in {b"br", b"cr", b"tab"}:
            yield ConvertedPiece(b" " if name == b"tab" else b"<br>", *match.span())
        elif match["rest"]:
            attributes = xml_attributes(self._octets, *match.span("rest"))
            yield from self._linked(name, attributes, match, is_closed=closed)

    def _linked(
        self,
        name: bytes,
        attributes: Mapping[str, XmlAttribute],
        match: re.Match[bytes],
        *,
        is_closed: bool,
    ) -> Iterator[ConvertedPiece]:
        at = match.end()
        if name == b"fldChar":
            yield from self._field_mark(attributes, at)
        elif name == b"fldSimple":
            code = next((value for key, value in attributes.items() if key.endswith("instr")), None)
            self._fields.append(OpenField([(code.value, code.start, code.end)] if code else []))
            yield from self._separate()
            if is_closed:
                yield from self._end_field(at)
        elif name == b"c":
            self._cells.open(attributes)
        elif name in CLICKED or name == b"hyperlink":
            yield from self._hyperlink(name, attributes, is_closed=is_closed)
        elif name == b"ddeLink":
            named = [
                attributes[key].value for key in ("ddeService", "ddeTopic") if key in attributes
            ]
            self._command(" ".join(named))
        elif "href" in attributes:
            yield from _anchor(attributes["href"], b"")

    def _hyperlink(
        self, name: bytes, attributes: Mapping[str, XmlAttribute], *, is_closed: bool
    ) -> Iterator[ConvertedPiece]:
        """Emit a link around its text, or one in the properties of a run or of a cell."""
        identifier = next((value for key, value in attributes.items() if key.endswith(":id")), None)
        related = self._related.get(identifier.value) if identifier else None
        is_inline = name == b"hyperlink" and not is_closed
        if identifier is None or related is None or not related.is_external:
            self._links += [b""] if is_inline else []
            return
        self.used.add(related.name)
        target = XmlAttribute(related.target.value, identifier.start, identifier.end)
        shown = self._cells.shown(attributes)
        if is_inline:
            yield from _anchor(target, None)
            self._links.append(b"</a>")
        elif name in CLICKED and self._run is not None:
            yield from _anchor(target, None)
            self._run = b"</a>"
        else:
            yield from _anchor(target, escape(shown).encode("utf-8", "replace"))

    def _close(self, name: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        if name in TEXTS:
            self._is_text = self._is_code = False
        elif name == b"f":
            self._is_formula = False
        elif name == b"c":
            self._cells.is_open = False
        elif name in BREAKS:
            yield ConvertedPiece(b"<br>\n", start, end)
        elif name == b"hyperlink" and self._links:
            yield ConvertedPiece(self._links.pop(), start, end)
        elif name == b"fldSimple":
            yield from self._end_field(start)
        elif name == b"r":
            yield ConvertedPiece(self._run or b"", start, end)
            self._run = None

    def _field_mark(
        self, attributes: Mapping[str, XmlAttribute], at: int
    ) -> Iterator[ConvertedPiece]:
        kind = next((v.value for key, v in attributes.items() if key.endswith("fldCharType")), "")
        if kind == "begin" and len(self._fields) < DEPTH:
            self._fields.append(OpenField())
        elif kind == "separate":
            yield from self._separate()
        elif kind == "end":
            yield from self._separate()
            yield from self._end_field(at)

    def _separate(self) -> Iterator[ConvertedPiece]:
        """Finish the code of a field and start its visible text."""
        if not self._fields or self._fields[-1].is_separated:
            return
        opened = self._fields[-1]
        opened.is_separated = True
        read = read_field("".join(text for text, _, _ in opened.code))
        if read is None:
            return
        if read.kind == COMMAND:
            self._command(read.value)
            return
        written = XmlAttribute(read.value, *_written(opened.code, read))
        if read.kind == LINK:
            yield from _anchor(written, None)
            opened.closing = b"</a>"
        else:
            yield from _tag(TEXT_PARTS_OPENING.get(read.kind, "<link href="), written)

    def _end_field(self, at: int) -> Iterator[ConvertedPiece]:
        if self._fields:
            yield ConvertedPiece(self._fields.pop().closing, at, at)

    def _formula(self, formula: str, start: int, end: int) -> Iterator[ConvertedPiece]:
        for match in FORMULA.finditer(formula):
            target = XmlAttribute(match[2].replace('""', '"'), start, end)
            if match[1]:
                yield from _anchor(target, escape((match[3] or "").replace('""', '"')).encode())
            else:
                yield from _tag("<img src=", target)

    def _command(self, text: str) -> None:
        if len(self.commands) < COMMANDS:
            self.commands.append(text)


def _tag(opening: str, target: XmlAttribute) -> Iterator[ConvertedPiece]:
    yield ConvertedPiece(f'{opening}"'.encode(), target.start, target.start)
    value = escape(target.value).encode("utf-8", "replace")
    yield ConvertedPiece(value, target.start, target.end)
    yield ConvertedPiece(b'">', target.end, target.end)


def _anchor(target: XmlAttribute, text: bytes | None) -> Iterator[ConvertedPiece]:
    """Emit the start of a link, or all of it if its text is known."""
    yield from _tag("<a href=", target)
    if text is not None:
        yield ConvertedPiece(text + b"</a>", target.end, target.end)


def _written(code: list[tuple[str, int, int]], read: FieldCode) -> tuple[int, int]:
    """Return the span of the code pieces that contain the address."""
    at, first, last = 0, code[0][1], code[-1][2]
    for text, start, end in code:
        if at <= read.start < at + len(text):
            first = start
        if at < read.end <= at + len(text):
            last = end
        at += len(text)
    return first, max(first, last)


# A module's compressed text: it always starts with an attribute.
VBA_TEXT = expression(rb"\x01[\0-\xff]{2}\0Attribut")
# The maximum number of bytes of a module's text to read; a chunk unpacks to at most CHUNK bytes.
VBA_LONGEST, CHUNK = 1 << 20, 4096
# String literals that code concatenates.
JOINED_STRINGS = expression(rb"\"[ \t]*+(?:&|\+)[ \t]*+(?:_[ \t]*+\r?\n[ \t]*+)?\"")


def vba_text(packed: memoryview) -> bytes:
    """Unpack the text of a macro (MS-OVBA 2.4.1.3) and join concatenated string literals."""
    out, at = bytearray(), 1
    while at + 2 <= len(packed) and len(out) < VBA_LONGEST:
        head = int.from_bytes(packed[at : at + 2], "little")
        end = min(at + (head & 0xFFF) + 3, len(packed))
        if head & 0x7000 != 0x3000:
            break
        if head & 0x8000:
            _unpack_chunk(packed[at + 2 : end], out)
        else:
            out += packed[at + 2 : at + 2 + CHUNK]
        at = end
    return JOINED_STRINGS.sub(b"", bytes(out))


def _unpack_chunk(chunk: memoryview, out: bytearray) -> None:
    at, start = 0, len(out)
    while at < len(chunk):
        flags, at = chunk[at], at + 1
        for bit in range(8):
            if at >= len(chunk) or len(out) - start >= CHUNK:
                break
            if not flags >> bit & 1:
                out.append(chunk[at])
                at += 1
                continue
            token = int.from_bytes(chunk[at : at + 2], "little")
            at += 2
            known = len(out) - start
            bits = max((known - 1).bit_length(), 4)
            offset = (token >> (16 - bits)) + 1
            if offset > known:
                return
            for _ in range((token & (0xFFFF >> bits)) + 3):
                out.append(out[-offset])
