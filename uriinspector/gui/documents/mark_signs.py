"""Marks as signs, where there is no room for words: a cross, a tick, a dash, a dot for a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from uriinspector.documents.cases.link_row import BENIGN, IGNORED, MALICIOUS, Decision

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme

SIDE, STROKE, DOT = 9, 2, 4  # before zoom
COLORS = {MALICIOUS: "high", BENIGN: "low", IGNORED: "muted"}
# Lines through a square of one by one.
LINES = {
    MALICIOUS: (((0, 0), (1, 1)), ((0, 1), (1, 0))),
    BENIGN: (((0, 0.55), (0.35, 0.95)), ((0.35, 0.95), (1, 0.1))),
    IGNORED: (((0, 0.5), (1, 0.5)),),
}


def draw_signs(painter: QPainter, theme: Theme, decision: Decision, room: QRectF) -> None:
    """Draw what was decided into a cell."""
    side, dot = theme.pixels(SIDE), theme.pixels(DOT)
    place = QRectF(room.left(), room.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if decision.mark:
        pen = QPen(theme.color(COLORS[decision.mark]), theme.pixels(STROKE))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for start, end in LINES[decision.mark]:
            painter.drawLine(_point(place, *start), _point(place, *end))
    if decision.note:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("text"))
        left = place.right() + dot if decision.mark else place.left()
        painter.drawEllipse(QRectF(left, place.center().y() - dot / 2, dot, dot))
    painter.restore()


def _point(place: QRectF, x: float, y: float) -> QPointF:
    return QPointF(place.left() + x * place.width(), place.top() + y * place.height())
