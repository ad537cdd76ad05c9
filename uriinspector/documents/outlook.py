"""Read Outlook messages: MAPI properties in compound files (.msg) and in TNEF (winmail.dat)."""

from __future__ import annotations

import struct
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from uriinspector.analysis.encoding import WINDOWS, decode, encoding_named
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.mime import read_header
from uriinspector.documents.octets import Octets, Runs
from uriinspector.documents.ole import OUTLOOK_STREAM, CompoundFile, DirectoryEntry

if TYPE_CHECKING:
    from uriinspector.documents.scan_state import Scan


PACKED, PLAIN = b"LZFu", b"MELA"
HEAD = 16
WINDOW = 4096
# The maximum number of bytes to unpack.
LARGEST = 32 << 20
# The initial content of the window (2.1.2.1).
COMPRESSED_RTF_BEGINNING = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript "
    rb"\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)


def unpacked_rtf(packed: memoryview, most: int = LARGEST) -> bytes:
    """Unpack compressed RTF as far as possible; return b"" for an unknown header."""
    if len(packed) < HEAD:
        return b""
    _, size, mark, _ = struct.unpack_from("<II4sI", packed)
    most = min(most, size)
    if mark == PLAIN:
        return bytes(packed[HEAD : HEAD + most])
    return _expanded(bytes(packed[HEAD:]), most) if mark == PACKED else b""


def _expanded(packed: bytes, most: int) -> bytes:
    """Expand LZFu data (2.2.2).

    Each byte of flags is followed by eight tokens; a reference to the current position marks
    the end.
    """
    result = bytearray(COMPRESSED_RTF_BEGINNING)
    begun = len(COMPRESSED_RTF_BEGINNING)
    most += begun
    at, end = 0, len(packed)
    while at < end and len(result) < most:
        flags = packed[at]
        at += 1
        for bit in range(8):
            if not flags >> bit & 1:
                result += packed[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(packed[at : at + 2], "big")
            at += 2
            position = len(result) % WINDOW
            offset, length = reference >> 4, (reference & 15) + 2
            if offset == position or at > end:
                return bytes(result[begun:most])
            _copy(result, (position - offset) % WINDOW, length)
    return bytes(result[begun:most])


def _copy(result: bytearray, back: int, length: int) -> None:
    """Append bytes from ``back`` positions before the end, which may overlap with the new ones."""
    start = len(result) - back
    if start < 0:
        # The window is empty before the first byte that was written.
        empty = min(-start, length)
        result += bytes(empty)
        length -= empty
        start = 0
        if not length:
            return
    piece = bytes(result[start : start + length])
    while len(piece) < length:
        piece += piece
    result += piece[:length]


MAPI_PROPERTIES_SUBJECT: Final = 0x0037
CLIENT_SUBMIT_TIME: Final = 0x0039
SENT_REPRESENTING_NAME: Final = 0x0042
REPLY_RECIPIENTS: Final = 0x004F
SENT_REPRESENTING_ADDRESS: Final = 0x0065
TRANSPORT_HEADERS: Final = 0x007D
RECIPIENT_TYPE: Final = 0x0C15
SENDER_NAME: Final = 0x0C1A
SENDER_ADDRESS: Final = 0x0C1F
DELIVERY_TIME: Final = 0x0E06
MAPI_PROPERTIES_BODY: Final = 0x1000
COMPRESSED_RTF: Final = 0x1009
HTML_BODY: Final = 0x1013
MAPI_PROPERTIES_MESSAGE_ID: Final = 0x1035
DISPLAY_NAME: Final = 0x3001
ADDRESS: Final = 0x3003
MAPI_PROPERTIES_ATTACHED: Final = 0x3701
FILE_NAME: Final = 0x3704
LONG_FILE_NAME: Final = 0x3707
LONG_PATH: Final = 0x370D
MEDIA_TYPE: Final = 0x370E
CONTENT_ID: Final = 0x3712
CONTENT_LOCATION: Final = 0x3713
SMTP_ADDRESS: Final = 0x39FE
INTERNET_CODE_PAGE: Final = 0x3FDE
MESSAGE_CODE_PAGE: Final = 0x3FFD
SENDER_SMTP_ADDRESS: Final = 0x5D01
SENT_REPRESENTING_SMTP_ADDRESS: Final = 0x5D02

NARROW, WIDE, BINARY, OBJECT = 0x001E, 0x001F, 0x0102, 0x000D
# The maximum number of bytes of a text to interpret; links are searched for in all of it.
LONGEST = 1 << 16
# Code pages (MS-UCODEREF 2.2.1) whose names cannot be derived from their numbers.
CODE_PAGES = {
    20127: "us-ascii", 20866: "koi8-r", 21866: "koi8-u", 20932: "euc-jp", 50220: "iso-2022-jp",
    50221: "iso-2022-jp", 50222: "iso-2022-jp", 50225: "iso-2022-kr", 51932: "euc-jp",
    51949: "euc-kr", 52936: "hz", 54936: "gb18030", 65000: "utf-7", 65001: "utf-8",
    1200: "utf-16-le", 1201: "utf-16-be", 10000: "macintosh", 936: "gb18030",
}  # fmt: skip
EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


def code_page(number: int | None) -> str | None:
    """Return the encoding of a code page, or None if the number is unknown."""
    if number is None:
        return None
    if 28591 <= number <= 28606:
        return encoding_named(f"iso-8859-{number - 28590}")
    if number in CODE_PAGES:
        return encoding_named(CODE_PAGES[number])
    return encoding_named(f"windows-{number}") or encoding_named(f"cp{number}")


class MapiValue(NamedTuple):
    """A property: its type and the byte runs that contain its value."""

    kind: int
    octets: Octets
    runs: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        return sum(end - start for start, end in self.runs)

    def head(self, most: int = LONGEST) -> bytes:
        octets, pieces = self.octets.get(), []
        for start, end in self.runs:
            pieces.append(octets[start : min(end, start + most)])
            most -= len(pieces[-1])
            if most <= 0:
                break
        return b"".join(pieces)

    def located(self, scan: Scan) -> tuple[Octets, int, int] | None:
        """Return the value as bytes with their position in the file, or None if it is too large."""
        if not self.runs:
            return self.octets, 0, 0
        if len(self.runs) == 1:
            return self.octets, *self.runs[0]
        octets = scan.decoded(self.octets, self.runs[0][0], self.runs[-1][1], Runs(self.runs))
        return None if octets is None else (octets, 0, len(octets.get()))


@dataclass(slots=True)
class PropertyBag:
    values: dict[int, MapiValue] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    encoding: str = WINDOWS

    def text(self, *tags: int) -> str | None:
        """Return the first of these properties that is a non-empty text."""
        for tag in tags:
            value = self.values.get(tag)
            if value is not None and value.kind in {NARROW, WIDE}:
                encoding = "utf-16-le" if value.kind == WIDE else self.encoding
                text = decode(value.head(), encoding).partition("\0")[0]
                if text:
                    return text
        return None

    def time(self, *tags: int) -> datetime | None:
        for tag in tags:
            number = self.numbers.get(tag, 0)
            if 0 < number < 1 << 62:
                return EPOCH + timedelta(microseconds=number // 10)
        return None


def fixed_number(kind: int, octets: bytes) -> int:
    """Unpack a value of up to eight bytes as a number."""
    if kind in {0x0002, 0x000B}:
        return int(struct.unpack_from("<H", octets)[0])
    if kind in {0x0003, 0x000A, 0x0004}:
        return int(struct.unpack_from("<I", octets)[0])
    return int(struct.unpack_from("<Q", octets)[0])


@dataclass(slots=True)
class MapiAttachment:
    """An attachment: its properties, and the embedded message or object if it is one."""

    bag: PropertyBag
    embedded: MapiMessage | None = None
    # The streams of an embedded object: their names and bytes.
    streams: tuple[tuple[str, MapiValue], ...] = ()


@dataclass(slots=True)
class MapiMessage:
    """A message as stored in the file, without judgements."""

    bag: PropertyBag
    recipients: list[PropertyBag] = field(default_factory=list)
    attachments: list[MapiAttachment] = field(default_factory=list)
    # All bytes of an embedded message.
    extent: MapiValue | None = None
    # The number of attachments left out because they are too many or nested too deep.
    left_out: int = 0


STREAM_NAME = expression(r"__substg1\.0_([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})")
RECIPIENT, ATTACHMENT = "__recip_version1.0_", "__attach_version1.0_"
# The size of the header before the properties: top level, embedded message, elsewhere (2.4.1).
TOP_HEAD, MESSAGE_HEAD, OTHER_HEAD = 32, 24, 8
PROPERTY = struct.Struct("<HHI8s")
# Types whose values have no stream.
FIXED = frozenset({0x0002, 0x0003, 0x0004, 0x0005, 0x0006, 0x0007, 0x000A, 0x000B, 0x0014, 0x0040})
# Limits of nesting, attachments and recipients.
MESSAGE_FILE_DEPTH, MESSAGE_FILE_ATTACHMENTS, MESSAGE_FILE_RECIPIENTS = 12, 2_000, 2_000


class MessageFile:
    def __init__(self, file: CompoundFile, octets: Octets) -> None:
        self._file = file
        self._octets = octets
        self._left = MESSAGE_FILE_ATTACHMENTS

    def message(self) -> MapiMessage:
        return self._message(self._file.root, TOP_HEAD, WINDOWS, 0)

    def _message(
        self, storage: DirectoryEntry, head: int, encoding: str, depth: int
    ) -> MapiMessage:
        bag = self._bag(storage, head, encoding)
        result = MapiMessage(bag)
        for name, entry in storage.inside.items():
            if entry.is_stream:
                continue
            if name.startswith(RECIPIENT) and len(result.recipients) < MESSAGE_FILE_RECIPIENTS:
                result.recipients.append(self._bag(entry, OTHER_HEAD, bag.encoding))
            elif name.startswith(ATTACHMENT):
                self._left -= 1
                if self._left < 0 or depth >= MESSAGE_FILE_DEPTH:
                    result.left_out += 1
                else:
                    result.attachments.append(self._attachment(entry, bag.encoding, depth))
        if depth:
            runs = [run for _, entry in storage.walk() for run in self._file.runs(entry)]
            result.extent = MapiValue(BINARY, self._octets, tuple(runs))
        return result

    def _attachment(self, storage: DirectoryEntry, encoding: str, depth: int) -> MapiAttachment:
        result = MapiAttachment(self._bag(storage, OTHER_HEAD, encoding))
        inner = storage.inside.get(f"__substg1.0_{MAPI_PROPERTIES_ATTACHED << 16 | OBJECT:08X}")
        if inner is not None and not inner.is_stream:
            if OUTLOOK_STREAM in inner.inside:
                result.embedded = self._message(inner, MESSAGE_HEAD, encoding, depth + 1)
            else:
                result.streams = tuple((name, self._value(each)) for name, each in inner.walk())
        return result

    def _value(self, entry: DirectoryEntry, kind: int = BINARY) -> MapiValue:
        return MapiValue(kind, self._octets, tuple(self._file.runs(entry)))

    def _bag(self, storage: DirectoryEntry, head: int, encoding: str) -> PropertyBag:
        bag = PropertyBag(encoding=encoding)
        for name, entry in storage.inside.items():
            match = STREAM_NAME.fullmatch(name)
            if match and entry.is_stream:
                bag.values.setdefault(int(match[1], 16), self._value(entry, int(match[2], 16)))
        listed = storage.inside.get(OUTLOOK_STREAM)
        octets = self._file.read(listed)[head:] if listed is not None else b""
        for kind, tag, _, raw in PROPERTY.iter_unpack(octets[: len(octets) & ~15]):
            if kind in FIXED:
                bag.numbers.setdefault(tag, fixed_number(kind, raw))
        number = bag.numbers.get(MESSAGE_CODE_PAGE) or bag.numbers.get(INTERNET_CODE_PAGE)
        bag.encoding = code_page(number) or encoding
        return bag


TO, COPY = 1, 2
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# Characters that would end an address in a header field.
UNWRITABLE = expression(r"[\0-\x20\x7f<>]+")
# A line that some servers put before the header fields.
OPENING = expression(rb"\s*+(?:Microsoft Mail Internet Headers[^\n]*+\n)?")
SYNTHETIC_HEADER_RECIPIENTS = 200
# Internet mail addresses in a list of address book entries (MS-OXCDATA 2.3.3).
LISTED = expression(rb"(?:[!-;=?-~]\0){1,100}@\0(?:[!-;=?-~]\0){1,200}")


def header_start(transport: bytes) -> int:
    match = OPENING.match(transport)
    return match.end() if match else 0


def completed(transport: bytes, mapi: MapiMessage) -> bytes:
    """Return the transport header, extended with fields made from the message's properties."""
    transport = transport[header_start(transport) :]
    fields = read_header(transport, 0, len(transport))
    present = {each.name for each in fields.fields}
    lines = [transport[: fields.body].rstrip(b"\r\n\0"), *_lines(mapi, present)]
    return b"\r\n".join(filter(None, lines)) + b"\r\n\r\n"


def _lines(mapi: MapiMessage, present: set[str]) -> Iterator[bytes]:
    for name, value in _fields(mapi):
        if value and name.lower() not in present:
            yield f"{name}: {value}".encode("utf-8", "replace")


def _fields(mapi: MapiMessage) -> Iterator[tuple[str, str]]:
    bag = mapi.bag
    yield "From", _sender(bag)
    yield "To", _recipients(mapi, TO)
    yield "Cc", _recipients(mapi, COPY)
    yield "Reply-To", _replies(bag)
    yield "Subject", _word(bag.text(MAPI_PROPERTIES_SUBJECT))
    yield "Date", _date(bag.time(CLIENT_SUBMIT_TIME, DELIVERY_TIME))
    yield "Message-ID", UNWRITABLE.sub(" ", bag.text(MAPI_PROPERTIES_MESSAGE_ID) or "").strip()


def _sender(bag: PropertyBag) -> str:
    """Return the represented sender, or the actual sender if there is none."""
    name = bag.text(SENT_REPRESENTING_NAME, SENDER_NAME)
    addresses = (
        SENT_REPRESENTING_SMTP_ADDRESS,
        SENT_REPRESENTING_ADDRESS,
        SENDER_SMTP_ADDRESS,
        SENDER_ADDRESS,
    )
    return _mailbox(name, _address(bag, *addresses))


def _recipients(mapi: MapiMessage, kind: int) -> str:
    chosen = [each for each in mapi.recipients if each.numbers.get(RECIPIENT_TYPE, TO) & 3 == kind]
    mailboxes = (
        _mailbox(each.text(DISPLAY_NAME), _address(each, SMTP_ADDRESS, ADDRESS))
        for each in chosen[:SYNTHETIC_HEADER_RECIPIENTS]
    )
    return ", ".join(filter(None, mailboxes))


def _replies(bag: PropertyBag) -> str:
    listed = bag.values.get(REPLY_RECIPIENTS)
    if listed is None:
        return ""
    addresses = (match[0].decode("utf-16-le") for match in LISTED.finditer(listed.head()))
    return ", ".join(f"<{each}>" for each in dict.fromkeys(addresses))


def _address(bag: PropertyBag, *names: int) -> str:
    """Return the first Internet mail address; addresses in a company directory have no "@"."""
    texts = (bag.text(name) or "" for name in names)
    return next((text for text in texts if "@" in text), "")


def _mailbox(name: str | None, address: str) -> str:
    address = UNWRITABLE.sub("", address)
    shown = _word(name) if name and name.strip("'\"") != address else ""
    return f"{shown} <{address}>".strip() if address else shown


def _word(text: str | None) -> str:
    """Return the text as an encoded word (RFC 2047), so that it cannot inject header syntax."""
    if not text:
        return ""
    letters = b64encode(text[:8_000].encode("utf-8", "replace")).decode("ascii")
    return f"=?utf-8?b?{letters}?="


def _date(time: datetime | None) -> str:
    if time is None:
        return ""
    day, month = DAYS[time.weekday()], MONTHS[time.month - 1]
    return f"{day}, {time.day:02} {month} {time.year:04} {time:%H:%M:%S} +0000"


SIGNATURE = 0x223E9F78
ATTRIBUTE = struct.Struct("<BII")
# Attributes by the lower half of their number (2.1.3.2).
TNEF_SUBJECT, TNEF_BODY, TNEF_ATTACHED, TITLE = 0x8004, 0x800C, 0x800F, 0x8010
TNEF_BEGINNING, PROPERTIES, ATTACHMENT_PROPERTIES, TNEF_RECIPIENTS = 0x9002, 0x9003, 0x9005, 0x9004
CODE_PAGE, TNEF_MESSAGE_ID = 0x9007, 0x8009
TEXTS = {
    TNEF_SUBJECT: MAPI_PROPERTIES_SUBJECT,
    TNEF_BODY: MAPI_PROPERTIES_BODY,
    TNEF_MESSAGE_ID: MAPI_PROPERTIES_MESSAGE_ID,
}
# Property types: the sizes of those with a fixed size, and those that are stored with a size.
SIZES = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16, 0: 4, 1: 4}
COUNTED = frozenset({NARROW, WIDE, BINARY, OBJECT})
SEVERAL = 0x1000
# Properties from this number on have names.
NAMED = 0x8000
# The interface ID of a message (MS-OXCDATA): the embedded object is in TNEF, too.
MESSAGE_INTERFACE = bytes.fromhex("0703020000000000c000000000000046")
TNEF_DEPTH, TNEF_ATTACHMENTS, PROPERTY_COUNT = 8, 2_000, 20_000


class AttributeSpan(NamedTuple):
    start: int
    end: int


class TnefStream:
    """A reader for the attributes between two offsets; it stops at the first malformed one."""

    def __init__(self, octets: Octets, start: int, end: int, depth: int = 0) -> None:
        self._octets = octets
        self._raw = octets.get()
        self._start, self._end = start, end
        self._depth = depth
        self.is_whole = False

    def message(self) -> MapiMessage:
        bag = PropertyBag(encoding=WINDOWS)
        result = MapiMessage(bag, extent=self._value(BINARY, self._start, self._end))
        for number, span in self._attributes():
            if number == CODE_PAGE and span.end - span.start >= 4:
                found = struct.unpack_from("<I", self._raw, span.start)[0]
                bag.encoding = code_page(found) or WINDOWS
            elif number in TEXTS:
                bag.values.setdefault(TEXTS[number], self._value(NARROW, *span))
            elif number == PROPERTIES:
                self._properties(bag, span)
            elif number == TNEF_RECIPIENTS:
                result.recipients += self._rows(span, bag.encoding)
            elif number in {TNEF_BEGINNING, TNEF_ATTACHED, TITLE, ATTACHMENT_PROPERTIES}:
                self._attach(result, number, span)
        return result

    def _value(self, kind: int, start: int, end: int) -> MapiValue:
        return MapiValue(kind, self._octets, ((start, end),) if end > start else ())

    def _attributes(self) -> Iterator[tuple[int, AttributeSpan]]:
        """Yield the number and value span of each attribute.

        An attribute is its level, number, length and value, followed by a checksum of two bytes.
        """
        at = self._start + 6
        while at + ATTRIBUTE.size <= self._end:
            level, number, length = ATTRIBUTE.unpack_from(self._raw, at)
            at += ATTRIBUTE.size
            if level not in {1, 2}:
                return
            yield number & 0xFFFF, AttributeSpan(at, min(at + length, self._end))
            at += length + 2
        self.is_whole = at <= self._end

    def _attach(self, result: MapiMessage, number: int, span: AttributeSpan) -> None:
        if number == TNEF_BEGINNING or not (result.attachments or result.left_out):
            if len(result.attachments) >= TNEF_ATTACHMENTS:
                result.left_out += 1
                return
            result.attachments.append(MapiAttachment(PropertyBag(encoding=result.bag.encoding)))
        if result.left_out:
            return
        attachment = result.attachments[-1]
        if number == TNEF_ATTACHED:
            attachment.bag.values.setdefault(MAPI_PROPERTIES_ATTACHED, self._value(BINARY, *span))
        elif number == TITLE:
            attachment.bag.values.setdefault(FILE_NAME, self._value(NARROW, *span))
        elif number == ATTACHMENT_PROPERTIES:
            self._properties(attachment.bag, span)
            self._embed(result, attachment)

    def _embed(self, result: MapiMessage, attachment: MapiAttachment) -> None:
        """Store an attached object: its interface ID tells whether it is a message or raw data."""
        value = attachment.bag.values.get(MAPI_PROPERTIES_ATTACHED)
        if value is None or value.kind != OBJECT or not value.runs:
            return
        start, end = value.runs[0]
        interface = self._raw[start : start + 16]
        del attachment.bag.values[MAPI_PROPERTIES_ATTACHED]
        if interface != MESSAGE_INTERFACE:
            attachment.bag.values[MAPI_PROPERTIES_ATTACHED] = self._value(BINARY, start + 16, end)
        elif self._depth >= TNEF_DEPTH:
            result.left_out += 1
        else:
            stream = TnefStream(self._octets, start + 16, end, self._depth + 1)
            attachment.embedded = stream.message()

    def _rows(self, span: AttributeSpan, encoding: str) -> list[PropertyBag]:
        if span.end - span.start < 4:
            return []
        count, at, rows = struct.unpack_from("<I", self._raw, span.start)[0], span.start + 4, []
        for _ in range(min(count, TNEF_ATTACHMENTS)):
            bag = PropertyBag(encoding=encoding)
            at = self._properties(bag, AttributeSpan(at, span.end))
            if at >= span.end and not bag.values:
                break
            rows.append(bag)
        return rows

    def _properties(self, bag: PropertyBag, span: AttributeSpan) -> int:
        """Read a list of properties (2.1.3.4) and return the offset of its end.

        The list is a count, then the type, number and value of each property.
        """
        try:
            return self._read_properties(bag, span)
        except struct.error:  # truncated
            return span.end

    def _read_properties(self, bag: PropertyBag, span: AttributeSpan) -> int:
        raw, end = self._raw, span.end
        at = span.start + 4
        for _ in range(min(_number(raw, span.start, end), PROPERTY_COUNT)):
            kind, tag = _number(raw, at, end) & 0xFFFF, _number(raw, at, end) >> 16
            at += 4
            if tag >= NAMED:
                at = _after_name(raw, at, end)
            plain = kind & ~SEVERAL
            if plain in COUNTED:
                at = self._read_counted(bag, tag, plain, AttributeSpan(at, end))
                continue
            size = SIZES.get(plain)
            if size is None:
                return end
            count = 1
            if kind & SEVERAL:
                count, at = _number(raw, at, end), at + 4
            elif at + size <= end and tag < NAMED and plain > 1:
                octets = raw[at : at + size].ljust(8, b"\0")
                bag.numbers.setdefault(tag, fixed_number(plain, octets))
            at += count * size
        return at

    def _read_counted(self, bag: PropertyBag, tag: int, kind: int, span: AttributeSpan) -> int:
        raw, (at, end) = self._raw, span
        count, at = _number(raw, at, end), at + 4
        for position in range(min(count, PROPERTY_COUNT)):
            size, at = _number(raw, at, end), at + 4
            if position == 0 and tag < NAMED:
                # Properties are more precise than the older attributes.
                bag.values[tag] = self._value(kind, at, min(at + size, end))
            at += -(-size // 4) * 4
        return at


def _number(raw: bytes, at: int, end: int) -> int:
    if at + 4 > end:
        explanation = "behind the end"
        raise struct.error(explanation)
    return int.from_bytes(raw[at : at + 4], "little")


def _after_name(raw: bytes, at: int, end: int) -> int:
    """Return the offset after a name: a GUID, then a number or a text."""
    if _number(raw, at + 16, end) == 0:
        return at + 24
    return at + 24 + -(-_number(raw, at + 20, end) // 4) * 4
