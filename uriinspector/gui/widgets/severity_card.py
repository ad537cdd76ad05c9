"""A card that judges: on the ground of a severity, with an edge in its colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QFrame

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from uriinspector.gui.theme import Theme

RADIUS, EDGE = 8, 5


class SeverityCard(QFrame):
    """What is on it says which severity it has."""

    def __init__(self, theme: Theme) -> None:
        """Start without anything on it."""
        super().__init__()
        self._theme = theme

    def severity(self) -> str:
        """The severity that is shown."""
        raise NotImplementedError

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card and its edge in the colours of the severity."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        severity, edge = self.severity(), self._theme.pixels(EDGE)
        card = QPainterPath()
        card.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.fillPath(card, self._theme.color(f"{severity}_card"))
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.drawPath(card)
        painter.setClipPath(card)
        painter.fillRect(0, 0, edge, self.height(), self._theme.color(severity))
        painter.end()
