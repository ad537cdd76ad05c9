"""The way that a link takes: one stop after the other, and where it is not known any further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.paragraph import Paragraph, TextRun, TextStyle, host_runs
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    from uriinspector.analysis.verdict import Hop

NOTE = TextStyle("muted", 12)
EVIDENCE = TextStyle("text", 12, evidence=True)
INNER, BETWEEN = 8, 28  # before zoom: inside a stop, and for the arrow between two


class RouteStop(NamedTuple):
    """One stop: what it is in our words, its host, the service that it belongs to."""

    note: str
    host: str
    service: str
    known: bool

    def text(self) -> str:
        """All that is said of it."""
        return " ".join(each for each in (self.note, self.host, self.service) if each)


def stops(route: Sequence[Hop]) -> tuple[RouteStop, ...]:
    """What is said of each stop; a single one that is known needs no words."""
    if len(route) < 2 and all(hop.known for hop in route):
        return ()
    result = []
    for number, hop in enumerate(route):
        following = route[number + 1].via if number + 1 < len(route) else ""
        service = say("via {service}", service=following) if following else ""
        result.append(RouteStop(_note(hop, number), hop.host or "", service, hop.known))
    return tuple(result)


def _note(hop: Hop, number: int) -> str:
    if not hop.known:
        return say("not in the link")
    if not hop.host:
        return say("no host")
    return say("written") if number == 0 else say("then goes to")


class Route(QWidget):
    """The stops in a row, which wraps."""

    def __init__(self, theme: Theme) -> None:
        """Start with no way to show."""
        super().__init__()
        self._theme = theme
        self._stops: tuple[RouteStop, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_route(self, route: Sequence[Hop]) -> None:
        """Show these stops; nothing where there is only one."""
        self._stops = stops(route)
        self.setVisible(bool(self._stops))
        self.setAccessibleName(self.text())
        self._renew()

    def text(self) -> str:
        """The stops in words."""
        return " \u2192 ".join(stop.text() for stop in self._stops)

    def places(self, width: int) -> list[QRectF]:
        """Where each stop stands at a width."""
        return [place for _, place in self._placed(width)]

    def hasHeightForWidth(self) -> bool:
        """It wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Measure it at a width."""
        return round(max((place.bottom() for _, place in self._placed(width)), default=0) + 0.5)

    def sizeHint(self) -> QSize:
        """Take what width there is."""
        return QSize(0, self.heightForWidth(max(self.width(), 60)))

    def minimumSizeHint(self) -> QSize:
        """One row at least."""
        return QSize(0, self._theme.pixels(24) if self._stops else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the stops and the arrows between them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = self._theme.pixels(INNER)
        for number, (stop, (words, place)) in enumerate(
            zip(self._stops, self._placed(self.width()), strict=True)
        ):
            if number:
                self._arrow(painter, place)
            pen = QPen(self._theme.color("muted" if not stop.known else "line"), 1)
            pen.setStyle(Qt.PenStyle.SolidLine if stop.known else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(self._theme.color("card"))
            painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), inner - 1, inner - 1)
            words.draw(painter, place.x() + inner, place.center().y() - words.height / 2)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the theme has changed."""
        if event.type() == event.Type.StyleChange:
            self._renew()
        super().changeEvent(event)

    def _renew(self) -> None:
        self.updateGeometry()
        self.update()

    def _placed(self, width: int) -> list[tuple[Paragraph, QRectF]]:
        """Each stop's words, and its place; what does not fit begins a new row."""
        inner, between = self._theme.pixels(INNER), self._theme.pixels(BETWEEN)
        result: list[tuple[Paragraph, QRectF]] = []
        height, x, y = self._theme.pixels(24), 0.0, 0.0
        for stop in self._stops:
            words = Paragraph(self._theme, self._runs(stop, width), 1_000_000)
            wide = min(words.width + 2 * inner, width - (between if result else 0))
            if result and x + between + wide > width:
                x, y = 0.0, y + height + 4
            x += between if result else 0
            result.append((words, QRectF(x, y, wide, height)))
            x += wide
        return result

    def _runs(self, stop: RouteStop, width: int) -> list[TextRun]:
        """A host may take half of the row: then there is room for the words around it."""
        runs = [TextRun(stop.note + (" " if stop.host else ""), NOTE)]
        if stop.host:
            runs += host_runs(self._theme, stop.host, EVIDENCE, max(width / 2, 120))
        if stop.service:
            runs.append(TextRun(" " + stop.service, NOTE))
        return runs

    def _arrow(self, painter: QPainter, place: QRectF) -> None:
        unit = self._theme.pixels(4)
        end = QPointF(place.x() - unit * 1.5, place.center().y())
        painter.setPen(QPen(self._theme.color("muted"), 1.4))
        painter.drawLine(end - QPointF(unit * 4, 0), end)
        painter.drawLine(end - QPointF(unit, unit), end)
        painter.drawLine(end - QPointF(unit, -unit), end)
