"""Properties of a message by their tags (MS-OXPROPS), whatever file they were found in."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from uriinspector.analysis.encoding import WINDOWS, decode, encoding_named
from uriinspector.core.model import NamedTuple
from uriinspector.documents.converted_octets import Runs

if TYPE_CHECKING:
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.scan_state import Scan

SUBJECT: Final = 0x0037
CLIENT_SUBMIT_TIME: Final = 0x0039
SENT_REPRESENTING_NAME: Final = 0x0042
REPLY_RECIPIENTS: Final = 0x004F
SENT_REPRESENTING_ADDRESS: Final = 0x0065
TRANSPORT_HEADERS: Final = 0x007D
RECIPIENT_TYPE: Final = 0x0C15
SENDER_NAME: Final = 0x0C1A
SENDER_ADDRESS: Final = 0x0C1F
DELIVERY_TIME: Final = 0x0E06
BODY: Final = 0x1000
COMPRESSED_RTF: Final = 0x1009
HTML_BODY: Final = 0x1013
MESSAGE_ID: Final = 0x1035
DISPLAY_NAME: Final = 0x3001
ADDRESS: Final = 0x3003
ATTACHED: Final = 0x3701
FILE_NAME: Final = 0x3704
METHOD: Final = 0x3705
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
# No text is read further for what it means; links are looked for in all of it.
LONGEST = 1 << 16
# Code pages (MS-UCODEREF 2.2.1) whose names are not made of their number alone.
CODE_PAGES = {
    20127: "us-ascii", 20866: "koi8-r", 21866: "koi8-u", 20932: "euc-jp", 50220: "iso-2022-jp",
    50221: "iso-2022-jp", 50222: "iso-2022-jp", 50225: "iso-2022-kr", 51932: "euc-jp",
    51949: "euc-kr", 52936: "hz", 54936: "gb18030", 65000: "utf-7", 65001: "utf-8",
    1200: "utf-16-le", 1201: "utf-16-be", 10000: "macintosh", 936: "gb18030",
}  # fmt: skip
EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


def code_page(number: int | None) -> str | None:
    """The encoding that a code page is; None where the number says nothing."""
    if number is None:
        return None
    if 28591 <= number <= 28606:
        return encoding_named(f"iso-8859-{number - 28590}")
    if number in CODE_PAGES:
        return encoding_named(CODE_PAGES[number])
    return encoding_named(f"windows-{number}") or encoding_named(f"cp{number}")


class MapiValue(NamedTuple):
    """A property: its type, and the runs of octets that it is made of."""

    kind: int
    octets: Octets
    runs: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """How many octets."""
        return sum(end - start for start, end in self.runs)

    def head(self, most: int = LONGEST) -> bytes:
        """The beginning of them."""
        octets, pieces = self.octets.get(), []
        for start, end in self.runs:
            pieces.append(octets[start : min(end, start + most)])
            most -= len(pieces[-1])
            if most <= 0:
                break
        return b"".join(pieces)

    def located(self, scan: Scan) -> tuple[Octets, int, int] | None:
        """All of them as octets that know their place; None where that is too much."""
        if not self.runs:
            return self.octets, 0, 0
        if len(self.runs) == 1:
            return self.octets, *self.runs[0]
        octets = scan.decoded(self.octets, self.runs[0][0], self.runs[-1][1], Runs(self.runs))
        return None if octets is None else (octets, 0, len(octets.get()))


@dataclass(slots=True)
class PropertyBag:
    """The properties of a message, a recipient or an attachment."""

    values: dict[int, MapiValue] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    encoding: str = WINDOWS

    def text(self, *tags: int) -> str | None:
        """The first of these properties that is a text with something in it."""
        for tag in tags:
            value = self.values.get(tag)
            if value is not None and value.kind in {NARROW, WIDE}:
                encoding = "utf-16-le" if value.kind == WIDE else self.encoding
                text = decode(value.head(), encoding).partition("\0")[0]
                if text:
                    return text
        return None

    def time(self, *tags: int) -> datetime | None:
        """The first of these properties that is a time."""
        for tag in tags:
            number = self.numbers.get(tag, 0)
            if 0 < number < 1 << 62:
                return EPOCH + timedelta(microseconds=number // 10)
        return None


def fixed_number(kind: int, octets: bytes) -> int:
    """A property that fits into eight octets."""
    if kind in {0x0002, 0x000B}:
        return int(struct.unpack_from("<H", octets)[0])
    if kind in {0x0003, 0x000A, 0x0004}:
        return int(struct.unpack_from("<I", octets)[0])
    return int(struct.unpack_from("<Q", octets)[0])


@dataclass(slots=True)
class MapiAttachment:
    """An attachment: its properties, and the message or the object that it may be."""

    bag: PropertyBag
    embedded: MapiMessage | None = None
    # What an object of another program is made of: the name and octets of each of its streams.
    streams: tuple[tuple[str, MapiValue], ...] = ()


@dataclass(slots=True)
class MapiMessage:
    """A message as its file has it, without any judgement."""

    bag: PropertyBag
    recipients: list[PropertyBag] = field(default_factory=list)
    attachments: list[MapiAttachment] = field(default_factory=list)
    # All octets that belong to it, where it stands inside of another.
    extent: MapiValue | None = None
    # Attachments that are not listed here, since they are too many or too deep.
    left_out: int = 0
