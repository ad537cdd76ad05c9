"""When a text enters the history: on paste, drop and Enter, or after two seconds of rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.storage.profile import Profile

REST = 2_000  # milliseconds


class HistoryRecorder(QObject):
    """Waits for a rest, so that no entry is a word half typed."""

    def __init__(self, profile: Profile, parent: QObject) -> None:
        """Wait for nothing yet."""
        super().__init__(parent)
        self._profile = profile
        self._waiting: Inspection | None = None
        self._known: str | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST)
        self._timer.timeout.connect(self.finish)

    def know(self, text: str) -> None:
        """Do not enter this text again: it was only brought back."""
        self._known = text

    def look(self, inspection: Inspection | None) -> None:
        """Begin to wait anew: the text was changed."""
        if inspection is not None and inspection.text == self._known:
            return
        self._known = None
        self._waiting = inspection
        self._timer.start()

    def finish(self) -> None:
        """Enter what is there now."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._profile.keep(waiting)
