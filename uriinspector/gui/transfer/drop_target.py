"""The place that lights up while something is dragged over the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPaintEvent

    from uriinspector.gui.theme import Theme

AWAY, RADIUS = 10, 12  # before zoom
VEIL = 225  # of 255: how much of what lies below is covered


class DropTarget(QWidget):
    """Covers the window until the thing is dropped or taken away again."""

    dropped = Signal(object)  # the QDropEvent

    def __init__(self, theme: Theme, window: QWidget) -> None:
        """Start out of sight."""
        super().__init__(window)
        self._window = window
        self._theme = theme
        self.words = ""
        self.setAcceptDrops(True)
        self.hide()

    def appear(self, words: str) -> None:
        """Cover the window and say what happens to what is dropped."""
        self.words = words
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let everything in: what cannot be read is told what to do instead."""
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """It was taken away again."""
        self.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Uncover the window, and have it taken."""
        self.hide()
        event.acceptProposedAction()
        self.dropped.emit(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a veil, a dashed frame and the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(self._theme.color("window"))
        veil.setAlpha(VEIL)
        painter.fillRect(self.rect(), veil)
        away, radius = self._theme.pixels(AWAY), self._theme.pixels(RADIUS)
        place = QRectF(self.rect()).adjusted(away, away, -away, -away)
        painter.setPen(QPen(self._theme.color("accent"), 3, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(place, radius, radius)
        painter.setPen(self._theme.color("text"))
        font = self._theme.interface_font(18)
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        inner = place.adjusted(radius, radius, -radius, -radius)
        how = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(inner, int(how), self.words)
        painter.end()
