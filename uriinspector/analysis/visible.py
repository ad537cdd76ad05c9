"""Outside text made fit for a sentence: what hides or reorders is named, never drawn."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from uriinspector.analysis.international.invisible import is_invisible, is_risky

# Longer than this no sentence quotes.
MOST = 120
PLAIN = re.compile("[ -~]*+")
SUSPECT = re.compile("[^ -~]")
WIDE = frozenset("WF")


def visible(text: str, most: int = MOST) -> str:
    """The text, shortened, with every risky character by its number, as in "‹U+202E›"."""
    if len(text) > most:
        text = text[: most - 1] + "\u2026"
    if PLAIN.fullmatch(text):
        return text
    return SUSPECT.sub(_shown, text)


def visible_host(host: str, most: int = 260) -> str:
    """A host, shortened from the left: its end is what counts."""
    return visible(host if len(host) <= most else "\u2026" + host[1 - most :], most)


def _shown(found: re.Match[str]) -> str:
    char = found[0]
    return f"‹U+{ord(char):04X}›" if is_risky(char) else char


@lru_cache(maxsize=4096)
def drawn(char: str) -> str:
    """One character as it is drawn: itself, or its number where it hides, moves or is blank."""
    if " " <= char <= "~":
        return char
    return f"‹U+{ord(char):04X}›" if is_risky(char) or is_invisible(char) else char


def cells(text: str) -> int:
    """How many cells a text takes where every letter has the same width."""
    return len(text) if PLAIN.fullmatch(text) else sum(map(_cells, text))


@lru_cache(maxsize=4096)
def _cells(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1
