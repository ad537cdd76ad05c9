"""What marks are made of: brackets of all kinds, signs and words in place of a symbol."""

from __future__ import annotations

import re

OPENING, CLOSING = "[({<\uff08\uff3b\uff5b\u3010", "])}>\uff09\uff3d\uff5d\u3011"
OPEN, CLOSE = f"[{re.escape(OPENING)}]", f"[{re.escape(CLOSING)}]"
# As parts of a class of characters.
BRACKETS = re.escape(OPENING + CLOSING)
SYMBOLS = {
    **dict.fromkeys((".", ",", "\uff0e", "\u3002", "\uff61", "%2e"), "."),
    **dict.fromkeys((":", "\uff1a", "%3a"), ":"),
    **dict.fromkeys(("@", "\uff20", "%40"), "@"),
}
WORDS = {
    **dict.fromkeys(("dot", "punkt", "punto", "point"), "."),
    **dict.fromkeys(("at", "et", "arroba"), "@"),
    "-": "-",
}
COLON = r"(?:[:\uff1a]|%3[aA])"
SLASH = r"(?:[/\\\uff0f]|%2[fF])"

# The marks that have brackets on both sides.
MARKS = {
    **dict.fromkeys(("[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}"), "."),
    **dict.fromkeys(("[@]", "[at]", "(at)"), "@"),
    "[:]": ":",
    "[://]": "://",
    "[/]": "/",
}
ANY_MARK = "|".join(re.escape(mark) for mark in MARKS)

# From here to there in the original, and what stands there in the derived text.
Edit = tuple[int, int, str]


def changing(text: str, edits: list[Edit]) -> tuple[Edit, ...]:
    """Those that change something."""
    return tuple(each for each in edits if text[each[0] : each[1]] != each[2])


def edited(text: str, start: int, end: int, edits: tuple[Edit, ...]) -> str:
    """A part of a text after its edits."""
    pieces: list[str] = []
    at = start
    for first, last, after in edits:
        pieces += (text[at:first], after)
        at = last
    return "".join((*pieces, text[at:end]))
