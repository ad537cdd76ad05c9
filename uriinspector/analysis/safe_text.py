"""Outside text made safe to show: what hides, moves its neighbours or is blank is named.

The one place for it, for sentences, reports, the terminal and the window.  What comes out is plain
text: each form still writes it in its own quotes.  Tables and expressions are loaded when the first
character asks for them: a command that shows plain letters does not wait for them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from uriinspector.core.characters import number
from uriinspector.core.expression import expression

# No sentence quotes more than this, and nothing that is handed on is longer; what is left out of
# that is counted.
QUOTED, LONGEST = 120, 2_000
PLAIN = expression("[ -~]*+")
SUSPECT = expression("[^ -~]")
# Stands for something that is not in the text: Qt draws whatever it has there, or nothing.
OBJECT = "\ufffc"
WIDE = frozenset("WF")


@lru_cache(maxsize=8192)
def is_unsafe(char: str) -> bool:
    """Whether a character is never drawn raw: it hides, moves what is around it, or is blank."""
    if " " <= char <= "~":
        return False
    from uriinspector.analysis.international.scripts import is_invisible, is_risky

    return is_risky(char) or is_invisible(char) or char == OBJECT


def drawn(char: str) -> str:
    """One character as it is drawn: itself, or its number as in "‹U+202E›"."""
    return f"‹{number(char)}›" if is_unsafe(char) else char


def visible(text: str, most: int | None = None) -> str:
    """The text with every unsafe character by its number; shortened, if there is a limit."""
    if most is not None and len(text) > most:
        text = text[: most - 1] + "\u2026"
    if PLAIN.fullmatch(text):
        return text
    return SUSPECT.sub(lambda found: drawn(found[0]), text)


def visible_host(host: str, most: int = 260) -> str:
    """A host, shortened from the left: its end is what counts."""
    return visible(host if len(host) <= most else "\u2026" + host[1 - most :], most)


def clipped(text: str, most: int = LONGEST) -> str:
    """As much of the beginning as there is room for, and how much more there is."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\u2026 ({more_characters(len(text) - most)})"


def more_characters(count: int) -> str:
    """How much is left out."""
    return f"{count:,} more character{'' if count == 1 else 's'}"


def defanged(text: str, most: int = LONGEST, link: Callable[[str], str] | None = None) -> str:
    """A text fit to be handed on: shortened, its links defanged or as ``link`` writes them."""
    if link is None:
        from uriinspector.analysis.defang import defang

        link = defang
    return visible(link(clipped(text, most)))


def named(char: str) -> str:
    """A character by its number and its name, where it has one."""
    return f"{number(char)} {unicodedata.name(char, '')}".rstrip()


def cells(text: str) -> int:
    """How many cells a text takes where every letter has the same width."""
    return len(text) if PLAIN.fullmatch(text) else sum(map(_cells, text))


@lru_cache(maxsize=4096)
def _cells(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1
