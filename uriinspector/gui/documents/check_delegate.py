"""Chips of what the receiver claims to have found: SPF, DKIM and DMARC, each in its place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.documents.file_cells import FAIL, NONE, OTHER, PASS, checks_of
from uriinspector.gui.documents.file_entries import FileEntry
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.text.paragraph import TextStyle, font_of, metrics_of
from uriinspector.gui.text.pieces import Pieces
from uriinspector.gui.theme import Theme

WORD = TextStyle(size=10, weight=600)
HEIGHT, GAP, SIDE, RADIUS = 18, 4, 5, 4


class CheckSign(NamedTuple):
    """A sign, its colour, and the colour behind it: never a colour alone."""

    sign: str
    letters: str
    behind: str


SIGNS = {
    PASS: CheckSign("✓", "muted", "hover"),
    FAIL: CheckSign("✗", "high", "high_card"),
    OTHER: CheckSign("!", "warning", "warning_card"),
    NONE: CheckSign("–", "muted", "hover"),
}


class CheckDelegate(MarkedDelegate):
    """A chip for each method that the receiver tells of; a reader of the screen has the words."""

    def __init__(
        self,
        theme: Theme,
        pieces: Callable[[int], Pieces],
        entry: Callable[[int], FileEntry],
        parent: QWidget,
    ) -> None:
        """``entry`` tells of which message a row is."""
        super().__init__(theme, pieces, parent)
        self._entry = entry

    def draw(self, painter: QPainter, room: QRectF, value: int) -> None:
        """Paint the chips, each method always in the same place."""
        checks = checks_of(self._entry(value))
        if not checks:
            super().draw(painter, room, value)
            return
        pixels, metrics = self.theme.pixels, metrics_of(self.theme, WORD)
        height, left = pixels(HEIGHT), room.left()
        painter.save()
        painter.setClipRect(room.adjusted(-2, 0, 2, 0))
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setFont(font_of(self.theme, WORD))
        for each in checks:
            sign, letters, behind = SIGNS.get(each.outcome, SIGNS[OTHER])
            words = f"{sign} {each.method}"
            width = metrics.horizontalAdvance(f"{SIGNS[PASS].sign} {each.method}")
            width += 2 * pixels(SIDE)
            if not each.outcome:  # its place stays empty
                left += width + pixels(GAP)
                continue
            place = QRectF(left, room.center().y() - height / 2, width, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color(behind))
            painter.drawRoundedRect(place, pixels(RADIUS), pixels(RADIUS))
            painter.setPen(self.theme.color(letters))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
            left += width + pixels(GAP)
        painter.restore()
