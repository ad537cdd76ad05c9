"""The verdict: the largest thing on the page, always as high; what does not fit opens below it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMetaMethod, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from uriinspector.analysis.finding import Finding, PhrasePiece, pieces
from uriinspector.core.model import NamedTuple
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.text.paragraph import (
    NEW_LINE,
    Paragraph,
    ParagraphLabel,
    TextRun,
    TextStyle,
    advance,
    cut,
    host_runs,
    metrics_of,
)
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import DisclosureButton, button
from uriinspector.gui.widgets.layouts import column_of, row
from uriinspector.gui.widgets.severity_sign import CALM, SeverityCard, SeveritySign, word_of

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.analysis.verdict import Hop


NOTE = TextStyle("muted", 12)
EVIDENCE = TextStyle("text", 12, evidence=True)
INNER, STOP_GAP = 8, 28  # before zoom: inside a stop, and for the arrow between two


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
        inner, between = self._theme.pixels(INNER), self._theme.pixels(STOP_GAP)
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


NARROW = 360  # with less room for the words, before zoom, the buttons stand under them
ROOMY = 520  # with less, before zoom, there is room for another line of the headline
LINES = 2  # of the reasons, below a headline of one line
BETWEEN = 5  # pixels between headline and reasons
ENOUGH = 0.5  # of a line: with less room a host begins another one
HEADLINE = TextStyle(size=18, weight=650)
HOST = TextStyle(size=18, evidence=True)
LOOKS = {
    "host": HOST,
    "other": HOST,
    "like": HOST,
    "evidence": HOST,
    "instead": TextStyle("muted", 18, evidence=True, struck=True),
    "service": HEADLINE,
    "word": HEADLINE,
}
DETAIL, PROOF, LEAD = TextStyle(), TextStyle(evidence=True), TextStyle(weight=600)
END = TextRun(NEW_LINE, DETAIL)
QUIET, QUIET_PROOF = TextStyle("muted", 12), TextStyle("muted", 12, evidence=True)


class VerdictBanner(SeverityCard):
    """Where the link goes, and why."""

    explain_requested = Signal(object)  # the Finding that tells most
    report_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to judge."""
        super().__init__(theme)
        self._inspection: Inspection | None = None
        self.sign = SeveritySign(theme)
        self.headline = ParagraphLabel(theme)
        self.detail = ParagraphLabel(theme)
        self.rest = ParagraphLabel(theme)  # all of the reasons, where they are cut above
        self.browser = ParagraphLabel(theme, most=1)
        self.route = Route(theme)
        self.more = DisclosureButton()
        self.more.clicked.connect(self._fit)
        self.explain = button(say("Explain"), self._on_explain)
        self.copy = button(say("Copy report"), self.report_requested.emit)
        self._lay_out()

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Say what was found; None while there is nothing to look at."""
        before, self._inspection = self._inspection, inspection
        if before is None or inspection is None or before.text != inspection.text:
            self.more.setChecked(False)
        self.sign.show_severity(self.severity())
        self.detail.tell(self._detail())
        self.route.show_route(inspection.verdict.route if inspection else ())
        self.explain.setVisible(self.worst() is not None)
        heard = self.isSignalConnected(QMetaMethod.fromSignal(self.report_requested))
        self.copy.setVisible(heard and inspection is not None)
        self._fit()
        self.setAccessibleName(self.text())
        announce_answer(self, self.text() if inspection else "")
        self.update()

    def severity(self) -> str:
        """The severity that is shown; calm where there is nothing to say."""
        return (self._inspection.verdict.severity if self._inspection else None) or CALM

    def answer_enter(self) -> None:
        """Explain what the verdict rests on."""
        if self.worst() is not None:
            self._on_explain()

    def worst(self) -> Finding | None:
        """The finding that the verdict rests on: its own, or that of a link inside."""
        severity = self.severity()
        return next((each for each in self._findings() if each.severity == severity), None)

    def _findings(self) -> Iterator[Finding]:
        """Its own, the worst first, then those of the links inside."""
        waiting = [self._inspection] if self._inspection else []
        for each in waiting:
            yield from each.findings
            waiting += [nested.inspection for nested in each.nested if nested.inspection]

    def text(self) -> str:
        """All that the banner says."""
        words = (
            *(word_of(self.severity()), self.headline.text(), self.detail.text()),
            *(self.route.text(), self.browser.text()),
        )
        return ". ".join(each.rstrip(".") for each in words if each)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is cut to fit is cut again."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """The theme has changed: other fonts, other widths."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "copy"):
            self._fit()

    def _lay_out(self) -> None:
        self._words, self._buttons = QWidget(), QWidget()
        margins, texts = (0, 0, 0, 0), (self.headline, self.detail)
        column_of(None, *texts, None, into=self._words, margins=margins, spacing=BETWEEN)
        row(None, self.more, self.explain, self.copy, into=self._buttons, margins=margins)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(12)
        self._body.addWidget(self._words, 1)
        self._body.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignVCenter)
        self.details = QWidget()
        column_of(
            self.rest, self.route, self.browser, into=self.details, margins=(0, 8, 0, 0), spacing=8
        )
        self.details.hide()
        right = column_of(self._body, self.details, spacing=0)
        whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        whole.setContentsMargins(12, 10, 14, 10)
        whole.setSpacing(8)
        self._sign_room = QWidget()
        column_of(None, self.sign, None, into=self._sign_room, margins=margins)
        whole.addWidget(self._sign_room, 0, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(right, 1)

    def _fit(self) -> None:
        """Tell what depends on the width."""
        self._name_more()
        taken = self._room_of_buttons()
        left_over = self.width() - self._theme.pixels(50) - 40
        narrow = left_over - taken < self._theme.pixels(NARROW)
        direction = QBoxLayout.Direction
        self._body.setDirection(direction.TopToBottom if narrow else direction.LeftToRight)
        left = Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag.AlignVCenter
        self._body.setAlignment(self._buttons, left)
        room = max(left_over - (0 if narrow else taken), 100)
        self.headline.tell(self._headline(room))
        self.browser.tell(self._browser(left_over))
        self.browser.setVisible(bool(self.browser.runs()))
        self._share(room)

    def _name_more(self) -> None:
        self.more.tell(say("Route") if self.route.text() else say("More"))

    def _room_of_buttons(self) -> int:
        """What all buttons take that there may be, seen or not: the words never break anew."""
        heard = self.isSignalConnected(QMetaMethod.fromSignal(self.report_requested))
        buttons = (self.more, self.explain, *((self.copy,) if heard else ()))
        wide = sum(each.sizeHint().width() + 8 for each in buttons)
        return int(wide) + self._theme.pixels(8)

    def _share(self, room: float) -> None:
        """Give headline and reasons the height that there always is; the rest opens below."""
        title, line = self._line_height(HEADLINE, HOST), self._line_height(LEAD, PROOF)
        is_roomy = room >= self._theme.pixels(ROOMY)
        height = title * (1 if is_roomy else 2) + BETWEEN + line * LINES
        most = height // title
        self.headline.limit(most)
        left = height - self.headline.height_in(int(room), most) - BETWEEN
        lines, needed = left // line, self.detail.height_in(int(room))
        self.detail.limit(max(lines, 1))
        self.detail.setVisible(lines > 0)
        is_cut = needed > left or self.headline.height_in(int(room)) > height
        self.rest.tell((*self.headline.runs(), END, *self.detail.runs()) if is_cut else ())
        self.rest.setVisible(is_cut)
        has_more = is_cut or bool(self.route.text() or self.browser.runs())
        self.more.setVisible(has_more)
        self.details.setVisible(has_more and self.more.isChecked())
        self._words.setFixedHeight(height)
        self._sign_room.setFixedHeight(height)
        self._buttons.setFixedHeight(self.copy.sizeHint().height())

    def _line_height(self, *looks: TextStyle) -> int:
        """How high a line is in which all of these may stand."""
        metrics = [metrics_of(self._theme, each) for each in looks]
        ascent, descent = max(m.ascent() for m in metrics), max(m.descent() for m in metrics)
        return math.ceil(ascent) + math.ceil(descent)

    def _headline(self, room: float) -> Iterator[TextRun]:
        if self._inspection is None:
            yield TextRun(say("No link to inspect"), HEADLINE)
            return
        text_runs: list[TextRun] = []
        for piece in pieces(self._inspection.verdict.line, say):
            left = room - advance(self._theme, text_runs)
            if piece.kind == "host" and left < room * ENOUGH:
                text_runs.append(TextRun(NEW_LINE, HEADLINE))
                left = room
            text_runs += self._piece(piece, left if piece.kind == "host" else room * ENOUGH)
        yield from text_runs

    def _piece(self, piece: PhrasePiece, room: float) -> Iterator[TextRun]:
        look = LOOKS[piece.kind]
        if piece.kind == "host":
            yield from host_runs(self._theme, piece.text, look, room)
        else:
            shown = TextRun(visible(piece.text), look)
            is_ours = not look.evidence
            yield shown if is_ours else cut(self._theme, shown, room, Qt.TextElideMode.ElideLeft)

    def _detail(self) -> Iterator[TextRun]:
        if self._inspection is None:
            yield TextRun(say("Paste or type a link. It is never opened."), DETAIL)
            return
        titles = {finding.template: finding.title for finding in reversed([*self._findings()])}
        for number, line in enumerate(self._inspection.verdict.why):
            yield TextRun(" " if number else "", DETAIL)
            title = titles.get(line[0].template)
            yield TextRun(f"{say(title)}. " if title else "", LEAD)
            for piece in pieces(line, say):
                ours = piece.kind in {"word", "service"}
                yield TextRun(visible(piece.text), DETAIL if ours else PROOF)

    def _browser(self, room: float) -> Iterator[TextRun]:
        if self._inspection is None:
            return
        from uriinspector.gui.inspect.browser_form import in_browsers  # loads all that reads

        shown = in_browsers(self._inspection)
        if shown is None:
            return
        yield TextRun(say("In a browser:") + " ", QUIET)
        run = TextRun(visible(shown), QUIET_PROOF)
        yield cut(self._theme, run, room * 0.8, Qt.TextElideMode.ElideMiddle)

    def _on_explain(self) -> None:
        self.explain_requested.emit(self.worst())
