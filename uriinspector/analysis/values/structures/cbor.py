"""CBOR: the binary form of JSON's values."""

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

UNSIGNED, NEGATIVE, OCTETS, TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
# RFC 8949 3: up to 23 the number is in the first octet; from 24 to 27 it is behind it.
IN_PLACE, LAST_WIDTH = 24, 27
SELF_DESCRIBED = b"\xd9\xd9\xf7"
CONSTANTS = {20: "false", 21: "true", 22: "null", 23: "undefined"}
REALS = {25: (">e", 2), 26: (">f", 4), 27: (">d", 8)}


def cbor(datum: Datum) -> Iterator[Decoded]:
    """RFC 8949: a map that fills all of the octets, with at least one text in it."""
    octets = (datum.octets or b"").removeprefix(SELF_DESCRIBED)
    if not octets or octets[0] >> 5 != MAP or octets[0] == 0xA0:
        return
    reader = OctetReader(octets)
    fields: list[BinaryField] = []
    try:
        _read(reader, "", fields, 0)
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


def _read(reader: OctetReader, path: str, fields: list[BinaryField], depth: int) -> None:
    if depth > DEEPEST or len(fields) > MOST_FIELDS:
        raise TornError
    kind, short, number = _head(reader)
    while kind == TAG:
        kind, short, number = _head(reader)
    if kind == MAP:
        for _ in range(min(number, MOST_FIELDS + 1)):
            name = str(_key(reader))
            _read(reader, f"{path}.{name}" if path else name, fields, depth + 1)
    elif kind == ARRAY:
        for index in range(min(number, MOST_FIELDS + 1)):
            _read(reader, f"{path}.{index}" if path else str(index), fields, depth + 1)
    else:
        fields.append(BinaryField(path, _scalar(reader, kind, short, number)))


def _key(reader: OctetReader) -> str | int:
    kind, _, number = _head(reader)
    if kind == TEXT:
        return reader.text(number)
    if kind == UNSIGNED:
        return number
    if kind == NEGATIVE:
        return -1 - number
    raise TornError


def _scalar(reader: OctetReader, kind: int, short: int, number: int) -> str | int | float | bytes:
    if kind == UNSIGNED:
        return number
    if kind == NEGATIVE:
        return -1 - number
    if kind == OCTETS:
        return reader.octets(number)
    if kind == TEXT:
        return reader.text(number)
    if short in REALS:
        form, size = REALS[short]
        real: float = struct.unpack(form, reader.octets(size))[0]
        return real
    if short in CONSTANTS:
        return CONSTANTS[short]
    raise TornError
