"""One table model, fed by field definitions, and the view that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from uriinspector.core.model import NamedTuple
from uriinspector.gui.tables.titled_columns import TitledColumns
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.visible_text import tip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QColor, QFont, QResizeEvent

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_ROLE = Qt.ItemDataRole.UserRole  # hands the whole value back


class TableField(NamedTuple):
    """One column: its title, and what it shows of a row."""

    title: str
    text: Callable[[Any], str]
    color: Callable[[Any], QColor | None] = lambda _row: None
    swatch: Callable[[Any], QColor | None] = lambda _row: None
    font: Callable[[Any], QFont | None] = lambda _row: None
    tip: Callable[[Any], str] = lambda _row: ""


class TableModel(TitledColumns, QAbstractTableModel):
    """Rows of values, shown as the fields say."""

    def __init__(self, fields: Sequence[TableField]) -> None:
        """Start without rows."""
        super().__init__()
        self._fields = fields
        self._rows: Sequence[Any] = ()

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show these rows: the one way in."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        """Count the fields."""
        return 0 if parent.isValid() else len(self._fields)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Answer for one cell."""
        if not index.isValid():
            return None
        row, field = self._rows[index.row()], self._fields[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return field.text(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.row_sentence(index) if index.column() == 0 else field.text(row)
            case Qt.ItemDataRole.ForegroundRole:
                return field.color(row)
            case Qt.ItemDataRole.DecorationRole:
                return field.swatch(row)
            case Qt.ItemDataRole.FontRole:
                return field.font(row)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(field.tip(row)) or None
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return visible(field.tip(row)) or None
            case Qt.ItemDataRole.UserRole:
                return row
        return None

    def column_title(self, column: int) -> str:
        """As the field says."""
        return self._fields[column].title


# Below this width a column is left out.
NARROW = 400


class Table(QTableView):
    """A calm table: whole rows, no grid, one column that takes what room is left."""

    row_selected = Signal(object)

    def __init__(
        self,
        fields: Sequence[TableField],
        name: str,
        *,
        widest: int,
        wraps: bool = False,
        spare: int | None = None,
    ) -> None:
        """Show the fields; the widest column takes what room is left, the spare one makes room."""
        super().__init__()
        self._model = TableModel(fields)
        self._widest = widest
        self._spare = spare
        self.setModel(self._model)
        self.setAccessibleName(name)
        self.setWordWrap(wraps)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)  # the end of a host is what counts
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.setIconSize(QSize(10, 10))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(widest, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show these rows."""
        self._model.set_rows(rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow table the widest column needs the spare one's room to be read at all."""
        super().resizeEvent(event)
        if self._spare is not None:
            self.setColumnHidden(self._spare, self.width() < NARROW)

    def sizeHintForRow(self, row: int) -> int:
        """Leave room for every line of the widest column: the own hint forgets the padding."""
        text = str(self._model.index(row, self._widest).data())
        room = QRect(0, 0, self.columnWidth(self._widest) - 32, 10_000)
        wrap = Qt.TextFlag.TextWordWrap if self.wordWrap() else Qt.TextFlag.TextSingleLine
        return self.fontMetrics().boundingRect(room, wrap, text).height() + 15

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid():
            self.row_selected.emit(current.data(ROW_ROLE))
