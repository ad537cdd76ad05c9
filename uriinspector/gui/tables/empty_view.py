"""A view that has no rows, and says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView

    from uriinspector.gui.theme import Theme

# What stays free at both sides of the words.
SIDE = 12


def paint_in_place_of_rows(view: QAbstractItemView, theme: Theme, words: str) -> None:
    """The reason in the middle of where the rows would be."""
    painter = QPainter(view.viewport())
    painter.setPen(theme.color("muted"))
    painter.setFont(theme.interface_font())
    place = view.viewport().rect().adjusted(SIDE, 0, -SIDE, 0)
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
    painter.end()
