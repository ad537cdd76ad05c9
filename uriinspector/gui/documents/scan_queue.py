"""What is being read, what waits, and when the window looks at what has come meanwhile."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.documents.cases.link_row import Head, Trouble
from uriinspector.gui.documents.scan_stream import STOPPED, ScanStream, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.gui.documents.open_case import OpenCase
    from uriinspector.gui.documents.scan_stream import EventStream, ScanEvent, ScanOptions, Source

# How often what was read meanwhile is looked for, and shown, in milliseconds.
LOOK, SHOW = 30, 300
# So long it takes what has come before the window goes on, in seconds.
ROOM = 0.01


class ScanQueue(QObject):
    """Reads files into a case, one go after another."""

    took = Signal(object)  # a Read: what the case now holds and did not before
    began = Signal(object)  # with these names; none when there is nothing more to read
    rows_came = Signal()  # something, and not only now
    ended = Signal()  # a go

    def __init__(self, case: OpenCase, asked: Callable[[], ScanOptions], parent: QObject) -> None:
        """``asked`` tells how files are to be read from now on."""
        super().__init__(parent)
        self.case = case
        self._options_of = asked
        self._stream: EventStream | None = None
        self._waiting: list[Source] = []
        self._look_timer, self._show_timer = QTimer(self), QTimer(self)
        self._look_timer.setInterval(LOOK)
        self._look_timer.timeout.connect(self._look)
        self._show_timer.setInterval(SHOW)
        self._show_timer.setSingleShot(True)
        self._show_timer.timeout.connect(self.rows_came)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read."""
        return self._stream is not None

    @property
    def is_reopening(self) -> bool:
        """Whether what comes was kept before."""
        return self._stream is not None and not self._stream.is_new

    def use(self, case: OpenCase, stream: EventStream | None = None) -> None:
        """Read into another case, what was kept of it first."""
        self.stop()
        self.case = case
        self.take_over(stream, [])

    def read(self, sources: Iterable[Source]) -> None:
        """Read files, folders and what was pasted, behind those that are being read."""
        self._waiting += sources
        self._begin()

    def stop(self) -> None:
        """Read no further; what came so far stays."""
        self._waiting.clear()
        if self._stream is None:
            return
        self._stream.stop()
        self._take()
        if self.case.now is not None:
            self._add(Trouble(self.case.now.path, STOPPED))
        self._end()

    def hand_over(self) -> tuple[EventStream | None, list[Source]]:
        """Give what is under way to the next one, and forget it."""
        reading, self._stream = self._stream, None
        waiting, self._waiting = self._waiting, []
        self._look_timer.stop()
        self._show_timer.stop()
        return reading, waiting

    def take_over(self, reading: EventStream | None, waiting: list[Source]) -> None:
        """Go on with what another one began."""
        self._stream, self._waiting = reading, waiting
        if reading:
            self._look_timer.start()

    def _begin(self) -> None:
        if self._stream is None and self._waiting:
            self.began.emit([name_of(each) for each in self._waiting])
            self._stream = ScanStream(self._waiting, self._options_of())
            self._waiting = []
            self.case.now = None
            self._look_timer.start()

    def _look(self) -> None:
        if self._stream is None:
            return
        done = self._stream.is_done
        if self._take(ROOM) and not self._show_timer.isActive():
            self._show_timer.start()
        if done:
            self._end()

    def _take(self, room: float = inf) -> bool:
        """Take what has come, or as much of it as there is room for in a frame."""
        came, end = False, monotonic() + room
        assert self._stream is not None
        for each in self._stream.take():
            self._add(each)
            came = True
            if monotonic() > end:
                break
        return came

    def _add(self, event: ScanEvent) -> None:
        case = self.case
        number = len(case.heads if isinstance(event, Head) else case.rows)
        case.add(event)
        if self.is_reopening:
            case.reopened = len(case.heads)
        elif isinstance(event, Head | Trouble | list):
            self.took.emit((number, event))

    def _end(self) -> None:
        was_new = not self.is_reopening
        self._stream = None
        self._look_timer.stop()
        self._show_timer.stop()
        self.case.now = None
        if was_new:
            self.began.emit([])
        self._begin()
        self.ended.emit()
