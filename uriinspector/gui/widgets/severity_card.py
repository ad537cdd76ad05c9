"""A card that judges: on the ground of a severity, with an edge in its colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QFrame

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from uriinspector.gui.theme import Theme

RADIUS, EDGE, FOCUS = 8, 5, 2


class SeverityCard(QFrame):
    """What is on it says which severity it has."""

    def __init__(self, theme: Theme) -> None:
        """Start without anything on it."""
        super().__init__()
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def severity(self) -> str:
        """The severity that is shown."""
        raise NotImplementedError

    def answer_enter(self) -> None:
        """Do what Enter does while the card has the keys."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter does what the card is for."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.answer_enter()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card and its edge in the colours of the severity."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        severity, edge = self.severity(), self._theme.pixels(EDGE)
        card = QPainterPath()
        card.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.fillPath(card, self._theme.color(f"{severity}_card"))
        has_keys = self.hasFocus()
        frame = QPen(self._theme.color("accent"), 2 * FOCUS) if has_keys else None
        painter.setPen(frame or QPen(self._theme.color("line"), 1))
        painter.setClipPath(card)
        painter.fillRect(0, 0, edge, self.height(), self._theme.color(severity))
        painter.setClipping(has_keys)  # half of the wide frame is outside
        painter.drawPath(card)
        painter.end()
