"""Letters in names and subjects that are not what they look like; a language keeps its own."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from uriinspector.analysis.international.scripts import ascii_look_alike
from uriinspector.core.expression import expression
from uriinspector.gui.text.pieces import LONGEST, Kind, Pieces, outside, shown

WORD = expression(r"[^\W\d_]+")
LATIN = expression("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")


def claimed_text(text: str) -> Pieces:
    """A text that somebody else wrote, with the letters marked that stand in for others."""
    text = text[: LONGEST + 1]
    if text.isascii():
        return outside(text)
    odd = odd_places(text)
    runs = groupby(range(len(text)), lambda at: at in odd)
    return shown(
        [
            ("".join(text[at] for at in run), Kind.DIFFERS if is_odd else Kind.PLAIN)
            for is_odd, run in runs
        ]
    )


def odd_places(text: str) -> frozenset[int]:
    """Where a letter of another script stands in a Latin word, or one in a guise of its own.

    What a whole word is written in is its language's business: umlauts, Cyrillic, Kanji.
    """
    result = set()
    for at, char in enumerate(text):
        if not char.isascii() and char.isalnum():
            usual = unicodedata.normalize("NFKC", char)
            if usual != char and usual.isascii():  # mathematical, full-width, enclosed
                result.add(at)
    for match in WORD.finditer(text):
        word = match[0]
        if word.isascii() or not LATIN.search(word):
            continue
        for at, char in enumerate(word, match.start()):
            if not LATIN.match(char) and char.isalpha() and ascii_look_alike(char):
                result.add(at)
    return frozenset(result)
