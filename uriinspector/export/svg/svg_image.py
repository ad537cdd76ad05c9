"""The text as a picture: coloured, with labelled brackets, its verdict above, for slides.

Letters are real text, so they can be selected and searched for.  Every run says how wide it is and
looks the same in whatever fixed-width face there is.  A renderer that goes by the face alone (Qt's)
is told the face and its width.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import defanged, more_characters
from uriinspector.analysis.versions import program
from uriinspector.core.editions.table import EDITIONS
from uriinspector.export.drawing import DECEPTIVE, SITE, drawing
from uriinspector.export.report import NOT_VISITED
from uriinspector.export.svg.bands import bands
from uriinspector.export.svg.face import FACE, LABEL, MARGIN, SMALL, TITLE, WIDTH, Face
from uriinspector.export.theme_colors import theme_colors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.export.drawing import Drawing, DrawnRun
    from uriinspector.export.svg.bands import Band, SvgBracket
    from uriinspector.export.theme_colors import ThemeColors

# More characters than this make no picture that anyone can read.
MOST = 1_000
# The verdict and the foot are cut after so many rows.
ROWS = 4
# Spaces count, at the ends too, and no two letters are drawn as one.
PLAINLY = {"xml:space": "preserve", "style": "white-space:pre;font-variant-ligatures:none"}
# From a baseline to the bracket, from there to the labels, and what a row of labels takes.
DROP, LABEL_DROP, ROW = 9.0, 15.0, 17.0


def svg(
    inspection: Inspection,
    theme: str = "light",
    *,
    exact: bool = False,
    notes: tuple[str, ...] = (),
    face: Face = FACE,
) -> str:
    """The whole picture."""
    return _SvgImage(inspection, theme, face, exact=exact, notes=notes).drawn()


class _SvgImage:
    """Draws from top to bottom; ``y`` is how far it has come."""

    def __init__(
        self, inspection: Inspection, theme: str, face: Face, *, exact: bool, notes: tuple[str, ...]
    ) -> None:
        self.inspection = inspection = inspection.meant
        self.colours: ThemeColors = theme_colors(theme)
        self.text: Drawing = drawing(inspection, MOST, exact=exact)
        self.face = face.fitted(self.text.starts[-1])
        self.notes = notes
        self.is_exact = exact
        self.display = (lambda text: defanged(text, link=str)) if exact else defanged
        self.parts: list[str] = []
        self.y = MARGIN

    def drawn(self) -> str:
        self._verdict()
        if not self.text.pieces:
            self._row("(empty)", SMALL, "muted")
        for band in bands(self.text, self.face):
            self._band(band)
        if self.text.left_out:
            self._row(f"\u2026 {more_characters(self.text.left_out)}", SMALL, "muted")
        self._footer()
        height = self.y + MARGIN - 10
        fill, line = self._colour("card"), self._colour("line")
        content = [
            element("title", escape(self.display(self.inspection.verdict.headline)), id="title"),
            element("desc", escape(" ".join(self._description())), id="description"),
            rect(0.5, 0.5, WIDTH - 1, height - 1, fill, stroke=line, rx=10),
            *self.parts,
        ]
        return (
            element(
                "svg",
                "\n" + "\n".join(content) + "\n",
                xmlns="http://www.w3.org/2000/svg",
                width=WIDTH,
                height=height,
                viewBox=f"0 0 {WIDTH:.0f} {height:.0f}",
                role="img",
                aria_labelledby="title description",
            )
            + "\n"
        )

    def _description(self) -> Iterator[str]:
        """What the picture shows, for those who do not see it."""
        verdict = self.inspection.verdict
        yield f"Severity: {verdict.severity or 'none'}."
        for each in self.text.stretches:
            shown = "".join(self.text.pieces[each.start : each.end])
            yield f"{each.label}: {shown}."
        yield f"Edition: {self._edition()}; {NOT_VISITED}."

    def _edition(self) -> str:
        return EDITIONS[self.inspection.edition].title

    def _colour(self, meaning: str) -> str:
        return self.colours.parts.get(meaning) or self.colours.meanings[meaning]

    def _row(self, text: str, size: float, meaning: str, **given: object) -> None:
        """A row of words, and down to the next."""
        self.y += size
        self.parts.append(
            words(
                text, MARGIN, self.y, font_family=self.face.words, font_size=size,
                fill=self._colour(meaning), **given,
            )
        )  # fmt: skip
        self.y += size * 0.45

    def _verdict(self) -> None:
        verdict = self.inspection.verdict
        severity = verdict.severity or "no finding"
        meaning = verdict.severity or "calm"
        width = self.face.width(severity, LABEL) + 20
        self.parts += [
            element(
                "rect", x=MARGIN, y=self.y, width=width, height=22, rx=11,
                fill=self._colour(f"{meaning}_card"), stroke=self._colour(meaning),
            ),
            words(
                severity, MARGIN + width / 2, self.y + 15.5, text_anchor="middle",
                font_family=self.face.words, font_size=LABEL, font_weight="bold",
                fill=self._colour(meaning),
            ),
        ]  # fmt: skip
        self.y += 34
        for row in self._wrapped(self.display(verdict.headline), TITLE):
            self._row(row, TITLE, "text", font_weight="bold")
        self.y += 14

    def _wrapped(self, text: str, size: float) -> list[str]:
        """The words in rows; what does not fit into a few is left out."""
        most = int((WIDTH - 2 * MARGIN) / (size * self.face.average))
        return wrap(text, most, max_lines=ROWS, placeholder=" \u2026")

    def _band(self, band: Band) -> None:
        """A row of the text, its brackets, and their labels."""
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
        for start, end in self._as_wide_as_each_other(run):
            self._letters(start, end, meaning, band)
        if SITE in run.meanings:
            line = rect(left, self.y + 3.5, right - left, 1.5, self._colour("host"))
            self.parts.append(line)

    def _as_wide_as_each_other(self, run: DrawnRun) -> Iterator[tuple[int, int]]:
        """Runs that any face can space evenly: beyond ASCII a letter may come from another face."""
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
        """Characters of the text, as wide as they are meant to be."""
        left, right = (self._x(at, band) for at in (start, end))
        self.parts.append(
            words(
                "".join(self.text.pieces[start:end]), left, self.y,
                font_family=self.face.fixed, font_size=self.face.size, fill=self._colour(meaning),
                font_weight="bold" if meaning == "host" else None,
                textLength=right - left, lengthAdjust="spacingAndGlyphs", **PLAINLY,
            )
        )  # fmt: skip

    def _x(self, at: int, band: Band) -> float:
        return MARGIN + (self.text.starts[at] - self.text.starts[band.start]) * self.face.cell

    def _hatch(self, left: float, width: float) -> None:
        """The ground of a name that deceives: not by colour alone."""
        top, height = self.y - self.face.size + 1, self.face.size + 5
        self.parts += [
            element(
                "rect", x=left, y=top, width=width, height=height, fill=self._colour("hatch")
            ),
            element(
                "path", d=hatching(left, top, width, height), fill="none",
                stroke=self._colour("userinfo"), stroke_opacity=0.35,
            ),
        ]  # fmt: skip

    def _bracket(self, bracket: SvgBracket, line_y: float) -> None:
        colour = self._colour(bracket.part)
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

    def _footer(self) -> None:
        self.y += 8
        written = "original links" if self.is_exact else "links defanged"
        version_row = program()
        texts = (
            f"Edition: {self._edition()}; {NOT_VISITED}; {written}.",
            *self.notes,
            f"{version_row.name} {version_row.version}",
        )
        foot = " ".join(texts)
        for row in self._wrapped(foot, SMALL):
            self._row(row, SMALL, "muted")


def attributes(**given: object) -> str:
    """Attributes, with "-" for "_"; those that are None are left out."""
    result = ((name.rstrip("_").replace("_", "-"), value) for name, value in given.items())
    return "".join(f' {name}="{_number(value)}"' for name, value in result if value is not None)


def element(name: str, content: str | None = None, /, **given: object) -> str:
    """An element; its content is markup."""
    if content is None:
        return f"<{name}{attributes(**given)}/>"
    return f"<{name}{attributes(**given)}>{content}</{name}>"


def rect(x: float, y: float, width: float, height: float, fill: str, **given: object) -> str:
    """A box."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **given)


def words(text: str, x: float, y: float, **given: object) -> str:
    """A run of words."""
    return element("text", escape(text), x=x, y=y, **given)


def hatching(left: float, top: float, width: float, height: float, step: float = 7) -> str:
    """Slanted lines that end at the edges of a box: not every renderer can clip."""
    lines = []
    at = step / 2
    while at < width + height:
        x1, y1 = (left + at, top) if at <= width else (left + width, top + at - width)
        x2, y2 = (left, top + at) if at <= height else (left + at - height, top + height)
        lines.append(f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}")
        at += step
    return "".join(lines)


def _number(value: object) -> str:
    """A number without what nobody can see of it; anything else escaped."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))
