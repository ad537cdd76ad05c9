"""When a text enters the history: on paste, drop and Enter, or after two seconds of rest.

Until then it is kept as a draft, and what the program left when it was killed is entered at the
next start.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from uriinspector.gui.inspect.inspection_job import InspectionJob

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.storage.drafts import LeftDraft
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

    def restore(self) -> str | None:
        """Bring back what earlier sessions kept, and give the last text, whether entered or not."""
        left = self._profile.left_drafts()
        for each in left:
            self._enter(each)
        last = self._profile.remember()
        return left[-1].draft.text if left else last

    def keep_draft(self, text: str, edition: str) -> None:
        """Keep what somebody types, or nothing where it is known or there is nothing."""
        if text == self._known:
            self._profile.drafts.drop()
        else:
            self._profile.keep_draft(text, edition)

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

    def _enter(self, left: LeftDraft) -> None:
        """Enter what was left, once it is known how bad it is."""
        job = InspectionJob(self)
        job.inspected.connect(partial(self._profile.enter_draft, left))
        job.inspect(
            left.draft.text,
            left.draft.edition,
            protect=self._profile.protected.names,
            lists=self._profile.lists.lists,
        )
