"""Tables of numbered rows: their model, their columns and their selection."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QItemSelectionModel, Qt

from uriinspector.core.model import NamedTuple
from uriinspector.gui.tables.grid import distributed
from uriinspector.gui.tables.table_model import ROOT, ROW_ROLE, Index
from uriinspector.gui.text.paragraph import TextStyle, metrics_of
from uriinspector.gui.text.pieces import Pieces, plain_text, tip
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.view_parts import TitledColumns

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView

    from uriinspector.documents.cases.link_row import Decision


LEVEL, MARK = "level", "mark"


class NumberedColumn(NamedTuple):
    """A column: its name, its title, and the pieces of a row by its number."""

    name: str
    title: str
    pieces: Callable[[int], Pieces]


class NumberedModel(TitledColumns, QAbstractTableModel):
    """Rows in an order that is given; each is handed on by its number."""

    cells: tuple[NumberedColumn, ...] = ()
    has_signs = False

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Name the columns; that of the signs has no room for its name but in the tooltip."""
        is_bare = role == Qt.ItemDataRole.DisplayRole and self.has_signs
        if is_bare and orientation == Qt.Orientation.Horizontal and section == self.column(MARK):
            return ""
        return super().headerData(section, orientation, role)

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the rows, in order."""
        raise NotImplementedError

    def severity(self, number: int) -> str:
        """The severity of a row."""
        raise NotImplementedError

    def decision(self, number: int) -> Decision:
        """What was decided of a row."""
        raise NotImplementedError

    def name(self, number: int) -> str:
        """Return what a row is about, in a few words."""
        raise NotImplementedError

    def show_signs(self, *, wanted: bool) -> None:
        """Show marks as signs, under a heading without words, or in words."""
        if wanted != self.has_signs:
            self.has_signs = wanted
            column = self.column(MARK)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, column, column)

    def column(self, name: str) -> int:
        """The place of a column."""
        return [cell.name for cell in self.cells].index(name)

    def row_of(self, number: int) -> int:
        """Where a row stands; -1 where it is not shown."""
        try:
            return self.numbers.index(number)
        except ValueError:
            return -1

    def marked(self, row: int) -> None:
        """A mark was set."""
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.cells) - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self.numbers)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self.cells)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell; a row is handed on by its number."""
        if not index.isValid():
            return None
        number = self.numbers[index.row()]
        match role:
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == 0:
                return self.row_sentence(index)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return plain_text(self.cells[index.column()].pieces(number))
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self.tip_text(self.cells[index.column()], number))
        return number if role == ROW_ROLE else None

    def tip_text(self, cell: NumberedColumn, number: int) -> str:
        """All of a cell."""
        return plain_text(cell.pieces(number))

    def column_title(self, column: int) -> str:
        """As the column says."""
        return self.cells[column].title

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Notes can be written."""
        item_flag = super().flags(index)
        is_mark = index.isValid() and self.cells[index.column()].name == MARK
        return item_flag | Qt.ItemFlag.ItemIsEditable if is_mark else item_flag


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


FLAGS = QItemSelectionModel.SelectionFlag
ROWS = FLAGS.ClearAndSelect | FLAGS.Rows


def selected_numbers(view: QTableView, model: NumberedModel) -> list[int]:
    """The numbers of the selected rows, from above."""
    selection = view.selectionModel().selection()
    ranges = sorted(
        (each.top(), each.bottom()) for each in map(selection.at, range(selection.size()))
    )
    rows = dict.fromkeys(row for top, bottom in ranges for row in range(top, bottom + 1))
    return [model.numbers[row] for row in rows]


def choose_row(view: QTableView, row: int) -> None:
    """Make one row the current one and the only one selected, whatever keys are held."""
    view.selectionModel().setCurrentIndex(view.model().index(row, 0), ROWS)


def select_numbers(view: QTableView, model: NumberedModel, numbers: Iterable[int]) -> None:
    """Select those of the rows that are shown; the current one stays so."""
    wanted = frozenset(numbers)
    rows = [row for row, number in enumerate(model.numbers) if number in wanted]
    selection, last = QItemSelection(), max(model.columnCount() - 1, 0)
    for first, end in _runs(rows):
        selection.select(model.index(first, 0), model.index(end, last))
    view.selectionModel().select(selection, ROWS)


def _runs(rows: list[int]) -> Iterator[tuple[int, int]]:
    """From where to where rows follow one another."""
    if not rows:
        return
    first = rows[0]
    for row, following in pairwise(rows):
        if following != row + 1:
            yield first, row
            first = following
    yield first, rows[-1]
