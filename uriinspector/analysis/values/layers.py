"""Codings around a text: percent-encoding, base64, gzip and the like."""

import html
import zlib
from base64 import b32decode
from binascii import Error, a2b_base64
from collections.abc import Iterator
from hashlib import sha256
from quopri import decodestring

from uriinspector.analysis.international import idna
from uriinspector.analysis.nested import link_start
from uriinspector.analysis.unpack import URLSAFE, decoded_run
from uriinspector.analysis.values.candidates import (
    FRAGMENT,
    HOST,
    INSIDE,
    QUERY,
    Datum,
    Decoded,
    Grouped,
    InnerDatum,
    Mapped,
)
from uriinspector.analysis.values.decoder import (
    ALNUM,
    BINARY,
    HEXLIKE,
    OCTETS,
    OPEN,
    PACKED,
    PADDED,
    TOKENLIKE,
    DecoderFamily,
    Shape,
    has_words,
    in_part,
    is_readable,
    layer,
    number_in,
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
from uriinspector.core.model import message
from uriinspector.core.percent import octets_of

decoder = DecoderFamily()

PERCENT, FORM = "percent-encoding", "form encoding"
TRIPLET = expression("%[0-9A-Fa-f]{2}")
# Words separated by plus signs.  Capitals within lowercase letters suggest base64 instead of
# words.
PLUSES = expression(r"[A-Za-z0-9.,:'\"!?()-]+(?:\+[A-Za-z0-9.,:'\"!?()-]+)+")
BOTH = expression(r"[A-Za-z]{2}[^+]*\+(?:[^+]*\+)*?[^+]*[A-Za-z]{2}")
AMID = expression("[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][A-Za-z][0-9]")


@decoder("percent", "percent-encoding", "RFC 3986 2.1", Shape.ESCAPED, 3)
def percent(datum: Datum) -> Iterator[Decoded]:
    """Decode percent-encoding (RFC 3986 2.1); in a query, "+" is a space."""
    text = datum.text
    if not TRIPLET.search(text) or (datum.part == INSIDE and is_literal_link(text)):
        return
    run = decoded_run(text)
    plain = run.text
    if datum.part == QUERY and "+" in text and " " not in plain and not AMID.search(text):
        plain = _with_spaces(text, plain, run.starts)
    decoded = layer(
        datum, PERCENT, plain, CERTAIN, Mapped(run.starts, datum.placing) if run.starts else None
    )
    if BINARY.search(plain):
        decoded = decoded._replace(inner=(InnerDatum(datum.name, octets_of(text)),))
    yield decoded


def _with_spaces(text: str, plain: str, starts: list[int] | None) -> str:
    """Replace literal plus signs with spaces, but not escaped ones."""
    if starts is None:
        return plain
    return "".join(
        " " if char == "+" and text[starts[at]] == "+" else char for at, char in enumerate(plain)
    )


def is_literal_link(text: str) -> bool:
    """Return True if a text begins like a link, without escapes in that beginning."""
    head = text[:40].partition("%")[0]
    return (":" in head or head.startswith("//")) and link_start(text) is not None


@decoder(
    *("form", "form encoding", "WHATWG URL 5.1", Shape.OTHER | Shape.BASE64, 3),
    where=in_part(QUERY, FRAGMENT),
)
def form(datum: Datum) -> Iterator[Decoded]:
    """Decode "+" as a space, as in forms (WHATWG URL 5.1)."""
    text = datum.text
    if "+" not in text or not PLUSES.fullmatch(text) or AMID.search(text) or not BOTH.search(text):
        return
    if datum.part == QUERY or datum.name:
        yield layer(datum, FORM, text.replace("+", " "), placing=datum.placing)


BASE64, BASE64URL, HEX = "base64", "base64url", "hexadecimal"
SEPARATE = expression("[-_]")
# Minimum lengths in bytes: of decoded text that is almost never, or only sometimes, a coincidence.
SURE_BASE64, MAYBE_TEXT, SURE_PADDED = 10, 6, 5
SURE_HEX = 8


def octets_of_base64(text: str) -> bytes | None:
    """Return the decoded bytes; None if the text is not base64, or one character is left over."""
    plain = text.rstrip("=").translate(URLSAFE)
    if len(plain) % 4 == 1:
        return None
    try:
        return a2b_base64(plain + "=" * (-len(plain) % 4), strict_mode=True)
    except (Error, ValueError):
        return None


@decoder("base64", "base64", "RFC 4648 4, 5", PACKED, 8)
def base64(datum: Datum) -> Iterator[Decoded]:
    """Decode base64 (RFC 4648 4 and 5) that contains text or a known format."""
    text = datum.text
    is_safe = SEPARATE.search(text) is not None
    octets = octets_of_base64(text)
    if not octets or (is_safe and ("+" in text or "/" in text)):
        return
    name, plain = BASE64URL if is_safe else BASE64, text_of(octets)
    confidence = LIKELY if plain is None else _confidence(text, plain, len(octets))
    if confidence:
        yield _grouped(datum, name, octets, plain, confidence, (4, 3))


def _grouped(
    datum: Datum,
    coding: str,
    octets: bytes,
    plain: str | None,
    confidence: str,
    group: tuple[int, int],
) -> Decoded:
    """Return the result of a coding that works in groups, as text if possible, otherwise as
    bytes.
    """
    placing = Grouped(*group, datum.placing, datum.size)
    if plain is None:
        return layer(datum, coding, octets, confidence, placing)
    return layer(datum, coding, plain, confidence, placing if plain.isascii() else None)


def _confidence(text: str, plain: str, size: int) -> str:
    if not has_words(plain):
        return ""
    is_padded = text.endswith("=") and plain.isascii()
    if size >= SURE_BASE64 or (is_padded and size >= SURE_PADDED):
        return LIKELY
    return POSSIBLE if size >= MAYBE_TEXT or text.endswith("=") else ""


@decoder("hex", "hexadecimal digits", "RFC 4648 8", HEXLIKE, 12)
def hexadecimal(datum: Datum) -> Iterator[Decoded]:
    text = datum.text
    if len(text) % 2:
        return
    octets, confidence = bytes.fromhex(text), LIKELY
    plain = text_of(octets)
    if plain is not None:
        # Digits alone are more likely a number.
        least, sure = (3 * SURE_HEX,) * 2 if text.isdigit() else (MAYBE_TEXT, SURE_HEX)
        if len(octets) < least or not has_words(plain):
            return
        confidence = LIKELY if len(octets) >= sure else POSSIBLE
    yield _grouped(datum, HEX, octets, plain, confidence, (2, 1))


BASE32, BASE58 = "base32", "base58"
ALPHABET_32 = expression("(?:[A-Z2-7]+|[a-z2-7]+)=*")
# Possible lengths modulo 8, as eight characters encode five bytes.
REMAINDERS = frozenset({0, 2, 4, 5, 7})
DIGITS_58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
ALPHABET_58 = expression(f"[{DIGITS_58}]+")
CHECKSUM = 4
SURE_TEXT = 10
# The length of a Bitcoin address (version, 20 bytes of hash, checksum), and its versions.
ADDRESS, BITCOIN = 25, frozenset({0, 5})


@decoder("base32", "base32", "RFC 4648 6", PADDED, 16)
def base32(datum: Datum) -> Iterator[Decoded]:
    """Decode base32 in one letter case (RFC 4648 6) that contains text or a known format."""
    text = datum.text
    plain = text.rstrip("=")
    padded = plain + "=" * (-len(plain) % 8)
    if not ALPHABET_32.fullmatch(text) or len(plain) % 8 not in REMAINDERS:
        return
    if text not in {plain, padded}:
        return
    octets = b32decode(padded.upper())
    decoded = text_of(octets)
    if decoded is None or (len(octets) >= SURE_TEXT and has_words(decoded)):
        yield _grouped(datum, BASE32, octets, decoded, LIKELY, (8, 5))


@decoder("base58", "base58", "Bitcoin Core, base58.cpp", ALNUM, 20, 128)
def base58(datum: Datum) -> Iterator[Decoded]:
    """Decode Bitcoin's base58 if it has a valid checksum or contains text."""
    octets = octets_of_base58(datum.text) if ALPHABET_58.fullmatch(datum.text) else None
    if octets is None:
        return
    body, checksum = octets[:-CHECKSUM], octets[-CHECKSUM:]
    if len(body) > CHECKSUM and sha256(sha256(body).digest()).digest()[:CHECKSUM] == checksum:
        is_bitcoin = len(octets) == ADDRESS and body[0] in BITCOIN
        phrase = message("Bitcoin address" if is_bitcoin else "Base58 with a valid checksum")
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN)
        return
    plain = text_of(octets)
    if plain is not None and len(octets) >= SURE_TEXT and has_words(plain):
        yield layer(datum, BASE58, plain)


def octets_of_base58(text: str) -> bytes | None:
    number = number_in(text, DIGITS_58)
    if number is None:
        return None
    zeros = len(text) - len(text.lstrip("1"))
    return b"\0" * zeros + number.to_bytes(-(-number.bit_length() // 8))


ENTITIES, PRINTABLE, PUNYCODE, UTF_16 = "HTML entities", "quoted-printable", "Punycode", "UTF-16"
ENTITY = expression(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
QUOTED = expression("=[0-9A-F]{2}")


@decoder("entities", "HTML entities", "HTML 13.5", OPEN, 4)
def entities(datum: Datum) -> Iterator[Decoded]:
    """Decode HTML character references that end in a semicolon (HTML 13.5)."""
    text = datum.text
    if "&" in text and ";" in text and ENTITY.search(text):
        plain = html.unescape(text)
        if plain != text:
            yield layer(datum, ENTITIES, plain, CERTAIN)


@decoder("quoted-printable", "quoted-printable", "RFC 2045 6.7", OPEN, 6)
def quoted_printable(datum: Datum) -> Iterator[Decoded]:
    """Decode quoted-printable with at least two escapes (RFC 2045 6.7)."""
    text = datum.text
    if "=" in text and text.isascii() and len(QUOTED.findall(text)) > 1:
        plain = text_of(decodestring(text.encode()))
        if plain is not None and plain != text:
            yield layer(datum, PRINTABLE, plain)


@decoder("punycode", "Punycode", "RFC 3492, RFC 5891", TOKENLIKE, 5, 63, where=in_part(HOST))
def punycode(datum: Datum) -> Iterator[Decoded]:
    """Decode a host label that begins with "xn--" (RFC 3492)."""
    text = datum.text.lower()
    plain = idna.decoded(text) if text.startswith("xn--") and "." not in text else None
    if plain and plain != text:
        yield Decoded(LAYER, plain, decoded_text(PUNYCODE, plain, CERTAIN), CERTAIN)


GZIP, ZLIB, DEFLATE = "gzip", "zlib", "deflate"
GZIP_MAGIC = b"\x1f\x8b\x08"
# The maximum number of unpacked bytes, as short data can unpack to gigabytes.
MOST_UNPACKED = 1 << 18
# The minimum text length for deflate, which has no magic number, and for UTF-16.
LEAST_TEXT = 8


def unpacked(octets: bytes, window: int) -> tuple[bytes, int]:
    """Unpack up to the maximum; also return how many bytes follow (-1 if incomplete)."""
    unpacker = zlib.decompressobj(window)
    try:
        plain = unpacker.decompress(octets, MOST_UNPACKED)
    except zlib.error:
        return b"", -1
    return plain, len(unpacker.unused_data) if unpacker.eof else -1


@decoder("gzip", "gzip", "RFC 1952", OCTETS, 18)
def gzip(datum: Datum) -> Iterator[Decoded]:
    """Decode gzip (RFC 1952): a magic number at the start and a checksum at the end."""
    if (datum.octets or b"").startswith(GZIP_MAGIC):
        yield from _unpacked(datum, 31, GZIP)


@decoder("zlib", "zlib", "RFC 1950", OCTETS, 8)
def zlib_stream(datum: Datum) -> Iterator[Decoded]:
    """Decode zlib (RFC 1950): two header bytes, a multiple of 31, and a checksum at the end."""
    head = (datum.octets or b"")[:2]
    if head and head[0] & 15 == 8 and int.from_bytes(head) % 31 == 0:
        yield from _unpacked(datum, 15, ZLIB)


@decoder("deflate", "deflate", "RFC 1951", OCTETS, 8)
def deflate(datum: Datum) -> Iterator[Decoded]:
    """Decode raw deflate (RFC 1951) if all of it is text, as there is no checksum."""
    octets = datum.octets or b""
    plain, left = unpacked(octets, -15)
    if left == 0 and len(plain) >= max(LEAST_TEXT, len(octets) // 2):
        text = text_of(plain)
        if text is not None:
            yield layer(datum, DEFLATE, text)


def _unpacked(datum: Datum, window: int, name: str) -> Iterator[Decoded]:
    plain, left = unpacked(datum.octets or b"", window)
    if not plain:
        return
    # zlib has verified the checksum if the stream is complete.
    confidence = CERTAIN if left >= 0 else LIKELY
    text = text_of(plain)
    if left < 0:
        phrase = message(
            "Encoded in {coding}; only the first {size} bytes were unpacked",
            coding=message(name),
            size=f"{len(plain):,}",
        )
    else:
        phrase = coded(name) if text is None else decoded_text(name, text, confidence)
    shown, content = (plain.hex(), plain) if text is None else (text, text)
    yield Decoded(LAYER, shown, phrase, confidence, (InnerDatum(datum.name, content),))


MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


@decoder("utf-16", "UTF-16", "RFC 2781", OCTETS, 8)
def utf_16(datum: Datum) -> Iterator[Decoded]:
    """Decode UTF-16 (RFC 2781) with a byte order mark, or with zeros in every second byte."""
    plain = utf_16_text(datum.octets or b"")
    if plain is not None:
        yield layer(datum, UTF_16, plain)


def utf_16_text(octets: bytes) -> str | None:
    """Return the text; None if the bytes are not readable text in UTF-16."""
    if len(octets) % 2 or len(octets) < LEAST_TEXT:
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
