"""Base32 and base58: fewer letters than base64, for hosts, keys and addresses."""

from __future__ import annotations

from base64 import b32decode
from binascii import Error
from hashlib import sha256
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, Grouped, InnerDatum
from uriinspector.analysis.values.readable import has_words, text_of
from uriinspector.analysis.values.value import CERTAIN, IDENTIFIER, LAYER, LIKELY
from uriinspector.analysis.values.words import coded, decoded_text
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

BASE32, BASE58 = "base32", "base58"
ALPHABET_32 = expression("(?:[A-Z2-7]+|[a-z2-7]+)=*")
# Lengths that five octets in eight letters can leave over.
REMAINDERS = frozenset({0, 2, 4, 5, 7})
DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
VALUE_OF = {digit: value for value, digit in enumerate(DIGITS)}
ALPHABET_58 = expression(f"[{DIGITS}]+")
CHECKSUM = 4
SURE_TEXT = 10
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
    elif len(octets) >= SURE_TEXT and has_words(decoded):
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
    if plain is not None and len(octets) >= SURE_TEXT and has_words(plain):
        phrase = decoded_text(BASE58, plain, LIKELY)
        yield Decoded(LAYER, plain, phrase, LIKELY, (InnerDatum(datum.name, plain),))


def octets_of_base58(text: str) -> bytes:
    """Return the octets of a text in the alphabet of base58."""
    number = 0
    for char in text:
        number = number * 58 + VALUE_OF[char]
    zeros = len(text) - len(text.lstrip("1"))
    return b"\0" * zeros + number.to_bytes(-(-number.bit_length() // 8))
