"""Two texts in columns, character above character, and the characters that differ.  No Qt here."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from uriinspector.analysis import safe_text
from uriinspector.analysis.international.scripts import script, script_name
from uriinspector.core.characters import name, number
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.text.legible_text import is_illegible
from uriinspector.gui.text.pieces import ELLIPSIS, Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.appearance import Appearance

# No more of two texts than this stands in columns, and no more rows than these tell of them.
MOST_COLUMNS, MOST_ROWS = 4_096, 64
NOTHING = "·"  # stands where the other text has one character more


class CharacterColumn(NamedTuple):
    """What stands above each other; ``change`` is the number of the difference, or -1."""

    upper: str
    lower: str
    change: int


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One place at which the texts differ: a character of each, or of only one."""

    change: int
    at: tuple[int, int]
    chars: tuple[str, str]

    def position(self, side: int) -> Pieces:
        """Where it stands, counted from 1 as people do."""
        return ours(f"{self.at[side] + 1}" if self.chars[side] else "–", Kind.MUTED)

    def character(self, side: int) -> Pieces:
        """The character itself, never without a shape."""
        char = self.chars[side]
        return outside(char, Kind.DIFFERS) if char else ours(say("nothing"), Kind.MUTED)

    def description(self, side: int) -> Pieces:
        """Code point, name and script."""
        char = self.chars[side]
        if not char:
            return ()
        written = script(char)
        by = "" if written in {"Zyyy", "Zinh"} else f" · {say(script_name(written))}"
        return ours(f"{number(char)} {name(char)}{by}")

    def span(self, side: int) -> Span:
        """The character in its own text."""
        return Span(self.at[side], self.at[side] + len(self.chars[side]))


def columns(appearance: Appearance) -> tuple[CharacterColumn, ...]:
    """The first columns of the two texts."""
    return tuple(islice(_columns(appearance), MOST_COLUMNS))


def left_out(appearance: Appearance) -> int:
    """How many characters of the longer text stand in no column."""
    return max(0, max(len(appearance.a), len(appearance.b)) - MOST_COLUMNS)


def difference_rows(appearance: Appearance) -> tuple[DifferenceRow, ...]:
    """A row for each of the first places at which the texts differ."""
    return tuple(islice(_rows(appearance), MOST_ROWS))


def drawn(char: str) -> str:
    """How a character is drawn in a column: nothing hidden, nothing upon its neighbour."""
    if unicodedata.combining(char) and not safe_text.is_unsafe(char):
        return f"\u25cc{char}"
    return f"‹{number(char)}›" if is_illegible(char) else safe_text.drawn(char)


def _columns(appearance: Appearance) -> Iterator[CharacterColumn]:
    left = 0
    for change, each in enumerate(appearance.differences):
        yield from _same(appearance.a[left : each.a.start])
        for one, other in zip_longest(
            each.a.of(appearance.a), each.b.of(appearance.b), fillvalue=""
        ):
            upper, lower = (drawn(char) if char else NOTHING for char in (one, other))
            yield CharacterColumn(upper, lower, change)
        left = each.a.end
    yield from _same(appearance.a[left : left + MOST_COLUMNS])


def _same(text: str) -> Iterator[CharacterColumn]:
    for char in text:
        shown = drawn(char)
        yield CharacterColumn(shown, shown, -1)


def _rows(appearance: Appearance) -> Iterator[DifferenceRow]:
    for change, each in enumerate(appearance.differences):
        pairs = zip_longest(each.a.of(appearance.a), each.b.of(appearance.b), fillvalue="")
        for step, chars in enumerate(pairs):
            at = (each.a.start + step, each.b.start + step)
            yield DifferenceRow(change, at, chars)


def spelled(columns: tuple[CharacterColumn, ...], most: int = 64) -> str:
    """The columns that differ as one text, for a reader of the screen."""
    result = [f"{each.upper} / {each.lower}" for each in columns if each.change >= 0]
    return ", ".join(result[:most]) + (ELLIPSIS if len(result) > most else "")
