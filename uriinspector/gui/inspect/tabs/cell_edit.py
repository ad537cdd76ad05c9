"""A cell whose text is edited exactly, in the editor that hides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Signal
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from uriinspector.gui.inspect.tabs.coding_pane import SmallEdit
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import Pieces
from uriinspector.gui.theme import Theme

# What a long text may take, before zoom: then it scrolls.
LINES = 84


class CellEdit(MarkedDelegate):
    """Enter keeps what was written, Esc what was there."""

    written = Signal(object, str)  # the row's value, and its new text

    def __init__(
        self,
        theme: Theme,
        pieces: Callable[[Any], Pieces],
        text: Callable[[Any], str],
        name: str,
        parent: QWidget,
    ) -> None:
        """``text`` is what is edited of a row, ``name`` what it is for those who hear."""
        super().__init__(theme, pieces, parent, is_uri=True)
        self._text = text
        self._name = name

    def createEditor(
        self,
        parent: QWidget,
        _option: QStyleOptionViewItem,
        _index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        """Over the cell."""
        edit = SmallEdit(self.theme)
        edit.setParent(parent)
        edit.setObjectName("cell")
        edit.allow(self.theme.pixels(LINES))
        edit.setAccessibleName(self._name)
        edit.setPlaceholderText("")
        edit.submitted.connect(lambda: self._keep(edit))
        edit.text_edited.connect(lambda: self._grow(edit))
        return edit

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Begin with what is there, selected."""
        assert isinstance(editor, SmallEdit)
        editor.set_text(self._text(index.data(ROW_ROLE)))
        editor.selectAll()

    def setModelData(
        self,
        editor: QWidget,
        _model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Say what was written."""
        assert isinstance(editor, SmallEdit)
        self.written.emit(index.data(ROW_ROLE), editor.text())

    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        _index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Over the cell, and over those below where the text takes more lines."""
        place = option.rect
        editor.setGeometry(place)
        editor.setMinimumHeight(place.height())
        assert isinstance(editor, SmallEdit)
        self._grow(editor)

    def _grow(self, edit: SmallEdit) -> None:
        edit.resize(edit.width(), max(edit.minimumHeight(), edit.sizeHint().height()))

    def _keep(self, edit: SmallEdit) -> None:
        self.commitData.emit(edit)
        self.closeEditor.emit(edit, self.EndEditHint.NoHint)
