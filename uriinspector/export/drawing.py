"""Prepare a link for display: its visible characters with their widths and meanings, and the
colors of a theme.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from uriinspector.analysis.annotated import Annotated, Stretch, annotated
from uriinspector.analysis.defang import pieces
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.safe_text import cells, visible
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Part

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


THEMES = ("light", "dark")
VARIABLE = expression(r"var\(--(\w+)\)")


class ThemeColors(NamedTuple):
    """The colors of a theme by meaning, and those of a URI's components."""

    meanings: dict[str, str]
    parts: dict[str, str]

    def css(self, sheet: str) -> str:
        values = self.meanings | self.parts
        return "; ".join(
            f"--{name}: {values[name]}" for name in sorted(set(VARIABLE.findall(sheet)))
        )


@lru_cache(maxsize=2)
def theme_colors(theme: str) -> ThemeColors:
    values: dict[str, Any] = tomllib.loads(shipped_text(f"themes/{theme}.toml"))
    parts: dict[str, str] = values.pop("parts")
    return ThemeColors(values, parts)


SITE, DECEPTIVE = "site", "deceptive"


class DrawnRun(NamedTuple):
    """Consecutive characters with the same meanings, and the text that represents them."""

    start: int
    end: int
    text: str
    meanings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A text cut to the maximum length; character ``i`` is displayed as ``pieces[i]``.

    It occupies the cells from ``starts[i]`` to ``starts[i + 1]``.
    """

    annotated: Annotated
    pieces: tuple[str, ...]
    starts: tuple[int, ...]
    left_out: int

    def runs(self, start: int, end: int) -> list[DrawnRun]:
        result = []
        cuts = sorted({start, end, *(each for each in self._cuts() if start < each < end)})
        for low, high in pairwise(cuts):
            result.append(DrawnRun(low, high, "".join(self.pieces[low:high]), self._meanings(low)))
        return result

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The parts of the link that are visible in the cut text."""
        last = len(self.pieces)
        return tuple(
            each._replace(end=min(each.end, last))
            for each in self.annotated.stretches
            if each.part is not None and each.start < last
        )

    def _cuts(self) -> list[int]:
        drawn = self.annotated
        places = [at for each in drawn.stretches for at in (each.start, each.end)]
        places += [at for span in drawn.deceptive for at in span]
        return [*places, *(drawn.site or ())]

    def _meanings(self, at: int) -> tuple[str, ...]:
        """Return the component, and SITE or DECEPTIVE if the character belongs to such a name."""
        drawn = self.annotated
        part = next((each.part for each in drawn.stretches if each.start <= at < each.end), None)
        result = [part.value] if part else []
        if part is Part.HOST and drawn.site and drawn.site.start <= at < drawn.site.end:
            result.append(SITE)
        if any(each.start <= at < each.end for each in drawn.deceptive):
            result.append(DECEPTIVE)
        return tuple(result)


def drawing(inspection: Inspection, most: int, *, exact: bool = False) -> Drawing:
    """Prepare the text of an inspection for display; with ``exact``, links are not defanged."""
    text = inspection.text[:most]
    drawn = tuple(map(visible, text if exact else pieces(text)))
    starts = (0, *accumulate(map(cells, drawn)))
    return Drawing(annotated(inspection), drawn, starts, len(inspection.text) - len(text))
