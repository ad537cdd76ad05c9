"""What is being read, what waits, and when the window looks at what has come meanwhile."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.documents.cases.row import Head, Trouble
from uriinspector.gui.documents.reading import STOPPED, Reading, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.gui.documents.case import OpenCase
    from uriinspector.gui.documents.reading import Asked, Coming, Source, Told

# How often what was read meanwhile is looked for, and shown, in milliseconds.
LOOK, SHOW = 30, 300
# So long it takes what has come before the window goes on, in seconds.
ROOM = 0.01


class Intake(QObject):
    """Reads files into a case, one go after another."""

    took = Signal(object)  # a Read: what the case now holds and did not before
    began = Signal(object)  # with these names; none when there is nothing more to read
    came = Signal()  # something, and not only now
    ended = Signal()  # a go

    def __init__(self, case: OpenCase, asked: Callable[[], Asked], parent: QObject) -> None:
        """``asked`` tells how files are to be read from now on."""
        super().__init__(parent)
        self.case = case
        self._asked = asked
        self._reading: Coming | None = None
        self._waiting: list[Source] = []
        self._look_timer, self._show_timer = QTimer(self), QTimer(self)
        self._look_timer.setInterval(LOOK)
        self._look_timer.timeout.connect(self._look)
        self._show_timer.setInterval(SHOW)
        self._show_timer.setSingleShot(True)
        self._show_timer.timeout.connect(self.came)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read."""
        return self._reading is not None

    @property
    def is_reopening(self) -> bool:
        """Whether what comes was kept before."""
        return self._reading is not None and not self._reading.is_new

    def use(self, case: OpenCase, kept: Coming | None = None) -> None:
        """Read into another case, what was kept of it first."""
        self.stop()
        self.case = case
        self.take_over(kept, [])

    def read(self, sources: Iterable[Source]) -> None:
        """Read files, folders and what was pasted, behind those that are being read."""
        self._waiting += sources
        self._begin()

    def stop(self) -> None:
        """Read no further; what came so far stays."""
        self._waiting.clear()
        if self._reading is None:
            return
        self._reading.stop()
        self._take()
        if self.case.now is not None:
            self._add(Trouble(self.case.now.path, STOPPED))
        self._end()

    def hand_over(self) -> tuple[Coming | None, list[Source]]:
        """Give what is under way to the next one, and forget it."""
        reading, self._reading = self._reading, None
        waiting, self._waiting = self._waiting, []
        self._look_timer.stop()
        self._show_timer.stop()
        return reading, waiting

    def take_over(self, reading: Coming | None, waiting: list[Source]) -> None:
        """Go on with what another one began."""
        self._reading, self._waiting = reading, waiting
        if reading:
            self._look_timer.start()

    def _begin(self) -> None:
        if self._reading is None and self._waiting:
            self.began.emit([name_of(each) for each in self._waiting])
            self._reading = Reading(self._waiting, self._asked())
            self._waiting = []
            self.case.now = None
            self._look_timer.start()

    def _look(self) -> None:
        if self._reading is None:
            return
        done = self._reading.is_done
        if self._take(ROOM) and not self._show_timer.isActive():
            self._show_timer.start()
        if done:
            self._end()

    def _take(self, room: float = inf) -> bool:
        """Take what has come, or as much of it as there is room for in a frame."""
        came, end = False, monotonic() + room
        assert self._reading is not None
        for each in self._reading.take():
            self._add(each)
            came = True
            if monotonic() > end:
                break
        return came

    def _add(self, told: Told) -> None:
        case = self.case
        number = len(case.heads if isinstance(told, Head) else case.rows)
        case.add(told)
        if self.is_reopening:
            case.reopened = len(case.heads)
        elif isinstance(told, Head | Trouble | list):
            self.took.emit((number, told))

    def _end(self) -> None:
        was_new = not self.is_reopening
        self._reading = None
        self._look_timer.stop()
        self._show_timer.stop()
        self.case.now = None
        if was_new:
            self.began.emit([])
        self._begin()
        self.ended.emit()
