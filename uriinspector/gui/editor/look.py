"""How a text is to look: values that the editor is given and draws, whoever made them."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, TypeVar

from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.annotated import Annotated

SEMIBOLD, BOLD, HEAVY = 600, 700, 800

RunT = TypeVar("RunT", "Tint", "Bracket", "Underline")


class Tint(NamedTuple):
    """A run in the colour of a meaning."""

    start: int
    end: int
    meaning: str
    weight: int = 400


class Bracket(NamedTuple):
    """A run with a labelled bracket under it."""

    start: int
    end: int
    label: str
    meaning: str


class Underline(NamedTuple):
    """A run that something is said about; one without extent marks where something is missing."""

    start: int
    end: int
    meaning: str


class Look(NamedTuple):
    """All of it, in code points, each kind in the order of the text."""

    tints: tuple[Tint, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    underlines: tuple[Underline, ...] = ()
    hatched: tuple[Span, ...] = ()
    heavy: Span | None = None  # what counts most: its bracket is thicker

    def moved(self, at: int, removed: int, added: int) -> Look:
        """Follow an edit until somebody has looked at the new text."""
        return Look(
            _moved(self.tints, at, removed, added),
            _moved(self.brackets, at, removed, added),
            _moved(self.underlines, at, removed, added),
            tuple(_span(each, at, removed, added) for each in self.hatched),
            _span(self.heavy, at, removed, added) if self.heavy else None,
        )

    def bracket_at(self, point: int) -> Bracket | None:
        """Find the bracket over a code point."""
        index = bisect_right(self.brackets, point, key=lambda each: each.start) - 1
        bracket = self.brackets[index] if index >= 0 else None
        return bracket if bracket and bracket.start <= point < bracket.end else None

    def next_bracket(self, span: Span, steps: int) -> Bracket | None:
        """Find the bracket after a selected run or the caret, or before it; at the end, the last.

        From inside of one the next is that one: then it is selected whole.
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
    """Colour the parts, dim the delimiters, underline what is faulty."""
    return Look(
        tuple(_tints(annotated)),
        tuple(
            Bracket(each.start, each.end, say(each.label), each.part)
            for each in annotated.stretches
            if each.part
        ),
        tuple(sorted(Underline(*each) for each in annotated.marks)),
        annotated.deceptive,
        annotated.site,
    )


def _tints(annotated: Annotated) -> Iterator[Tint]:
    """Colour each part; the host is bold, and of a name the registrable domain boldest."""
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
    """Move a run: what is typed inside it or at its end belongs to it."""
    gone, shift = at + removed, added - removed

    def moved(place: int) -> int:
        if place < at:
            return place
        return place + shift if place >= gone else at + added

    return Span(moved(span.start) if span.start else 0, moved(span.end))
