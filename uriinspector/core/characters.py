"""How a character is named in a message: by number and name, never shown raw."""

from __future__ import annotations

import unicodedata

# Control characters have no name in the Unicode database, only aliases; these are the common ones.
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
    """The code point in the usual notation: U+0041."""
    return f"U+{ord(char):04X}"


def name(char: str) -> str:
    """The character's name, or what kind of code point it is where it has none."""
    named = unicodedata.name(char, "") or CONTROLS.get(ord(char), "")
    if named:
        return named
    kinds = {"Cc": "CONTROL CHARACTER", "Cs": "LONE SURROGATE", "Co": "PRIVATE USE"}
    return kinds.get(unicodedata.category(char), "UNASSIGNED")


def described(char: str) -> str:
    """Number and name, with the character itself only where it is plain printable ASCII."""
    shown = f'"{char}" ' if "!" <= char <= "~" else ""
    return f"{shown}({number(char)} {name(char)})" if shown else f"{number(char)} {name(char)}"
