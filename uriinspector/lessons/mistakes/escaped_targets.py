"""Mistakes with percent-encoding in a target: encoded twice, too much, in another coding."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote_to_bytes

from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.pair import Pair

UNRESERVED, DELIMITERS = "-._~", "!$&'()*+,;=:@"
ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
# Delimiters of URIs, as octets.
RESERVED = frozenset(b":/?#[]@!$&'()*+,;=")
LONGEST = 2_000


def _behind_host(pair: Pair) -> tuple[str, str] | None:
    """Scheme and authority, and the rest, where the target is short enough to be rewritten."""
    target = pair.target_parts
    if target is None or len(pair.target or "") > LONGEST:
        return None
    return recompose(target[0], target[1]), recompose(None, None, *target[2:])


def encoded_twice(pair: Pair) -> Iterator[str]:
    """Each percent sign is encoded again."""
    if pair.target and ESCAPE.search(pair.target):
        yield pair.target.replace("%", "%25")
        yield ESCAPE.sub(lambda match: f"%25{match[0][1:]}", pair.target, count=1)


def _encoded(pair: Pair, characters: str) -> Iterator[str]:
    halves = _behind_host(pair)
    if halves is None:
        return
    front, rest = halves
    for character in characters:
        if character in rest:
            yield front + rest.replace(character, f"%{ord(character):02X}")
            yield front + rest.replace(character, f"%{ord(character):02x}")


def encoded_unreserved(pair: Pair) -> Iterator[str]:
    """An unreserved character is encoded."""
    yield from _encoded(pair, UNRESERVED)


def encoded_delimiter(pair: Pair) -> Iterator[str]:
    """A reserved character is encoded where it may stand."""
    yield from _encoded(pair, DELIMITERS)


def decoded_delimiter(pair: Pair) -> Iterator[str]:
    """An encoded delimiter becomes one; other escapes are kept."""
    if pair.target and "%" in pair.target:
        yield ESCAPE.sub(
            lambda match: chr(octet) if (octet := int(match[0][1:], 16)) in RESERVED else match[0],
            pair.target,
        )


def other_coding(pair: Pair) -> Iterator[str]:
    """The octets of another coding than UTF-8."""
    if not pair.target or len(pair.target) > LONGEST:
        return

    def recoded(match: re.Match[str]) -> str:
        text = unquote_to_bytes(match[0]).decode("utf-8")
        return match[0] if text.isascii() else quote(text.encode("cp1252"))

    # Not every text has octets in the other coding, and not all octets are UTF-8.
    with suppress(UnicodeError):
        yield ESCAPES.sub(recoded, pair.target)
    with suppress(UnicodeError):
        safe = f"%/?#[]{DELIMITERS}{UNRESERVED}"
        yield pair.target if pair.target.isascii() else quote(pair.target.encode("cp1252"), safe)


def plus_read_as_space(pair: Pair) -> Iterator[str]:
    """A plus sign is read as in forms."""
    if pair.target and "+" in pair.target:
        yield pair.target.replace("+", "%20")
        yield pair.target.replace("+", " ")


def escape_lowered(pair: Pair) -> Iterator[str]:
    """The letters of an escape in lower case."""
    if pair.target and "%" in pair.target:
        yield ESCAPE.sub(lambda match: match[0].lower(), pair.target)


def percent_dropped(pair: Pair) -> Iterator[str]:
    """An escape is left out, or its percent sign alone, or another character takes its place."""
    if pair.target and "%" in pair.target:
        yield ESCAPES.sub("", pair.target)
        yield pair.target.replace("%", "")
        yield from (pair.target.replace("%20", each) for each in "_-")


ROWS = (
    row(
        "encoded-twice",
        encoded_twice,
        'You encoded "%" again. The reference is taken over as it is.',
        "RFC 3986 2.4",
    ),
    row(
        "decoded-delimiter",
        decoded_delimiter,
        "You decoded an encoded delimiter. Decoded, it can divide the text.",
        "RFC 3986 2.2",
    ),
    row(
        "unreserved-encoded",
        encoded_unreserved,
        "You encoded a character that needs no encoding. Resolution changes no character.",
        "RFC 3986 2.3",
    ),
    row(
        "delimiter-encoded",
        encoded_delimiter,
        "You encoded a delimiter. Resolution changes no character.",
        "RFC 3986 2.2",
    ),
    row(
        "other-coding",
        other_coding,
        "You encoded a character in another coding. Resolution keeps the bytes.",
        "RFC 3986 2.5",
    ),
    row(
        "plus-read-as-space",
        plus_read_as_space,
        'You took "+" for a space. Only forms do so, in a query.',
        "RFC 3986 2.2",
    ),
    row(
        "escape-lowered",
        escape_lowered,
        "You wrote percent-encoding in lower case. Resolution changes no character.",
        "RFC 3986 6.2.2.1",
    ),
    row(
        "escape-dropped",
        percent_dropped,
        "You left out percent-encoding. Resolution changes no character.",
        "RFC 3986 2.1",
    ),
)
