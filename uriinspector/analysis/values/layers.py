"""Codings around a text or bytes, each removed by one function."""

from __future__ import annotations

import html
import zlib
from base64 import b32decode
from binascii import Error, a2b_base64
from collections.abc import Iterator
from hashlib import sha256
from quopri import decodestring

from uriinspector.analysis.finding import TERM, Arg, Phrase
from uriinspector.analysis.international import idna
from uriinspector.analysis.nested import link_start
from uriinspector.analysis.unpack import URLSAFE, decoded_run
from uriinspector.analysis.values.candidates import (
    ALNUM,
    BINARY,
    FRAGMENT,
    HEXLIKE,
    HOST,
    INSIDE,
    OCTETS,
    OPEN,
    PACKED,
    PADDED,
    QUERY,
    TOKENLIKE,
    Datum,
    Decoded,
    Decoder,
    Grouped,
    InnerDatum,
    Mapped,
    Shape,
    has_words,
    is_readable,
    text_of,
)
from uriinspector.analysis.values.value import (
    CERTAIN,
    IDENTIFIER,
    LAYER,
    LIKELY,
    POSSIBLE,
    coded,
    decoded_text,
)
from uriinspector.core.expression import expression
from uriinspector.core.percent import octets_of

BASE32, BASE58 = "base32", "base58"
ALPHABET_32 = expression("(?:[A-Z2-7]+|[a-z2-7]+)=*")
# Lengths that five octets in eight letters can leave over.
REMAINDERS = frozenset({0, 2, 4, 5, 7})
DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
VALUE_OF = {digit: value for value, digit in enumerate(DIGITS)}
ALPHABET_58 = expression(f"[{DIGITS}]+")
CHECKSUM = 4
BASE32_SURE_TEXT = 10
# An address: a version of these, 20 octets of a hash, the checksum.
ADDRESS, BITCOIN = 25, frozenset({0, 5})


def base32(datum: Datum) -> Iterator[Decoded]:
    """RFC 4648 6, in one case throughout; worth showing where it holds text or a known format."""
    text = datum.text
    plain = text.rstrip("=")
    if not ALPHABET_32.fullmatch(text) or len(plain) % 8 not in REMAINDERS:
        return
    if plain != text and len(text) != len(plain) + -len(plain) % 8:
        return
    try:
        octets = b32decode(plain.upper() + "=" * (-len(plain) % 8))
    except Error:
        return
    placing = Grouped(8, 5, datum.placing, datum.size)
    decoded = text_of(octets)
    if decoded is None:
        inner = InnerDatum(datum.name, octets, placing)
        yield Decoded(LAYER, octets.hex(), coded(BASE32), LIKELY, (inner,), needs_inside=True)
    elif len(octets) >= BASE32_SURE_TEXT and has_words(decoded):
        phrase = decoded_text(BASE32, decoded, LIKELY)
        inner = InnerDatum(datum.name, decoded, placing if decoded.isascii() else None)
        yield Decoded(LAYER, decoded, phrase, LIKELY, (inner,))


def base58(datum: Datum) -> Iterator[Decoded]:
    """Base58 as Bitcoin writes it: with its checksum certain, else where it holds text."""
    if not ALPHABET_58.fullmatch(datum.text):
        return
    octets = octets_of_base58(datum.text)
    body, checksum = octets[:-CHECKSUM], octets[-CHECKSUM:]
    if len(body) > CHECKSUM and sha256(sha256(body).digest()).digest()[:CHECKSUM] == checksum:
        is_bitcoin = len(octets) == ADDRESS and body[0] in BITCOIN
        phrase = Phrase("Bitcoin address" if is_bitcoin else "Base58 with a valid checksum")
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN)
        return
    plain = text_of(octets)
    if plain is not None and len(octets) >= BASE32_SURE_TEXT and has_words(plain):
        phrase = decoded_text(BASE58, plain, LIKELY)
        yield Decoded(LAYER, plain, phrase, LIKELY, (InnerDatum(datum.name, plain),))


def octets_of_base58(text: str) -> bytes:
    """Return the octets of a text in the alphabet of base58."""
    number = 0
    for char in text:
        number = number * 58 + VALUE_OF[char]
    zeros = len(text) - len(text.lstrip("1"))
    return b"\0" * zeros + number.to_bytes(-(-number.bit_length() // 8))


BASE64, BASE64URL, HEX = "base64", "base64url", "hexadecimal"
SEPARATE = expression("[-_]")
# Lengths in octets of a decoded text: by chance, so much is hardly ever text, or now and then.
BASE64_TEXT_SURE_TEXT, MAYBE_TEXT = 10, 6
SURE_PADDED = 5
SURE_HEX, MAYBE_HEX = 8, 6


def octets_of_base64(text: str) -> bytes | None:
    """The octets; None where it is no base64, or more than one character is left over."""
    plain = text.rstrip("=").translate(URLSAFE)
    if len(plain) % 4 == 1:
        return None
    try:
        return a2b_base64(plain + "=" * (-len(plain) % 4), strict_mode=True)
    except (Error, ValueError):
        return None


def base64(datum: Datum) -> Iterator[Decoded]:
    """RFC 4648 4 and 5: octets are worth showing where they are text or a known format."""
    text = datum.text
    octets = octets_of_base64(text)
    if not octets or (SEPARATE.search(text) and ("+" in text or "/" in text)):
        return
    name = BASE64URL if SEPARATE.search(text) else BASE64
    placing = Grouped(4, 3, datum.placing, datum.size)
    plain = text_of(octets)
    if plain is None:
        yield _octets(datum, name, octets, placing)
        return
    confidence = _confidence(text, plain, octets)
    if confidence:
        yield _text(datum, name, plain, confidence, placing)


def _confidence(text: str, plain: str, octets: bytes) -> str:
    if not has_words(plain):
        return ""
    size = len(octets)
    is_padded = text.endswith("=") and plain.isascii()
    if size >= BASE64_TEXT_SURE_TEXT or (is_padded and size >= SURE_PADDED):
        return LIKELY
    return POSSIBLE if size >= MAYBE_TEXT or text.endswith("=") else ""


def hexadecimal(datum: Datum) -> Iterator[Decoded]:
    """RFC 4648 8: two digits for each octet."""
    text = datum.text
    if len(text) % 2:
        return
    octets = bytes.fromhex(text)
    placing = Grouped(2, 1, datum.placing, datum.size)
    plain = text_of(octets)
    if plain is None:
        yield _octets(datum, HEX, octets, placing)
        return
    # Digits alone are a number before they are anything else.
    sure = 3 * SURE_HEX if text.isdigit() else SURE_HEX
    if len(octets) < (sure if text.isdigit() else MAYBE_HEX) or not has_words(plain):
        return
    confidence = LIKELY if len(octets) >= sure else POSSIBLE
    yield _text(datum, HEX, plain, confidence, placing)


def _octets(datum: Datum, coding: str, octets: bytes, placing: Grouped) -> Decoded:
    inner = InnerDatum(datum.name, octets, placing)
    return Decoded(LAYER, octets.hex(), coded(coding), LIKELY, (inner,), needs_inside=True)


def _text(datum: Datum, coding: str, plain: str, confidence: str, placing: Grouped) -> Decoded:
    phrase = decoded_text(coding, plain, confidence)
    inner = InnerDatum(datum.name, plain, placing if plain.isascii() else None)
    return Decoded(LAYER, plain, phrase, confidence, (inner,))


GZIP, ZLIB, DEFLATE = "gzip", "zlib", "deflate"
GZIP_MAGIC = b"\x1f\x8b\x08"
# What a short text is packed in can unpack to gigabytes: no more than this is made of it.
MOST_UNPACKED = 1 << 18
# Bare deflate has no mark: what it unpacks to must be text of this length.
LEAST_TEXT = 8


def gzip(datum: Datum) -> Iterator[Decoded]:
    """RFC 1952: a magic number in front, a checksum behind."""
    octets = datum.octets or b""
    if octets.startswith(GZIP_MAGIC):
        yield from _unpacked(datum, octets, 31, GZIP)


def zlib_stream(datum: Datum) -> Iterator[Decoded]:
    """RFC 1950: the first two octets are a multiple of 31, and a checksum is behind."""
    octets = datum.octets or b""
    head = octets[:2]
    if head and head[0] & 15 == 8 and int.from_bytes(head) % 31 == 0:
        yield from _unpacked(datum, octets, 15, ZLIB)


def deflate(datum: Datum) -> Iterator[Decoded]:
    """RFC 1951: without mark and checksum, so only text that fills all of it counts."""
    octets = datum.octets or b""
    unpacker = zlib.decompressobj(-15)
    try:
        plain = unpacker.decompress(octets, MOST_UNPACKED)
    except zlib.error:
        return
    if not unpacker.eof or unpacker.unused_data or len(plain) < LEAST_TEXT:
        return
    text = text_of(plain)
    if text is not None and len(plain) >= len(octets) // 2:
        phrase = decoded_text(DEFLATE, text, LIKELY)
        yield Decoded(LAYER, text, phrase, LIKELY, (InnerDatum(datum.name, text),))


def _unpacked(datum: Datum, octets: bytes, window: int, name: str) -> Iterator[Decoded]:
    unpacker = zlib.decompressobj(window)
    try:
        plain = unpacker.decompress(octets, MOST_UNPACKED)
    except zlib.error:
        return
    if not plain:
        return
    # The checksum has been compared where the end was reached.
    is_whole = unpacker.eof
    confidence = CERTAIN if is_whole else LIKELY
    text = text_of(plain)
    shown = plain.hex() if text is None else text
    if not is_whole:
        phrase = Phrase(
            "Encoded in {coding}; only the first {size} bytes were unpacked",
            (Arg("coding", name, TERM), Arg("size", f"{len(plain):,}")),
        )
    else:
        phrase = coded(name) if text is None else decoded_text(name, text, confidence)
    inner = InnerDatum(datum.name, plain if text is None else text)
    yield Decoded(LAYER, shown, phrase, confidence, (inner,))


PERCENT, FORM = "percent-encoding", "form encoding"
TRIPLET = expression("%[0-9A-Fa-f]{2}")
# Words with plus signs between them; what base64 has more of than words, capitals amid small
# letters, is none of them.
PLUSES = expression(r"[A-Za-z0-9.,:'\"!?()-]+(?:\+[A-Za-z0-9.,:'\"!?()-]+)+")
BOTH = expression(r"[A-Za-z]{2}[^+]*\+(?:[^+]*\+)*?[^+]*[A-Za-z]{2}")
AMID = expression("[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][A-Za-z][0-9]")


def percent(datum: Datum) -> Iterator[Decoded]:
    """RFC 3986 2.1; in a query, forms write a space as "+"."""
    text = datum.text
    if "%" not in text or not TRIPLET.search(text):
        return
    if datum.part == INSIDE and is_literal_link(text):
        return
    run = decoded_run(text)
    plain = run.text
    if datum.part == QUERY and "+" in text and " " not in plain and not AMID.search(text):
        plain = _with_spaces(text, plain, run.starts)
    placing = Mapped(run.starts, datum.placing) if run.starts else None
    phrase = decoded_text(PERCENT, plain, CERTAIN)
    inner = InnerDatum(datum.name, plain, placing)
    if BINARY.search(plain):
        inner = InnerDatum(datum.name, octets_of(text))
    yield Decoded(LAYER, plain, phrase, CERTAIN, (inner,))


def _with_spaces(text: str, plain: str, starts: list[int] | None) -> str:
    """A plus sign that was written as one is a space; an escaped one is a plus sign."""
    if starts is None:
        return plain
    return "".join(
        " " if char == "+" and text[starts[at]] == "+" else char for at, char in enumerate(plain)
    )


def is_literal_link(text: str) -> bool:
    """Whether it begins like a link with nothing escaped in that."""
    head = text[:40].partition("%")[0]
    return (":" in head or head.startswith("//")) and link_start(text) is not None


def form(datum: Datum) -> Iterator[Decoded]:
    """WHATWG URL 5.1: forms write a space as "+"."""
    text = datum.text
    if datum.part not in {QUERY, FRAGMENT} or "+" not in text or not PLUSES.fullmatch(text):
        return
    if AMID.search(text) or not BOTH.search(text) or (datum.part == FRAGMENT and not datum.name):
        return
    plain = text.replace("+", " ")
    phrase = decoded_text(FORM, plain, LIKELY)
    yield Decoded(LAYER, plain, phrase, LIKELY, (InnerDatum(datum.name, plain, datum.placing),))


ENTITIES, PRINTABLE, PUNYCODE, UTF_16 = "HTML entities", "quoted-printable", "Punycode", "UTF-16"
ENTITY = expression(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
QUOTED = expression("=[0-9A-F]{2}")
LEAST_UTF_16 = 8
MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def entities(datum: Datum) -> Iterator[Decoded]:
    """HTML 13.5: character references that end in a semicolon."""
    text = datum.text
    if "&" not in text or ";" not in text or not ENTITY.search(text):
        return
    plain = html.unescape(text)
    if plain != text:
        phrase = decoded_text(ENTITIES, plain, CERTAIN)
        yield Decoded(LAYER, plain, phrase, CERTAIN, (InnerDatum(datum.name, plain),))


def quoted_printable(datum: Datum) -> Iterator[Decoded]:
    """RFC 2045 6.7: an equals sign and two capital digits, more than once."""
    text = datum.text
    if "=" not in text or not text.isascii() or len(QUOTED.findall(text)) < 2:
        return
    plain = text_of(decodestring(text.encode()))
    if plain is not None and plain != text:
        phrase = decoded_text(PRINTABLE, plain, LIKELY)
        yield Decoded(LAYER, plain, phrase, LIKELY, (InnerDatum(datum.name, plain),))


def punycode(datum: Datum) -> Iterator[Decoded]:
    """RFC 3492: a label of a host that begins with "xn--"."""
    if datum.part != HOST or datum.text[:4].lower() != "xn--" or "." in datum.text:
        return
    plain = idna.decoded(datum.text.lower())
    if plain and plain != datum.text.lower():
        yield Decoded(LAYER, plain, decoded_text(PUNYCODE, plain, CERTAIN), CERTAIN)


def utf_16(datum: Datum) -> Iterator[Decoded]:
    """RFC 2781: with a mark in front, or with a zero in every second octet."""
    plain = utf_16_text(datum.octets or b"")
    if plain is not None:
        phrase = decoded_text(UTF_16, plain, LIKELY)
        yield Decoded(LAYER, plain, phrase, LIKELY, (InnerDatum(datum.name, plain),))


def utf_16_text(octets: bytes) -> str | None:
    """Return the text; None for octets that are not readable text in UTF-16."""
    if len(octets) % 2 or len(octets) < LEAST_UTF_16:
        return None
    coding = MARKS.get(octets[:2]) or _unmarked(octets)
    try:
        plain = octets.decode(coding).removeprefix("\ufeff") if coding else ""
    except UnicodeDecodeError:
        return None
    return plain if is_readable(plain) else None


def _unmarked(octets: bytes) -> str:
    half = len(octets) // 2
    for start, coding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if octets[start::2].count(0) * 10 >= half * 9 and octets[1 - start :: 2].count(0) == 0:
            return coding
    return ""


LAYERS = (
    Decoder("percent", "percent-encoding", percent, "RFC 3986 2.1", Shape.ESCAPED, 3),
    Decoder("form", "form encoding", form, "WHATWG URL 5.1", Shape.OTHER | Shape.BASE64, 3),
    Decoder("base64", "base64", base64, "RFC 4648 4, 5", PACKED, 8),
    Decoder("hex", "hexadecimal digits", hexadecimal, "RFC 4648 8", HEXLIKE, 12),
    Decoder("base32", "base32", base32, "RFC 4648 6", PADDED, 16),
    Decoder("base58", "base58", base58, "Bitcoin Core, base58.cpp", ALNUM, 20, 128),
    Decoder("entities", "HTML entities", entities, "HTML 13.5", OPEN, 4),
    Decoder(
        *("quoted-printable", "quoted-printable", quoted_printable, "RFC 2045 6.7"),
        *(OPEN, 6),
    ),
    Decoder("punycode", "Punycode", punycode, "RFC 3492, RFC 5891", TOKENLIKE, 5, 63),
    Decoder("gzip", "gzip", gzip, "RFC 1952", OCTETS, 18),
    Decoder("zlib", "zlib", zlib_stream, "RFC 1950", OCTETS, 8),
    Decoder("deflate", "deflate", deflate, "RFC 1951", OCTETS, 8),
    Decoder("utf-16", "UTF-16", utf_16, "RFC 2781", OCTETS, 8),
)
