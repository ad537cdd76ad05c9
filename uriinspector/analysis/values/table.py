"""The table of decoders: every way in which a value is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.decoder import Decoder
from uriinspector.analysis.values.identifiers.uuids import bare_uuid, uuid
from uriinspector.analysis.values.layers.base64_text import base64, hexadecimal
from uriinspector.analysis.values.layers.escapes import form, percent
from uriinspector.analysis.values.shape import HEXLIKE, PACKEDLIKE, Shape
from uriinspector.analysis.values.structures.json_text import json_object
from uriinspector.analysis.values.structures.links import link, query_text
from uriinspector.analysis.values.structures.web_tokens import web_token
from uriinspector.analysis.values.times.unix import unix_time

if TYPE_CHECKING:
    from uriinspector.analysis.values.datum import Datum, Decoded

OPEN = Shape.ESCAPED | Shape.OTHER
# A value of many kinds is no word.
PACKED = PACKEDLIKE & ~Shape.WORD & ~Shape.DIGITS


def _known(_: Datum) -> tuple[Decoded, ...]:
    return ()


# In the name of a decoder: a part that the outer one has read itself.
OWN = Decoder("part", "part of the outer value", _known, "")

DECODERS = (
    Decoder("percent", "percent-encoding", percent, "RFC 3986 2.1", Shape.ESCAPED),
    Decoder("form", "form encoding", form, "WHATWG URL 5.1", Shape.OTHER | Shape.BASE64),
    Decoder("link", "link", link, "RFC 3986 4.1", OPEN, 8),
    Decoder("json", "JSON", json_object, "RFC 8259", OPEN, 2),
    Decoder("query", "query", query_text, "WHATWG URL 5.1", OPEN, 7),
    Decoder("jwt", "JSON Web Token", web_token, "RFC 7515 7.1, RFC 7516 7.1", Shape.DOTTED, 20),
    Decoder("base64", "base64", base64, "RFC 4648 4, 5", PACKED, 8),
    Decoder("hex", "hexadecimal digits", hexadecimal, "RFC 4648 8", HEXLIKE, 12),
    Decoder("uuid", "UUID", uuid, "RFC 9562", Shape.URLSAFE | Shape.OTHER, 36, 47),
    Decoder("uuid-hex", "UUID without hyphens", bare_uuid, "RFC 9562", HEXLIKE, 32, 32),
    Decoder("unix", "Unix time", unix_time, "POSIX.1-2017 XBD 4.16", Shape.DIGITS, 10, 19),
)
