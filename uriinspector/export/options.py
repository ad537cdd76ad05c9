"""How something is exported: options, and for pictures the fonts and measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.export.language import Language, english

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

WIDTH, MARGIN = 960.0, 36.0
# Letters of the verdict, of the foot, of labels.
TITLE, SMALL, LABEL = 22.0, 13.0, 12.0
# Letters of the text: a little smaller where it then fits into one row.
SIZES = (20.0, 19.0, 18.0, 17.0, 16.0)


class Face(NamedTuple):
    """Names of the faces, and how wide a letter is as a share of its height.

    ``fixed`` has one width for every letter; of ``words`` it is the average that counts, rather
    taken too wide than too narrow.  ``by_letter`` is for renderers that go by the face alone: each
    letter is placed, and none can run into the next.
    """

    fixed: str = "JetBrains Mono, DejaVu Sans Mono, Menlo, Consolas, monospace"
    words: str = "Inter, Segoe UI, Helvetica, Arial, sans-serif"
    advance: float = 0.6
    average: float = 0.56
    size: float = SIZES[0]
    by_letter: bool = False

    @property
    def cell(self) -> float:
        """How wide a letter of the text is."""
        return self.size * self.advance

    @property
    def cells(self) -> int:
        """How many of them stand in a row."""
        return int((WIDTH - 2 * MARGIN) // self.cell)

    def width(self, words: str, size: float) -> float:
        """How wide a run of words is, about."""
        return len(words) * size * self.average

    def fitted(self, cells: int) -> Face:
        """The face in the largest size in which a text of so many cells is one row, if any."""
        sizes = (self._replace(size=size) for size in SIZES)
        return next((each for each in sizes if each.cells >= cells), self)


FACE = Face()


class ExportOptions(NamedTuple):
    """How it is wanted: original links, without recipient data; pictures in which theme.

    ``say`` translates what people read; machines get English.
    """

    exact: bool = False
    without_recipient: bool = False
    theme: str = "light"
    face: Face = FACE
    say: Language = english


class ExportMaterial(NamedTuple):
    """What is exported, as it is wanted; ``removed`` counts what was removed before, if asked.

    ``notes`` say so in words.
    """

    inspection: Inspection
    options: ExportOptions
    removed: int | None = None
    notes: tuple[str, ...] = ()
