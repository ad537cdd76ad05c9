"""Marked text laid out in lines, and painted.

Colour is never the only sign: what is cut is struck through, what differs or is added is bold.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from uriinspector.gui.text.pieces import INDENT, Kind, Pieces, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.gui.theme import Theme

# Kind -> the colour of its letters, and of what lies behind them.
COLOURS = {
    Kind.PLAIN: ("text", ""),
    Kind.MUTED: ("muted", ""),
    Kind.STRONG: ("text", ""),
    Kind.DIFFERS: ("warning", "warning_card"),
    Kind.CUT: ("high", "high_card"),
    Kind.ADDED: ("low", "low_card"),
    Kind.FAULT: ("high", "high_card"),
    Kind.LINK: ("accent", ""),
}
BOLD = frozenset({Kind.STRONG, Kind.DIFFERS, Kind.ADDED, Kind.FAULT})


class MarkedLayout:
    """Pieces laid out in lines, ready to be painted."""

    def __init__(
        self,
        theme: Theme,
        pieces: Pieces,
        font: QFont,
        width: float,
        *,
        wraps: bool,
        is_uri: bool = False,
    ):
        self._theme = theme
        self._text = QTextLayout(plain_text(pieces).replace("\n", "\u2028"), font)
        self._text.setCacheEnabled(True)  # it is painted more than once
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        modes = QTextOption.WrapMode
        broken = modes.WrapAnywhere if is_uri else modes.WrapAtWordBoundaryOrAnywhere
        option.setWrapMode(broken if wraps else modes.NoWrap)
        self._text.setTextOption(option)
        self._boxes: list[tuple[int, int, str]] = []
        self._whole: list[tuple[int, str]] = []
        self._text.setFormats(list(self._formats(pieces)))
        self.height = self._lay_out(max(width, 1.0), is_uri=is_uri)

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Paint what lies behind the marks, then the letters."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for start, end, meaning in self._boxes:
            painter.setBrush(self._theme.color(meaning))
            for box in self._around(start, end):
                painter.drawRoundedRect(box.translated(at), 3, 3)
        painter.setPen(self._theme.color("text"))
        self._text.draw(painter, at)
        painter.restore()

    def _lay_out(self, width: float, *, is_uri: bool) -> float:
        """Lay the lines out; those that follow hang below a text that was moved in."""
        height, left = 0.0, 0.0
        text = self._text.text()
        lead = text[: len(text) - len(text.lstrip(INDENT))]
        hanging = QFontMetricsF(self._text.font()).horizontalAdvance(lead) if lead else 0.0
        self._text.beginLayout()
        while (line := self._text.createLine()).isValid():
            line.setLineWidth(max(width - left, 1.0))
            if is_uri:
                self._break_well(line)
            line.setPosition(QPointF(left, height))
            height += line.height()
            left = hanging
        self._text.endLayout()
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

    def _formats(self, pieces: Pieces) -> Iterator[QTextLayout.FormatRange]:
        at = 0
        words = self._theme.interface_font().families()
        for piece in pieces:
            size = len(piece.text) + sum(char > "\uffff" for char in piece.text)  # Qt counts UTF-16
            letters, behind = COLOURS[piece.kind]
            if piece.is_chip and not behind:
                letters, behind = "warning", "warning_card"
            made = QTextLayout.FormatRange()
            made.start, made.length = at, size
            form = QTextCharFormat()
            form.setForeground(self._theme.color(letters))
            form.setFontStrikeOut(piece.kind is Kind.CUT)
            if piece.is_words:
                form.setFontFamilies(words)
            if piece.kind in BOLD:
                form.setFontWeight(QFont.Weight.DemiBold)
            made.format = form
            yield made
            if piece.is_chip or piece.is_words:
                self._whole.append((at, piece.text))
            if behind:
                self._boxes.append((at, at + size, behind))
            at += size

    def _around(self, start: int, end: int) -> Iterator[QRectF]:
        """One box in each line that the run stands in."""
        number = self._text.lineForTextPosition(start).lineNumber()
        while start < end and number < self._text.lineCount():
            line = self._text.lineAt(number)
            last = min(end, line.textStart() + line.textLength())
            if start < last:
                left, right = _place(line.cursorToX(start)), _place(line.cursorToX(last))
                yield QRectF(left - 1, line.y(), right - left + 2, line.height())
            start, number = max(start, last), number + 1


def _place(position: Any) -> float:
    """The binding gives the place alone, or with the position that it belongs to."""
    return float(position[0] if isinstance(position, tuple) else position)
