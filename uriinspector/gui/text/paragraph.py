"""Text of several styles, laid out in lines.

Text from outside must be passed through ``visible`` first.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from uriinspector.core.model import NamedTuple
from uriinspector.gui.fonts import interface_font, uri_font
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say_pieces
from uriinspector.gui.theme import pixels, theme

Wrap = QTextOption.WrapMode
WIDTHS = 8  # maximum number of cached layouts
T = TypeVar("T")


class Cache(Generic[T]):
    """A cache for the current theme; it is cleared when the theme changes and when it is full."""

    def __init__(self, most: int) -> None:
        self._most, self._look = most, theme.look
        self._values: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        if self._look != theme.look or (key not in self._values and len(self) >= self._most):
            self.clear()
        if key not in self._values:
            self._values[key] = make()
        return self._values[key]

    def clear(self) -> None:
        self._look = theme.look
        self._values.clear()

    def __len__(self) -> int:
        return len(self._values)


class LaidRun(NamedTuple):
    """Text in one format."""

    text: str
    look: QTextCharFormat
    behind: QColor | None = None  # the background color
    is_whole: bool = False  # broken only at spaces; URIs can be broken anywhere


def units(text: str) -> int:
    """Return the length in UTF-16 code units, as Qt counts."""
    return len(text) + sum(each > "\uffff" for each in text)


class LaidText:
    """Runs laid out for a width, ready to be painted."""

    def __init__(
        self,
        runs: Sequence[LaidRun],
        font: QFont,
        width: float,
        *,
        wrap: Wrap = Wrap.WrapAtWordBoundaryOrAnywhere,
        hanging: float = 0.0,
    ) -> None:
        """Lay out the runs; wrapped lines begin at ``hanging``."""
        self.layout = QTextLayout("".join(run.text for run in runs), font)
        self.layout.setCacheEnabled(True)  # painted several times
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(wrap)
        self.layout.setTextOption(option)
        self._boxes: list[tuple[int, int, QColor]] = []
        self._whole: list[tuple[int, str]] = []
        self._starts = {0}  # of lines after a line break
        self.layout.setFormats(list(self._formats(runs)))
        self.height = self._lay_out(max(width, 1.0), hanging)

    @property
    def width(self) -> float:
        lines = range(self.layout.lineCount())
        return max((self.layout.lineAt(each).naturalTextWidth() for each in lines), default=0.0)

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Paint the boxes, then the text, with the top left corner at (x, y)."""
        at = QPointF(x, y)
        painter.save()
        if self._boxes:
            pen = painter.pen()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for start, end, color in self._boxes:
                painter.setBrush(color)
                for box in self._around(start, end):
                    painter.drawRoundedRect(box.translated(at), 3, 3)
            painter.setPen(pen)
        self.layout.draw(painter, at)
        painter.restore()

    def place_of(self, at: int) -> QPointF:
        """Return the point at a position in the text, halfway up its line."""
        line = self.layout.lineForTextPosition(at)
        return QPointF(_place(line.cursorToX(at)), line.y() + line.height() / 2)

    def _formats(self, runs: Sequence[LaidRun]) -> Iterator[QTextLayout.FormatRange]:
        at = 0
        for run in runs:
            each = QTextLayout.FormatRange()
            each.start, each.length, each.format = at, units(run.text), run.look
            yield each
            if run.is_whole:
                self._whole.append((at, run.text))
            if run.behind is not None:
                self._boxes.append((at, at + each.length, run.behind))
            at += each.length
            if run.text.endswith(NEW_LINE):
                self._starts.add(at)

    def _lay_out(self, width: float, hanging: float) -> float:
        height = 0.0
        self.layout.beginLayout()
        while (line := self.layout.createLine()).isValid():
            left = 0.0 if line.textStart() in self._starts else hanging
            line.setLineWidth(max(width - left, 1.0))
            self._break_well(line)
            line.setPosition(QPointF(left, height))
            height += line.height()
        self.layout.endLayout()
        return height

    def _break_well(self, line: QTextLine) -> None:
        """Shorten a line so that it does not break a chip, a word of the interface, or a domain
        after a hyphen.
        """
        start, end = line.textStart(), line.textStart() + line.textLength()
        text = self.layout.text()
        if text[end - 1 : end] == "-" and units(text) == len(text):
            place = text.rfind(" ", start, end) + 1
            if start < place and "." in text[place:].split(" ", 1)[0].rstrip(".,;:"):
                line.setNumColumns(place - start)
        at = bisect_left(self._whole, (end, "")) - 1
        if at >= 0:
            first, text = self._whole[at]
            if first < end < first + len(text):
                place = first + text.rfind(" ", 0, end - first) + 1
                if start < place:
                    line.setNumColumns(place - start)

    def _around(self, start: int, end: int) -> Iterator[QRectF]:
        """Yield a rectangle for each line that contains part of the run."""
        number = self.layout.lineForTextPosition(start).lineNumber()
        while start < end and number < self.layout.lineCount():
            line = self.layout.lineAt(number)
            last = min(end, line.textStart() + line.textLength())
            if start < last:
                left, right = _place(line.cursorToX(start)), _place(line.cursorToX(last))
                yield QRectF(left - 1, line.y(), right - left + 2, line.height())
            start, number = max(start, last), number + 1


def _place(position: Any) -> float:
    """Return the x coordinate from ``cursorToX``; PySide6 returns either x alone or a tuple with
    the position.
    """
    return float(position[0] if isinstance(position, tuple) else position)


class LaidLabel(QWidget):
    """A widget whose height is that of its laid-out text; subclasses implement ``_lay_out``."""

    def __init__(
        self, across: QSizePolicy.Policy, down: QSizePolicy.Policy, above: int = 0
    ) -> None:
        """Leave at least ``above`` pixels free above the first line."""
        super().__init__()
        self._above = above
        self._layouts: Cache[LaidText] = Cache(WIDTHS)  # by width, since Qt's layouts try several
        policy = QSizePolicy(across, down)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, lines = QPainter(self), self._laid_out(self.width())
        lines.draw(painter, 0, max((self.height() - lines.height) / 2, self._above))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (event.Type.StyleChange, event.Type.FontChange):
            self._renew()

    def _lay_out(self, width: int) -> LaidText:
        raise NotImplementedError

    def _laid_out(self, width: int) -> LaidText:
        return self._layouts.get(width, lambda: self._lay_out(width))

    def _renew(self) -> None:
        self._layouts.clear()
        self.updateGeometry()
        self.update()


ELLIPSIS, NEW_LINE = "\u2026", "\u2028"
NARROWEST = 60  # pixels; Qt's layouts ask about smaller widths but never use them


class TextStyle(NamedTuple):
    """The style of a run: its font, for the interface or for URIs, and the meaning that
    determines its color.
    """

    color: str = "text"
    size: int = 13
    evidence: bool = False
    weight: int = 400
    struck: bool = False
    dotted: bool = False


class TextRun(NamedTuple):
    """Text in one style."""

    text: str
    look: TextStyle = TextStyle()


@lru_cache(maxsize=256)
def _font(size: int, evidence: bool, weight: int) -> QFont:
    font = uri_font(size) if evidence else interface_font(size)
    font.setWeight(QFont.Weight(weight))
    return font


def font_of(look: TextStyle) -> QFont:
    return _font(pixels(look.size), look.evidence, look.weight)


@lru_cache(maxsize=256)
def _metrics(size: int, evidence: bool, weight: int) -> QFontMetricsF:
    return QFontMetricsF(_font(size, evidence, weight))


def metrics_of(look: TextStyle) -> QFontMetricsF:
    return _metrics(pixels(look.size), look.evidence, look.weight)


def format_of(look: TextStyle) -> QTextCharFormat:
    char_format = QTextCharFormat()
    char_format.setFont(font_of(look))
    char_format.setForeground(theme.color(look.color))
    char_format.setFontStrikeOut(look.struck)
    if look.dotted:
        char_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        char_format.setUnderlineColor(theme.color(look.color))
    return char_format


def advance(runs: Iterable[TextRun]) -> float:
    """Return the width of the runs on one line."""
    return sum(metrics_of(run.look).horizontalAdvance(run.text) for run in runs)


def cut(run: TextRun, width: float, mode: Qt.TextElideMode) -> TextRun:
    """Return the run, with an ellipsis if it would be too wide."""
    if len(run.text) * pixels(run.look.size) < width:
        return run
    return TextRun(metrics_of(run.look).elidedText(run.text, mode, width), run.look)


def draw_line(painter: QPainter, runs: Iterable[TextRun], place: QRectF) -> None:
    """Paint runs one after another on one line, vertically centered."""
    x, center = place.x(), place.center().y()
    for run in runs:
        metrics = metrics_of(run.look)
        painter.setFont(font_of(run.look))
        painter.setPen(theme.color(run.look.color))
        base = center + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(x, base), run.text)
        width = metrics.horizontalAdvance(run.text)
        if run.look.dotted:
            painter.setPen(QPen(theme.color(run.look.color), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, round(base) + 2.5), QPointF(x + width, round(base) + 2.5))
        x += width


class Paragraph(LaidText):
    """Runs laid out for a width, cut with an ellipsis after ``most`` lines (0: all)."""

    def __init__(self, runs: Sequence[TextRun], width: float, most: int = 0) -> None:
        runs = [run for run in runs if run.text]
        font = font_of(runs[0].look) if runs else QFont()
        super().__init__(_laid(runs), font, width)
        if not most or self.layout.lineCount() <= most:
            return
        line = self.layout.lineAt(most - 1)
        number = line.textStart() + line.textLength()
        while number > 1 and self.layout.lineCount() > most:  # the ellipsis needs room, too
            number = max(number - 2, 1)
            super().__init__(_laid(_until(runs, number)), font, width)


def _until(runs: Iterable[TextRun], end: int) -> Iterable[TextRun]:
    """Yield the runs up to ``end``, in UTF-16 code units, then an ellipsis."""
    for run in runs:
        length = units(run.text)
        if length >= end:
            text = run.text[:end] if length == len(run.text) else run.text[: end // 2]
            yield TextRun(text.rstrip() + ELLIPSIS, run.look)
            return
        end -= length
        yield run


def _laid(runs: Iterable[TextRun]) -> list[LaidRun]:
    """Return the runs with their formats; a name in a sentence is not broken at its hyphens."""
    return [
        LaidRun(run.text, format_of(run.look), is_whole=run.look.evidence and "/" not in run.text)
        for run in runs
    ]


def fitting(words: str, look: TextStyle, width: float, between: str = "; ") -> TextRun:
    """Return the phrases that fit, at least a part of the first."""
    phrases = words.split(between)
    while len(phrases) > 1 and metrics_of(look).horizontalAdvance(between.join(phrases)) > width:
        phrases.pop()
    return cut(TextRun(between.join(phrases), look), width, Qt.TextElideMode.ElideRight)


class ParagraphLabel(LaidLabel):
    """A paragraph as a widget."""

    def __init__(self, most: int = 0) -> None:
        """Create an empty label for at most ``most`` lines (0: all)."""
        policies = QSizePolicy.Policy
        super().__init__(policies.Ignored, policies.Minimum)
        self._most = most
        self._runs: tuple[TextRun, ...] = ()
        self._heights: dict[tuple[float, int], int] = {}

    def set_runs(self, runs: Iterable[TextRun]) -> None:
        text_runs = tuple(runs)
        if text_runs == self._runs:
            return
        self._runs = text_runs
        self.setAccessibleName(self.text())
        self._renew()

    def limit(self, most: int) -> None:
        """Change the maximum number of lines; 0 shows all."""
        if most != self._most:
            self._most = most
            self._renew()

    def height_in(self, width: int, most: int = 0) -> int:
        """Return the height at a width with at most ``most`` lines, ignoring the current limit."""
        if not self._runs:
            return 0
        room = max(width, NARROWEST)
        if (room, most) not in self._heights:
            paragraph = Paragraph(self._runs, room, most)
            self._heights[room, most] = math.ceil(paragraph.height)
        return self._heights[room, most]

    def text(self) -> str:
        return "".join(run.text for run in self._runs).replace(NEW_LINE, " ")

    def runs(self) -> tuple[TextRun, ...]:
        return self._runs

    def heightForWidth(self, width: int) -> int:
        return round(self._laid_out(width).height + 0.49) if self._runs else 0

    def sizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        heights = (metrics_of(run.look).height() for run in self._runs)
        return QSize(0, round(max(heights, default=0) + 0.49))

    def _renew(self) -> None:
        self._heights.clear()
        super()._renew()

    def _lay_out(self, width: int) -> Paragraph:
        return Paragraph(self._runs, max(width, NARROWEST), self._most)


WORDS, PROOF = TextStyle(), TextStyle(evidence=True)
OWN_KINDS = frozenset({"word", "service"})


def message_runs(
    text: str, words: TextStyle = WORDS, proof: TextStyle = PROOF, room: float = 0
) -> Iterator[TextRun]:
    """Yield a translated message, with quoted text in the style ``proof``.

    With ``room``, quoted text is cut at its start, since a host ends with its site.
    """
    for piece in say_pieces(text):
        is_own = piece.kind in OWN_KINDS
        run = TextRun(visible(piece.text), words if is_own else proof)
        yield cut(run, room, Qt.TextElideMode.ElideLeft) if room and not is_own else run


STRONG = 700


def host_runs(host: str, look: TextStyle, width: float) -> list[TextRun]:
    """Return the host with its registrable domain in bold, cut from the left to a width.

    Without such a domain (in an IP address or a single label), the whole host is bold.
    """
    from uriinspector.analysis.domains import site_of  # imported for the first host

    strong = look._replace(weight=STRONG)
    shown = cut(TextRun(visible(host), strong), width, Qt.TextElideMode.ElideLeft).text
    site = site_of(host.removesuffix(".")) or ""
    at = shown.lower().rfind(site) if site else -1
    if at <= 0:
        return [TextRun(shown, strong)]
    return [TextRun(shown[:at], look), TextRun(shown[at:], strong)]
