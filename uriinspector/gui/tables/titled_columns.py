"""The headers of a model's columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, Qt

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex

    Base = QAbstractItemModel
else:
    Base = object  # it comes before a model of Qt among the bases, and can be none itself


class TitledColumns(Base):
    """Each column has a title, at the left like the text below it."""

    def column_title(self, column: int) -> str:
        """The title of a column."""
        raise NotImplementedError

    def row_sentence(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Say all of a row at once: what is read where a reader comes to its first cell."""
        texts = [str(index.data() or "").strip()]
        for column in range(1, self.columnCount(index.parent())):
            words = str(index.sibling(index.row(), column).data() or "").strip()
            if words:
                texts.append(f"{self.column_title(column)} {words}".strip())
        return ", ".join(filter(None, texts))

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
