"""The structure of a site as a picture, as wide as there is room, which scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtSvgWidgets import QSvgWidget
from PySide6.QtWidgets import QScrollArea

from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.theme import Theme


class SitePicture(QScrollArea):
    """Empty until there is something to show."""

    def __init__(self, theme: Theme) -> None:
        """Start empty."""
        super().__init__()
        self._theme = theme
        self._size = QSize()
        self.drawing = QSvgWidget()
        self.setWidget(self.drawing)
        self.setAccessibleName(say("Structure of the site"))
        self.drawing.setAccessibleName(say("Structure of the site"))

    def show_picture(self, picture: str) -> None:
        """Show an SVG image; "" for none."""
        self.drawing.load(QByteArray(picture.encode()))
        self._size = self.drawing.renderer().defaultSize() if picture else QSize()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit it into the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """No wider than there is room, no larger than it was drawn at this zoom."""
        if self._size.isEmpty():
            self.drawing.resize(0, 0)
            return
        width = min(self.viewport().width(), self._theme.pixels(self._size.width()))
        self.drawing.resize(width, width * self._size.height() // self._size.width())
