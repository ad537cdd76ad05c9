"""Text from outside, made fit for a terminal: nothing in it moves the cursor or its neighbours.

Everything that is written passes here, messages and file names too.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

PLAIN = re.compile("[ -~]*+")
WIDE = frozenset("WF")


def shown(text: str) -> str:
    """The text with every control, invisible or right-to-left character by its number."""
    return text if PLAIN.fullmatch(text) else "".join(map(drawn, text))


def drawn(char: str) -> str:
    """One character as it is drawn: itself, or its number as in "‹U+202E›"."""
    if " " <= char <= "~":
        return char
    from uriinspector.analysis import visible

    return visible.drawn(char)


def cells(text: str) -> int:
    """How many cells a text takes on the screen."""
    return len(text) if PLAIN.fullmatch(text) else sum(map(_cells, text))


@lru_cache(maxsize=4096)
def _cells(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1
