"""The codings that are taken off."""

from __future__ import annotations

from uriinspector.analysis.values.decoder import Decoder
from uriinspector.analysis.values.layers import (
    base32,
    base64_text,
    compression,
    escapes,
    text_codings,
)
from uriinspector.analysis.values.shape import (
    ALNUM,
    HEXLIKE,
    OCTETS,
    OPEN,
    PACKED,
    PADDED,
    TOKENLIKE,
    Shape,
)

LAYERS = (
    Decoder("percent", "percent-encoding", escapes.percent, "RFC 3986 2.1", Shape.ESCAPED, 3),
    Decoder("form", "form encoding", escapes.form, "WHATWG URL 5.1", Shape.OTHER | Shape.BASE64, 3),
    Decoder("base64", "base64", base64_text.base64, "RFC 4648 4, 5", PACKED, 8),
    Decoder("hex", "hexadecimal digits", base64_text.hexadecimal, "RFC 4648 8", HEXLIKE, 12),
    Decoder("base32", "base32", base32.base32, "RFC 4648 6", PADDED, 16),
    Decoder("base58", "base58", base32.base58, "Bitcoin Core, base58.cpp", ALNUM, 20, 128),
    Decoder("entities", "HTML entities", text_codings.entities, "HTML 13.5", OPEN, 4),
    Decoder(
        *("quoted-printable", "quoted-printable", text_codings.quoted_printable, "RFC 2045 6.7"),
        *(OPEN, 6),
    ),
    Decoder("punycode", "Punycode", text_codings.punycode, "RFC 3492, RFC 5891", TOKENLIKE, 5, 63),
    Decoder("gzip", "gzip", compression.gzip, "RFC 1952", OCTETS, 18),
    Decoder("zlib", "zlib", compression.zlib_stream, "RFC 1950", OCTETS, 8),
    Decoder("deflate", "deflate", compression.deflate, "RFC 1951", OCTETS, 8),
    Decoder("utf-16", "UTF-16", text_codings.utf_16, "RFC 2781", OCTETS, 8),
)
