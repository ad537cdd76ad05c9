"""Codings of text as text: entities of HTML, quoted-printable, punycode, UTF-16."""

from __future__ import annotations

import html
from quopri import decodestring
from typing import TYPE_CHECKING

from uriinspector.analysis.international import idna
from uriinspector.analysis.values.datum import HOST, Datum, Decoded, InnerDatum
from uriinspector.analysis.values.readable import is_readable, text_of
from uriinspector.analysis.values.value import CERTAIN, LAYER, LIKELY
from uriinspector.analysis.values.words import decoded_text
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

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
