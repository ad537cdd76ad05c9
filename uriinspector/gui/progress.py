"""How far long work is, and the button that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from uriinspector.gui.cards import button
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.gui.beside import Beside
    from uriinspector.gui.parts import Part

FINE = 1_000  # marks of the bar
WIDTH = 120  # before zoom


class Progress(QWidget):
    """Hidden while nothing is at work."""

    def __init__(self, beside: Beside, pixels: int) -> None:
        """Watch this work; the bar is so wide."""
        super().__init__()
        self.setObjectName("plain")
        self.bar = QProgressBar()
        self.bar.setRange(0, FINE)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(pixels, max(pixels // 20, 6))
        self.bar.setAccessibleName(say("Progress"))
        self.cancel = button(say("Cancel"), beside.stop)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.bar)
        line.addWidget(self.cancel)
        self.hide()
        beside.began.connect(self._on_began)
        beside.came.connect(self._on_came)
        beside.ended.connect(lambda _whole: self.hide())

    def _on_began(self) -> None:
        self.bar.setValue(0)
        self.show()

    def _on_came(self, part: Part) -> None:
        # A bar that may be painted is painted at once, and the whole window with it: not twice.
        self.bar.setUpdatesEnabled(False)
        self.bar.setValue(FINE * part.done // max(part.of, 1))
        self.bar.setUpdatesEnabled(True)
