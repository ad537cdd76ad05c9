"""Names of characters for messages, and UTF-8 decoding byte by byte.

Ordinary decoders only report where they stop. Here every byte belongs to a sequence, and malformed
sequences are named, because they can be used to get delimiters past filters (RFC 3629 10).
"""

import unicodedata
from collections.abc import Iterator

from uriinspector.core.model import NamedTuple

# The Unicode database gives control characters no names, only aliases; these are the common ones.
CONTROLS = {
    0x00: "NULL",
    0x07: "BELL",
    0x08: "BACKSPACE",
    0x09: "TAB",
    0x0A: "LINE FEED",
    0x0B: "LINE TABULATION",
    0x0C: "FORM FEED",
    0x0D: "CARRIAGE RETURN",
    0x1B: "ESCAPE",
    0x7F: "DELETE",
    0x85: "NEXT LINE",
}


def number(char: str) -> str:
    """Return the code point in the usual notation, such as U+0041."""
    return f"U+{ord(char):04X}"


def name(char: str) -> str:
    """Return the name of a character, or the kind of code point if it has no name."""
    named = unicodedata.name(char, "") or CONTROLS.get(ord(char), "")
    if named:
        return named
    kinds = {"Cc": "CONTROL CHARACTER", "Cs": "LONE SURROGATE", "Co": "PRIVATE USE"}
    return kinds.get(unicodedata.category(char), "UNASSIGNED")


def described(char: str) -> str:
    """Return the code point and name, preceded by the character itself if it is visible ASCII."""
    shown = f'"{char}" ' if "!" <= char <= "~" else ""
    return f"{shown}({number(char)} {name(char)})" if shown else f"{number(char)} {name(char)}"


class Sequence(NamedTuple):
    """Bytes that belong together.

    ``form`` is one of: ascii, utf-8, overlong, surrogate, beyond (above U+10FFFF), truncated,
    stray (a continuation byte without a lead byte), invalid. ``char`` is the character that a
    lenient decoder would read, or None.
    """

    start: int
    end: int
    form: str
    char: str | None


# For a lead byte: the number of continuation bytes, and the smallest code point that needs them.
def _lead(octet: int) -> tuple[int, int]:
    if octet < 0xE0:
        return 1, 0x80
    return (2, 0x800) if octet < 0xF0 else (3, 0x10000)


def sequences(data: bytes) -> Iterator[Sequence]:
    start = 0
    while start < len(data):
        result = _sequence(data, start)
        yield result
        start = result.end


def _sequence(data: bytes, start: int) -> Sequence:
    first = data[start]
    if first < 0x80:
        return Sequence(start, start + 1, "ascii", chr(first))
    if first < 0xC0:
        return Sequence(start, start + 1, "stray", None)
    if first >= 0xF8:
        return Sequence(start, start + 1, "invalid", None)
    following, smallest = _lead(first)
    code = first & (0x3F >> following)
    end = start + 1
    while end <= start + following and end < len(data) and data[end] & 0xC0 == 0x80:
        code = code << 6 | data[end] & 0x3F
        end += 1
    if end <= start + following:
        return Sequence(start, end, "truncated", None)
    return Sequence(start, end, *_meaning(code, smallest))


def _meaning(code: int, smallest: int) -> tuple[str, str | None]:
    if code < smallest:
        return "overlong", chr(code)
    if 0xD800 <= code < 0xE000:
        return "surrogate", None
    return ("utf-8", chr(code)) if code < 0x110000 else ("beyond", None)
