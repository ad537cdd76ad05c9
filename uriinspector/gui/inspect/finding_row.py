"""One finding laid out for a width: badge, title, words, links to clauses, button of its fix."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.finding import EVIDENCE, SEVERITIES, Finding, phrase_of
from uriinspector.core.model import NamedTuple
from uriinspector.gui.text.paragraph import (
    Paragraph,
    TextRun,
    TextStyle,
    draw_line,
    font_of,
    metrics_of,
)
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.severity_sign import SeverityBadge, word_of

CLAUSE, FIX, PLACES = "clause", "fix", "places"
PAD, TOP, BADGE = 12, 8, 18  # before zoom
CLOSED, OPEN = "\u25be", "\u25b4"  # on the button that shows where the same is said again
NARROW = 330  # below this, before zoom, the words stand under the badge
TITLE, WORDS, PROOF = (
    TextStyle(weight=600),
    TextStyle("muted"),
    TextStyle("text", 12, evidence=True),
)
LINK, BUTTON = TextStyle("muted", 12, dotted=True), TextStyle("text", 12)


class ClickTarget(NamedTuple):
    """Something in a row that can be clicked: where it is, from the row's corner.

    A link has the clause as its value; the text of a fix is asked of the finding itself.
    """

    kind: str
    value: str
    words: str
    place: QRectF


def cited(cite: str) -> str:
    """A clause as it is shown."""
    return shown_cite(cite, say("appendix"))


def spoken(finding: Finding, times: int = 1) -> str:
    """A finding in one breath."""
    texts = [f"{word_of(finding.severity)}: {say(finding.title)}", message(finding)]
    texts += [", ".join(map(cited, finding.cites))] if finding.cites else []
    texts += [say("Fix: {title}", title=say(finding.fix.title))] if finding.fix else []
    texts += [often(times)] if times > 1 else []
    return ". ".join(each.rstrip(".") for each in texts)


def often(times: int) -> str:
    """How often the same is said."""
    return say("{count} times", count=number(times))


def message(finding: Finding) -> str:
    """What it says, in the language of the window."""
    return "".join(run.text for run in message_runs(finding))


def message_runs(finding: Finding) -> list[TextRun]:
    """The same in its looks."""
    return [
        TextRun(visible(piece.text), PROOF if piece.kind == EVIDENCE else WORDS)
        for piece in phrase_of(finding).pieces(say)
    ]


def words_of(finding: Finding) -> Hashable:
    """All that a row shows of a finding: not where it is, nor the text that its fix would give."""
    args, fix = tuple(finding.args.items()), finding.fix.title if finding.fix else None
    return finding.severity, finding.title, finding.template, args, finding.cites, fix


def words_at(theme: Theme, width: int) -> float:
    """Where the words begin: beside the badge, or under it where there is little room."""
    pad = theme.pixels(PAD)
    if width < theme.pixels(NARROW):
        return float(pad)
    return pad + max(SeverityBadge.width(theme, each) for each in SEVERITIES) + theme.pixels(10)


class FindingRow:
    """Where everything of a row stands."""

    def __init__(
        self, theme: Theme, finding: Finding, width: int, times: int = 1, *, is_open: bool = False
    ) -> None:
        self._theme = theme
        sign = OPEN if is_open else CLOSED
        self._places = f"{often(times)} {sign}" if times > 1 else ""
        self._severity = finding.severity
        pad, top = theme.pixels(PAD), theme.pixels(TOP)
        badge = SeverityBadge.width(theme, finding.severity)
        self._badge = QRectF(pad, top, badge, theme.pixels(BADGE))
        self._x = words_at(theme, width)
        y = float(top if self._x > pad else top + theme.pixels(BADGE + 5))
        room = max(width - self._x - pad, 40)
        self._title = Paragraph(theme, [TextRun(say(finding.title), TITLE)], room)
        self._title_y = y + max(0, (theme.pixels(BADGE) - self._title.height) / 2)
        self._words = Paragraph(theme, message_runs(finding), room, most=8)
        self._words_y = self._title_y + self._title.height + theme.pixels(2)
        below = self._words_y + self._words.height + theme.pixels(4)
        self.targets, end = self._flow(finding, self._x, below, room)
        self.height = round(end + theme.pixels(TOP)) + 1

    def _flow(
        self, finding: Finding, left: float, y: float, room: float
    ) -> tuple[list[ClickTarget], float]:
        """The links and the button, in a row that wraps; and where it ends."""
        wanted = [(CLAUSE, cite, cited(cite)) for cite in finding.cites]
        wanted += [(FIX, "", say(finding.fix.title))] if finding.fix else []
        wanted += [(PLACES, "", self._places)] if self._places else []
        result, x, line = [], left, self._theme.pixels(21)
        for kind, value, words in wanted:
            look = LINK if kind == CLAUSE else BUTTON
            inner = 0 if kind == CLAUSE else self._theme.pixels(9)
            wide = metrics_of(self._theme, look).horizontalAdvance(words) + 2 * inner
            if x > left and x + wide > left + room:
                x, y = left, y + line + self._theme.pixels(3)
            result.append(ClickTarget(kind, value, words, QRectF(x, y, min(wide, room), line)))
            x += wide + self._theme.pixels(12)
        return result, y + (line if wanted else -self._theme.pixels(4))

    def draw(self, painter: QPainter, place: QRect, aimed: int) -> None:
        """Paint it; ``aimed`` is the target that the keys are at."""
        painter.save()
        painter.translate(place.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        SeverityBadge.draw(painter, self._theme, self._severity, self._badge)
        self._title.draw(painter, self._x, self._title_y)
        self._words.draw(painter, self._x, self._words_y)
        draw_targets(painter, self._theme, self.targets, aimed)
        painter.restore()


def draw_targets(painter: QPainter, theme: Theme, targets: list[ClickTarget], aimed: int) -> None:
    """Paint links and buttons; ``aimed`` is the one that the keys are at."""
    for at, target in enumerate(targets):
        if target.kind == CLAUSE:
            draw_line(painter, theme, [TextRun(target.words, LINK)], target.place)
        else:
            _draw_button(painter, theme, target)
        if at == aimed:
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(target.place.adjusted(-3, -0.5, 3, 0.5), 5, 5)


def _draw_button(painter: QPainter, theme: Theme, target: ClickTarget) -> None:
    radius = theme.pixels(5)
    painter.setPen(QPen(theme.color("border"), 1))
    painter.setBrush(theme.color("card"))
    painter.drawRoundedRect(target.place.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.setPen(theme.color(BUTTON.color))
    painter.setFont(font_of(theme, BUTTON))
    painter.drawText(target.place, Qt.AlignmentFlag.AlignCenter, target.words)
