"""Messages in compound files: which storages and streams are what (MS-OXMSG 2)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from uriinspector.analysis.encoding import WINDOWS
from uriinspector.core.expression import expression
from uriinspector.documents.ole.compound_file import OUTLOOK_STREAM
from uriinspector.documents.outlook.mapi_properties import (
    ATTACHED,
    BINARY,
    INTERNET_CODE_PAGE,
    MESSAGE_CODE_PAGE,
    OBJECT,
    MapiAttachment,
    MapiMessage,
    MapiValue,
    PropertyBag,
    code_page,
    fixed_number,
)

if TYPE_CHECKING:
    from uriinspector.documents.octets import Octets
    from uriinspector.documents.ole.compound_file import CompoundFile, DirectoryEntry

STREAM_NAME = expression(r"__substg1\.0_([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})")
RECIPIENT, ATTACHMENT = "__recip_version1.0_", "__attach_version1.0_"
# The head of the stream of properties: at the top, in an embedded message, elsewhere (2.4.1).
TOP_HEAD, MESSAGE_HEAD, OTHER_HEAD = 32, 24, 8
PROPERTY = struct.Struct("<HHI8s")
# Types whose value has no stream of its own.
FIXED = frozenset({0x0002, 0x0003, 0x0004, 0x0005, 0x0006, 0x0007, 0x000A, 0x000B, 0x0014, 0x0040})
# Deeper and more is not opened.
DEPTH, ATTACHMENTS, RECIPIENTS = 12, 2_000, 2_000


class MessageFile:
    """The message in a compound file."""

    def __init__(self, file: CompoundFile, octets: Octets) -> None:
        self._file = file
        self._octets = octets
        self._left = ATTACHMENTS

    def message(self) -> MapiMessage:
        """All of it, messages inside of it included."""
        return self._message(self._file.root, TOP_HEAD, WINDOWS, 0)

    def _message(
        self, storage: DirectoryEntry, head: int, encoding: str, depth: int
    ) -> MapiMessage:
        bag = self._bag(storage, head, encoding)
        result = MapiMessage(bag)
        for name, entry in storage.inside.items():
            if entry.is_stream:
                continue
            if name.startswith(RECIPIENT) and len(result.recipients) < RECIPIENTS:
                result.recipients.append(self._bag(entry, OTHER_HEAD, bag.encoding))
            elif name.startswith(ATTACHMENT):
                self._left -= 1
                if self._left < 0 or depth >= DEPTH:
                    result.left_out += 1
                else:
                    result.attachments.append(self._attachment(entry, bag.encoding, depth))
        if depth:
            runs = [run for _, entry in storage.walk() for run in self._file.runs(entry)]
            result.extent = MapiValue(BINARY, self._octets, tuple(runs))
        return result

    def _attachment(self, storage: DirectoryEntry, encoding: str, depth: int) -> MapiAttachment:
        result = MapiAttachment(self._bag(storage, OTHER_HEAD, encoding))
        inner = storage.inside.get(f"__substg1.0_{ATTACHED << 16 | OBJECT:08X}")
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
