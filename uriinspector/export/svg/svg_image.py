"""A link as an image: colored, with labeled brackets and its verdict.

Letters are real text, which can be selected and searched. Every run specifies its width, so that it
looks the same in any fixed-width font. A renderer that ignores this width (Qt's) is given the font
and its letter width instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.annotated import Stretch
from uriinspector.analysis.label_layout import BracketSegment, LineRoom, PlacedLabel, place_labels
from uriinspector.core.model import NamedTuple
from uriinspector.export.drawing import DECEPTIVE, SITE, Drawing, DrawnRun, drawing
from uriinspector.export.language import Language, english
from uriinspector.export.options import LABEL, MARGIN, SMALL, WIDTH, ExportMaterial, Face
from uriinspector.export.svg.svg_page import SvgPage, element, path, rect, words

if TYPE_CHECKING:
    pass


GAP, LEAST = 10.0, 34.0


class SvgBracket(NamedTuple):
    """The part of a component's bracket that is in one row, and the label if it is in this row."""

    part: str
    words: str
    left: float
    right: float
    opens: bool
    closes: bool
    label: PlacedLabel | None


class Band(NamedTuple):
    start: int
    end: int
    brackets: tuple[SvgBracket, ...]

    @property
    def rows(self) -> int:
        return max((each.label.row + 1 for each in self.brackets if each.label), default=0)


def bands(drawn: Drawing, face: Face, say: Language = english) -> list[Band]:
    rows = list(_rows(drawn.starts, face.cells))
    stretches = [each._replace(label=say(each.label)) for each in drawn.stretches]
    homes = {each: _home(each, rows, drawn, face) for each in stretches}
    return [_band(row, drawn, homes, face) for row in rows]


def _rows(starts: tuple[int, ...], most: int) -> Iterator[tuple[int, int]]:
    """Yield runs of characters that fit into a row; a character wider than a row gets its own
    row.
    """
    first = 0
    for at in range(len(starts) - 1):
        if starts[at + 1] - starts[first] > most and at > first:
            yield first, at
            first = at
    yield first, len(starts) - 1


def _home(
    stretch: Stretch, rows: list[tuple[int, int]], drawn: Drawing, face: Face
) -> tuple[int, int] | None:
    """Return the row for a label: the first in which it fits, or else the widest one."""
    edges = {row: [_edge(at, row, drawn, face) for at in stretch[:2]] for row in rows}
    widths = {row: right - left for row, (left, right) in edges.items() if left < right}
    wanted = face.width(stretch.label, LABEL)
    fitting = [row for row, width in widths.items() if width >= wanted]
    return fitting[0] if fitting else max(widths, key=widths.__getitem__, default=None)


def _edge(at: int, row: tuple[int, int], drawn: Drawing, face: Face) -> float:
    """Return the x position of a character in a row, or the nearest end of the row."""
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


# The maximum number of characters; longer images would not be readable.
MOST = 1_000
# Preserve all spaces, and do not use ligatures.
PLAINLY = {"xml:space": "preserve", "style": "white-space:pre;font-variant-ligatures:none"}
# The distances from the baseline to the bracket and to the labels, and the height of a label row.
DROP, LABEL_DROP, ROW = 9.0, 15.0, 17.0


class SvgImage(SvgPage):
    """The link in rows below the verdict."""

    def __init__(self, given: ExportMaterial) -> None:
        super().__init__(given)
        self.text: Drawing = drawing(self.inspection, MOST, exact=self.is_exact)
        self.face = self.face.fitted(self.text.starts[-1])

    def draw(self) -> None:
        if not self.text.pieces:
            self.row(self.say("(empty)"), SMALL, "muted")
        for band in bands(self.text, self.face, self.say):
            self._band(band)
        if self.text.left_out:
            more = self.say.count(self.text.left_out, "1 more character", "{count} more characters")
            self.row(f"\u2026 {more}", SMALL, "muted")

    def description(self) -> Iterator[str]:
        yield self.severity_sentence()
        for each in self.text.stretches:
            shown = "".join(self.text.pieces[each.start : each.end])
            yield f"{self.say(each.label)}: {shown}."
        yield self.edition_sentence()

    def _band(self, band: Band) -> None:
        self.y += self.face.size + 4
        for run in self.text.runs(band.start, band.end):
            self._run(run, band)
        foot = self.y + DROP
        for bracket in band.brackets:
            self._bracket(bracket, foot)
        self.y = foot + (LABEL_DROP - 4 + band.rows * ROW if band.rows else 12)

    def _run(self, run: DrawnRun, band: Band) -> None:
        left, right = (self._x(at, band) for at in (run.start, run.end))
        if DECEPTIVE in run.meanings:
            self._hatch(left, right - left)
        meaning = run.meanings[0] if run.meanings else "muted"
        for start, end in self._evenly_spaced(run):
            self._letters(start, end, meaning, band)
        if SITE in run.meanings:
            line = rect(left, self.y + 3.5, right - left, 1.5, self.colour("host"))
            self.parts.append(line)

    def _evenly_spaced(self, run: DrawnRun) -> Iterator[tuple[int, int]]:
        """Yield runs with the same advance in any font; a non-ASCII letter may come from
        another font, so it is a run by itself.
        """
        start = run.start
        for at in range(run.start, run.end):
            is_alone = self.face.by_letter or not self.text.pieces[at].isascii()
            if is_alone and start < at:
                yield start, at
            if is_alone:
                yield at, at + 1
                start = at + 1
        if start < run.end:
            yield start, run.end

    def _letters(self, start: int, end: int, meaning: str, band: Band) -> None:
        """Draw characters with the intended width."""
        left, right = (self._x(at, band) for at in (start, end))
        self.parts.append(
            words(
                "".join(self.text.pieces[start:end]), left, self.y,
                font_family=self.face.fixed, font_size=self.face.size, fill=self.colour(meaning),
                font_weight="bold" if meaning == "host" else None,
                textLength=right - left, lengthAdjust="spacingAndGlyphs", **PLAINLY,
            )
        )  # fmt: skip

    def _x(self, at: int, band: Band) -> float:
        return MARGIN + (self.text.starts[at] - self.text.starts[band.start]) * self.face.cell

    def _hatch(self, left: float, width: float) -> None:
        """Draw a hatched background: color alone would not be enough to mark a deceptive
        name.
        """
        top, height = self.y - self.face.size + 1, self.face.size + 5
        self.parts += [
            element(
                "rect", x=left, y=top, width=width, height=height, fill=self.colour("hatch")
            ),
            element(
                "path", d=hatching(left, top, width, height), fill="none",
                stroke=self.colour("userinfo"), stroke_opacity=0.35,
            ),
        ]  # fmt: skip

    def _bracket(self, bracket: SvgBracket, line_y: float) -> None:
        colour = self.colour(bracket.part)
        left = MARGIN + bracket.left + (1 if bracket.opens else 0)
        right = MARGIN + bracket.right - (1 if bracket.closes else 0)
        self.parts.append(rect(left, line_y, max(right - left, 1.0), 2, colour))
        for is_end, x in ((bracket.opens, left), (bracket.closes, right - 1.5)):
            if is_end:
                self.parts.append(rect(x, line_y - 4, 1.5, 4, colour))
        if bracket.label is None:
            return
        base = line_y + LABEL_DROP + bracket.label.row * ROW
        if bracket.label.leader is not None:
            x = MARGIN + bracket.label.leader
            self.parts.append(rect(x - 0.5, line_y + 2, 1, base - LABEL - line_y - 1, colour))
        most = int((bracket.label.width + 0.5) / (LABEL * self.face.average))
        label = (
            bracket.words if len(bracket.words) <= most else bracket.words[: most - 1] + "\u2026"
        )
        middle = MARGIN + (bracket.label.left + bracket.label.right) / 2
        self.parts.append(
            words(
                label, middle, base, text_anchor="middle", font_family=self.face.words,
                font_size=LABEL, fill=colour,
            )
        )  # fmt: skip


def hatching(left: float, top: float, width: float, height: float, step: float = 7) -> str:
    """Return slanted lines that end at the edges of a box, because not every renderer can clip."""
    lines = []
    at = step / 2
    while at < width + height:
        x1, y1 = (left + at, top) if at <= width else (left + width, top + at - width)
        x2, y2 = (left, top + at) if at <= height else (left + at - height, top + height)
        lines.append(path("M{} {}L{} {}", x1, y1, x2, y2))
        at += step
    return "".join(lines)


def svg_image(given: ExportMaterial) -> str:
    return SvgImage(given).drawn()
