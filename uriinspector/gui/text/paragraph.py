"""Sentences of several looks, painted plainly: no markup is ever read.

A run is a piece of text with a look; a paragraph lays runs out behind each other and wraps them.
What comes from outside must have been made visible before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from uriinspector.gui.fonts import interface_font, uri_font

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtCore import QEvent, QRectF
    from PySide6.QtGui import QPaintEvent

    from uriinspector.gui.theme import Theme

ELLIPSIS, NEW_LINE = "\u2026", "\u2028"
NARROWEST = 60  # pixels: what a layout asks for below that is never seen


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a run is set: in the face of our words or of evidence; its colour by meaning."""

    color: str = "text"
    size: int = 13
    evidence: bool = False
    weight: int = 400
    struck: bool = False
    dotted: bool = False


class TextRun(NamedTuple):
    """A piece of text in one look."""

    text: str
    look: TextStyle = TextStyle()


def units(text: str) -> int:
    """The length as Qt counts it: in UTF-16."""
    return len(text) + sum(each > "\uffff" for each in text)


@lru_cache(maxsize=256)
def _font(size: int, evidence: bool, weight: int) -> QFont:
    font = uri_font(size) if evidence else interface_font(size)
    font.setWeight(QFont.Weight(weight))
    return font


def font_of(theme: Theme, look: TextStyle) -> QFont:
    """The font of a look at the zoom that was chosen."""
    return _font(theme.pixels(look.size), look.evidence, look.weight)


@lru_cache(maxsize=256)
def _metrics(size: int, evidence: bool, weight: int) -> QFontMetricsF:
    return QFontMetricsF(_font(size, evidence, weight))


def metrics_of(theme: Theme, look: TextStyle) -> QFontMetricsF:
    """What the font of a look measures."""
    return _metrics(theme.pixels(look.size), look.evidence, look.weight)


def format_of(theme: Theme, look: TextStyle) -> QTextCharFormat:
    """A look as Qt wants it."""
    made = QTextCharFormat()
    made.setFont(font_of(theme, look))
    made.setForeground(theme.color(look.color))
    made.setFontStrikeOut(look.struck)
    if look.dotted:
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        made.setUnderlineColor(theme.color(look.color))
    return made


def advance(theme: Theme, runs: Iterable[TextRun]) -> float:
    """How wide runs are on one line."""
    return sum(metrics_of(theme, run.look).horizontalAdvance(run.text) for run in runs)


def cut(theme: Theme, run: TextRun, width: float, mode: Qt.TextElideMode) -> TextRun:
    """The run with dots where it is too wide; of a host it is the end that counts."""
    if len(run.text) * theme.pixels(run.look.size) < width:
        return run
    return TextRun(metrics_of(theme, run.look).elidedText(run.text, mode, width), run.look)


def draw_line(painter: QPainter, theme: Theme, runs: Iterable[TextRun], place: QRectF) -> None:
    """Paint runs behind each other on one line, in the middle of the height."""
    x, center = place.x(), place.center().y()
    for run in runs:
        metrics = metrics_of(theme, run.look)
        painter.setFont(font_of(theme, run.look))
        painter.setPen(theme.color(run.look.color))
        base = center + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(x, base), run.text)
        width = metrics.horizontalAdvance(run.text)
        if run.look.dotted:
            painter.setPen(QPen(theme.color(run.look.color), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, round(base) + 2.5), QPointF(x + width, round(base) + 2.5))
        x += width


class Paragraph:
    """Runs laid out for a width; beyond ``most`` lines the rest is dots."""

    def __init__(self, theme: Theme, runs: Sequence[TextRun], width: float, most: int = 0) -> None:
        runs = [run for run in runs if run.text]
        self.layout = _laid(theme, runs, width)
        if most and self.layout.lineCount() > most:
            line = self.layout.lineAt(most - 1)
            kept = line.textStart() + line.textLength() - 2
            self.layout = _laid(theme, [*_until(runs, max(kept, 1))], width)
        self.height = self.layout.boundingRect().height()

    @property
    def width(self) -> float:
        """How wide the widest line is."""
        lines = range(self.layout.lineCount())
        return max((self.layout.lineAt(each).naturalTextWidth() for each in lines), default=0.0)

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Paint it with its upper left corner there."""
        self.layout.draw(painter, QPointF(x, y))


def _until(runs: Iterable[TextRun], end: int) -> Iterable[TextRun]:
    """The first runs up to a place in Qt's count, and dots."""
    for run in runs:
        length = units(run.text)
        if length >= end:
            kept = run.text[:end] if length == len(run.text) else run.text[: end // 2]
            yield TextRun(kept.rstrip() + ELLIPSIS, run.look)
            return
        end -= length
        yield run


def _laid(theme: Theme, runs: Sequence[TextRun], width: float) -> QTextLayout:
    layout = QTextLayout("".join(run.text for run in runs))
    layout.setCacheEnabled(True)
    if runs:
        layout.setFont(font_of(theme, runs[0].look))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    layout.setTextOption(option)
    formats, at = [], 0
    for run in runs:
        each = QTextLayout.FormatRange()
        each.start, each.length = at, units(run.text)
        each.format = format_of(theme, run.look)
        formats.append(each)
        at += each.length
    layout.setFormats(formats)
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1.0))
        line.setPosition(QPointF(0, y))
        y += line.height()
    layout.endLayout()
    return layout


class ParagraphLabel(QWidget):
    """A paragraph as a widget, as high as it needs to be."""

    def __init__(self, theme: Theme, most: int = 0) -> None:
        """Start empty; beyond ``most`` lines the rest is dots."""
        super().__init__()
        self._theme = theme
        self._most = most
        self._runs: tuple[TextRun, ...] = ()
        self._paragraphs: dict[int, Paragraph] = {}  # by width: layouts ask for several
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def tell(self, runs: Iterable[TextRun]) -> None:
        """Show these runs."""
        told = tuple(runs)
        if told == self._runs:
            return
        self._runs = told
        self.setAccessibleName(self.text())
        self._renew()

    def wanted_width(self) -> float:
        """How wide it is on one line."""
        return advance(self._theme, self._runs)

    def text(self) -> str:
        """All that is told, without its looks."""
        return "".join(run.text for run in self._runs).replace(NEW_LINE, " ")

    def runs(self) -> tuple[TextRun, ...]:
        """What is told, with its looks."""
        return self._runs

    def hasHeightForWidth(self) -> bool:
        """It wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Measure it at a width."""
        return round(self._paragraph(width).height + 0.49) if self._runs else 0

    def sizeHint(self) -> QSize:
        """Take what width there is."""
        return QSize(0, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """One line at least."""
        heights = (metrics_of(self._theme, run.look).height() for run in self._runs)
        return QSize(0, round(max(heights, default=0) + 0.49))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the paragraph in the middle of the height."""
        painter, words = QPainter(self), self._paragraph(self.width())
        words.draw(painter, 0, max(0, (self.height() - words.height) / 2))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Measure and colour again when the theme has changed."""
        if event.type() == event.Type.StyleChange:
            self._renew()
        super().changeEvent(event)

    def _renew(self) -> None:
        self._paragraphs.clear()
        self.updateGeometry()
        self.update()

    def _paragraph(self, width: int) -> Paragraph:
        width = max(width, NARROWEST)
        if width not in self._paragraphs:
            if len(self._paragraphs) > 8:
                self._paragraphs.clear()
            self._paragraphs[width] = Paragraph(self._theme, self._runs, width, self._most)
        return self._paragraphs[width]
