"""The text of Office files read as HTML: Word, PowerPoint and Excel, with the links in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape, unescape
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.documents.converted_octets import ConvertedPiece
from uriinspector.documents.office.relationships import XmlAttribute, xml_attributes
from uriinspector.documents.office.sheet_cells import SheetCells
from uriinspector.documents.rtf.field_codes import COMMAND, LINK, PICTURE, FieldCode, read_field

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator, Mapping

    from uriinspector.documents.office.relationships import Relationship

TOKEN = expression(
    rb"<(?P<close>/?)(?:\w+:)?(?P<name>[A-Za-z][\w.-]*)(?P<rest>[^<>]*+)>|(?P<text>[^<]++)"
)
BREAKS = frozenset((b"p", b"br", b"tr", b"si", b"cr"))
TEXTS = frozenset((b"t", b"instrText"))
# Elements that link a shape or a run by the identifier of a relationship.
CLICKED = frozenset((b"hlinkClick", b"hlinkHover", b"hlinkMouseOver"))
# Formulas of Excel that lead somewhere or load something.
FORMULA = expression(
    r'(?i)\b(?:(HYPERLINK)|WEBSERVICE|IMAGE)\(\s*"((?:[^"]|"")*+)"(?:\s*,\s*"((?:[^"]|"")*+)")?'
)
OPENING = {LINK: "<a href=", PICTURE: "<img src="}
LARGEST = 32 << 20
COMMANDS, DEPTH = 20, 1_000


@dataclass(slots=True)
class OpenField:
    """A field of Word: its code, and how to close the link that it is."""

    code: list[tuple[str, int, int]] = field(default_factory=list)
    closing: bytes = b""
    is_separated: bool = False


@dataclass(slots=True)
class TextPart:
    """A converter that remembers the relationships that it used, and what it could not show."""

    related: Mapping[str, Relationship]
    strings: Callable[[int], str] = lambda _: ""
    used: set[str] = field(default_factory=set)
    commands: list[str] = field(default_factory=list)

    def convert(self, octets: bytes, start: int, end: int) -> Iterator[ConvertedPiece]:
        """The pieces of a page."""
        reader = TextPartReader(octets, self.related, SheetCells(octets, self.strings))
        yield from reader.pieces(start, min(end, start + LARGEST))
        self.used, self.commands = reader.used, reader.commands


class TextPartReader:
    """One part while it is read."""

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
        # What closes the links that are elements, and the one of the run, if there is a run.
        self._links: list[bytes] = []
        self._run: bytes | None = None

    def pieces(self, start: int, end: int) -> Iterator[ConvertedPiece]:
        """All of its text, with its links."""
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
        """A link around its text, in the properties of a run before it, or of a cell."""
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
        """The code of a field is whole; what follows is shown."""
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
            yield from _tag(OPENING.get(read.kind, "<link href="), written)

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
    """The start of a link; all of it where its text is known."""
    yield from _tag("<a href=", target)
    if text is not None:
        yield ConvertedPiece(text + b"</a>", target.end, target.end)


def _written(code: list[tuple[str, int, int]], read: FieldCode) -> tuple[int, int]:
    """The pieces of the code in which the address stands."""
    at, first, last = 0, code[0][1], code[-1][2]
    for text, start, end in code:
        if at <= read.start < at + len(text):
            first = start
        if at < read.end <= at + len(text):
            last = end
        at += len(text)
    return first, max(first, last)
