"""Where the arrow keys begin in a view that was entered by the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QAbstractItemView

FIRST = {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home}


def begin_at_first_row(view: QAbstractItemView, event: QKeyEvent) -> None:
    """Let the first arrow key choose the first row.

    With the focus Qt makes that row the current one without choosing it, so that the arrow would
    go on to the second.
    """
    current, model = view.currentIndex(), view.selectionModel()
    if event.key() in FIRST and current.isValid() and not model.isSelected(current):
        model.clearCurrentIndex()
