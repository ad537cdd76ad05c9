"""The options of an export, and the fonts and sizes for images."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from uriinspector.core.model import NamedTuple
from uriinspector.export.language import Language, english

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


class RefusedError(ValueError):
    """A template, format or value that cannot be used; ``why`` can be translated."""

    @property
    def why(self) -> str:
        """The reason, as a message if it is one."""
        return str(self) if not self.args else self.args[0]


def refuse(message: str) -> NoReturn:
    raise RefusedError(message) from None


WIDTH, MARGIN = 960.0, 36.0
# Font sizes of the verdict, the footer and labels.
TITLE, SMALL, LABEL = 22.0, 13.0, 12.0
# Font sizes of the link: the largest at which it fits into one row is used.
SIZES = (20.0, 19.0, 18.0, 17.0, 16.0)


class Face(NamedTuple):
    """Font names, and letter widths as fractions of the font size.

    All letters of ``fixed`` have one width; for ``words`` it is an average, too wide rather than
    too narrow. ``by_letter`` is for renderers that ignore given text widths: each letter is placed
    separately, so that none overlap.
    """

    fixed: str = "JetBrains Mono, DejaVu Sans Mono, Menlo, Consolas, monospace"
    words: str = "Inter, Segoe UI, Helvetica, Arial, sans-serif"
    advance: float = 0.6
    average: float = 0.56
    size: float = SIZES[0]
    by_letter: bool = False

    @property
    def cell(self) -> float:
        return self.size * self.advance

    @property
    def cells(self) -> int:
        """The number of letters in a row."""
        return int((WIDTH - 2 * MARGIN) // self.cell)

    def width(self, words: str, size: float) -> float:
        return len(words) * size * self.average

    def fitted(self, cells: int) -> Face:
        """Return the face in the largest size at which the text fits into one
        row, else unchanged.
        """
        sizes = (self._replace(size=size) for size in SIZES)
        return next((each for each in sizes if each.cells >= cells), self)


FACE = Face()


class ExportOptions(NamedTuple):
    """The options of an export; ``theme`` is for images.

    ``say`` translates text for people; machine formats are in English.
    """

    exact: bool = False
    without_recipient: bool = False
    theme: str = "light"
    face: Face = FACE
    say: Language = english


class ExportMaterial(NamedTuple):
    """An inspection to export, and the options.

    ``removed`` is the number of pieces of recipient data removed, or None if removal was not
    requested; ``notes`` describe the removal.
    """

    inspection: Inspection
    options: ExportOptions
    removed: int | None = None
    notes: tuple[str, ...] = ()
