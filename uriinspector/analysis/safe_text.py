"""Safe display of text from outside: unsafe or invisible characters are written as numbers.

Used for sentences, reports, the terminal and the window.  The result is plain text, which each
output format still has to quote.  Tables and expressions are loaded for the first character that
needs them, so commands that show only ASCII do not wait for them.
"""

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from uriinspector.core.characters import number
from uriinspector.core.expression import expression

# Maximum lengths: of quotations in messages, and of text to share. The number of omitted characters
# is added.
QUOTED, LONGEST = 120, 2_000
PLAIN = expression("[ -~]*+")
SUSPECT = expression("[^ -~]")
# The object replacement character, which Qt would draw as an object or not at all.
OBJECT = "\ufffc"
WIDE = frozenset("WF")


@lru_cache(maxsize=8192)
def is_unsafe(char: str) -> bool:
    """Return True for characters that are invisible or blank, or that rearrange their neighbors."""
    if " " <= char <= "~":
        return False
    from uriinspector.analysis.international.scripts import is_invisible, is_risky

    return is_risky(char) or is_invisible(char) or char == OBJECT


def drawn(char: str) -> str:
    """Return a character, or its number if it is unsafe, as in "‹U+202E›"."""
    return f"‹{number(char)}›" if is_unsafe(char) else char


def visible(text: str, most: int | None = None) -> str:
    """Replace unsafe characters with their numbers; shorten the text if there is a limit."""
    if most is not None and len(text) > most:
        text = text[: most - 1] + "\u2026"
    if text.isascii() and text.isprintable():
        return text
    return SUSPECT.sub(lambda found: drawn(found[0]), text)


def visible_host(host: str, most: int = 260) -> str:
    """Make a host visible, shortened at the front since its end matters most."""
    return visible(host if len(host) <= most else "\u2026" + host[1 - most :], most)


def clipped(text: str, most: int = LONGEST) -> str:
    """Shorten a text and add the number of omitted characters."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\u2026 ({more_characters(len(text) - most)})"


def more_characters(count: int) -> str:
    return f"{count:,} more character{'' if count == 1 else 's'}"


def defanged(text: str, most: int = LONGEST, link: Callable[[str], str] | None = None) -> str:
    """Make a text safe to share: shorten it, and defang its links, using ``link`` if given."""
    if link is None:
        from uriinspector.analysis.defang import defang

        link = defang
    return visible(link(clipped(text, most)))


def named(char: str) -> str:
    return f"{number(char)} {unicodedata.name(char, '')}".rstrip()


def cells(text: str) -> int:
    """Return the width of a text in terminal cells."""
    return len(text) if PLAIN.fullmatch(text) else sum(map(_cells, text))


@lru_cache(maxsize=4096)
def _cells(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1
