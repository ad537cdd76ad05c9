"""The headers of a model's columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, Qt

if TYPE_CHECKING:
    Base = QAbstractItemModel
else:
    Base = object  # it comes before a model of Qt among the bases, and can be none itself


class TitledColumns(Base):
    """Each column has a title, at the left like the text below it."""

    def column_title(self, column: int) -> str:
        """The title of a column."""
        raise NotImplementedError

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Name the columns."""
        shown = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        if role in shown and orientation == Qt.Orientation.Horizontal:
            return self.column_title(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None
