"""How a text looks and sounds: values for the editor and for screen readers.

Qt counts UTF-16 units, and a chip is one unit whichever character it represents. Spoken text
contains no characters that Qt counts twice, so its positions count code points.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING, TypeVar

from uriinspector.analysis import escapes
from uriinspector.analysis.annotated import Annotated, annotated
from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.core.characters import name, number
from uriinspector.core.expression import expression
from uriinspector.core.model import CharacterName, NamedTuple, Part, Span, message
from uriinspector.gui.fonts import has_glyph
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


SEMIBOLD, BOLD, HEAVY = 600, 700, 800
# Patterns of underlines.
DOTS, DASHES, DASH_DOTS, WAVE = "dots", "dashes", "dash-dots", "wave"
DOUBLE, DOUBLE_DASHES, SOLID = "double", "double-dashes", "solid"

RunT = TypeVar("RunT", "Tint", "Bracket", "Underline")


class Tint(NamedTuple):
    """A span and the meaning that determines its color."""

    start: int
    end: int
    meaning: str
    weight: int = 400


class Bracket(NamedTuple):
    """A span with a labeled bracket below it."""

    start: int
    end: int
    label: str
    meaning: str


class Underline(NamedTuple):
    """An underlined span with a problem; an empty span marks where something is missing."""

    start: int
    end: int
    meaning: str
    pattern: str = WAVE  # the one of findings
    words: str = ""  # the tooltip


# The color and pattern of each kind of encoding problem; each pattern has one meaning.
PATTERNS = {
    **dict.fromkeys(
        (
            *(escapes.OVERLONG, escapes.ESCAPED_CONTROL, escapes.DELIMITER, escapes.DOTS),
            escapes.INVALID,
        ),
        ("high", DOUBLE_DASHES),
    ),
    escapes.TWICE: ("medium", DOUBLE),
    escapes.BROKEN: ("medium", DASH_DOTS),
    **dict.fromkeys((escapes.CONTROL, escapes.BACKSLASH), ("medium", SOLID)),
    **dict.fromkeys((escapes.EXCLUDED, escapes.NON_ASCII), ("low", DOTS)),
    **dict.fromkeys((escapes.LINE_END, escapes.NEEDLESS, escapes.SMALL), ("muted", DASHES)),
    escapes.SIGNS["&amp;"]: ("low", WAVE),  # marked as a finding
}


# The meaning of each pattern in the table of encoding problems.
LEGEND = {
    DOUBLE_DASHES: message("may be misread"),
    DOUBLE: message("encoded repeatedly"),
    DASH_DOTS: message("broken % code"),
    SOLID: message("changed by browsers"),
    DOTS: message("must be encoded"),
    DASHES: message("unusual % code"),
    WAVE: message("see the findings"),
}


class Look(NamedTuple):
    """The colors and marks of a text; spans are in code points, and each kind is in text order."""

    tints: tuple[Tint, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    underlines: tuple[Underline, ...] = ()
    hatched: tuple[Span, ...] = ()
    heavy: Span | None = None  # the most important span, with a thicker bracket

    def moved(self, at: int, removed: int, added: int) -> Look:
        """Return the look after an edit; it is used until the new text has been inspected."""
        return Look(
            _moved(self.tints, at, removed, added),
            _moved(self.brackets, at, removed, added),
            _moved(self.underlines, at, removed, added),
            tuple(_span(each, at, removed, added) for each in self.hatched),
            _span(self.heavy, at, removed, added) if self.heavy else None,
        )

    def bracket_at(self, point: int) -> Bracket | None:
        index = bisect_right(self.brackets, point, key=lambda each: each.start) - 1
        bracket = self.brackets[index] if index >= 0 else None
        return bracket if bracket and bracket.start <= point < bracket.end else None

    def problem_at(self, point: int) -> Underline | None:
        """Return the encoding problem at a code point, if it has an explanation."""
        found = (each for each in self.underlines if each.start <= point < each.end and each.words)
        return next(found, None)

    def next_bracket(self, span: Span, steps: int) -> Bracket | None:
        """Return the bracket after or before a selection; past the ends, the last or first
        one.

        If the caret is inside a bracket, that bracket is the next one, so that it is
        selected as a whole.
        """
        spans = [Span(each.start, each.end) for each in self.brackets]
        if span in spans:
            at = spans.index(span) + steps
        elif steps > 0:
            at = next((n for n, each in enumerate(spans) if each.end > span.end), len(spans))
        else:
            at = sum(each.start < span.start for each in spans) - 1
        return self.brackets[min(max(at, 0), len(spans) - 1)] if spans else None


NOTHING = Look()


def look_of(annotated: Annotated) -> Look:
    """Return the look of an annotated text: colored parts, underlined problems."""
    front = _misleading_front(annotated)
    return Look(
        tuple(_tints(annotated)),
        tuple(_brackets(annotated, front)),
        tuple(sorted(_underlines(annotated))),
        tuple(sorted((*annotated.deceptive, *((front,) if front else ())))),
        annotated.site,
    )


def _brackets(annotated: Annotated, front: Span | None) -> Iterator[Bracket]:
    """Yield a bracket for each part, but two for a host that begins with a misleading name."""
    for start, end, part, label in annotated.stretches:
        if part is Part.HOST and front:
            yield Bracket(*front, say("prefix, not the site"), part)
            yield Bracket(front.end, end, say("the site"), part)
        elif part:
            yield Bracket(start, end, say(label), part)


def _misleading_front(annotated: Annotated) -> Span | None:
    """Return the part of the host before its site, if it has a finding of at least medium
    severity.
    """
    site = annotated.site
    host = next((each for each in annotated.stretches if each.part is Part.HOST), None)
    if site is None or host is None:
        return None
    is_serious = any(
        each.severity in {"high", "medium"} and host.start <= each.start < each.end <= site.start
        for each in annotated.marks
    )
    return Span(host.start, site.start) if is_serious else None


def _underlines(annotated: Annotated) -> Iterator[Underline]:
    """Mark encoding problems by kind, and other findings by severity."""
    covered: set[int] = set()
    for start, end, kind, words in annotated.problems:
        covered.update(range(start, end))
        yield Underline(start, end, *PATTERNS[kind], say(words))
    for start, end, severity in annotated.marks:
        if start == end:
            yield Underline(start, end, severity)
        for is_covered, run in groupby(range(start, end), covered.__contains__):
            if not is_covered:
                places = list(run)
                yield Underline(places[0], places[-1] + 1, severity)


def _tints(annotated: Annotated) -> Iterator[Tint]:
    """Yield a tint for each part; the host is bold, its registrable domain boldest."""
    for start, end, part, _ in annotated.stretches:
        if part is not Part.HOST:
            yield Tint(start, end, part or "muted")
        elif annotated.site is None:
            yield Tint(start, end, part, BOLD)
        else:
            first, last = annotated.site
            parts = ((start, first, SEMIBOLD), (first, last, HEAVY), (last, end, SEMIBOLD))
            yield from (Tint(a, b, part, weight) for a, b, weight in parts if a < b)


def _moved(runs: Iterable[RunT], at: int, removed: int, added: int) -> tuple[RunT, ...]:
    result = []
    for each in runs:
        start, end = _span(Span(each.start, each.end), at, removed, added)
        if start < end:
            result.append(each._replace(start=start, end=end))
    return tuple(result)


def _span(span: Span, at: int, removed: int, added: int) -> Span:
    """Move a span after an edit; text inserted inside it or at its end becomes part of it."""
    gone, shift = at + removed, added - removed

    def moved(place: int) -> int:
        if place < at:
            return place
        return place + shift if place >= gone else at + added

    return Span(moved(span.start) if span.start else 0, moved(span.end))


SUSPECT = expression("[^!-~]++")
ASTRAL = expression("[\U00010000-\U0010ffff]")
# Maximum number of combining marks drawn on a letter; more would cover adjacent lines.
MOST_MARKS = 3


@lru_cache(maxsize=8192)
def is_chip(character: str) -> bool:
    """Return True if a character is drawn as a labeled chip because it has no safe shape.

    Characters that no font can draw would all look like the same empty box.
    """
    return character != " " and (
        is_unsafe(character)
        or (character > "\uffff" and is_mark(character))
        or not has_glyph(character)
    )


@lru_cache(maxsize=8192)
def is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def pieces(text: str, before: str = "") -> Iterator[tuple[str, bool]]:
    """Split a text into drawable runs and runs of equal chips.

    A combining mark is only drawn on a letter or digit: on other characters it would change
    their shape or take no room. A space is only drawn after another character, because
    consecutive spaces would not wrap but run out of sight.
    """
    at = 0  # end of the text that has been yielded
    for start, end in _chips(text, before):
        if at < start:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield text[at:], False


def _chips(text: str, before: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of runs of equal chips."""
    start = end = 0  # of the current run
    for match in SUSPECT.finditer(text):
        last = text[max(match.start() - 1, 0) : match.start()] or before
        carries = _marks_allowed(last)
        for at, character in enumerate(match[0], match.start()):
            mark = is_mark(character)
            is_raw = carries > 0 if mark else (character != " " or last[-1:] not in {"", " "})
            last = character
            if is_raw and not is_chip(character):
                carries = carries - 1 if mark else _marks_allowed(character)
                continue
            carries = 0
            if end != at or text[start] != character:
                if start < end:
                    yield start, end
                start = at
            end = at + 1
    if start < end:
        yield start, end


def _marks_allowed(before: str) -> int:
    """Return how many combining marks can still be drawn after this text."""
    for count, character in enumerate(before[: -MOST_MARKS - 2 : -1]):
        if not is_mark(character):
            is_base = not is_chip(character) and unicodedata.category(character)[0] in "LN"
            return max(MOST_MARKS - count, 0) if is_base else 0
    return 0


class CodeUnits:
    """Converts the positions in a text between code points and UTF-16 units."""

    __slots__ = ("_middles", "_wide", "length")

    def __init__(self, text: str) -> None:
        """Find the characters with two UTF-16 units; most texts have none."""
        result = [] if text.isascii() else ASTRAL.finditer(text)
        self._wide = [each.start() for each in result if not is_chip(each[0])]
        self._middles = [at + index + 1 for index, at in enumerate(self._wide)]
        self.length = len(text) + len(self._wide)

    def of(self, point: int) -> int:
        """Return the UTF-16 position of a code point."""
        return point + bisect_left(self._wide, point)

    def point(self, unit: int) -> int:
        """Return the code point at a UTF-16 position; a position inside a code point counts
        as its end.
        """
        return unit - bisect_left(self._middles, unit)


def spoken_name(character: str) -> str:
    """Return a character's spoken name, such as "U+202E right-to-left override"."""
    return f"{number(character)} {say('{name}', name=CharacterName(name(character).lower()))}"


def in_brackets(character: str) -> str:
    """Return a character's spoken name in brackets, for use within a text."""
    return f"‹{spoken_name(character)}›"


class SpokenText:
    """A text for screen readers; maps positions between it and the original."""

    def __init__(self, text: str) -> None:
        """Replace chips, and characters that have two UTF-16 units, with their names."""
        self.named: dict[int, str] = dict(_named(text))
        self._points = sorted(self.named)
        self._shifts = [0]  # the growth in length after each of these points
        for point in self._points:
            self._shifts.append(self._shifts[-1] + len(self.named[point]) - 1)
        self.text = (
            "".join(
                chain.from_iterable((text[start:at], self.named[at]) for start, at in self._gaps())
            )
            + text[self._points[-1] + 1 if self._points else 0 :]
        )

    def place(self, point: int) -> int:
        """Return the position at which a code point begins in the spoken text."""
        return point + self._shifts[bisect_right(self._points, point - 1)]

    def point(self, place: int) -> int:
        """Return the code point at a position in the spoken text; within a name, the one it
        names.
        """
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


# The maximum number of characters of a part to read aloud.
MOST = 400


def look_and_description(inspection: Inspection) -> tuple[Look, str]:
    """Return the look and the spoken description of an inspected text."""
    result = annotated(inspection)
    return look_of(result), accessible_text(result)


def accessible_text(annotated: Annotated) -> str:
    """Return the labels and texts of the parts, in order."""
    text = []
    for start, end, part, label in annotated.stretches:
        if part:
            text.append(f"{say(label)}: {_spoken(annotated.text, start, end)}")
    return "; ".join(text)


def _spoken(text: str, start: int, end: int) -> str:
    run = "".join(_character(each) for each in text[start : min(end, start + MOST)])
    left_out = end - start - MOST
    if left_out > 0:
        run += " " + say("and {count} more characters", count=left_out)
    return run


def _character(character: str) -> str:
    return in_brackets(character) if is_chip(character) else character
