"""A cell that may begin with the sign of a severity: shape, word and colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF

from uriinspector.gui.tables.marked_delegate import MarkedDelegate
from uriinspector.gui.widgets.severity_sign import SeverityBadge, word_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.text.pieces import Pieces
    from uriinspector.gui.theme import Theme

HEIGHT, GAP = 18, 8


class SeverityDelegate(MarkedDelegate):
    """The pieces of a cell, after a sign where the row has one."""

    def __init__(
        self,
        theme: Theme,
        pieces: Callable[[Any], Pieces],
        parent: QWidget,
        *,
        sign: Callable[[Any], str],
        **how: Any,
    ) -> None:
        """``sign`` tells the severity, or "" where there is none."""
        super().__init__(theme, pieces, parent, **how)
        self._sign = sign

    def draw(self, painter: QPainter, room: QRectF, value: Any) -> None:
        """Paint the sign, then the pieces beside it."""
        severity = self._sign(value)
        if word_of(severity):
            width, height = SeverityBadge.width(self.theme, severity), self.theme.pixels(HEIGHT)
            place = QRectF(room.left(), room.center().y() - height / 2, width, height)
            painter.save()
            SeverityBadge.draw(painter, self.theme, severity, place)
            painter.restore()
            room = room.adjusted(width + self.theme.pixels(GAP), 0, 0, 0)
        super().draw(painter, room, value)
