"""One of the places of a finding that is said more than once."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from uriinspector.analysis.finding import Finding
from uriinspector.gui.inspect.finding_row import (
    BUTTON,
    FIX,
    PAD,
    WORDS,
    ClickTarget,
    draw_targets,
    words_at,
)
from uriinspector.gui.text.paragraph import TextRun, draw_line, metrics_of
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme

HEIGHT = 30  # before zoom


def place_words(finding: Finding) -> str:
    """Where it is, counted as in the table of components."""
    if finding.start == finding.end:
        return say("At {start}", start=finding.start)
    return say("At {start}–{end}", start=finding.start, end=finding.end)


class PlaceRow:
    """Where everything of such a row stands."""

    def __init__(self, theme: Theme, finding: Finding, width: int, *, has_fix: bool) -> None:
        self._theme = theme
        self.height = theme.pixels(HEIGHT)
        left, gap = words_at(theme, width), theme.pixels(12)
        self._words = [TextRun(place_words(finding), WORDS)]
        wide = metrics_of(theme, WORDS).horizontalAdvance(self._words[0].text)
        room = width - left - theme.pixels(PAD)
        self._place = QRectF(left, 0, min(wide, room), self.height)
        self.targets: list[ClickTarget] = []
        if finding.fix and has_fix:
            words = say(finding.fix.title)
            inner = metrics_of(theme, BUTTON).horizontalAdvance(words) + 2 * theme.pixels(9)
            tall, x = theme.pixels(21), left + wide + gap
            y = (self.height - tall) / 2
            if x + inner > left + room:
                x, y = left, self.height
                self.height += tall + theme.pixels(5)
            self.targets.append(ClickTarget(FIX, "", words, QRectF(x, y, min(inner, room), tall)))

    def draw(self, painter: QPainter, place: QRect, aimed: int) -> None:
        """Paint it; ``aimed`` is the target that the keys are at."""
        painter.save()
        painter.translate(place.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_line(painter, self._theme, self._words, self._place)
        draw_targets(painter, self._theme, self.targets, aimed)
        painter.restore()
