"""What the values of a link mean, in the words of its components: the surest reading of each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import EVIDENCE
from uriinspector.analysis.values.value import CONFIDENCE_RANK, LAYER, Value, ValueReading
from uriinspector.core.model import Span
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.gui.inspect.component_row import ComponentRow

# The other columns say already what percent-encoding holds.
SHOWN_DECODED = frozenset({"percent", "form"})
# A cell has no room for more of a chain.
LAYERS = 3
LONGEST = 200


class ValueMeanings:
    """Finds for a run of the link what the value in it means."""

    def __init__(self, values: tuple[Value, ...]) -> None:
        """``values`` as an inspection has them, in the order of the text."""
        self._values = values
        self._starts = [each.start for each in values]

    def added(self, row: ComponentRow) -> ComponentRow:
        """The row with the meaning of its value, or those below it with theirs."""
        if row.size:
            below = row.children
            return row._replace(children=lambda most: map(self.added, below(most)))
        reading = self.meaning(row.span) if row.span and row.text else ""
        if not reading:
            return row
        return row._replace(meaning=f"{reading}; {row.meaning}" if row.meaning else reading)

    def meaning(self, span: Span) -> str:
        """In words what is surest of all that the run holds; "" where nothing is read in it."""
        inside = [each for each in self._within(span) if _is_worth_saying(each.best)]
        if not inside:
            return ""
        value = min(inside, key=lambda each: (_rank(each), each.start - each.end))
        return "; ".join(_phrases(value.best))

    def _within(self, span: Span) -> Iterator[Value]:
        for place in range(bisect_left(self._starts, span.start), len(self._values)):
            value = self._values[place]
            if value.start > span.end:
                return
            if value.end <= span.end:
                yield value


def _rank(value: Value) -> int:
    return CONFIDENCE_RANK[value.best.confidence]


def _is_worth_saying(reading: ValueReading) -> bool:
    return next(_phrases(reading), "") != ""


def _phrases(reading: ValueReading) -> Iterator[str]:
    """The reading, and where it is a coding what is inside, as far as that is one value."""
    for _ in range(LAYERS):
        if reading.decoder not in SHOWN_DECODED:
            yield _words(reading)
        if reading.kind != LAYER or len(reading.inside) != 1:
            return
        reading = reading.inside[0].best


def _words(reading: ValueReading) -> str:
    """Its sentence, nothing from outside as it is."""
    runs = reading.phrase.pieces(say)
    return "".join(
        visible(each.text[:LONGEST]) if each.kind == EVIDENCE else each.text for each in runs
    )
