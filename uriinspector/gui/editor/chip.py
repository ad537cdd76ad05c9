"""A labelled chip for what has no honest shape of its own: it neither hides nor reorders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextDocument,
    QTextFormat,
)

from uriinspector.gui.text.legible_text import label_of

if TYPE_CHECKING:
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.theme import Theme

CHIP = QTextFormat.ObjectTypes.UserObject.value + 1
CODE = QTextFormat.Property.UserProperty.value + 1
OBJECT = "\ufffc"


class Chip(QPyTextObject):
    """Draws one code point by its number."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Take the colours of the theme."""
        super().__init__(parent)
        self._theme = theme
        self._sizes: dict[int, QSizeF] = {}

    def intrinsicSize(self, _doc: QTextDocument, _pos: int, format: QTextFormat) -> QSizeF:
        """Leave room for the number, in the height that the line has anyway."""
        code = format.property(CODE)  # asked for again with each line that is measured
        size = self._sizes.get(code)
        if size is None:
            size = self._sizes[code] = self._size(code)
        return size

    def forget(self) -> None:
        """Measure anew: the theme has changed."""
        self._sizes.clear()

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _doc: QTextDocument,
        _pos: int,
        format: QTextFormat,
    ) -> None:
        """Paint the number in a rounded box."""
        edge = self._theme.pixels(2) * 0.75
        radius = self._theme.pixels(4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("warning"))
        painter.setBrush(self._theme.color("warning_card"))
        painter.drawRoundedRect(QRectF(rect).adjusted(edge, 0.5, -edge, -0.5), radius, radius)
        painter.setFont(self._font())
        label = label_of(chr(format.property(CODE)))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)
        painter.restore()

    def _size(self, code: int) -> QSizeF:
        metrics = QFontMetricsF(self._font())
        width = metrics.horizontalAdvance(label_of(chr(code)))
        return QSizeF(width + self._theme.pixels(10), metrics.height())

    def _font(self) -> QFont:
        return self._theme.uri_font(12)


def chip_format(character: str) -> QTextCharFormat:
    """Make the format of an inline object that keeps a code point."""
    form = QTextCharFormat()
    form.setObjectType(CHIP)
    form.setProperty(CODE, ord(character))
    form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    return form
