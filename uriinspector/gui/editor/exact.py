"""Code points and Qt's own count: the one place where the two meet.

Qt counts UTF-16 units, and a chip is one unit whatever it stands for.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from uriinspector.analysis.international.invisible import is_invisible
from uriinspector.gui.fonts import has_glyph
from uriinspector.gui.plain import is_risky

if TYPE_CHECKING:
    from collections.abc import Iterator

SUSPECT = re.compile("[^ -~]++")
ASTRAL = re.compile("[\U00010000-\U0010ffff]")


@lru_cache(maxsize=8192)
def is_chip(character: str) -> bool:
    """Tell whether a character has no honest shape of its own and is drawn as a labelled chip.

    What no face can draw would be the same empty box whatever it is.
    """
    return is_risky(character) or is_invisible(character) or not has_glyph(character)


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Cut a text into what is drawn as it is, and runs of one and the same chip."""
    at = 0  # what lies before has been given
    for found in SUSPECT.finditer(text):
        start = found.start()
        for character, run in groupby(found[0]):
            end = start + sum(1 for _ in run)
            if is_chip(character):
                if at < start:
                    yield text[at:start], False
                yield text[start:end], True
                at = end
            start = end
    if at < len(text):
        yield text[at:], False


class Units:
    """The places of one text, in code points and in Qt's count."""

    __slots__ = ("_middles", "_wide", "length")

    def __init__(self, text: str) -> None:
        """Look for what Qt counts twice; most texts hold nothing of the kind."""
        found = [] if text.isascii() else ASTRAL.finditer(text)
        self._wide = [each.start() for each in found if not is_chip(each[0])]
        self._middles = [at + index + 1 for index, at in enumerate(self._wide)]
        self.length = len(text) + len(self._wide)

    def of(self, point: int) -> int:
        """Give the place of a code point in Qt's count."""
        return point + bisect_left(self._wide, point)

    def point(self, unit: int) -> int:
        """Give the code point at a place in Qt's count; the middle of one counts as its end."""
        return unit - bisect_left(self._middles, unit)
