"""TNEF ("winmail.dat"): attributes of a message one after the other (MS-OXTNEF 2.1)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import WINDOWS
from uriinspector.core.model import NamedTuple
from uriinspector.documents.outlook import mapi_properties as tags
from uriinspector.documents.outlook.mapi_properties import (
    BINARY,
    NARROW,
    OBJECT,
    WIDE,
    MapiAttachment,
    MapiMessage,
    MapiValue,
    PropertyBag,
    code_page,
    fixed_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.octets import Octets

SIGNATURE = 0x223E9F78
ATTRIBUTE = struct.Struct("<BII")
# Attributes by the lower half of their number (2.1.3.2).
SUBJECT, BODY, ATTACHED, TITLE = 0x8004, 0x800C, 0x800F, 0x8010
BEGINNING, PROPERTIES, ATTACHMENT_PROPERTIES, RECIPIENTS = 0x9002, 0x9003, 0x9005, 0x9004
CODE_PAGE, MESSAGE_ID = 0x9007, 0x8009
TEXTS = {SUBJECT: tags.SUBJECT, BODY: tags.BODY, MESSAGE_ID: tags.MESSAGE_ID}
# Types of properties: how long those of one length are, and which are written with theirs.
SIZES = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16, 0: 4, 1: 4}
COUNTED = frozenset({NARROW, WIDE, BINARY, OBJECT})
SEVERAL = 0x1000
# Names are given to the properties from here on.
NAMED = 0x8000
# The interface of a message (MS-OXCDATA): what is embedded is TNEF again.
MESSAGE_INTERFACE = bytes.fromhex("0703020000000000c000000000000046")
DEPTH, ATTACHMENTS, PROPERTY_COUNT = 8, 2_000, 20_000


class AttributeSpan(NamedTuple):
    """From where to where."""

    start: int
    end: int


class TnefStream:
    """The attributes between two offsets; whatever is broken ends the reading."""

    def __init__(self, octets: Octets, start: int, end: int, depth: int = 0) -> None:
        self._octets = octets
        self._raw = octets.get()
        self._start, self._end = start, end
        self._depth = depth
        self.is_whole = False

    def message(self) -> MapiMessage:
        """All that the attributes come to."""
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
            elif number == RECIPIENTS:
                result.recipients += self._rows(span, bag.encoding)
            elif number in {BEGINNING, ATTACHED, TITLE, ATTACHMENT_PROPERTIES}:
                self._attach(result, number, span)
        return result

    def _value(self, kind: int, start: int, end: int) -> MapiValue:
        return MapiValue(kind, self._octets, ((start, end),) if end > start else ())

    def _attributes(self) -> Iterator[tuple[int, AttributeSpan]]:
        """Level, number, length, so many octets, and a sum of them."""
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
        if number == BEGINNING or not (result.attachments or result.left_out):
            if len(result.attachments) >= ATTACHMENTS:
                result.left_out += 1
                return
            result.attachments.append(MapiAttachment(PropertyBag(encoding=result.bag.encoding)))
        if result.left_out:
            return
        attachment = result.attachments[-1]
        if number == ATTACHED:
            attachment.bag.values.setdefault(tags.ATTACHED, self._value(BINARY, *span))
        elif number == TITLE:
            attachment.bag.values.setdefault(tags.FILE_NAME, self._value(NARROW, *span))
        elif number == ATTACHMENT_PROPERTIES:
            self._properties(attachment.bag, span)
            self._embed(result, attachment)

    def _embed(self, result: MapiMessage, attachment: MapiAttachment) -> None:
        """An object: its interface says whether it is a message."""
        value = attachment.bag.values.get(tags.ATTACHED)
        if value is None or value.kind != OBJECT or not value.runs:
            return
        start, end = value.runs[0]
        interface = self._raw[start : start + 16]
        del attachment.bag.values[tags.ATTACHED]
        if interface != MESSAGE_INTERFACE:
            attachment.bag.values[tags.ATTACHED] = self._value(BINARY, start + 16, end)
        elif self._depth >= DEPTH:
            result.left_out += 1
        else:
            stream = TnefStream(self._octets, start + 16, end, self._depth + 1)
            attachment.embedded = stream.message()

    def _rows(self, span: AttributeSpan, encoding: str) -> list[PropertyBag]:
        """Recipients: a count, and properties for each."""
        if span.end - span.start < 4:
            return []
        count, at, rows = struct.unpack_from("<I", self._raw, span.start)[0], span.start + 4, []
        for _ in range(min(count, ATTACHMENTS)):
            bag = PropertyBag(encoding=encoding)
            at = self._properties(bag, AttributeSpan(at, span.end))
            if at >= span.end and not bag.values:
                break
            rows.append(bag)
        return rows

    def _properties(self, bag: PropertyBag, span: AttributeSpan) -> int:
        """2.1.3.4: a count, then type, number and value of each; the answer is where they end."""
        try:
            return self._read_properties(bag, span)
        except struct.error:  # it ends inside of one
            return span.end

    def _read_properties(self, bag: PropertyBag, span: AttributeSpan) -> int:
        raw, end = self._raw, span.end
        at = span.start + 4
        for _ in range(min(_number(raw, span.start, end), PROPERTY_COUNT)):
            kind, tag = _number(raw, at, end) & 0xFFFF, _number(raw, at, end) >> 16
            at += 4
            if tag >= NAMED:
                at = _behind_name(raw, at, end)
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
                # Properties say more than the older attributes.
                bag.values[tag] = self._value(kind, at, min(at + size, end))
            at += -(-size // 4) * 4
        return at


def _number(raw: bytes, at: int, end: int) -> int:
    if at + 4 > end:
        explanation = "behind the end"
        raise struct.error(explanation)
    return int.from_bytes(raw[at : at + 4], "little")


def _behind_name(raw: bytes, at: int, end: int) -> int:
    """A set of names, then a number or a text."""
    if _number(raw, at + 16, end) == 0:
        return at + 24
    return at + 24 + -(-_number(raw, at + 20, end) // 4) * 4
