"""Which gates each escape opens: looked up by its digits, once for each escape in a text."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

from uriinspector.analysis.flags import When
from uriinspector.core import charset
from uriinspector.core.expression import expression

ESCAPE = expression("%([0-9A-Fa-f]{2})?")
# Whatever stands behind the escape of a "%" may be any other escape.
DEEP = When.ESCAPED | When.DEEP_ESCAPE | When.ESCAPED_DELIMITER | When.OCTETS
UNRESERVED = frozenset(
    (charset.UNRESERVED_1994 + charset.UNRESERVED_1997).encode()
    + (charset.UNRESERVED_2003 + charset.UNRESERVED_2005).encode()
)
DELIMITERS = frozenset(b"/\\?#@:[]")
RUN = expression("(?:%[0-9A-Fa-f][0-9A-Fa-f])++")
# Three blanks in a row can push what follows out of sight.
BLANKS = "%20%20%20"


@cache
def letters() -> re.Pattern[str]:
    """Latin, Greek and Cyrillic letters, kana, ideographs, syllables, signs of currencies."""
    return re.compile(
        "[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f"
        "\u20a0-\u20bf\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*+"
    )


def _opened_by(octet: int) -> int:
    if octet == 0x25:
        return DEEP
    if octet >= 0x80:
        return When.OCTETS
    if octet < 0x20 or octet == 0x7F:
        return When.ESCAPED | When.ESCAPED_CONTROL
    if octet in DELIMITERS:
        at = When.AT if octet == ord("@") else 0
        return When.ESCAPED | When.ESCAPED_DELIMITER | at
    return When.ESCAPED | (When.ESCAPED_UNRESERVED if octet in UNRESERVED else 0)


def _opened() -> dict[str, int]:
    """What each pair of digits opens, in capital and in small letters."""
    values = {"": When.BAD_ESCAPE}
    for digits in map("".join, product("0123456789ABCDEFabcdef", repeat=2)):
        small = 0 if digits == digits.upper() else When.SMALL_ESCAPE
        values[digits] = _opened_by(int(digits, 16)) | small
    return values


OPENED = _opened()


def escapes(text: str) -> int:
    """The gates that the escapes of a text open."""
    flags = 0
    for digits in set(ESCAPE.findall(text)):
        flags |= OPENED[digits]
    if flags & When.OCTETS and not flags & When.DEEP_ESCAPE:
        flags &= ~When.OCTETS
        for run in RUN.findall(text):
            flags |= _beyond_ascii(run)
    return flags | When.BLANKS if BLANKS in text else flags


def _beyond_ascii(run: str) -> int:
    """What octets beyond ASCII open once it is seen what they spell."""
    try:
        plain = bytes.fromhex(run.replace("%", "")).decode()
    except UnicodeDecodeError:
        return When.OCTETS | When.ESCAPED
    flags = 0 if letters().fullmatch(plain) else When.OCTETS
    return flags if plain.isalnum() else flags | When.ESCAPED
