"""The structure of a site: its pages or folders one below the other, and arcs for the links."""

from __future__ import annotations

from collections import Counter
from math import log2
from pathlib import PurePath
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import defanged, visible
from uriinspector.analysis.versions import program
from uriinspector.core.model import Count, NamedTuple
from uriinspector.export.svg.face import MARGIN, SMALL, TITLE
from uriinspector.export.svg.svg_page import SvgCanvas, element, in_short, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.site.site_check import SiteCheck
    from uriinspector.export.language import Translator
    from uriinspector.export.svg.face import Face

# A row, how far a folder is moved in, where the rows end and the arcs begin.
HIGH, INDENT, DEEPEST = 26.0, 14.0, 6
COUNTS, DOTS = 430.0, 450.0
# More arcs than these, and more missing targets, cannot be told apart.
MOST_ARCS, MOST_MISSING = 120, 12
LEGEND = (
    "An arc leads from a page to a page that it links to: the more links, the wider. Red arcs lead "
    "to what is missing. Links made by scripts are not included."
)
FOLDERS = "A row that ends in a slash is a folder, with the pages of subfolders without a row."
READ = "Only the files were read; nothing was requested."


class DrawnArc(NamedTuple):
    """From one row to another."""

    source: float
    target: float
    links: int
    is_broken: bool


class SiteImage(SvgCanvas):
    """Rows on the left, arcs on the right, what is missing at the end."""

    def __init__(
        self, check: SiteCheck, theme: str, face: Face, *, exact: bool, say: Translator
    ) -> None:
        """Start at the top."""
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
        """The whole picture."""
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
        # Arcs lie below the dots, which show where they end.
        self.parts[top:top] = [part for arc in self._arcs() for part in self._arc(arc)]
        self.y += 14
        version = program()
        folders = [FOLDERS] if self.structure.is_by_folder else []
        sentences = map(self.say, (LEGEND, *folders, READ))
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
            self._count(totals.number, "1 page or style sheet", "{count} pages and style sheets"),
            self._count(totals.links, "1 link", "{count} links"),
            self.say("{count} within the site", count=Count(totals.inside)),
            self.say("{count} broken", count=Count(totals.broken)),
        )
        yield ", ".join(words)

    def _count(self, count: int, one: str, many: str) -> str:
        return self.say(one if count == 1 else many, count=Count(count))

    def _titles(self) -> None:
        """What the columns are."""
        y = self.y + HIGH / 2
        self.y += HIGH
        by_folder = self.structure.is_by_folder
        self._words(self.say("Folder" if by_folder else "Page"), MARGIN, y, "muted")
        if by_folder:
            self._words(self.say("Pages"), COUNTS - 56, y, "muted", text_anchor="end")
        self._words(self.say("Broken"), COUNTS, y, "muted", text_anchor="end")

    def _node(self, path: str, pages: int, broken: int) -> None:
        """A row with the name of a page or folder, how many pages it has, and what breaks."""
        y = self._rows[path] = self.y + HIGH / 2
        self.y += HIGH
        depth = min(path.rstrip("/").count("/"), DEEPEST)
        counts = f"{pages:,}" if self.structure.is_by_folder else ""
        label = visible(path) or "/"
        self._label(label, y, depth, "text", room=100 if counts else 54)
        if counts:
            self._words(counts, COUNTS - 56, y, "muted", text_anchor="end")
        if broken:
            self._words(f"{broken:,}", COUNTS, y, "high", text_anchor="end", font_weight="bold")
        self._dot(y, "high" if broken else "accent")

    def _missing_targets(self) -> None:
        """Rows for what is not there, the most wanted first."""
        if not self.missing:
            return
        self.y += 8
        y = self.y + HIGH / 2
        self.y += HIGH
        self._words(self.say("Missing"), MARGIN, y, "high", font_weight="bold")
        self._words(self.say("Links"), COUNTS, y, "muted", text_anchor="end")
        for path, links in self.missing.most_common(MOST_MISSING):
            y = self._missing_rows[path] = self.y + HIGH / 2
            self.y += HIGH
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
        self.parts.append(
            words(
                text, x, y + SMALL * 0.36, font_family=self.face.words, font_size=SMALL,
                fill=self.colour(meaning), **given,
            )
        )  # fmt: skip

    def _dot(self, y: float, meaning: str) -> None:
        self.parts.append(element("circle", cx=DOTS, cy=y, r=4.0, fill=self.colour(meaning)))

    def _arcs(self) -> Iterator[DrawnArc]:
        """Those with the most links, then those to what is missing on top of them."""
        rows = self._rows
        for each in reversed(self.structure.edges[:MOST_ARCS]):
            yield DrawnArc(rows[each.source], rows[each.target], each.links, is_broken=False)
        for each in self.structure.missing:
            if each.target in self._missing_rows:
                target = self._missing_rows[each.target]
                yield DrawnArc(rows[each.source], target, each.links, is_broken=True)

    def _arc(self, arc: DrawnArc) -> Iterator[str]:
        """A curve to the right and back, with an arrow where it ends."""
        room = self.width - MARGIN - DOTS - 30
        share = abs(arc.target - arc.source) / max(self.y - MARGIN, 1.0)
        x = DOTS + 7
        # Its control points lie a third farther out than the curve itself.
        far = x + (24 + (room - 24) * share) * 4 / 3
        d = (
            f"M{in_short(x)} {in_short(arc.source)}C{in_short(far)} {in_short(arc.source)} "
            f"{in_short(far)} {in_short(arc.target)} {in_short(x + 5)} {in_short(arc.target)}"
        )
        colour = self.colour("high" if arc.is_broken else "muted")
        opacity = 0.8 if arc.is_broken else 0.4
        yield element(
            "path", d=d, fill="none", stroke=colour, stroke_opacity=opacity,
            stroke_width=round(min(1 + log2(max(arc.links, 1)) / 3, 5.0), 1),
        )  # fmt: skip
        tip = f"M{in_short(x)} {in_short(arc.target)}l7 -3.5v7Z"
        yield element("path", d=tip, fill=colour, fill_opacity=opacity)

    def _description(self) -> Iterator[str]:
        """The picture in words, for those who do not see it."""
        yield from (f"{each}." for each in self._summary())
        for each in self.structure.edges[:MOST_ARCS]:
            names = visible(each.source) or "/", visible(each.target) or "/"
            links = self._count(each.links, "1 link", "{count} links")
            yield f"{' → '.join(names)}: {links}."
        for path, count in self.missing.most_common(MOST_MISSING):
            links = self._count(count, "1 link", "{count} links")
            yield f"{self.say('Missing')}: {visible(path)}, {links}."
