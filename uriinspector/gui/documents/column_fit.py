"""Which columns of a table of rows by number there is room for, and how wide each is."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from uriinspector.core.model import NamedTuple
from uriinspector.gui.documents.numbered_model import MARK, NumberedModel
from uriinspector.gui.tables.grid import distributed
from uriinspector.gui.text.paragraph import TextStyle, metrics_of
from uriinspector.gui.theme import Theme

LEAST = 60
# The column of the marks: in words, and with signs alone where there is little room.
MARKED, SIGNED = 104, 28
# What a heading needs: its words, and what the style sheet leaves free around them.
TITLE, TITLE_SIDES = TextStyle(size=12, weight=600), 24


class ColumnPriorities(NamedTuple):
    """Columns by name: what keeps its width, what takes the room that is left, what goes first."""

    rigid: Collection[str] = ()
    widest: str = ""
    importance: tuple[str, ...] = ()  # by what they tell: the last one goes first
    least_widths: Mapping[str, int] = {}  # before zoom, where a title alone tells too little


class ColumnFit:
    """Fits the columns of one model."""

    def __init__(self, theme: Theme, model: NumberedModel, priorities: ColumnPriorities) -> None:
        """Fit nothing yet."""
        self._theme = theme
        self._model = model
        self._priorities = priorities

    def sizes(self, wanted: Mapping[str, int], room: int) -> dict[int, int]:
        """The columns that are shown, each with its width; ``wanted`` is before zoom."""
        pixels, names = self._theme.pixels, [cell.name for cell in self._model.cells]
        widths = {**wanted, MARK: SIGNED if self._model.has_signs else MARKED}
        left = self._fitting([n for n, name in enumerate(names) if name in widths], room)
        shown = [names[number] for number in left]
        sizes = distributed(
            [pixels(widths[name]) for name in shown],
            room,
            pixels(LEAST),
            self._stretched(shown),
            rigid=[at for at, name in enumerate(shown) if name in self._priorities.rigid],
        )
        return dict(zip(left, sizes, strict=True))

    def _fitting(self, columns: list[int], room: int) -> list[int]:
        """The columns whose titles and a few words have room; the least important go first."""
        left, importance = list(columns), self._priorities.importance
        rank = {name: at for at, name in enumerate(reversed(importance))}
        cells = self._model.cells
        while len(left) > 1 and sum(map(self._least, left)) > room:
            left.remove(min(left, key=lambda n: rank.get(cells[n].name, -1)))
        return left

    def _least(self, column: int) -> float:
        """With less room than this a column tells nothing."""
        cell = self._model.cells[column]
        if cell.name == MARK and self._model.has_signs:
            return self._theme.pixels(SIGNED)
        title = metrics_of(self._theme, TITLE).horizontalAdvance(cell.title) + TITLE_SIDES
        return max(title, self._theme.pixels(self._priorities.least_widths.get(cell.name, LEAST)))

    def _stretched(self, names: list[str]) -> int:
        """Which of the columns takes the room that is left: the widest that is there."""
        priorities = self._priorities
        wanted = [name for name in (priorities.widest, *priorities.importance) if name in names]
        soft = [name for name in wanted if name not in priorities.rigid] or names
        return names.index(soft[0])
