"""The rows of a picture: which characters stand in each, and the brackets under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.label_layout import BracketSegment, LineRoom, PlacedLabel, place_labels
from uriinspector.core.model import NamedTuple
from uriinspector.export.language import english
from uriinspector.export.svg.face import LABEL, MARGIN, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.annotated import Stretch
    from uriinspector.export.drawing import Drawing
    from uriinspector.export.language import Translator
    from uriinspector.export.svg.face import Face

GAP, LEAST = 10.0, 34.0


class SvgBracket(NamedTuple):
    """What is seen of a part in one row, from left to right, and its label if that is here."""

    part: str
    words: str
    left: float
    right: float
    opens: bool
    closes: bool
    label: PlacedLabel | None


class Band(NamedTuple):
    """A row of characters with its brackets."""

    start: int
    end: int
    brackets: tuple[SvgBracket, ...]

    @property
    def rows(self) -> int:
        """How many rows of labels there are."""
        return max((each.label.row + 1 for each in self.brackets if each.label), default=0)


def bands(drawn: Drawing, face: Face, say: Translator = english) -> list[Band]:
    """All rows of the text."""
    rows = list(_rows(drawn.starts, face.cells))
    stretches = [each._replace(label=say(each.label)) for each in drawn.stretches]
    homes = {each: _home(each, rows, drawn, face) for each in stretches}
    return [_band(row, drawn, homes, face) for row in rows]


def _rows(starts: tuple[int, ...], most: int) -> Iterator[tuple[int, int]]:
    """Runs of characters that fit into so many cells; a wider one has a row of its own."""
    first = 0
    for at in range(len(starts) - 1):
        if starts[at + 1] - starts[first] > most and at > first:
            yield first, at
            first = at
    yield first, len(starts) - 1


def _home(
    stretch: Stretch, rows: list[tuple[int, int]], drawn: Drawing, face: Face
) -> tuple[int, int] | None:
    """The row of the label: the first in which it fits, else the one with most of the part."""
    edges = {row: [_edge(at, row, drawn, face) for at in stretch[:2]] for row in rows}
    widths = {row: right - left for row, (left, right) in edges.items() if left < right}
    wanted = face.width(stretch.label, LABEL)
    fitting = [row for row, width in widths.items() if width >= wanted]
    return fitting[0] if fitting else max(widths, key=widths.__getitem__, default=None)


def _edge(at: int, row: tuple[int, int], drawn: Drawing, face: Face) -> float:
    """Where a place of the text lies in a row, or the end of the row that is nearest to it."""
    start, end = row
    return (drawn.starts[min(max(at, start), end)] - drawn.starts[start]) * face.cell


def _band(
    row: tuple[int, int],
    drawn: Drawing,
    homes: dict[Stretch, tuple[int, int] | None],
    face: Face,
) -> Band:
    start, end = row
    here = [each for each in homes if each.start < end and start < each.end]
    segments = [
        BracketSegment(
            _edge(each.start, row, drawn, face),
            _edge(each.end, row, drawn, face),
            face.width(each.label, LABEL),
            homes[each] == row,
        )
        for each in here
    ]
    labels = place_labels(segments, LineRoom(WIDTH - 2 * MARGIN, GAP, LEAST))
    return Band(
        start,
        end,
        tuple(
            SvgBracket(
                each.part.value if each.part else "",
                each.label,
                segment.left,
                segment.right,
                start <= each.start,
                each.end <= end,
                label if homes[each] == row else None,
            )
            for each, segment, label in zip(here, segments, labels, strict=True)
        ),
    )
