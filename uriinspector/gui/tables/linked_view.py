"""What a table and a tree have in common that share the selection of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView

from uriinspector.gui.editor.value_menu import index_of, open_menu
from uriinspector.gui.tables.first_row import begin_at_first_row
from uriinspector.gui.tables.severity_delegate import SeverityDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.widgets.viewport import find_viewport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHideEvent, QKeyEvent, QShowEvent

    from uriinspector.gui.tables.columns import Column
    from uriinspector.gui.tables.span_link import SpanLink
    from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    Base = QAbstractItemView
else:
    Base = object  # it stands before a view of Qt among the bases, and can be none itself


class LinkedView(Base):
    """Selection, pointer, keys and cells; the view itself is Qt's, the ``link`` the page's."""

    row_opened = Signal(object)  # by Enter or a double click
    link: SpanLink

    def set_up_cells(self, theme: Theme, columns: Sequence[Column]) -> None:
        """One row at a time is chosen; the cells of each column are painted as it says."""
        find_viewport(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for number, each in enumerate(columns):
            severity_delegate = SeverityDelegate(
                theme,
                each.pieces,
                self,
                sign=each.sign,
                is_uri=each.is_uri,
                wraps=each.wraps,
                keeps_end=each.keeps_end,
                is_dim=each.is_dim,
                is_pointed=self.link.is_pointed,
            )
            self.setItemDelegateForColumn(number, severity_delegate)
        self.doubleClicked.connect(lambda index: self.row_opened.emit(index.data(ROW_ROLE)))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with a cell."""
        index, place = index_of(self, event)
        open_menu(self, self.link.entries_at(index), place)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was selected meanwhile."""
        super().showEvent(event)
        self.link.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Whatever the pointer marked is marked no longer."""
        super().hideEvent(event)
        self.link.leave()

    def leaveEvent(self, event: QEvent) -> None:
        """Whatever the pointer marked is marked no longer."""
        super().leaveEvent(event)
        self.link.leave()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A view that is entered by the keyboard shows where one is, and selects nothing yet."""
        with self.link.quietly():
            super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens what is selected."""
        begin_at_first_row(self, event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.row_opened.emit(self.currentIndex().data(ROW_ROLE))
        else:
            super().keyPressEvent(event)
