"""The model of a tree of values: rows below rows, made when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt

from uriinspector.gui.tables.table_model import ROOT, Index
from uriinspector.gui.tables.titled_columns import TitledColumns
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.pieces import plain_text
from uriinspector.gui.text.visible_text import tip
from uriinspector.gui.widgets.severity_sign import word_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.gui.tables.columns import Column


class TreeBranch:
    """A value in its place; ``children`` is None until somebody has asked for it."""

    __slots__ = ("children", "number", "place", "upper", "value")

    def __init__(self, value: Any, upper: TreeBranch | None, place: int, number: int) -> None:
        self.value = value
        self.upper = upper
        self.place = place
        self.number = number
        self.children: list[TreeBranch] | None = None


class BranchModel(TitledColumns, QAbstractItemModel):
    """Values with values below them; ``children_of`` tells which."""

    def __init__(
        self, columns: Sequence[Column], children_of: Callable[[Any], Sequence[Any]]
    ) -> None:
        """Start without a value."""
        super().__init__()
        self._columns = columns
        self._children_of = children_of
        self._top: list[TreeBranch] = []
        self._all: list[TreeBranch] = []  # by number: Qt keeps a number, never a pointer of ours

    def set_top(self, values: Sequence[Any]) -> None:
        """Show these values: the one way in."""
        self.beginResetModel()
        self._all = []
        self._top = [self._make_branch(value, None, place) for place, value in enumerate(values)]
        self.endResetModel()

    def value(self, index: Index) -> Any:
        """The value of an index."""
        return self._all[index.internalId()].value

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        """The index of a cell."""
        below = self._rows(parent)
        if not 0 <= row < len(below) or not 0 <= column < len(self._columns):
            return QModelIndex()
        return self.createIndex(row, column, below[row].number)

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        """The row above."""
        upper = self._all[index.internalId()].upper if index.isValid() else None
        return QModelIndex() if upper is None else self.createIndex(upper.place, 0, upper.number)

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows below."""
        return 0 if parent.column() > 0 else len(self._rows(parent))

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Count the columns."""
        return len(self._columns)

    def hasChildren(self, parent: Index = ROOT) -> bool:
        """Whether rows stand below, made or not."""
        if not parent.isValid():
            return bool(self._top)
        return parent.column() == 0 and bool(self._children_of(self.value(parent)))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell."""
        if not index.isValid():
            return None
        value, column = self.value(index), self._columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return plain_text(column.pieces(value))
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == 0:
                named = (word_of(column.sign(value)), self.row_sentence(index))
                return ", ".join(filter(None, named))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return visible(column.tip(value)) or None
            case Qt.ItemDataRole.ToolTipRole:
                return tip(column.tip(value) or plain_text(column.pieces(value)))
            case Qt.ItemDataRole.UserRole:
                return value
        return None

    def column_title(self, column: int) -> str:
        """As the column says."""
        return self._columns[column].title

    def _rows(self, parent: Index) -> list[TreeBranch]:
        if not parent.isValid():
            return self._top
        branch = self._all[parent.internalId()]
        if branch.children is None:
            values = self._children_of(branch.value)
            branch.children = [
                self._make_branch(each, branch, at) for at, each in enumerate(values)
            ]
        return branch.children

    def _make_branch(self, value: Any, upper: TreeBranch | None, place: int) -> TreeBranch:
        branch = TreeBranch(value, upper, place, len(self._all))
        self._all.append(branch)
        return branch
