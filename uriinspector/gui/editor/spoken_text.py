"""A text as it is read out: what has no shape of its own stands there by its name.

Places in it count like code points, since nothing is left in it that Qt would count twice.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import chain

from uriinspector.core.characters import name, number
from uriinspector.gui.editor.code_units import pieces


def spoken_name(character: str) -> str:
    """Name a character as a reader says it: "U+202E right-to-left override"."""
    return f"{number(character)} {name(character).lower()}"


def in_brackets(character: str) -> str:
    """Name a character among others."""
    return f"‹{spoken_name(character)}›"


class SpokenText:
    """What is read out of a text, and how the places in both belong together."""

    def __init__(self, text: str) -> None:
        """Put names in the place of chips, and of letters that Qt would count twice."""
        self.named: dict[int, str] = dict(_named(text))
        self._points = sorted(self.named)
        self._shifts = [0]  # how much longer what is read is, behind each of those
        for point in self._points:
            self._shifts.append(self._shifts[-1] + len(self.named[point]) - 1)
        self.text = (
            "".join(
                chain.from_iterable((text[start:at], self.named[at]) for start, at in self._gaps())
            )
            + text[self._points[-1] + 1 if self._points else 0 :]
        )

    def place(self, point: int) -> int:
        """Give the place at which a code point begins to be read."""
        return point + self._shifts[bisect_right(self._points, point - 1)]

    def point(self, place: int) -> int:
        """Give the code point that is read at a place; inside a name it is the one named."""
        at = bisect_right(self._points, place, key=self.place) - 1
        if at < 0:
            return place
        named = self._points[at]
        behind = self.place(named + 1)
        return named if place < behind else place - self._shifts[at + 1]

    def _gaps(self) -> list[tuple[int, int]]:
        starts = [0, *(point + 1 for point in self._points)]
        return list(zip(starts, self._points, strict=False))


def _named(text: str) -> list[tuple[int, str]]:
    result, at = [], 0
    for run, is_chip in pieces(text):
        for place, character in enumerate(run, at):
            if is_chip or character > "\uffff":
                result.append((place, in_brackets(character)))
        at += len(run)
    return result
