"""A picture that is written from top to bottom: its rows of words, its frame, its elements."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import cells, defanged
from uriinspector.analysis.versions import program
from uriinspector.core.parse import EDITIONS
from uriinspector.export.language import english
from uriinspector.export.report import NOT_VISITED, headline_of
from uriinspector.export.svg.face import LABEL, MARGIN, SMALL, TITLE, WIDTH
from uriinspector.export.theme_colors import theme_colors

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.export.language import Translator
    from uriinspector.export.svg.face import Face
    from uriinspector.export.theme_colors import ThemeColors

# Words that run on are cut after so many rows.
ROWS = 4
ELLIPSIS = "\u2026"


class SvgCanvas:
    """Collects elements; ``y`` is how far it has come, ``width`` how wide the picture is."""

    width = WIDTH

    def __init__(self, theme: str, face: Face, say: Translator = english) -> None:
        """Start at the top."""
        self.say = say
        self.colours: ThemeColors = theme_colors(theme)
        self.face = face
        self.parts: list[str] = []
        self.y = MARGIN

    def drawn(self) -> str:
        """The whole picture."""
        raise NotImplementedError

    def colour(self, meaning: str) -> str:
        """The color of a component, or of a meaning."""
        return self.colours.parts.get(meaning) or self.colours.meanings[meaning]

    def fitted(self, text: str, cell: float, room: float) -> str:
        """As much of a text as has room: the middle goes, for the end of a host names its owner."""
        most = int(room // cell)
        if cells(text) <= most:
            return text
        back = front = most // 3  # wide letters take two cells
        if len(text) == cells(text):
            back, front = most // 2, most - most // 2 - 1
        return text[:front] + ELLIPSIS + text[-back:]

    def row(self, text: str, size: float, meaning: str, **given: object) -> None:
        """A row of words, and down to the next."""
        self.y += size
        self.parts.append(
            words(
                text, MARGIN, self.y, font_family=self.face.words, font_size=size,
                fill=self.colour(meaning), **given,
            )
        )  # fmt: skip
        self.y += size * 0.45

    def wrapped(self, text: str, size: float) -> list[str]:
        """The words in rows; what does not fit into a few is left out."""
        most = int((WIDTH - 2 * MARGIN) / (size * self.face.average))
        return wrap(text, most, max_lines=ROWS, placeholder=" \u2026")

    def framed(self, title: str, description: str) -> str:
        """The whole picture on its card, with what it shows in words."""
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
    """A picture of a link: with its verdict, and how it was read."""

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
        """Start at the top."""
        super().__init__(theme, face, say)
        self.inspection = inspection.meant
        self.notes = notes
        self.is_exact = exact
        self.display = (lambda text: defanged(text, link=str)) if exact else defanged

    def edition(self) -> str:
        """The edition that read the text."""
        return self.say(EDITIONS[self.inspection.edition].title)

    def headline(self) -> str:
        """The verdict in one sentence."""
        return self.display(headline_of(self.inspection.verdict, self.say))

    def severity_sentence(self) -> str:
        """The severity, for those who do not see the picture."""
        severity = self.say(self.inspection.verdict.severity or "none")
        return self.say("Severity: {severity}.", severity=severity)

    def edition_sentence(self, *notes: str) -> str:
        """The edition, and what was not done."""
        rest = "; ".join((self.say(NOT_VISITED), *notes))
        return self.say("Edition: {edition}; {rest}.", edition=self.edition(), rest=rest)

    def verdict(self) -> None:
        """The severity, and the headline below it."""
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
        """How it was read, and what was not done."""
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
    """Attributes, with "-" for "_"; those that are None are left out."""
    result = ((name.rstrip("_").replace("_", "-"), value) for name, value in given.items())
    return "".join(f' {name}="{in_short(value)}"' for name, value in result if value is not None)


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


def in_short(value: object) -> str:
    """A number without what nobody can see of it; anything else escaped."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))
