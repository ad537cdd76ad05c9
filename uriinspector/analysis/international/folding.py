"""Text as people see it: each character as the small ASCII that it looks like.

The one idea of what is seen.  Marks over, under and through letters are looked over, characters
that are not drawn are left out, compatibility forms are what they stand for (NFKC), and what looks
like a letter, a digit, a dot or a slash is read as one.  What looks like no ASCII stays.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING

from uriinspector.analysis.international.codepoints import characters, normalized
from uriinspector.analysis.international.confusables import is_ignored, skeleton
from uriinspector.analysis.international.invisible import is_invisible
from uriinspector.analysis.resource_files import shipped_rows
from uriinspector.core.model import NamedTuple, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

# What a letter is called by its prototype where that is not the letter itself: 1 and I have l's.
_READ_AS = {"rn": "m", "O": "o", "l": "l"}
# Some letters are read in two or three ways: so many readings of a name are tried.
MOST_READINGS = 32


@cache
def _look_alikes() -> dict[str, str]:
    rows = shipped_rows("lists/look-alikes.txt")
    return {char: row[0] for row in rows for char in characters(row[1])}


@cache
def _second_readings() -> dict[str, tuple[str, ...]]:
    result: dict[str, tuple[str, ...]] = {}
    for row in shipped_rows("lists/look-alikes.txt"):
        for char in characters(row[2]) if len(row) > 2 else "":
            result[char] = (*result.get(char, ()), row[0])
    return result


@cache
def _delimiters() -> dict[str, str]:
    rows = shipped_rows("lists/delimiters.txt")
    return {char: characters(code) for code, codes in rows for char in characters(codes)}


def listed_delimiter(char: str) -> str | None:
    """The ASCII delimiter that a character beyond ASCII looks like."""
    return None if char.isascii() else _delimiters().get(char)


@lru_cache(maxsize=4096)
def ascii_look_alike(char: str) -> str | None:
    """The small ASCII text that one character looks like; None for what looks like none."""
    if char.isascii():
        return char
    listed = _look_alikes().get(char) or _delimiters().get(char)
    if listed:
        return listed
    # Fullwidth letters are drawn like plain ones; other compatibility forms are only read as them.
    wide = "\uff01" <= char <= "\uff5e"
    stands = unicodedata.normalize("NFKC", char) if wide else skeleton(char)
    return _READ_AS.get(stands, stands.lower()) if stands and stands.isascii() else None


def looks_like_ascii(label: str) -> str | None:
    """The ASCII text that all of a label looks like; None for ASCII, and where a letter does not.

    Accents are seen here: a letter with one does not look like the letter without.
    """
    if label.isascii():
        return None
    shown = [char for char in normalized("NFC", label) if not is_ignored(char)]
    result = [ascii_look_alike(char) for char in shown]
    return None if None in result or not result else "".join(each or "" for each in result)


@lru_cache(maxsize=8192)
def glyph(char: str) -> str:
    """What one character looks like to a hasty reader; nothing for marks and what is not drawn."""
    small = char.lower()
    alike = ascii_look_alike(small if len(small) == 1 else char)
    if alike is not None:
        return alike
    if is_invisible(char) or is_ignored(char):
        return ""
    bare = [each for each in unicodedata.normalize("NFKD", small) if not _is_mark(each)]
    return "".join(ascii_look_alike(each) or each for each in bare)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Me"}


def appearance(text: str) -> str:
    """The text as a hasty reader sees it."""
    return text.lower() if text.isascii() else "".join(map(glyph, text))


def appearances(text: str) -> tuple[str, ...]:
    """The text as it may be seen, where letters are read in more than one way; the likeliest first.

    Bounded: what has too many such letters looks like nothing in particular.
    """
    first = appearance(text)
    if text.isascii() or (second := _second_readings()).keys().isdisjoint(text):
        return (first,)
    readings = product(*((glyph(char), *second.get(char, ())) for char in text))
    return tuple(dict.fromkeys(map("".join, islice(readings, MOST_READINGS))))


class LocatedText(NamedTuple):
    """A text as it is seen, and where each of its characters stands in what is written."""

    text: str
    places: Sequence[int]

    def written(self, start: int, end: int) -> Span:
        """The place in the written text of a piece that is seen, which is not empty."""
        return Span(self.places[start], self.places[end - 1] + 1)


def located(text: str) -> LocatedText:
    """The appearance of a text that knows its places."""
    if text.isascii():
        return LocatedText(text.lower(), range(len(text)))
    glyphs = [glyph(char) for char in text]
    return LocatedText("".join(glyphs), [at for at, each in enumerate(glyphs) for _ in each])
