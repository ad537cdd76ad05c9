"""Helpers for dragging and dropping."""

from typing import Any

import PySide6
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget


def drop_on(target: QWidget, data: QMimeData, at: QPointF) -> bool:
    """Drag data over a widget and drop it there; return True if it was accepted."""
    copied = Qt.DropAction.CopyAction
    how = (data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter(target, data, at)
    drop = QDropEvent(at, copied, *how, QEvent.Type.Drop)
    QApplication.sendEvent(target, drop)
    return drop.isAccepted()


def enter(target: QWidget, data: QMimeData, at: QPointF) -> None:
    """Drag data over a widget."""
    copied = Qt.DropAction.CopyAction
    how = (data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    # Qt 6.12 requires a QPointF here, 6.11 only accepts a QPoint.
    place: Any = at if PySide6.__version_info__ >= (6, 12) else at.toPoint()
    QApplication.sendEvent(target, QDragEnterEvent(place, copied, *how))
