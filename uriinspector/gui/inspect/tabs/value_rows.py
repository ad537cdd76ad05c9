"""The values in a link as rows: every reading with those inside of it.  No Qt here."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import EVIDENCE
from uriinspector.analysis.values.value import (
    CERTAIN,
    LIKELY,
    LINK,
    POSSIBLE,
    Value,
    ValueReading,
    every_value,
)
from uriinspector.analysis.values.walk import OWN
from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

ARROW = " \u2192 "
# More of a value is for those who copy it.
LONGEST = 400


class ValueRow(NamedTuple):
    """One reading of a value; ``is_rival``: a surer one of the same value stands above it."""

    value: Value
    reading: ValueReading
    is_rival: bool

    @property
    def span(self) -> Span:
        """Where it is in the link."""
        return self.value.span

    @property
    def is_link(self) -> bool:
        """Whether what was decoded is a link."""
        return self.reading.kind == LINK

    @property
    def name(self) -> Pieces:
        """What it is called in the link, and how it is written there."""
        if self.is_rival:
            return ours(say("or"), Kind.MUTED)
        name = self.value.name
        called = (*outside(name, Kind.MUTED), *ours(": ", Kind.MUTED)) if name else ()
        return (*called, *outside(self.value.text[:LONGEST]))

    @property
    def meaning(self) -> Pieces:
        """The reading in words; what is only possible does not stand out."""
        kind = Kind.MUTED if self.reading.confidence == POSSIBLE else Kind.PLAIN
        runs = self.reading.phrase.pieces(say)
        return tuple(
            chain.from_iterable(
                outside(run.text[:LONGEST], kind) if run.kind == EVIDENCE else ours(run.text, kind)
                for run in runs
            )
        )

    @property
    def decoders(self) -> Pieces:
        """The decoders that led to it, the outermost first; a part was read by the outer one."""
        own = () if self.reading.decoder == OWN.name else (self.reading.decoder,)
        return ours(ARROW.join((*self.value.via, *own)), Kind.MUTED)

    @property
    def confidence(self) -> Pieces:
        """How sure the reading is."""
        words = {CERTAIN: say("certain"), LIKELY: say("likely"), POSSIBLE: say("possible")}
        kind = Kind.STRONG if self.reading.confidence == CERTAIN else Kind.MUTED
        return ours(words[self.reading.confidence], kind)


def value_rows(values: Iterable[Value], kind: str = "") -> list[ValueRow]:
    """The readings of values; of one kind alone with what holds one of that kind."""
    return [
        ValueRow(value, reading, number > 0)
        for value in values
        for number, reading in enumerate(value.readings)
        if not kind or reading.kind == kind or _holds(reading, kind)
    ]


def rows_inside(row: ValueRow, kind: str = "") -> list[ValueRow]:
    """The readings of what is inside of a decoded value."""
    return value_rows(row.reading.inside, kind)


def kinds_in(inspection: Inspection) -> list[str]:
    """The kinds of all readings, each once."""
    every = every_value(inspection.values)
    return list(dict.fromkeys(reading.kind for value in every for reading in value.readings))


def _holds(reading: ValueReading, kind: str) -> bool:
    return any(
        inner.kind == kind for value in every_value(reading.inside) for inner in value.readings
    )
