"""Formats that contain several values: links, queries, JSON, tokens, binary fields."""

from __future__ import annotations

import html
import json
import re
import struct
from collections.abc import Iterator
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]

from uriinspector.analysis.finding import EVIDENCE, HOST, Arg, Phrase
from uriinspector.analysis.nested import link_start
from uriinspector.analysis.values.candidates import (
    INSIDE,
    OCTETS,
    OPEN,
    Datum,
    Decoded,
    Decoder,
    Grouped,
    InnerDatum,
    Placing,
    Shape,
    Whole,
    Within,
    has_words,
    text_of,
)
from uriinspector.analysis.values.layers import is_literal_link, octets_of_base64
from uriinspector.analysis.values.value import (
    CERTAIN,
    LIKELY,
    LINK,
    POSSIBLE,
    STRUCTURE,
    TIME,
    quoted,
    time_of,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Span
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.core.schemes.urn_namespaces import utc

# No more fields of one message are read, and no deeper.
MOST_FIELDS, BINARY_FIELDS_DEEPEST = 256, 8
# Text of this length is hardly ever one by chance.
LEAST_TEXT = 4


class BinaryField(NamedTuple):
    """A text, a number or octets, under a path of names."""

    path: str
    value: str | int | float | bytes


def inner_of(fields: list[BinaryField]) -> tuple[InnerDatum, ...]:
    """The fields, for the decoders to go on with."""
    return tuple(
        InnerDatum(
            each.path,
            each.value if isinstance(each.value, str | bytes) else str(each.value),
            is_member=True,
        )
        for each in fields
    )


def shown(fields: list[BinaryField]) -> str:
    """The fields in one text."""
    return ", ".join(f"{each.path}: {_plain(each.value)}" for each in fields)


def _plain(value: str | int | float | bytes) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def text_share(fields: list[BinaryField], size: int) -> float:
    """How much of so many octets is text that people write."""
    texts = (str(each.value) for each in fields if is_text(each.value))
    return sum(map(len, texts)) / max(size, 1)


def is_text(value: object) -> bool:
    """Whether it is a text with words in it."""
    return isinstance(value, str) and len(value) >= LEAST_TEXT and has_words(value)


def text_or_octets(octets: bytes) -> str | bytes:
    """Text where it can be one."""
    plain = text_of(octets)
    return octets if plain is None else plain


SPACE = expression(r"[ \t\n\r]*+")
NUMBER = expression(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
LITERAL = expression("true|false|null")
# What is nested deeper, or has more members, is not read as JSON.
JSON_TEXT_DEEPEST, JSON_TEXT_MOST = 32, 512


class JsonLeaf(NamedTuple):
    """A text or a number in it: under which names, and where."""

    path: str
    text: str
    start: int
    end: int


class NotJsonError(Exception):
    """The text is no JSON."""


def json_object(datum: Datum) -> Iterator[Decoded]:
    """RFC 8259: objects and arrays; each text and number in them is a value of its own."""
    text = datum.text
    if not text.lstrip().startswith(("{", "[")):
        return
    leaves = leaves_of(text)
    if leaves:
        inner = tuple(_member(each, datum) for each in leaves)
        yield Decoded(STRUCTURE, text, Phrase("JSON"), CERTAIN, inner)


def _member(leaf: JsonLeaf, datum: Datum) -> InnerDatum:
    """With escapes in it, only the whole has a place."""
    placing: Placing = Within(leaf.start, datum.placing)
    if len(leaf.text) != leaf.end - leaf.start:
        placing = Whole(datum.placing.span(leaf.start, leaf.end))
    return InnerDatum(leaf.path, leaf.text, placing, is_member=True)


def leaves_of(text: str) -> list[JsonLeaf]:
    """Texts and numbers in the order of the text; nothing where it is no JSON."""
    leaves: list[JsonLeaf] = []
    try:
        end = _value(text, SPACE.match(text, 0).end(), "", leaves, 0)  # type: ignore[union-attr]
    except (NotJsonError, JSONDecodeError):
        return []
    return leaves if SPACE.fullmatch(text, end) else []


def _value(text: str, at: int, path: str, leaves: list[JsonLeaf], depth: int) -> int:
    """Read one value; return where it ends."""
    char = text[at : at + 1]
    end: int
    if char == '"':
        value, end = scanstring(text, at + 1)
        leaves.append(JsonLeaf(path, value, at + 1, end - 1))
    elif char in {"{", "["} and depth < JSON_TEXT_DEEPEST:
        end = _members(text, at, path, leaves, depth)
    elif match := NUMBER.match(text, at):
        leaves.append(JsonLeaf(path, match[0], *match.span()))
        end = match.end()
    elif match := LITERAL.match(text, at):
        end = match.end()
    else:
        raise NotJsonError
    if len(leaves) > JSON_TEXT_MOST:
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


# Two pairs or more with names that are names.
PAIR = r"[A-Za-z_][\w.\-\[\]]{0,63}=[^&=]*=?"
QUERY_TEXT = expression(rf"\??{PAIR}(?:&{PAIR})+&?")
WIKI = expression("(?:file|feed|jar):(?![/\\\\])", re.IGNORECASE)


def link(datum: Datum) -> Iterator[Decoded]:
    """A reference that fills the value; where one begins, the nested links decide."""
    text = datum.text
    if not is_literal_link(text) or ("%" in text and datum.part != INSIDE):
        return
    begins = link_start(text)
    # "File:Name" is a title in a wiki.
    if begins is None or WIKI.match(text, begins.at):
        return
    inner = parse(text[begins.at :].rstrip())
    confidence = link_confidence(inner)
    yield Decoded(LINK, inner.text, link_phrase(inner), confidence, link=inner, start=begins.at)


def link_confidence(reference: Reference) -> str:
    """Two slashes and a word begin a reference, but base64 can begin so, too."""
    if reference.host and reference.scheme:
        return CERTAIN
    return LIKELY if reference.scheme or "." in (reference.host or "") else POSSIBLE


def link_phrase(reference: Reference) -> Phrase:
    """That it is a link, and to where."""
    if not reference.host:
        return Phrase("Link")
    args = (Arg("host", reference.host, HOST),)
    if link_confidence(reference) == POSSIBLE:
        return Phrase("Could be a link to {host}", args)
    return Phrase("Link to {host}", args)


def query_text(datum: Datum) -> Iterator[Decoded]:
    """Names and values as in a query, inside of one value."""
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
    yield Decoded(STRUCTURE, text, Phrase("Parameters, as in a query"), LIKELY, inner)


NAME = r"[A-Za-z_][\w.:-]{0,99}+"
ATTRIBUTE = expression(rf"\s({NAME})\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)')")
OPENING = expression(rf"<({NAME})((?:\s++{NAME}\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+')|(?!))*+)\s*+/?>")
MARKUP_TEXT = expression(r"[^<]*+")
DECLARATION = expression(r"\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--.{0,999}?-->\s*+)?", re.DOTALL)
# A message of SAML 2.0 or 1.1 says so by its namespace.
SAML = "urn:oasis:names:tc:SAML:"
MARKUP_MOST = 256


def markup(datum: Datum) -> Iterator[Decoded]:
    """XML 1.0: a root element whose end is there; no entity is expanded but the usual ones."""
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
    arg = (Arg("name", quoted(name.rpartition(":")[2]), EVIDENCE),)
    phrase = Phrase("SAML message: {name}", arg) if is_saml else Phrase("XML: {name}", arg)
    confidence = CERTAIN if is_saml or inner else LIKELY
    yield Decoded(STRUCTURE, text, phrase, confidence, inner)


def _inside(datum: Datum) -> Iterator[InnerDatum]:
    """Attributes and texts; namespaces say nothing about the message."""
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
        if count > MARKUP_MOST:
            return


def _part(datum: Datum, name: str, written: str, start: int) -> InnerDatum:
    plain = html.unescape(written) if "&" in written else written
    placing = Within(start, datum.placing) if plain == written else None
    return InnerDatum(name, plain, placing, is_member=True)


class TornError(Exception):
    """There are not as many octets as they say, or they are not what they should be."""


class OctetReader:
    """A place in octets, and reading on from there."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        """Whether all have been read."""
        return self._at == len(self._octets)

    def octets(self, count: int) -> bytes:
        """So many, and not one less."""
        part = self._octets[self._at : self._at + count]
        if len(part) < count:
            raise TornError
        self._at += count
        return part

    def number(self, count: int) -> int:
        """A whole number, its highest octet first."""
        return int.from_bytes(self.octets(count))

    def text(self, count: int) -> str:
        """Text in UTF-8."""
        try:
            return self.octets(count).decode()
        except UnicodeDecodeError as error:
            raise TornError from error


CBOR_UNSIGNED, NEGATIVE, CBOR_OCTETS, CBOR_TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
# RFC 8949 3: up to 23 the number is in the first octet; from 24 to 27 it is behind it.
IN_PLACE, LAST_WIDTH = 24, 27
SELF_DESCRIBED = b"\xd9\xd9\xf7"
CBOR_CONSTANTS = {20: "false", 21: "true", 22: "null", 23: "undefined"}
CBOR_REALS = {25: (">e", 2), 26: (">f", 4), 27: (">d", 8)}


def cbor(datum: Datum) -> Iterator[Decoded]:
    """RFC 8949: a map that fills all of the octets, with at least one text in it."""
    octets = (datum.octets or b"").removeprefix(SELF_DESCRIBED)
    if not octets or octets[0] >> 5 != MAP or octets[0] == 0xA0:
        return
    reader = OctetReader(octets)
    fields: list[BinaryField] = []
    try:
        _cbor_read(reader, "", fields, 0)
    except TornError:
        return
    if not reader.is_at_end or not fields:
        return
    if any(is_text(each.value) or is_text(each.path) for each in fields):
        yield Decoded(STRUCTURE, shown(fields), Phrase("CBOR"), LIKELY, inner_of(fields))


def _head(reader: OctetReader) -> tuple[int, int, int]:
    """The kind, the short number, and the number itself."""
    first = reader.number(1)
    kind, short = first >> 5, first & 31
    if short < IN_PLACE or kind == SIMPLE:
        return kind, short, short
    if short > LAST_WIDTH:
        raise TornError  # indefinite lengths are for streams
    return kind, short, reader.number(1 << short - IN_PLACE)


def _cbor_read(reader: OctetReader, path: str, fields: list[BinaryField], depth: int) -> None:
    if depth > BINARY_FIELDS_DEEPEST or len(fields) > MOST_FIELDS:
        raise TornError
    kind, short, number = _head(reader)
    while kind == TAG:
        kind, short, number = _head(reader)
    if kind == MAP:
        for _ in range(min(number, MOST_FIELDS + 1)):
            name = str(_cbor_key(reader))
            _cbor_read(reader, f"{path}.{name}" if path else name, fields, depth + 1)
    elif kind == ARRAY:
        for index in range(min(number, MOST_FIELDS + 1)):
            _cbor_read(reader, f"{path}.{index}" if path else str(index), fields, depth + 1)
    else:
        fields.append(BinaryField(path, _cbor_scalar(reader, kind, short, number)))


def _cbor_key(reader: OctetReader) -> str | int:
    kind, _, number = _head(reader)
    if kind == CBOR_TEXT:
        return reader.text(number)
    if kind == CBOR_UNSIGNED:
        return number
    if kind == NEGATIVE:
        return -1 - number
    raise TornError


def _cbor_scalar(
    reader: OctetReader, kind: int, short: int, number: int
) -> str | int | float | bytes:
    if kind == CBOR_UNSIGNED:
        return number
    if kind == NEGATIVE:
        return -1 - number
    if kind == CBOR_OCTETS:
        return reader.octets(number)
    if kind == CBOR_TEXT:
        return reader.text(number)
    if short in CBOR_REALS:
        form, size = CBOR_REALS[short]
        real: float = struct.unpack(form, reader.octets(size))[0]
        return real
    if short in CBOR_CONSTANTS:
        return CBOR_CONSTANTS[short]
    raise TornError


# RFC 1035 4.1.1: identifier, flags, and the counts of four sections.
HEADER = 12
# RFC 1035 3.2.2 and what came later: the kinds of records that are asked for.
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


def dns_message(datum: Datum) -> Iterator[Decoded]:
    """RFC 8484 4.1, RFC 1035 4: a query with one question of a known type."""
    octets = datum.octets or b""
    if len(octets) < HEADER + 5 or octets[4:6] != b"\0\1":
        return
    reader = OctetReader(octets)
    try:
        flags = int.from_bytes(reader.octets(HEADER)[2:4])
        name = _name(reader)
        kind, network = TYPES.get(reader.number(2)), reader.number(2)
    except TornError:
        return
    is_plain = octets[6:10] == b"\0\0\0\0" and octets[10:12] in {b"\0\0", b"\0\1"}
    if kind is None or network != INTERNET or flags >> 15 or not is_plain:
        return
    if octets[10:12] == b"\0\0" and not reader.is_at_end:
        return
    args = (Arg("kind", kind), Arg("name", name, EVIDENCE))
    inner = (
        InnerDatum("name", name, is_member=True),
        InnerDatum("type", kind, is_member=True, is_final=True),
    )
    phrase = Phrase("DNS query for {name} ({kind})", args)
    yield Decoded(STRUCTURE, f"{name} {kind}", phrase, CERTAIN, inner)


def _name(reader: OctetReader) -> str:
    labels: list[str] = []
    while size := reader.number(1):
        label = reader.text(size) if size <= LONGEST_LABEL else ""
        if not label or not label.isprintable() or sum(map(len, labels)) > LONGEST_NAME:
            raise TornError
        labels.append(label)
    return ".".join(labels) + "."


# First octets with the width of the number behind them.
MESSAGE_PACK_UNSIGNED = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
MESSAGE_PACK_SIGNED = {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
MESSAGE_PACK_REALS = {0xCA: ">f", 0xCB: ">d"}
TEXTS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
BINARIES = {0xC4: 1, 0xC5: 2, 0xC6: 4}
ARRAYS = {0xDC: 2, 0xDD: 4}
MAPS = {0xDE: 2, 0xDF: 4}
MESSAGE_PACK_CONSTANTS = {0xC0: "null", 0xC2: "false", 0xC3: "true"}
LEAST = 6


def message_pack(datum: Datum) -> Iterator[Decoded]:
    """A map with texts for keys that fills all of the octets."""
    octets = datum.octets or b""
    if not octets or not (0x81 <= octets[0] <= 0x8F or octets[0] in MAPS):
        return
    reader = OctetReader(octets)
    fields: list[BinaryField] = []
    try:
        _message_pack_read(reader, "", fields, 0)
    except TornError:
        return
    names = [each.path for each in fields]
    if (
        reader.is_at_end
        and fields
        and all(is_text(each) or each.replace(".", "_").isidentifier() for each in names)
    ):
        phrase = Phrase("MessagePack")
        yield Decoded(STRUCTURE, shown(fields), phrase, LIKELY, inner_of(fields))


def _message_pack_read(
    reader: OctetReader, path: str, fields: list[BinaryField], depth: int
) -> None:
    if depth > BINARY_FIELDS_DEEPEST or len(fields) > MOST_FIELDS:
        raise TornError
    head = reader.number(1)
    if 0x80 <= head <= 0x8F or head in MAPS:
        count = head & 15 if head <= 0x8F else reader.number(MAPS[head])
        for _ in range(min(count, MOST_FIELDS + 1)):
            name = _message_pack_key(reader)
            _message_pack_read(reader, f"{path}.{name}" if path else name, fields, depth + 1)
    elif 0x90 <= head <= 0x9F or head in ARRAYS:
        count = head & 15 if head <= 0x9F else reader.number(ARRAYS[head])
        for index in range(min(count, MOST_FIELDS + 1)):
            _message_pack_read(reader, f"{path}.{index}" if path else str(index), fields, depth + 1)
    else:
        fields.append(BinaryField(path, _message_pack_scalar(reader, head)))


def _message_pack_key(reader: OctetReader) -> str:
    head = reader.number(1)
    if not (0xA0 <= head <= 0xBF or head in TEXTS):
        raise TornError
    return reader.text(head & 31 if head <= 0xBF else reader.number(TEXTS[head]))


def _message_pack_scalar(reader: OctetReader, head: int) -> str | int | float | bytes:
    if head <= 0x7F:
        return head
    if head >= 0xE0:
        return head - 256
    if head <= 0xBF:
        return reader.text(head & 31)
    if head in MESSAGE_PACK_CONSTANTS:
        return MESSAGE_PACK_CONSTANTS[head]
    return _sized(reader, head)


def _sized(reader: OctetReader, head: int) -> str | int | float | bytes:
    if head in TEXTS:
        return reader.text(reader.number(TEXTS[head]))
    if head in BINARIES:
        return reader.octets(reader.number(BINARIES[head]))
    if head in MESSAGE_PACK_UNSIGNED:
        return reader.number(MESSAGE_PACK_UNSIGNED[head])
    if head in MESSAGE_PACK_SIGNED:
        return int.from_bytes(reader.octets(MESSAGE_PACK_SIGNED[head]), signed=True)
    if head in MESSAGE_PACK_REALS:
        real: float = struct.unpack(
            MESSAGE_PACK_REALS[head], reader.octets(4 if head == 0xCA else 8)
        )[0]
        return real
    raise TornError


VARINT, FIXED_64, DELIMITED, FIXED_32 = 0, 1, 2, 5
# Schemas seldom number their fields higher than this; octets at random do.
HIGHEST = 2_047
LONGEST_VARINT = 10
# Text in so much of a message, in two fields or one long one, is no chance.
SURE_SHARE = 0.4
# So many fields in a row do not come out even by chance.
SURE_LENGTH, SURE_FIELDS = 12, 6


def protobuf(datum: Datum) -> Iterator[Decoded]:
    """Field after field to the last octet; without readable text in it, it is only possible."""
    octets = datum.octets or b""
    fields: list[BinaryField] = []
    if not read(octets, "", fields, 0) or not fields:
        return
    texts = [each for each in fields if is_text(each.value)]
    if not texts:
        return
    is_long = len(octets) >= SURE_LENGTH
    is_sure = is_long and (
        len(fields) >= SURE_FIELDS or text_share(fields, len(octets)) >= SURE_SHARE
    )
    confidence = LIKELY if is_sure else POSSIBLE
    phrase = Phrase(
        "Protocol Buffers message" if is_sure else "Could be a Protocol Buffers message"
    )
    yield Decoded(STRUCTURE, shown(fields), phrase, confidence, inner_of(fields))


def read(octets: bytes, path: str, fields: list[BinaryField], depth: int) -> bool:
    """Read all fields; tell whether that came out even."""
    at, end = 0, len(octets)
    while at < end:
        key, at = varint(octets, at)
        number, kind = key >> 3, key & 7
        if not 0 < number <= HIGHEST or len(fields) >= MOST_FIELDS:
            return False
        name = f"{path}.{number}" if path else str(number)
        at = _field(octets, at, kind, name, fields, depth)
        if at < 0:
            return False
    return at == end


def varint(octets: bytes, at: int) -> tuple[int, int]:
    """Seven bits in each octet, the lowest first; the end is -1 where it does not end."""
    value = 0
    for index, octet in enumerate(octets[at : at + LONGEST_VARINT]):
        value |= (octet & 127) << 7 * index
        if octet < 128:
            return value, at + index + 1
    return 0, len(octets) + 1


def _field(
    octets: bytes, at: int, kind: int, name: str, fields: list[BinaryField], depth: int
) -> int:
    """Read one field; return where it ends, or -1."""
    if kind == VARINT:
        value, at = varint(octets, at)
        fields.append(BinaryField(name, value))
    elif kind in {FIXED_64, FIXED_32}:
        size = 8 if kind == FIXED_64 else 4
        part = octets[at : at + size]
        if len(part) < size:
            return -1
        fields.append(BinaryField(name, _fixed(part)))
        at += size
    elif kind == DELIMITED:
        size, at = varint(octets, at)
        if at + size > len(octets):
            return -1
        _delimited(octets[at : at + size], name, fields, depth)
        at += size
    else:
        return -1
    return at if at <= len(octets) else -1


def _fixed(part: bytes) -> int | float:
    """A number of a plausible size is one with a point, any other a whole one."""
    number: float = struct.unpack("<d" if len(part) == 8 else "<f", part)[0]
    if 1e-6 < abs(number) < 1e15:
        return number
    return int.from_bytes(part, "little")


def _delimited(octets: bytes, name: str, fields: list[BinaryField], depth: int) -> None:
    """A text, a message inside, or octets, whichever it can be."""
    value = text_or_octets(octets)
    if isinstance(value, str) and (not value or is_text(value) or len(octets) < 3):
        fields.append(BinaryField(name, value))
        return
    inner: list[BinaryField] = []
    if depth < BINARY_FIELDS_DEEPEST and octets and read(octets, name, inner, depth + 1):
        fields += inner[: MOST_FIELDS - len(fields)]
    else:
        fields.append(BinaryField(name, value))


# Payload, seconds in four octets, and a signature of 20, 32 or 64 octets; a dot in front where the
# payload is packed with zlib.
SIGNED_VALUES_SIGNED = expression(
    r"(?P<packed>\.?)(?P<payload>[\w-]{4,})\.(?P<time>[\w-]{6})\.(?P<sum>[\w-]{27}|[\w-]{43}|[\w-]{86})"
)
# Before version 1.1, seconds were counted from the first day of 2011.
FIRST, LAST, OLD_EPOCH = 1_400_000_000, 2_208_988_800, 1_293_840_000
# A version, seconds in eight octets, an initial vector, blocks of 16 octets, a signature.
FERNET_VERSION, FERNET_BLOCK = 0x80, 16
FERNET_FRAME = 1 + 8 + 16 + 32
# Fernet was first written down in 2012.
FIRST_FERNET = 1_325_376_000
# The letters that hold the version and the time.
FERNET_HEAD = 12


def signed_value(datum: Datum) -> Iterator[Decoded]:
    """The payload is readable, and the time plausible: the signature is not checked."""
    match = SIGNED_VALUES_SIGNED.fullmatch(datum.text)
    octets = octets_of_base64(match["time"]) if match else None
    payload = octets_of_base64(match["payload"]) if match else None
    if match is None or octets is None or payload is None or len(octets) != 4:
        return
    ticks = int.from_bytes(octets)
    seconds = ticks if ticks >= FIRST else ticks + OLD_EPOCH
    if not FIRST <= seconds < LAST or (not match["packed"] and text_of(payload) is None):
        return
    inner = (
        InnerDatum(datum.name, match["payload"], Within(match.start("payload"), datum.placing)),
        _time_of_signing(datum, match.start("time"), match.end("time"), seconds),
    )
    phrase = Phrase("Signed value of itsdangerous, signature not checked")
    yield Decoded(STRUCTURE, text_of(payload) or payload.hex(), phrase, LIKELY, inner)


def fernet_token(datum: Datum) -> Iterator[Decoded]:
    """What is inside is encrypted; the time is readable, the signature is not checked."""
    octets = octets_of_base64(datum.text)
    if not octets or octets[0] != FERNET_VERSION:
        return
    blocks, left = divmod(len(octets) - FERNET_FRAME, FERNET_BLOCK)
    seconds = int.from_bytes(octets[1:9])
    if blocks < 1 or left or not FIRST_FERNET <= seconds < LAST:
        return
    inner = _time_of_signing(datum, 0, FERNET_HEAD, seconds)
    phrase = Phrase("Fernet token, encrypted; signature not checked")
    yield Decoded(STRUCTURE, utc(seconds, 1), phrase, LIKELY, (inner,))


def _time_of_signing(datum: Datum, start: int, end: int, seconds: int) -> InnerDatum:
    time = utc(seconds, 1)
    known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
    placing = Within(start, datum.placing)
    return InnerDatum("time", datum.text[start:end], placing, (known,), is_final=True)


WEB_TOKENS_SIGNED, ENCRYPTED = 3, 5


def web_token(datum: Datum) -> Iterator[Decoded]:
    """RFC 7515 7.1 and RFC 7516 7.1: three parts, or five; the first is JSON that names "alg"."""
    text = datum.text
    parts = text.split(".")
    if not text.startswith("e") or len(parts) not in {WEB_TOKENS_SIGNED, ENCRYPTED}:
        return
    header = _json(parts[0])
    fields = _object(header)
    if fields is None or not isinstance(fields.get("alg"), str):
        return
    is_signed = len(parts) == WEB_TOKENS_SIGNED
    inner = [InnerDatum("header", header, Grouped(4, 3, datum.placing, len(parts[0])))]
    payload = _json(parts[1]) if is_signed else ""
    if payload:
        start = len(parts[0]) + 1
        placing = Grouped(4, 3, Within(start, datum.placing), len(parts[1]))
        inner.append(InnerDatum("payload", payload, placing if payload.isascii() else None))
    algorithm = Arg("algorithm", quoted(str(fields["alg"])), EVIDENCE)
    if is_signed:
        phrase = Phrase("JSON Web Token, signature not checked ({algorithm})", (algorithm,))
    else:
        phrase = Phrase("Encrypted JSON Web Token ({algorithm})", (algorithm,))
    yield Decoded(STRUCTURE, payload or header, phrase, CERTAIN, tuple(inner))


def _json(part: str) -> str:
    octets = octets_of_base64(part)
    try:
        return octets.decode() if octets else ""
    except UnicodeDecodeError:
        return ""


def _object(text: str) -> dict[str, object] | None:
    try:
        fields = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


STRUCTURES = (
    Decoder("link", "link", link, "RFC 3986 4.1", OPEN, 8),
    Decoder("json", "JSON", json_object, "RFC 8259", OPEN, 2),
    Decoder("query", "query", query_text, "WHATWG URL 5.1", OPEN, 7),
    Decoder("xml", "XML and SAML", markup, "XML 1.0 2.1, SAML 2.0 Core", OPEN, 8),
    Decoder(
        "jwt",
        "JSON Web Token",
        web_token,
        "RFC 7515 7.1, RFC 7516 7.1",
        Shape.DOTTED,
        20,
    ),
    Decoder(
        *("itsdangerous", "signed value of itsdangerous", signed_value),
        *("itsdangerous 2.2, timed.py", Shape.DOTTED, 40),
    ),
    Decoder(
        *("fernet", "Fernet token", fernet_token),
        *("Fernet specification, version 0x80", Shape.ALNUM | Shape.URLSAFE, 98),
    ),
    Decoder("protobuf", "Protocol Buffers", protobuf, "Protocol Buffers, Encoding", OCTETS, 6),
    Decoder("msgpack", "MessagePack", message_pack, "MessagePack specification", OCTETS, 4),
    Decoder("cbor", "CBOR", cbor, "RFC 8949 3", OCTETS, 4),
    Decoder("dns", "DNS message", dns_message, "RFC 8484 4.1, RFC 1035 4", OCTETS, 17),
)
