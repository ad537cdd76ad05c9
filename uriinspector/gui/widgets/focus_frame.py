"""A frame around a list that has the keys: before a row is chosen nothing else shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView

    from uriinspector.gui.theme import Theme

WIDTH = 2


def draw_focus(view: QAbstractItemView, theme: Theme) -> None:
    """Draw it on the view's own paint event, while the view has the focus and no chosen row."""
    if not view.hasFocus() or view.selectionModel().hasSelection():
        return
    painter = QPainter(view.viewport())
    painter.setPen(QPen(theme.color("accent"), WIDTH))
    edge = WIDTH / 2
    painter.drawRect(QRectF(view.viewport().rect()).adjusted(edge, edge, -edge, -edge))
    painter.end()
