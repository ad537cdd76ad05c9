"""How far long work is, and the button that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QProgressBar, QWidget

from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from uriinspector.gui.jobs.stream import JobBatch
    from uriinspector.gui.jobs.stream_job import StreamJob

FINE = 1_000  # marks of the bar
WIDTH = 120  # before zoom


class ProgressBar(QWidget):
    """Hidden while nothing is at work."""

    def __init__(self, job: StreamJob, pixels: int) -> None:
        """Watch this work; the bar is so wide."""
        super().__init__()
        self.setObjectName("plain")
        self.bar = QProgressBar()
        self.bar.setRange(0, FINE)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(pixels, max(pixels // 20, 6))
        self.bar.setAccessibleName(say("Progress"))
        self.cancel = button(say("Cancel"), job.stop)
        row(self.bar, self.cancel, into=self, margins=(0, 0, 0, 0))
        self.hide()
        job.began.connect(self._on_began)
        job.part_received.connect(self._on_came)
        job.ended.connect(lambda _whole: self.hide())

    def _on_began(self) -> None:
        self.bar.setValue(0)
        self.show()

    def _on_came(self, part: JobBatch) -> None:
        # A bar that may be painted is painted at once, and the whole window with it: not twice.
        self.bar.setUpdatesEnabled(False)
        self.bar.setValue(FINE * part.done // max(part.of, 1))
        self.bar.setUpdatesEnabled(True)
