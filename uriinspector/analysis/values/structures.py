"""Formats that contain several values: links, queries, JSON, XML, binary messages."""

import html
import re
import struct
from collections.abc import Iterator
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]

from uriinspector.analysis.nested import link_start
from uriinspector.analysis.values.candidates import (
    INSIDE,
    Datum,
    Decoded,
    InnerDatum,
    Placing,
    Whole,
    Within,
)
from uriinspector.analysis.values.decoder import (
    OCTETS,
    OPEN,
    PACKEDLIKE,
    DecoderFamily,
    Shape,
    fact,
    has_words,
    text_of,
)
from uriinspector.analysis.values.layers import is_literal_link
from uriinspector.analysis.values.value import (
    CERTAIN,
    LIKELY,
    LINK,
    PARAMETER,
    POSSIBLE,
    STRUCTURE,
    quoted,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import EVIDENCE, HOST, Marked, Message, NamedTuple, Span, message
from uriinspector.core.parse import parse
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs

decoder = DecoderFamily()

WIKI = expression("(?:file|feed|jar):(?![/\\\\])", re.IGNORECASE)


@decoder("link", "link", "RFC 3986 4.1", OPEN, 8)
def link(datum: Datum) -> Iterator[Decoded]:
    """Recognize a value that is a link; links within a value are found as nested ones."""
    text = datum.text
    if not is_literal_link(text) or ("%" in text and datum.part != INSIDE):
        return
    begins = link_start(text)
    # "File:Name" is a page title in a wiki.
    if begins is None or WIKI.match(text, begins.at):
        return
    inner = parse(text[begins.at :].rstrip())
    confidence = link_confidence(inner)
    yield Decoded(LINK, inner.text, link_phrase(inner), confidence, link=inner, start=begins.at)


def link_confidence(reference: Reference) -> str:
    """Return the confidence; "//" and text without a dot may be a link or base64."""
    if reference.host and reference.scheme:
        return CERTAIN
    return LIKELY if reference.scheme or "." in (reference.host or "") else POSSIBLE


def link_phrase(reference: Reference) -> Message:
    if not reference.host:
        return message("Link")
    args = {"host": Marked(reference.host, HOST)}
    if link_confidence(reference) == POSSIBLE:
        return message("Could be a link to {host}", **args)
    return message("Link to {host}", **args)


SPACE = expression(r"[ \t\n\r]*+")
NUMBER = expression(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
LITERAL = expression("true|false|null")
# Deeper JSON, or JSON with more values, is not read.
DEEPEST_JSON, MOST_LEAVES = 32, 512


class JsonLeaf(NamedTuple):
    """A text or number in JSON, with its path of names and its span."""

    path: str
    text: str
    start: int
    end: int


class NotJsonError(Exception):
    """Raised if a text is not JSON."""


@decoder("json", "JSON", "RFC 8259", OPEN, 2)
def json_object(datum: Datum) -> Iterator[Decoded]:
    """Decode JSON objects and arrays (RFC 8259), with each text and number as a value."""
    text = datum.text
    if not text.lstrip().startswith(("{", "[")):
        return
    leaves = leaves_of(text)
    if leaves:
        inner = tuple(_member(each, datum) for each in leaves)
        yield Decoded(STRUCTURE, text, message("JSON"), CERTAIN, inner)


def _member(leaf: JsonLeaf, datum: Datum) -> InnerDatum:
    """Return a JSON value; if it contains escapes, all of its text has the same span."""
    placing: Placing = Within(leaf.start, datum.placing)
    if len(leaf.text) != leaf.end - leaf.start:
        placing = Whole(datum.placing.span(leaf.start, leaf.end))
    return InnerDatum(leaf.path, leaf.text, placing, is_member=True)


def leaves_of(text: str) -> list[JsonLeaf]:
    """Return the texts and numbers in order; empty if the text is not valid JSON."""
    leaves: list[JsonLeaf] = []
    try:
        end = _value(text, SPACE.match(text, 0).end(), "", leaves, 0)  # type: ignore[union-attr]
    except (NotJsonError, JSONDecodeError):
        return []
    return leaves if SPACE.fullmatch(text, end) else []


def _value(text: str, at: int, path: str, leaves: list[JsonLeaf], depth: int) -> int:
    char = text[at : at + 1]
    end: int
    if char == '"':
        value, end = scanstring(text, at + 1)
        leaves.append(JsonLeaf(path, value, at + 1, end - 1))
    elif char in {"{", "["} and depth < DEEPEST_JSON:
        end = _members(text, at, path, leaves, depth)
    elif match := NUMBER.match(text, at):
        leaves.append(JsonLeaf(path, match[0], *match.span()))
        end = match.end()
    elif match := LITERAL.match(text, at):
        end = match.end()
    else:
        raise NotJsonError
    if len(leaves) > MOST_LEAVES:
        raise NotJsonError
    return end


def _members(text: str, at: int, path: str, leaves: list[JsonLeaf], depth: int) -> int:
    is_object, closing = text[at] == "{", "}" if text[at] == "{" else "]"
    at, index = _skip(text, at + 1), 0
    if text.startswith(closing, at):
        return at + 1
    while True:
        name = str(index)
        if is_object:
            if not text.startswith('"', at):
                raise NotJsonError
            name, at = scanstring(text, at + 1)
            at = _skip(text, at)
            if not text.startswith(":", at):
                raise NotJsonError
            at = _skip(text, at + 1)
        at = _skip(text, _value(text, at, f"{path}.{name}" if path else name, leaves, depth + 1))
        if text.startswith(closing, at):
            return at + 1
        if not text.startswith(",", at):
            raise NotJsonError
        at, index = _skip(text, at + 1), index + 1


def _skip(text: str, at: int) -> int:
    match = SPACE.match(text, at)
    return match.end() if match else at


# At least two pairs with valid names.
PAIR = r"[A-Za-z_][\w.\-\[\]]{0,63}=[^&=]*=?"
QUERY_TEXT = expression(rf"\??{PAIR}(?:&{PAIR})+&?")


@decoder("query", "query", "WHATWG URL 5.1", OPEN, 7)
def query_text(datum: Datum) -> Iterator[Decoded]:
    """Decode a value that consists of names and values, as in a query."""
    text = datum.text
    if "=" not in text or not QUERY_TEXT.fullmatch(text):
        return
    start = 1 if text.startswith("?") else 0
    inner = tuple(
        InnerDatum(
            name.of(text), value.of(text), Within(value.start, datum.placing), is_member=True
        )
        for name, value in pairs(text, Span(start, len(text)))
        if value is not None and value.start < value.end
    )
    yield Decoded(STRUCTURE, text, message("Parameters, as in a query"), LIKELY, inner)


NAME = r"[A-Za-z_][\w.:-]{0,99}+"
ATTRIBUTE = expression(rf"\s({NAME})\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)')")
OPENING = expression(rf"<({NAME})((?:\s++{NAME}\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+')|(?!))*+)\s*+/?>")
MARKUP_TEXT = expression(r"[^<]*+")
DECLARATION = expression(r"\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--.{0,999}?-->\s*+)?", re.DOTALL)
# The namespace of SAML messages, versions 2.0 and 1.1.
SAML = "urn:oasis:names:tc:SAML:"
MOST_PARTS = 256


@decoder("xml", "XML and SAML", "XML 1.0 2.1, SAML 2.0 Core", OPEN, 8)
def markup(datum: Datum) -> Iterator[Decoded]:
    """Decode XML with a complete root element (XML 1.0); custom entities are not expanded."""
    text = datum.text
    declared = DECLARATION.match(text)
    root = OPENING.match(text, declared.end() if declared else 0)
    if root is None:
        return
    name = root[1]
    is_whole = root[0].endswith("/>") or text.rstrip().endswith(f"</{name}>")
    if not is_whole:
        return
    inner = tuple(_inside(datum))
    is_saml = SAML in root[0]
    arg = {"name": Marked(quoted(name.rpartition(":")[2]), EVIDENCE)}
    phrase = message("SAML message: {name}", **arg) if is_saml else message("XML: {name}", **arg)
    confidence = CERTAIN if is_saml or inner else LIKELY
    yield Decoded(STRUCTURE, text, phrase, confidence, inner)


def _inside(datum: Datum) -> Iterator[InnerDatum]:
    """Yield the attributes (except namespace declarations) and texts."""
    text, count = datum.text, 0
    for element in OPENING.finditer(text):
        called = element[1].rpartition(":")[2]
        for each in ATTRIBUTE.finditer(element[2]):
            key = each[1]
            group = 2 if each[2] is not None else 3
            if each[group] and not key.startswith("xmlns"):
                yield _part(
                    datum, f"{called}.{key}", each[group], element.start(2) + each.start(group)
                )
                count += 1
        written = MARKUP_TEXT.match(text, element.end())
        if written and written[0].strip() and not element[0].endswith("/>"):
            yield _part(datum, called, written[0], written.start())
            count += 1
        if count > MOST_PARTS:
            return


def _part(datum: Datum, name: str, written: str, start: int) -> InnerDatum:
    plain = html.unescape(written) if "&" in written else written
    placing = Within(start, datum.placing) if plain == written else None
    return InnerDatum(name, plain, placing, is_member=True)


MARKED_TEXT = expression(
    r"(?:(?P<prefix>[^,]+)-,)?(?P<start>[^,]+?)(?:,(?P<end>[^,-][^,]*?))?(?:,-(?P<suffix>[^,]+))?"
)


@decoder(
    *("text-fragment", "text fragment", "WICG Text Fragments 3"),
    *(OPEN | PACKEDLIKE | Shape.DOTTED, 1, 4_096),
    names=(":~:text",),
)
def text_fragment(datum: Datum) -> Iterator[Decoded]:
    """Decode a text fragment: the words that a browser highlights (Text Directives 3)."""
    match = MARKED_TEXT.fullmatch(datum.text) if not datum.via else None
    if match is None:
        return
    members = [(name, decoded(text)) for name, text in match.groupdict().items() if text]
    start = decoded(match["start"])
    shown = f"{start} ... {decoded(match['end'])}" if match["end"] else start
    args = {"text": Marked(quoted(shown), EVIDENCE)}
    phrase = message('Text to highlight in the page: "{text}"', **args)
    inner = tuple(fact(*each) for each in members) if len(members) > 1 else ()
    yield Decoded(PARAMETER, shown, phrase, CERTAIN, inner)


# The maximum number of fields in a message, and their maximum depth.
MOST_FIELDS, DEEPEST_FIELDS = 256, 8
# Random bytes rarely contain a text of this length.
LEAST_TEXT = 4


class BinaryField(NamedTuple):
    path: str
    value: str | int | float | bytes


def structure(fields: list[BinaryField], phrase: Message, confidence: str = LIKELY) -> Decoded:
    inner = tuple(
        InnerDatum(path, value if isinstance(value, str | bytes) else str(value), is_member=True)
        for path, value in fields
    )
    return Decoded(STRUCTURE, shown(fields), phrase, confidence, inner)


def shown(fields: list[BinaryField]) -> str:
    return ", ".join(
        f"{path}: {value.hex() if isinstance(value, bytes) else value}" for path, value in fields
    )


def is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) >= LEAST_TEXT and has_words(value)


class MalformedError(Exception):
    """Raised if bytes are missing or invalid."""


class OctetReader:
    """Reads values from bytes in sequence."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._at = 0
        self.fields: list[BinaryField] = []

    @property
    def is_at_end(self) -> bool:
        return self._at == len(self._octets)

    def octets(self, count: int) -> bytes:
        """Read this many bytes; raise MalformedError if there are fewer."""
        part = self._octets[self._at : self._at + count]
        if len(part) < count:
            raise MalformedError
        self._at += count
        return part

    def number(self, count: int) -> int:
        """Read a big-endian integer."""
        return int.from_bytes(self.octets(count))

    def real(self, form: str) -> float:
        number: float = struct.unpack(form, self.octets(struct.calcsize(form)))[0]
        return number

    def text(self, count: int) -> str:
        try:
            return self.octets(count).decode()
        except UnicodeDecodeError as error:
            raise MalformedError from error

    def varint(self) -> int:
        """Read an integer with seven bits per byte, lowest bits first."""
        value = 0
        for shift in range(0, 70, 7):
            octet = self.number(1)
            value |= (octet & 127) << shift
            if octet < 128:
                return value
        raise MalformedError


class FieldReader(OctetReader):
    """Reads maps and lists into fields; the base of CBOR and MessagePack readers."""

    def head(self) -> tuple[int | None, int | None, str | int | float | bytes]:
        """Read a head; return a map's size, a list's size and a value, only one
        of which applies.
        """
        raise NotImplementedError

    def key(self) -> str:
        raise NotImplementedError

    def read_whole(self) -> list[BinaryField]:
        """Return the fields if a message uses all bytes, otherwise none."""
        try:
            self.read("", 0)
        except MalformedError:
            return []
        return self.fields if self.is_at_end else []

    def read(self, path: str, depth: int) -> None:
        """Read a value and everything inside it."""
        if depth > DEEPEST_FIELDS or len(self.fields) > MOST_FIELDS:
            raise MalformedError
        members, items, value = self.head()
        if members is None and items is None:
            self.fields.append(BinaryField(path, value))
        for index in range(min(members or items or 0, MOST_FIELDS + 1)):
            name = str(index) if members is None else self.key()
            self.read(f"{path}.{name}" if path else name, depth + 1)


CBOR_UNSIGNED, NEGATIVE, CBOR_OCTETS, CBOR_TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
# RFC 8949 3: numbers up to 23 are in the first byte; 24 to 27 give the width of what follows.
IN_PLACE, LAST_WIDTH = 24, 27
SELF_DESCRIBED = b"\xd9\xd9\xf7"
CBOR_CONSTANTS = {20: "false", 21: "true", 22: "null", 23: "undefined"}
CBOR_REALS = {25: ">e", 26: ">f", 27: ">d"}


class CborReader(FieldReader):
    """Reads CBOR (RFC 8949)."""

    def _head(self) -> tuple[int, int]:
        """Read a type and its argument; for floats and constants, the argument is their
        subtype.
        """
        kind, short = divmod(self.number(1), 32)
        if short < IN_PLACE or kind == SIMPLE:
            return kind, short
        if short > LAST_WIDTH:
            raise MalformedError  # indefinite lengths are only used in streams
        return kind, self.number(1 << short - IN_PLACE)

    def head(self) -> tuple[int | None, int | None, str | int | float | bytes]:
        """Read the next head, skipping tags."""
        kind, number = self._head()
        while kind == TAG:
            kind, number = self._head()
        if kind == MAP:
            return number, None, ""
        if kind == ARRAY:
            return None, number, ""
        return None, None, self._scalar(kind, number)

    def key(self) -> str:
        kind, number = self._head()
        if kind not in {CBOR_TEXT, CBOR_UNSIGNED, NEGATIVE}:
            raise MalformedError
        return str(self._scalar(kind, number))

    def _scalar(self, kind: int, number: int) -> str | int | float | bytes:
        if kind == CBOR_UNSIGNED:
            return number
        if kind == NEGATIVE:
            return -1 - number
        if kind == CBOR_OCTETS:
            return self.octets(number)
        if kind == CBOR_TEXT:
            return self.text(number)
        if number in CBOR_REALS:
            return self.real(CBOR_REALS[number])
        if number in CBOR_CONSTANTS:
            return CBOR_CONSTANTS[number]
        raise MalformedError


# First bytes, with the width of the number that follows.
UNSIGNED = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
SIGNED = {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
REALS = {0xCA: ">f", 0xCB: ">d"}
TEXTS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
BINARIES = {0xC4: 1, 0xC5: 2, 0xC6: 4}
ARRAYS = {0xDC: 2, 0xDD: 4}
MAPS = {0xDE: 2, 0xDF: 4}
CONSTANTS = {0xC0: "null", 0xC2: "false", 0xC3: "true"}


class MessagePackReader(FieldReader):
    def head(self) -> tuple[int | None, int | None, str | int | float | bytes]:
        head = self.number(1)
        if 0x80 <= head <= 0x8F or head in MAPS:
            return self._size(head, 15, MAPS), None, ""
        if 0x90 <= head <= 0x9F or head in ARRAYS:
            return None, self._size(head, 15, ARRAYS), ""
        return None, None, self._scalar(head)

    def _size(self, head: int, mask: int, widths: dict[int, int]) -> int:
        return self.number(widths[head]) if head in widths else head & mask

    def key(self) -> str:
        head = self.number(1)
        if not (0xA0 <= head <= 0xBF or head in TEXTS):
            raise MalformedError
        return self.text(self._size(head, 31, TEXTS))

    def _scalar(self, head: int) -> str | int | float | bytes:
        if head <= 0x7F:
            return head
        if head >= 0xE0:
            return head - 256
        if head <= 0xBF or head in TEXTS:
            return self.text(self._size(head, 31, TEXTS))
        if head in CONSTANTS:
            return CONSTANTS[head]
        if head in BINARIES:
            return self.octets(self.number(BINARIES[head]))
        if head in UNSIGNED:
            return self.number(UNSIGNED[head])
        if head in SIGNED:
            return int.from_bytes(self.octets(SIGNED[head]), signed=True)
        if head in REALS:
            return self.real(REALS[head])
        raise MalformedError


VARINT, FIXED_64, DELIMITED, FIXED_32 = 0, 1, 2, 5
# Schemas rarely have higher field numbers, but random bytes do.
HIGHEST = 2_047
# A message with at least this share of text is not a coincidence.
SURE_SHARE = 0.4
# The minimum length in bytes of such a message, and the number of fields that suffices without much
# text.
SURE_LENGTH, SURE_FIELDS = 12, 6


def protobuf_fields(
    octets: bytes, path: str = "", depth: int = 0
) -> tuple[list[BinaryField], bool]:
    """Return the fields up to the first error, and True if there was none."""
    reader = OctetReader(octets)
    try:
        while not reader.is_at_end:
            number, kind = divmod(reader.varint(), 8)
            if not 0 < number <= HIGHEST or len(reader.fields) >= MOST_FIELDS:
                return reader.fields, False
            _protobuf_field(reader, kind, f"{path}.{number}" if path else str(number), depth)
    except MalformedError:
        return reader.fields, False
    return reader.fields, True


def _protobuf_field(reader: OctetReader, kind: int, name: str, depth: int) -> None:
    fields = reader.fields
    if kind == VARINT:
        fields.append(BinaryField(name, reader.varint()))
    elif kind in {FIXED_64, FIXED_32}:
        fields.append(BinaryField(name, _fixed(reader.octets(8 if kind == FIXED_64 else 4))))
    elif kind == DELIMITED:
        fields += _delimited(reader.octets(reader.varint()), name, depth)[
            : MOST_FIELDS - len(fields)
        ]
    else:
        raise MalformedError


def _fixed(part: bytes) -> int | float:
    """Return a float if its magnitude is plausible, otherwise an integer."""
    number: float = struct.unpack("<d" if len(part) == 8 else "<f", part)[0]
    return number if 1e-6 < abs(number) < 1e15 else int.from_bytes(part, "little")


def _delimited(octets: bytes, name: str, depth: int) -> list[BinaryField]:
    """Return a text, the fields of a nested message, or bytes, whichever is valid."""
    text = text_of(octets)
    if (
        octets
        and not is_text(text)
        and (text is None or len(octets) > 2)
        and depth < DEEPEST_FIELDS
    ):
        fields, is_whole = protobuf_fields(octets, name, depth + 1)
        if is_whole:
            return fields
    return [BinaryField(name, octets if text is None else text)]


@decoder("protobuf", "Protocol Buffers", "Protocol Buffers, Encoding", OCTETS, 6)
def protobuf(datum: Datum) -> Iterator[Decoded]:
    """Decode a message that uses all bytes and has text; with little text, it is only possible."""
    fields, is_whole = protobuf_fields(datum.octets or b"")
    texts = [str(each.value) for each in fields if is_text(each.value)]
    if not is_whole or not texts:
        return
    share = sum(map(len, texts)) / datum.size
    is_sure = datum.size >= SURE_LENGTH and (len(fields) >= SURE_FIELDS or share >= SURE_SHARE)
    if is_sure:
        yield structure(fields, message("Protocol Buffers message"))
    else:
        yield structure(fields, message("Could be a Protocol Buffers message"), POSSIBLE)


@decoder("msgpack", "MessagePack", "MessagePack specification", OCTETS, 4)
def message_pack(datum: Datum) -> Iterator[Decoded]:
    """Decode a map with text keys that uses all bytes."""
    octets = datum.octets or b""
    if not (0x81 <= octets[0] <= 0x8F or octets[0] in MAPS):
        return
    fields = MessagePackReader(octets).read_whole()
    names = [each.path for each in fields]
    if fields and all(is_text(each) or each.replace(".", "_").isidentifier() for each in names):
        yield structure(fields, message("MessagePack"))


@decoder("cbor", "CBOR", "RFC 8949 3", OCTETS, 4)
def cbor(datum: Datum) -> Iterator[Decoded]:
    """Decode a map that uses all bytes and contains text (RFC 8949)."""
    octets = (datum.octets or b"").removeprefix(SELF_DESCRIBED)
    if not octets or octets[0] >> 5 != MAP:
        return
    fields = CborReader(octets).read_whole()
    if any(is_text(each.value) or is_text(each.path) for each in fields):
        yield structure(fields, message("CBOR"))


# RFC 1035 4.1.1: identifier, flags, and the counts of four sections.
HEADER = 12
# Types of DNS records (RFC 1035 3.2.2 and later documents).
TYPES = {
    1: "A",
    2: "NS",
    5: "CNAME",
    6: "SOA",
    12: "PTR",
    15: "MX",
    16: "TXT",
    28: "AAAA",
    33: "SRV",
    35: "NAPTR",
    43: "DS",
    48: "DNSKEY",
    64: "SVCB",
    65: "HTTPS",
    255: "ANY",
    257: "CAA",
}
INTERNET, LONGEST_LABEL, LONGEST_NAME = 1, 63, 253


@decoder("dns", "DNS message", "RFC 8484 4.1, RFC 1035 4", OCTETS, 17)
def dns_message(datum: Datum) -> Iterator[Decoded]:
    """Decode a query with one question of a known type (RFC 8484 4.1, RFC 1035 4)."""
    octets = datum.octets or b""
    if octets[4:6] != b"\0\1":
        return
    reader = OctetReader(octets)
    try:
        flags = int.from_bytes(reader.octets(HEADER)[2:4])
        name = _name(reader)
        kind, network = TYPES.get(reader.number(2)), reader.number(2)
    except MalformedError:
        return
    is_plain = octets[6:10] == b"\0\0\0\0" and octets[10:12] in {b"\0\0", b"\0\1"}
    if kind is None or network != INTERNET or flags >> 15 or not is_plain:
        return
    if octets[10:12] == b"\0\0" and not reader.is_at_end:
        return
    args = {"kind": kind, "name": Marked(name, EVIDENCE)}
    inner = (InnerDatum("name", name, is_member=True), fact("type", kind))
    phrase = message("DNS lookup of {name} ({kind})", **args)
    yield Decoded(STRUCTURE, f"{name} {kind}", phrase, CERTAIN, inner)


def _name(reader: OctetReader) -> str:
    labels: list[str] = []
    while size := reader.number(1):
        label = reader.text(size) if size <= LONGEST_LABEL else ""
        if not label or not label.isprintable() or sum(map(len, labels)) > LONGEST_NAME:
            raise MalformedError
        labels.append(label)
    return ".".join(labels) + "."
