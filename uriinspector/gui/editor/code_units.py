"""Code points and Qt's own count: the one place where the two meet, and what becomes a chip.

Qt counts UTF-16 units, and a chip is one unit whatever it stands for.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.core.expression import expression
from uriinspector.gui.fonts import has_glyph

if TYPE_CHECKING:
    from collections.abc import Iterator

SUSPECT = expression("[^!-~]++")
ASTRAL = expression("[\U00010000-\U0010ffff]")
# So many combining marks may stand on one letter; more would cover the lines above and below.
MOST_MARKS = 3


@lru_cache(maxsize=8192)
def is_chip(character: str) -> bool:
    """Tell whether a character has no honest shape of its own and is drawn as a labelled chip.

    What no face can draw would be the same empty box whatever it is.
    """
    return character != " " and (
        is_unsafe(character)
        or (character > "\uffff" and is_mark(character))
        or not has_glyph(character)
    )


@lru_cache(maxsize=8192)
def is_mark(character: str) -> bool:
    """Tell whether a character combines with the one before."""
    return unicodedata.category(character).startswith("M")


def pieces(text: str, before: str = "") -> Iterator[tuple[str, bool]]:
    """Cut a text into what is drawn as it is, and runs of one and the same chip.

    A mark is drawn on a letter or a digit; on anything else it would change what that looks like,
    or take no room at all.  A space is drawn behind something else: a row of them would never be
    cut, and run out of sight.
    """
    at = 0  # what lies before has been given
    for start, end in _chips(text, before):
        if at < start:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield text[at:], False


def _chips(text: str, before: str) -> Iterator[tuple[int, int]]:
    """Find the runs of one and the same chip."""
    start = end = 0  # of a run that may still go on
    for match in SUSPECT.finditer(text):
        last = text[max(match.start() - 1, 0) : match.start()] or before
        carries = _carries(last)
        for at, character in enumerate(match[0], match.start()):
            mark = is_mark(character)
            is_raw = carries > 0 if mark else (character != " " or last[-1:] not in {"", " "})
            last = character
            if is_raw and not is_chip(character):
                carries = carries - 1 if mark else _carries(character)
                continue
            carries = 0
            if end != at or text[start] != character:
                if start < end:
                    yield start, end
                start = at
            end = at + 1
    if start < end:
        yield start, end


def _carries(before: str) -> int:
    """Tell how many more marks may stand on what a text ends with."""
    for count, character in enumerate(before[: -MOST_MARKS - 2 : -1]):
        if not is_mark(character):
            is_base = not is_chip(character) and unicodedata.category(character)[0] in "LN"
            return max(MOST_MARKS - count, 0) if is_base else 0
    return 0


class CodeUnits:
    """The places of one text, in code points and in Qt's count."""

    __slots__ = ("_middles", "_wide", "length")

    def __init__(self, text: str) -> None:
        """Look for what Qt counts twice; most texts hold nothing of the kind."""
        result = [] if text.isascii() else ASTRAL.finditer(text)
        self._wide = [each.start() for each in result if not is_chip(each[0])]
        self._middles = [at + index + 1 for index, at in enumerate(self._wide)]
        self.length = len(text) + len(self._wide)

    def of(self, point: int) -> int:
        """Give the place of a code point in Qt's count."""
        return point + bisect_left(self._wide, point)

    def point(self, unit: int) -> int:
        """Give the code point at a place in Qt's count; the middle of one counts as its end."""
        return unit - bisect_left(self._middles, unit)
