"""Protocol Buffers without a schema: numbered fields, as far as the wire tells."""

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
    text_or_octets,
    text_share,
)
from uriinspector.analysis.values.value import LIKELY, POSSIBLE, STRUCTURE

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    if depth < DEEPEST and octets and read(octets, name, inner, depth + 1):
        fields += inner[: MOST_FIELDS - len(fields)]
    else:
        fields.append(BinaryField(name, value))
