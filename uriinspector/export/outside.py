"""Text from outside, made fit to be handed on: shortened, defanged, nothing hidden in it.

What comes out of here is plain text.  Each form still writes it in its own quotes.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.analysis.visible import drawn

if TYPE_CHECKING:
    from collections.abc import Callable

# No link and no message is handed on longer than this; what is left out is counted.
LONGEST = 2_000


def shown(text: str) -> str:
    """The text with every hidden, moving or blank character by its number."""
    return "".join(map(drawn, text))


def clipped(text: str, most: int = LONGEST) -> str:
    """As much of the beginning as there is room for, and how much more there is."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\u2026 ({len(text) - most:,} characters more)"


def told(text: str, most: int = LONGEST, link: Callable[[str], str] = defang) -> str:
    """A text as it is told: shortened, its links as ``link`` writes them, nothing hidden."""
    return shown(link(clipped(text, most)))


def named(char: str) -> str:
    """A character by its number and its name, where it has one."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X} {name}".rstrip()
