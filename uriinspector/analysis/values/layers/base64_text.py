"""Base64 in either alphabet, with padding or without; hexadecimal digits."""

from __future__ import annotations

from binascii import Error, a2b_base64
from typing import TYPE_CHECKING

from uriinspector.analysis.unpack import URLSAFE
from uriinspector.analysis.values.datum import Datum, Decoded, Grouped, InnerDatum
from uriinspector.analysis.values.readable import has_words, text_of
from uriinspector.analysis.values.value import LAYER, LIKELY, POSSIBLE
from uriinspector.analysis.values.words import coded, decoded_text
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

BASE64, BASE64URL, HEX = "base64", "base64url", "hexadecimal"
SEPARATE = expression("[-_]")
# Lengths in octets of a decoded text: by chance, so much is hardly ever text, or now and then.
SURE_TEXT, MAYBE_TEXT = 10, 6
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
    if size >= SURE_TEXT or (is_padded and size >= SURE_PADDED):
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
