"""A link as an annotated image; routes, sites and values as graphs.

Letters are real text, which can be selected and searched. Every run specifies its width, so that it
looks the same in any fixed-width font. A renderer that ignores this width (Qt's) is given the font
and its letter width instead.

The nodes of a value graph have a column and a row: values inside another value are in the next
column, the first of them in the same row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from math import log2
from pathlib import PurePath
from textwrap import wrap
from typing import TYPE_CHECKING

from uriinspector.analysis.annotated import Stretch
from uriinspector.analysis.label_layout import BracketSegment, LineRoom, PlacedLabel, place_labels
from uriinspector.analysis.safe_text import cells, defanged, visible
from uriinspector.analysis.values.value import CERTAIN, POSSIBLE, PlacedReading, Value, flattened
from uriinspector.analysis.values.walk import OWN
from uriinspector.analysis.versions import program
from uriinspector.core.model import Count, NamedTuple
from uriinspector.core.parse import EDITIONS
from uriinspector.export.drawing import (
    DECEPTIVE,
    SITE,
    Drawing,
    DrawnRun,
    ThemeColors,
    drawing,
    theme_colors,
)
from uriinspector.export.language import Language, english
from uriinspector.export.options import (
    LABEL,
    MARGIN,
    SMALL,
    TITLE,
    WIDTH,
    ExportMaterial,
    ExportOptions,
    Face,
)
from uriinspector.export.report import NOT_VISITED

if TYPE_CHECKING:
    from uriinspector.analysis.verdict import Hop
    from uriinspector.documents.site.site_check import SiteCheck

# The tip of an arrow.
TIP = "M{} {}L{} {}L{} {}Z"
# The maximum number of rows of a text.
ROWS = 4
ELLIPSIS = "\u2026"


class SvgCanvas:
    """The elements of an image; ``y`` is the current vertical position, ``width`` that of the
    image.
    """

    width = WIDTH

    def __init__(self, theme: str, face: Face, say: Language = english) -> None:
        self.say = say
        self.colours: ThemeColors = theme_colors(theme)
        self.face = face
        self.parts: list[str] = []
        self.y = MARGIN

    def colour(self, meaning: str) -> str:
        return self.colours.parts.get(meaning) or self.colours.meanings[meaning]

    def fitted(self, text: str, cell: float, room: float) -> str:
        """Shorten a text in the middle to fit, since the end of a host identifies its
        owner.
        """
        most = int(room // cell)
        if cells(text) <= most:
            return text
        back = front = most // 3  # wide letters occupy two cells
        if len(text) == cells(text):
            back, front = most // 2, most - most // 2 - 1
        return text[:front] + ELLIPSIS + text[-back:]

    def row(self, text: str, size: float, meaning: str, **given: object) -> None:
        self.y += size
        self.write(text, MARGIN, self.y, size, meaning, **given)
        self.y += size * 0.45

    def write(
        self, text: str, x: float, y: float, size: float, meaning: str, face: str = "", /,
        **given: object,
    ) -> None:  # fmt: skip
        """Draw a text."""
        self.parts.append(
            words(
                text, x, y, font_family=face or self.face.words, font_size=size,
                fill=self.colour(meaning), **given,
            )
        )  # fmt: skip

    def wrapped(self, text: str, size: float) -> list[str]:
        """Return the text in rows, with the last one cut if there are too many."""
        most = int((WIDTH - 2 * MARGIN) / (size * self.face.average))
        return wrap(text, most, max_lines=ROWS, placeholder=" \u2026")

    def framed(self, title: str, description: str) -> str:
        height = self.y + MARGIN - 10
        content = [
            element("title", escape(title), id="title"),
            element("desc", escape(description), id="description"),
            rect(
                *(0.5, 0.5, self.width - 1, height - 1, self.colour("card")),
                stroke=self.colour("line"),
                rx=10,
            ),
            *self.parts,
        ]
        return (
            element(
                "svg",
                "\n" + "\n".join(content) + "\n",
                xmlns="http://www.w3.org/2000/svg",
                width=self.width,
                height=height,
                viewBox=f"0 0 {self.width:.0f} {height:.0f}",
                role="img",
                aria_labelledby="title description",
            )
            + "\n"
        )


class SvgPage(SvgCanvas):
    """An image of a link with its verdict and edition."""

    def __init__(self, given: ExportMaterial) -> None:
        exact, _, theme, face, say = given.options
        super().__init__(theme, face, say)
        self.inspection = given.inspection.meant
        self.notes = given.notes
        self.is_exact = exact
        self.display = (lambda text: defanged(text, link=str)) if exact else defanged

    def drawn(self) -> str:
        """Return the image: the verdict, the content drawn by a subclass, and the footer."""
        self.verdict()
        self.draw()
        self.footer()
        return self.framed(self.headline(), " ".join(self.description()))

    if TYPE_CHECKING:

        def draw(self) -> None: ...
        def description(self) -> Iterator[str]: ...

    def edition(self) -> str:
        return self.say(EDITIONS[self.inspection.edition].title)

    def headline(self) -> str:
        return self.display(self.say(self.inspection.verdict.headline))

    def severity_sentence(self) -> str:
        severity = self.say(self.inspection.verdict.severity or "none")
        return self.say("Severity: {severity}.", severity=severity)

    def edition_sentence(self, *notes: str) -> str:
        """Return a sentence with the edition and notes, one of which says that nothing was
        visited.
        """
        rest = "; ".join((self.say(NOT_VISITED), *notes))
        return self.say("Edition: {edition}; {rest}.", edition=self.edition(), rest=rest)

    def verdict(self) -> None:
        verdict = self.inspection.verdict
        severity = self.say(verdict.severity or "no finding")
        meaning = verdict.severity or "calm"
        width = self.face.width(severity, LABEL) + 20
        self.parts += [
            element(
                "rect", x=MARGIN, y=self.y, width=width, height=22, rx=11,
                fill=self.colour(f"{meaning}_card"), stroke=self.colour(meaning),
            ),
            words(
                severity, MARGIN + width / 2, self.y + 15.5, text_anchor="middle",
                font_family=self.face.words, font_size=LABEL, font_weight="bold",
                fill=self.colour(meaning),
            ),
        ]  # fmt: skip
        self.y += 34
        for row in self.wrapped(self.headline(), TITLE):
            self.row(row, TITLE, "text", font_weight="bold")
        self.y += 14

    def footer(self) -> None:
        self.y += 8
        version_row = program()
        written = self.say("original links" if self.is_exact else "links defanged")
        texts = (
            self.edition_sentence(written),
            *map(self.say, self.notes),
            f"{version_row.name} {version_row.version}",
        )
        foot = " ".join(texts)
        for row in self.wrapped(foot, SMALL):
            self.row(row, SMALL, "muted")


def attributes(**given: object) -> str:
    """Return attributes, with "-" for "_" in names, omitting those with the value None."""
    result = ((name.rstrip("_").replace("_", "-"), value) for name, value in given.items())
    return "".join(f' {name}="{in_short(value)}"' for name, value in result if value is not None)


def element(name: str, content: str | None = None, /, **given: object) -> str:
    """Return an element; its content is markup."""
    if content is None:
        return f"<{name}{attributes(**given)}/>"
    return f"<{name}{attributes(**given)}>{content}</{name}>"


def rect(x: float, y: float, width: float, height: float, fill: str, **given: object) -> str:
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **given)


def path(steps: str, *numbers: float) -> str:
    """Return path commands, with a number in place of each pair of braces."""
    return steps.format(*map(in_short, numbers))


def words(text: str, x: float, y: float, **given: object) -> str:
    return element("text", escape(text), x=x, y=y, **given)


def in_short(value: object) -> str:
    """Return a number with at most two decimals; any other value is escaped."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))


# The height and padding of a box, the height of an arrow, and the font size of a host.
ROUTE_IMAGE_HIGH, ROUTE_IMAGE_PAD, ARROW, HOST = 66.0, 14.0, 40.0, 18.0
# The maximum number of stops to draw: a longer route shows the first ones and the last one.
ROUTE_IMAGE_MOST = 12


class RouteImage(SvgPage):
    """The stops of a route, one below the other, from the original text to the destination."""

    def draw(self) -> None:
        route = self.inspection.verdict.route
        left_out = max(len(route) - ROUTE_IMAGE_MOST, 0)
        shown = route[: ROUTE_IMAGE_MOST - 1] + route[-1:] if left_out else route
        for number, hop in enumerate(shown):
            if number:
                is_cut = left_out > 0 and number == len(shown) - 1
                self._arrow(
                    self.say("{count} more stops", count=left_out) if is_cut else self._leads(hop),
                    known=hop.known,
                )
            self._stop(hop, is_last=number == len(shown) - 1)
        self.y += 12

    def description(self) -> Iterator[str]:
        yield self.severity_sentence()
        route = self.inspection.verdict.route
        for number, hop in enumerate(route[:ROUTE_IMAGE_MOST], 1):
            via = f" {self._leads(hop)}" if hop.via else ""
            host = self._host(hop)
            yield self.say("Stop {number}{via}: {host}.", number=number, via=via, host=host)

    def _host(self, hop: Hop) -> str:
        if hop.host:
            return self.display(hop.host)
        return self.say("no host" if hop.known else "known only to the service")

    def _leads(self, hop: Hop) -> str:
        return self.say("via {service}", service=self.display(hop.via)) if hop.via else ""

    def _stop(self, hop: Hop, *, is_last: bool) -> None:
        """Draw a box with the role, the host, and the text from which it comes."""
        verdict, width = self.inspection.verdict, WIDTH - 2 * MARGIN
        ends = is_last and hop.known
        meaning = (verdict.severity or "calm") if ends else "muted"
        self.parts.append(
            element(
                "rect", x=MARGIN, y=self.y, width=width, height=ROUTE_IMAGE_HIGH, rx=8,
                fill=self.colour(f"{meaning}_card" if ends else "window"),
                stroke=self.colour(meaning), stroke_width=1.5,
                stroke_dasharray=None if hop.known else "6 4",
            )
        )  # fmt: skip
        role = self.say(hop.role if hop.known else "not in the link")
        self._words(
            role, self.y + 26, LABEL, "muted", self.face.words, right=width - ROUTE_IMAGE_PAD
        )
        is_evidence = hop.host is not None
        face = self.face.fixed if is_evidence else self.face.words
        host = self.fitted(self._host(hop), HOST * 0.62, width - 170)
        self._words(host, self.y + 29, HOST, "host" if is_evidence else "muted", face, bold=True)
        text = self.fitted(self.display(hop.text), SMALL * 0.62, width - 2 * ROUTE_IMAGE_PAD)
        self._words(text, self.y + 52, SMALL, "muted", self.face.fixed)
        self.y += ROUTE_IMAGE_HIGH

    def _words(
        self, text: str, y: float, size: float, meaning: str, face: str, *,
        bold: bool = False, left: float = ROUTE_IMAGE_PAD, right: float = 0.0,
    ) -> None:  # fmt: skip
        if text:
            self.parts.append(
                words(
                    text, MARGIN + (right or left), y, font_family=face, font_size=size,
                    font_weight="bold" if bold else None, fill=self.colour(meaning),
                    text_anchor="end" if right else None,
                )
            )  # fmt: skip

    def _arrow(self, label: str, *, known: bool) -> None:
        """Draw an arrow to the next box, dashed if only the service knows the destination."""
        x, top, foot = MARGIN + 40, self.y + 3, self.y + ARROW - 3
        line = self.colour("muted")
        shaft = "M{} {}L{} {}"
        self.parts += [
            element(
                "path", d=path(shaft, x, top, x, foot - 1), fill="none", stroke=line,
                stroke_width=2, stroke_dasharray=None if known else "6 4",
            ),
            element(
                "path", fill=line,
                d=path(TIP, x - 6, foot - 9, x + 6, foot - 9, x, foot),
            ),
        ]  # fmt: skip
        self._words(label, self.y + ARROW / 2 + 4, SMALL, "text", self.face.words, left=58)
        self.y += ARROW


# The row height, the indentation and its maximum depth, the end of the rows, the x position of the
# dots.
SITE_IMAGE_HIGH, INDENT, DEEPEST = 26.0, 14.0, 6
COUNTS, DOTS = 430.0, 450.0
# The maximum numbers of arcs and missing targets; more could not be distinguished.
MOST_ARCS, MOST_MISSING = 120, 12
LEGEND = (
    "An arc leads from a page to each page that it links to: the more links, the wider the arc. "
    "Red arcs lead to missing targets. Links made by scripts are not included."
)
FOLDERS = (
    "A row that ends in a slash is a folder, including the pages of subfolders that have no row "
    "of their own."
)
READ = "Only the files were read; nothing was requested."


class DrawnArc(NamedTuple):
    """An arc between two vertical positions."""

    source: float
    target: float
    links: int
    is_broken: bool


class SiteImage(SvgCanvas):
    """A site: rows on the left, arcs on the right, missing targets at the end."""

    def __init__(
        self, check: SiteCheck, theme: str, face: Face, *, exact: bool, say: Language
    ) -> None:
        super().__init__(theme, face, say)
        self.check = check
        self.structure = check.structure
        self.shown = str if exact else defanged
        self.missing: Counter[str] = Counter()
        for each in self.structure.missing:
            self.missing[each.target] += each.links
        self._rows: dict[str, float] = {}
        self._missing_rows: dict[str, float] = {}

    def drawn(self) -> str:
        name = visible(PurePath(self.check.root).name or self.check.root)
        title = self.fitted(name, TITLE * 0.6, self.width - 2 * MARGIN)
        self.row(title, TITLE, "text", font_weight="bold")
        for text in self._summary():
            self.row(text, SMALL, "muted")
        self.y += 10
        self._titles()
        top = len(self.parts)
        for node in self.structure.nodes.values():
            self._node(node.path, node.pages, node.broken)
        self._missing_targets()
        # Arcs are drawn below the dots, which mark their ends.
        self.parts[top:top] = [part for arc in self._arcs() for part in self._arc(arc)]
        self.y += 14
        version = program()
        sentences = map(
            self.say, (LEGEND, *([FOLDERS] if self.structure.is_by_folder else []), READ)
        )
        texts = (*sentences, f"{version.name} {version.version}")
        for text in self.wrapped(" ".join(texts), SMALL):
            self.row(text, SMALL, "muted")
        return self.framed(
            self.say("Structure of {name}", name=name), " ".join(self._description())
        )

    def _summary(self) -> Iterator[str]:
        totals = self.check.store.totals()
        if self.check.address.is_known:
            yield self.shown(self.check.address.text)
        if not self.check.is_whole:
            yield self.say("Stopped after {count} pages.", count=Count(totals.number))
        words = (
            self.say.count(
                totals.number, "1 page or style sheet", "{count} pages and style sheets"
            ),
            self.say.count(totals.links, "1 link", "{count} links"),
            self.say("{count} within the site", count=Count(totals.inside)),
            self.say("{count} broken", count=Count(totals.broken)),
        )
        yield ", ".join(words)

    def _titles(self) -> None:
        y = self.y + SITE_IMAGE_HIGH / 2
        self.y += SITE_IMAGE_HIGH
        by_folder = self.structure.is_by_folder
        self._words(self.say("Folder" if by_folder else "Page"), MARGIN, y, "muted")
        if by_folder:
            self._words(self.say("Pages"), COUNTS - 56, y, "muted", text_anchor="end")
        self._words(self.say("Broken"), COUNTS, y, "muted", text_anchor="end")

    def _node(self, path: str, pages: int, broken: int) -> None:
        """Draw the row of a page or folder, with the numbers of pages and broken links."""
        y = self._rows[path] = self.y + SITE_IMAGE_HIGH / 2
        self.y += SITE_IMAGE_HIGH
        depth = min(path.rstrip("/").count("/"), DEEPEST)
        counts = f"{pages:,}" if self.structure.is_by_folder else ""
        self._label(visible(path) or "/", y, depth, "text", room=100 if counts else 54)
        if counts:
            self._words(counts, COUNTS - 56, y, "muted", text_anchor="end")
        if broken:
            self._words(f"{broken:,}", COUNTS, y, "high", text_anchor="end", font_weight="bold")
        self._dot(y, "high" if broken else "accent")

    def _missing_targets(self) -> None:
        """Draw rows for missing targets, the most linked ones first."""
        if not self.missing:
            return
        self.y += 8
        y = self.y + SITE_IMAGE_HIGH / 2
        self.y += SITE_IMAGE_HIGH
        self._words(self.say("Missing"), MARGIN, y, "high", font_weight="bold")
        self._words(self.say("Links"), COUNTS, y, "muted", text_anchor="end")
        for path, links in self.missing.most_common(MOST_MISSING):
            y = self._missing_rows[path] = self.y + SITE_IMAGE_HIGH / 2
            self.y += SITE_IMAGE_HIGH
            self._label(visible(path), y, 0, "high", room=44)
            self._words(f"{links:,}", COUNTS, y, "muted", text_anchor="end")
            self._dot(y, "high")
        rest = len(self.missing) - MOST_MISSING
        if rest > 0:
            self.row(self.say("{count} more", count=Count(rest)), SMALL, "muted")

    def _label(self, text: str, y: float, depth: int, meaning: str, *, room: float) -> None:
        x = MARGIN + depth * INDENT
        fitted = self.fitted(text, SMALL * self.face.average, COUNTS - room - x)
        self._words(fitted, x, y, meaning)

    def _words(self, text: str, x: float, y: float, meaning: str, **given: object) -> None:
        self.write(text, x, y + SMALL * 0.36, SMALL, meaning, **given)

    def _dot(self, y: float, meaning: str) -> None:
        self.parts.append(element("circle", cx=DOTS, cy=y, r=4.0, fill=self.colour(meaning)))

    def _arcs(self) -> Iterator[DrawnArc]:
        """Yield the most frequent links, then links to missing targets, which are drawn on top."""
        rows = self._rows
        for each in reversed(self.structure.edges[:MOST_ARCS]):
            yield DrawnArc(rows[each.source], rows[each.target], each.links, is_broken=False)
        for each in self.structure.missing:
            if each.target in self._missing_rows:
                target = self._missing_rows[each.target]
                yield DrawnArc(rows[each.source], target, each.links, is_broken=True)

    def _arc(self, arc: DrawnArc) -> Iterator[str]:
        """Draw a curve to the right and back, with an arrow at its end."""
        room = self.width - MARGIN - DOTS - 30
        share = abs(arc.target - arc.source) / max(self.y - MARGIN, 1.0)
        x = DOTS + 7
        # The control points of the curve are a third farther out than the curve itself.
        far = x + (24 + (room - 24) * share) * 4 / 3
        start, end = arc.source, arc.target
        d = path("M{} {}C{} {} {} {} {} {}", x, start, far, start, far, end, x + 5, end)
        colour = self.colour("high" if arc.is_broken else "muted")
        opacity = 0.8 if arc.is_broken else 0.4
        yield element(
            "path", d=d, fill="none", stroke=colour, stroke_opacity=opacity,
            stroke_width=round(min(1 + log2(max(arc.links, 1)) / 3, 5.0), 1),
        )  # fmt: skip
        yield element("path", d=path("M{} {}l7 -3.5v7Z", x, end), fill=colour, fill_opacity=opacity)

    def _description(self) -> Iterator[str]:
        yield from (f"{each}." for each in self._summary())
        for each in self.structure.edges[:MOST_ARCS]:
            names = visible(each.source) or "/", visible(each.target) or "/"
            links = self.say.count(each.links, "1 link", "{count} links")
            yield f"{' → '.join(names)}: {links}."
        for path, count in self.missing.most_common(MOST_MISSING):
            links = self.say.count(count, "1 link", "{count} links")
            yield f"{self.say('Missing')}: {visible(path)}, {links}."


# The maximum number of nodes; larger graphs would not be readable.
VALUE_GRAPH_MOST = 60
# The label of an edge to a part that the outer value's decoder decoded itself.
PART = "part"


class GraphNode(NamedTuple):
    """A reading and its position; ``of`` is the index of the node that contains it.

    The first node is the link, which has no reading.
    """

    column: int
    row: int
    of: int | None
    placed: PlacedReading | None

    @property
    def edge(self) -> str:
        if self.placed is None:
            return ""
        decoder = self.placed.reading.decoder
        return PART if decoder == OWN else decoder


class ValueGraph(NamedTuple):
    """The nodes, each after the one that contains it, and the number of omitted nodes."""

    nodes: tuple[GraphNode, ...]
    left_out: int

    @property
    def columns(self) -> int:
        return 1 + max(node.column for node in self.nodes)

    @property
    def rows(self) -> int:
        return 1 + max(node.row for node in self.nodes)


def value_graph(values: tuple[Value, ...]) -> ValueGraph:
    """Arrange each reading below the link, or below the reading that contains it."""
    placed = flattened(values)
    nodes = [GraphNode(0, 0, None, None)]
    row = -1
    for number, each in enumerate(placed[:VALUE_GRAPH_MOST]):
        upper = 0 if each.of is None else each.of + 1
        # The first value inside a node is in the node's row; each further one begins a new row.
        is_first = upper == number
        row = row + 1 if number == 0 or not is_first else row
        nodes.append(GraphNode(nodes[upper].column + 1, row, upper, each))
    return ValueGraph(tuple(nodes), max(len(placed) - VALUE_GRAPH_MOST, 0))


# The size and padding of a box, and the gaps between columns and rows.
BOX, BOX_HIGH, VALUE_IMAGE_PAD, ACROSS, DOWN = 350.0, 46.0, 10.0, 96.0, 14.0
DASHES = {POSSIBLE: "6 4"}
# The maximum number of characters of a value that are shown.
LONGEST = 200
# The width of a fixed-width letter relative to its height, too wide rather than too narrow.
CELL = 0.64


class ValueImage(SvgPage):
    """The values in a link: a column for each depth; edges are labeled with decoders."""

    def __init__(self, given: ExportMaterial) -> None:
        """Set the width to the depth of the values."""
        super().__init__(given)
        self.graph = value_graph(self.inspection.values)
        columns = self.graph.columns
        self.width = max(WIDTH, 2 * MARGIN + columns * BOX + (columns - 1) * ACROSS)

    def draw(self) -> None:
        top = self.y
        for node in self.graph.nodes:
            if node.of is not None:
                self._edge(self.graph.nodes[node.of], node, top)
        for node in self.graph.nodes:
            self._node(node, top)
        self.y = top + self.graph.rows * (BOX_HIGH + DOWN)
        if len(self.graph.nodes) == 1:
            self.row(self.say("No values that can be decoded"), SMALL, "muted")
        if self.graph.left_out:
            self.row(
                self.say("{count} more interpretations", count=self.graph.left_out), SMALL, "muted"
            )

    def description(self) -> Iterator[str]:
        for number, node in enumerate(self.graph.nodes):
            if node.placed is not None:
                _, meaning = self._lines(node.placed)
                where = self.say("{number} inside {outer}", number=number, outer=node.of)
                yield f"{where if node.of else number}, {self.say(node.edge)}: {meaning}."

    def _lines(self, placed: PlacedReading) -> tuple[str, str]:
        value, reading, _ = placed
        name = f"{self.display(value.name)}: " if value.name else ""
        # Only likely readings need a label: the text of possible readings already says that
        # they are possible.
        sure = (
            "" if reading.confidence in {CERTAIN, POSSIBLE} else f"{self.say(reading.confidence)}: "
        )
        meaning = self.display(self.say(reading.phrase))
        return name + self.display(value.text[:LONGEST]), sure + meaning

    def _at(self, node: GraphNode, top: float) -> tuple[float, float]:
        return MARGIN + node.column * (BOX + ACROSS), top + node.row * (BOX_HIGH + DOWN)

    def _node(self, node: GraphNode, top: float) -> None:
        x, y = self._at(node, top)
        placed = node.placed
        part = placed.value.part if placed else "host"
        stroke = self.colour(part if part in self.colours.parts else "muted")
        dash = DASHES.get(placed.reading.confidence) if placed else None
        self.parts.append(
            element(
                "rect", x=x, y=y, width=BOX, height=BOX_HIGH, rx=8, fill=self.colour("window"),
                stroke=stroke, stroke_width=1.5, stroke_dasharray=dash,
            )
        )  # fmt: skip
        first, second = self._lines(placed) if placed else self._link()
        room = BOX - 2 * VALUE_IMAGE_PAD
        first = self.fitted(first, SMALL * CELL, room)
        second = shortened(second, int(room / (LABEL * self.face.average)))
        self.write(first, x + VALUE_IMAGE_PAD, y + 19, SMALL, "text", self.face.fixed)
        self.write(second, x + VALUE_IMAGE_PAD, y + 36, LABEL, "muted")

    def _link(self) -> tuple[str, str]:
        return self.display(self.inspection.text[:LONGEST]), self.say("the link")

    def _edge(self, start: GraphNode, end: GraphNode, top: float) -> None:
        """Draw an edge down from the outer node, then across to this node."""
        (x, y), (right, level) = self._at(start, top), self._at(end, top)
        left, begin, foot = x + BOX, y + BOX_HIGH / 2, level + BOX_HIGH / 2
        bend = left + 14
        line = self.colour("muted")
        self.parts += [
            element(
                "path", d=path("M{} {}H{}V{}H{}", left, begin, bend, foot, right - 7),
                fill="none", stroke=line,
            ),
            element(
                "path", fill=line,
                d=path(TIP, right - 8, foot - 4, right, foot, right - 8, foot + 4),
            ),
        ]  # fmt: skip
        label = "" if end.edge == PART else self.fitted(end.edge, LABEL * 0.6, ACROSS - 26)
        if label:
            self.write(label, bend + 4, foot - 5, LABEL, "muted")


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text that fits; wide letters occupy two cells."""
    if cells(text) <= most:
        return text
    return text[: (most - 1) // (1 if len(text) == cells(text) else 2)].rstrip() + ELLIPSIS


def route_image(given: ExportMaterial) -> str:
    return RouteImage(given).drawn()


def value_image(given: ExportMaterial) -> str:
    return ValueImage(given).drawn()


def site_image(check: SiteCheck, options: ExportOptions) -> Iterator[str]:
    exact, _, theme, face, say = options
    yield SiteImage(check, theme, face, exact=exact, say=say).drawn()


GAP, LEAST = 10.0, 34.0


class SvgBracket(NamedTuple):
    """The part of a component's bracket in one row, and the label if it is in this row."""

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
    """Return the row for a label: the first one in which it fits, or else the widest one."""
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
    row: tuple[int, int], drawn: Drawing, homes: dict[Stretch, tuple[int, int] | None], face: Face
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
