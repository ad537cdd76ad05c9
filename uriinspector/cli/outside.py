"""Text from outside, made fit for a terminal: nothing in it moves the cursor or its neighbours.

Everything that is written passes here, messages and file names too.
"""

from __future__ import annotations

import re

PLAIN = re.compile("[ -~]*+")


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
    if PLAIN.fullmatch(text):
        return len(text)
    from uriinspector.analysis import visible

    return visible.cells(text)
