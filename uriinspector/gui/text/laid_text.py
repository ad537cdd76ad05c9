"""Runs of several looks laid out in lines, and painted: no markup is ever read.

What comes from outside must have been made visible before.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QColor, QFont, QPaintEvent, QTextCharFormat, QTextLine

    from uriinspector.gui.theme import Theme

Wrap = QTextOption.WrapMode
WIDTHS = 8  # for so many of them a text stays laid out


class LaidRun(NamedTuple):
    """A piece of text in one look."""

    text: str
    look: QTextCharFormat
    behind: QColor | None = None  # the colour of the box that it stands in
    is_whole: bool = False  # not broken, though evidence is broken anywhere


def units(text: str) -> int:
    """The length as Qt counts it: in UTF-16."""
    return len(text) + sum(each > "\uffff" for each in text)


class LaidText:
    """Runs in lines for a width, ready to be painted."""

    def __init__(
        self,
        runs: Sequence[LaidRun],
        font: QFont,
        width: float,
        *,
        wrap: Wrap = Wrap.WrapAtWordBoundaryOrAnywhere,
        hanging: float = 0.0,
    ) -> None:
        """The lines after the first begin at ``hanging``."""
        self.layout = QTextLayout("".join(run.text for run in runs), font)
        self.layout.setCacheEnabled(True)  # it is painted more than once
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(wrap)
        self.layout.setTextOption(option)
        self._boxes: list[tuple[int, int, QColor]] = []
        self._whole: list[tuple[int, str]] = []
        self.layout.setFormats(list(self._formats(runs)))
        self.height = self._lay_out(max(width, 1.0), hanging)

    @property
    def width(self) -> float:
        """How wide the widest line is."""
        lines = range(self.layout.lineCount())
        return max((self.layout.lineAt(each).naturalTextWidth() for each in lines), default=0.0)

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Paint the boxes, then the letters, with the upper left corner there."""
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

    def _lay_out(self, width: float, hanging: float) -> float:
        height, left = 0.0, 0.0
        self.layout.beginLayout()
        while (line := self.layout.createLine()).isValid():
            line.setLineWidth(max(width - left, 1.0))
            self._break_well(line)
            line.setPosition(QPointF(left, height))
            height += line.height()
            left = hanging
        self.layout.endLayout()
        return height

    def _break_well(self, line: QTextLine) -> None:
        """Evidence is broken anywhere, but no chip and no word of ours."""
        start, end = line.textStart(), line.textStart() + line.textLength()
        at = bisect_left(self._whole, (end, "")) - 1
        if at >= 0:
            first, text = self._whole[at]
            if first < end < first + len(text):
                place = first + text.rfind(" ", 0, end - first) + 1
                if start < place:
                    line.setNumColumns(place - start)

    def _around(self, start: int, end: int) -> Iterator[QRectF]:
        """One box in each line that the run stands in."""
        number = self.layout.lineForTextPosition(start).lineNumber()
        while start < end and number < self.layout.lineCount():
            line = self.layout.lineAt(number)
            last = min(end, line.textStart() + line.textLength())
            if start < last:
                left, right = _place(line.cursorToX(start)), _place(line.cursorToX(last))
                yield QRectF(left - 1, line.y(), right - left + 2, line.height())
            start, number = max(start, last), number + 1


def _place(position: Any) -> float:
    """The binding gives the place alone, or with the position that it belongs to."""
    return float(position[0] if isinstance(position, tuple) else position)


class LaidLabel(QWidget):
    """Runs as a widget, as high as it needs to be; who derives from it says what is laid out."""

    def __init__(
        self, theme: Theme, across: QSizePolicy.Policy, down: QSizePolicy.Policy, above: int = 0
    ) -> None:
        """At least ``above`` is left free over the first line."""
        super().__init__()
        self._theme = theme
        self._above = above
        self._layouts: dict[int, LaidText] = {}  # by width: layouts ask for several
        policy = QSizePolicy(across, down)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines in the middle of the height."""
        painter, lines = QPainter(self), self._laid_out(self.width())
        lines.draw(painter, 0, max((self.height() - lines.height) / 2, self._above))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Measure and colour again when the theme or the size has changed."""
        super().changeEvent(event)
        if event.type() in (event.Type.StyleChange, event.Type.FontChange):
            self._renew()

    def _lay_out(self, width: int) -> LaidText:
        raise NotImplementedError

    def _laid_out(self, width: int) -> LaidText:
        if width not in self._layouts:
            if len(self._layouts) > WIDTHS:
                self._layouts.clear()
            self._layouts[width] = self._lay_out(width)
        return self._layouts[width]

    def _renew(self) -> None:
        self._layouts.clear()
        self.updateGeometry()
        self.update()
