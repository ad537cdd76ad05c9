"""The values of a link as a graph: from the link to what is written in it, layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import cells
from uriinspector.analysis.values.value import CERTAIN, POSSIBLE
from uriinspector.export.language import english
from uriinspector.export.svg.face import LABEL, MARGIN, SMALL, WIDTH
from uriinspector.export.svg.svg_page import ELLIPSIS, SvgPage, element, in_short, words
from uriinspector.export.value_graph import PART, value_graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.values.value import PlacedReading
    from uriinspector.export.language import Translator
    from uriinspector.export.svg.face import Face
    from uriinspector.export.value_graph import GraphNode

# A box, what is free in it, from one to the next, and from one row to the next.
BOX, HIGH, PAD, ACROSS, DOWN = 350.0, 46.0, 10.0, 96.0, 14.0
DASHES = {POSSIBLE: "6 4"}
# No more of a value is looked at.
LONGEST = 200
# How wide a letter of evidence is, as a share of its height: rather too wide than too narrow.
CELL = 0.64


class ValueImage(SvgPage):
    """A column for each depth; an edge is named by its decoder."""

    def __init__(
        self,
        inspection: Inspection,
        theme: str,
        face: Face,
        *,
        exact: bool,
        notes: tuple[str, ...],
        say: Translator = english,
    ) -> None:
        """Be as wide as the values are deep."""
        self.graph = value_graph(inspection.meant.values)
        columns = self.graph.columns
        self.width = max(WIDTH, 2 * MARGIN + columns * BOX + (columns - 1) * ACROSS)
        super().__init__(inspection, theme, face, exact=exact, notes=notes, say=say)

    def drawn(self) -> str:
        """The whole picture."""
        self.verdict()
        top = self.y
        for node in self.graph.nodes:
            if node.of is not None:
                self._edge(self.graph.nodes[node.of], node, top)
        for node in self.graph.nodes:
            self._node(node, top)
        self.y = top + self.graph.rows * (HIGH + DOWN)
        if len(self.graph.nodes) == 1:
            self.row(self.say("No values that can be decoded"), SMALL, "muted")
        if self.graph.left_out:
            self.row(self.say("{count} more readings", count=self.graph.left_out), SMALL, "muted")
        self.footer()
        title = self.headline()
        return self.framed(title, " ".join(self._description()))

    def _description(self) -> Iterator[str]:
        """The nodes in words, for those who do not see them."""
        for number, node in enumerate(self.graph.nodes):
            if node.placed is not None:
                _, meaning = self._lines(node.placed)
                where = self.say("{number} inside {outer}", number=number, outer=node.of)
                yield f"{where if node.of else number}, {self.say(node.edge)}: {meaning}."

    def _lines(self, placed: PlacedReading) -> tuple[str, str]:
        """What is written, and what it is read as."""
        value, reading, _ = placed
        name = f"{self.display(value.name)}: " if value.name else ""
        # What is only likely says so; what is only possible says so in its own words.
        sure = (
            "" if reading.confidence in {CERTAIN, POSSIBLE} else f"{self.say(reading.confidence)}: "
        )
        meaning = self.display("".join(each.text for each in reading.phrase.pieces(self.say)))
        return name + self.display(value.text[:LONGEST]), sure + meaning

    def _at(self, node: GraphNode, top: float) -> tuple[float, float]:
        return MARGIN + node.column * (BOX + ACROSS), top + node.row * (HIGH + DOWN)

    def _node(self, node: GraphNode, top: float) -> None:
        x, y = self._at(node, top)
        placed = node.placed
        part = placed.value.part if placed else "host"
        stroke = self.colour(part if part in self.colours.parts else "muted")
        dash = DASHES.get(placed.reading.confidence) if placed else None
        self.parts.append(
            element(
                "rect", x=x, y=y, width=BOX, height=HIGH, rx=8, fill=self.colour("window"),
                stroke=stroke, stroke_width=1.5, stroke_dasharray=dash,
            )
        )  # fmt: skip
        first, second = self._lines(placed) if placed else self._link()
        room = BOX - 2 * PAD
        first = self.fitted(first, SMALL * CELL, room)
        second = shortened(second, int(room / (LABEL * self.face.average)))
        fixed, plain = self.face.fixed, self.face.words
        self.parts += [
            words(
                first, x + PAD, y + 19, font_family=fixed, font_size=SMALL,
                fill=self.colour("text"),
            ),
            words(
                second, x + PAD, y + 36, font_family=plain, font_size=LABEL,
                fill=self.colour("muted"),
            ),
        ]  # fmt: skip

    def _link(self) -> tuple[str, str]:
        text = self.inspection.text
        return self.display(text[:LONGEST]), self.say("the link")

    def _edge(self, start: GraphNode, end: GraphNode, top: float) -> None:
        """Along the column of its outer node, then across to its own."""
        (x, y), (right, level) = self._at(start, top), self._at(end, top)
        left, begin, foot = x + BOX, y + HIGH / 2, level + HIGH / 2
        bend = left + 14
        way = f"M{in_short(left)} {in_short(begin)}H{in_short(bend)}V{in_short(foot)}"
        line = self.colour("muted")
        self.parts += [
            element("path", d=f"{way}H{in_short(right - 7)}", fill="none", stroke=line),
            element(
                "path", fill=line,
                d=f"M{in_short(right - 8)} {in_short(foot - 4)}L{in_short(right)} "
                f"{in_short(foot)}L{in_short(right - 8)} {in_short(foot + 4)}Z",
            ),
        ]  # fmt: skip
        label = "" if end.edge == PART else self.fitted(end.edge, LABEL * 0.6, ACROSS - 26)
        if label:
            self.parts.append(
                words(
                    label, bend + 4, foot - 5, font_family=self.face.words, font_size=LABEL,
                    fill=line,
                )
            )  # fmt: skip


def shortened(text: str, most: int) -> str:
    """The beginning of a sentence; wide letters take two cells."""
    if cells(text) <= most:
        return text
    return text[: (most - 1) // (1 if len(text) == cells(text) else 2)].rstrip() + ELLIPSIS
