"""Words that deceptive messages use to be opened and answered; alone they show nothing."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import cache, lru_cache
from itertools import accumulate

from uriinspector.analysis.international.invisible import is_invisible
from uriinspector.analysis.resource_files import shipped_rows

# No more of a subject or of a text is looked at.
LONGEST = 4096
ENOUGH = 2
# Signs behind names, which compatibility would turn into letters.
SIGNS = frozenset("\u2122\u00ae\u00a9\u2120")


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    words: dict[str, list[str]] = {}
    for phrase, _, place in shipped_rows("lists/lures.txt"):
        words.setdefault(place, []).append(re.escape(phrase))
    return {
        place: re.compile(rf"(?<!\w)(?:{'|'.join(sorted(those, key=len, reverse=True))})(?!\w)")
        for place, those in words.items()
    }


def plain_letters(text: str, *, is_small: bool = True) -> str:
    """Small letters without accents; what is not seen left out, styled letters as plain ones."""
    if not text.isascii():
        text = "".join(map(_plain, text))
    return text.lower() if is_small else text


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    if char.isascii():
        return char
    if char in SIGNS or is_invisible(char):
        return " " if char in SIGNS else ""
    letters = unicodedata.normalize("NFKD", char)
    return "".join(each for each in letters if not unicodedata.combining(each))


def lure_in(subject: str, *, is_doubtful: bool = False) -> str | None:
    """The words of a lure in a subject; many are honest unless the sender is in doubt."""
    subject = subject[:LONGEST]
    text = plain_letters(subject)
    places = ("subject", "text", "doubtful") if is_doubtful else ("subject", "text")
    for place in places:
        match = _patterns()[place].search(text)
        if match:
            return _written(subject, *match.span())
    return None


def _written(text: str, start: int, end: int) -> str:
    """What stands in a text where its plain letters run from start to end."""
    if text.isascii():
        return text[start:end]
    ends = list(accumulate(len(plain_letters(char)) for char in text))
    return text[bisect_right(ends, start) : bisect_left(ends, end) + 1]


def lure_in_text(text: str) -> str | None:
    """The words of a lure in the text of a message: letters about money and threats alone."""
    text = text[:LONGEST]
    matches = list(_patterns()["text"].finditer(plain_letters(text)))
    # One such word stands in many a text.
    is_one = len({match[0] for match in matches}) < ENOUGH
    return None if is_one else _written(text, *matches[0].span())
