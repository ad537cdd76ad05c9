"""MessagePack: maps and arrays with typed values."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Phrase
from uriinspector.analysis.values.datum import Datum, Decoded
from uriinspector.analysis.values.structures.binary_fields import (
    DEEPEST,
    MOST_FIELDS,
    BinaryField,
    inner_of,
    is_text,
    shown,
)
from uriinspector.analysis.values.structures.octet_reader import OctetReader, TornError
from uriinspector.analysis.values.value import LIKELY, STRUCTURE

if TYPE_CHECKING:
    from collections.abc import Iterator

# First octets with the width of the number behind them.
UNSIGNED = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
SIGNED = {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
REALS = {0xCA: ">f", 0xCB: ">d"}
TEXTS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
BINARIES = {0xC4: 1, 0xC5: 2, 0xC6: 4}
ARRAYS = {0xDC: 2, 0xDD: 4}
MAPS = {0xDE: 2, 0xDF: 4}
CONSTANTS = {0xC0: "null", 0xC2: "false", 0xC3: "true"}
LEAST = 6


def message_pack(datum: Datum) -> Iterator[Decoded]:
    """A map with texts for keys that fills all of the octets."""
    octets = datum.octets or b""
    if not octets or not (0x81 <= octets[0] <= 0x8F or octets[0] in MAPS):
        return
    reader = OctetReader(octets)
    fields: list[BinaryField] = []
    try:
        _read(reader, "", fields, 0)
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


def _read(reader: OctetReader, path: str, fields: list[BinaryField], depth: int) -> None:
    if depth > DEEPEST or len(fields) > MOST_FIELDS:
        raise TornError
    head = reader.number(1)
    if 0x80 <= head <= 0x8F or head in MAPS:
        count = head & 15 if head <= 0x8F else reader.number(MAPS[head])
        for _ in range(min(count, MOST_FIELDS + 1)):
            name = _key(reader)
            _read(reader, f"{path}.{name}" if path else name, fields, depth + 1)
    elif 0x90 <= head <= 0x9F or head in ARRAYS:
        count = head & 15 if head <= 0x9F else reader.number(ARRAYS[head])
        for index in range(min(count, MOST_FIELDS + 1)):
            _read(reader, f"{path}.{index}" if path else str(index), fields, depth + 1)
    else:
        fields.append(BinaryField(path, _scalar(reader, head)))


def _key(reader: OctetReader) -> str:
    head = reader.number(1)
    if not (0xA0 <= head <= 0xBF or head in TEXTS):
        raise TornError
    return reader.text(head & 31 if head <= 0xBF else reader.number(TEXTS[head]))


def _scalar(reader: OctetReader, head: int) -> str | int | float | bytes:
    if head <= 0x7F:
        return head
    if head >= 0xE0:
        return head - 256
    if head <= 0xBF:
        return reader.text(head & 31)
    if head in CONSTANTS:
        return CONSTANTS[head]
    return _sized(reader, head)


def _sized(reader: OctetReader, head: int) -> str | int | float | bytes:
    if head in TEXTS:
        return reader.text(reader.number(TEXTS[head]))
    if head in BINARIES:
        return reader.octets(reader.number(BINARIES[head]))
    if head in UNSIGNED:
        return reader.number(UNSIGNED[head])
    if head in SIGNED:
        return int.from_bytes(reader.octets(SIGNED[head]), signed=True)
    if head in REALS:
        real: float = struct.unpack(REALS[head], reader.octets(4 if head == 0xCA else 8))[0]
        return real
    raise TornError
