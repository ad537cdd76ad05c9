"""Long work beside the window that comes in parts, tells how far it is, and can be stopped."""

from __future__ import annotations

from functools import partial
from math import inf
from threading import Event
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.gui.jobs.stream import Stream, from_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# So many characters are worked through in less time than a process needs to start.
INLINE_SIZE = 1 << 15
# How often the window looks for what came, in milliseconds, and for how long, in seconds.
LOOK, TAKING = 15, 0.008


class StreamJob(QObject):
    """One piece of work at a time; what has been overtaken by another one is never told."""

    began = Signal()
    part_received = Signal(object)  # what the work yields
    ended = Signal(bool)  # whether it came to its end

    def __init__(self, parent: QObject | None = None) -> None:
        """Start idle."""
        super().__init__(parent)
        self._stream: Stream | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._take)

    @property
    def is_busy(self) -> bool:
        """Whether something is still to come."""
        return self._stream is not None

    def start(self, work: Callable[..., Iterator[Any]], *args: Any, size: int) -> None:
        """Begin, a little at once and much in a process; ``size`` is in characters."""
        self.close()
        self.began.emit()
        if size > INLINE_SIZE:
            self.follow(Stream(partial(from_process, work, args)))
            return
        for part in work(*args):
            self.part_received.emit(part)
        self.ended.emit(True)

    def run(self, work: Callable[[Event], Iterator[Any]], *, size: int) -> None:
        """The same with work that is told when it is stopped, and finds a process by itself."""
        self.close()
        self.began.emit()
        if size > INLINE_SIZE:
            self.follow(Stream(work))
            return
        for part in work(Event()):
            self.part_received.emit(part)
        self.ended.emit(True)

    def follow(self, stream: Stream | None) -> None:
        """Tell what this one sends, in the place of whatever is at work."""
        self.close()
        self._stream = stream
        if stream is not None:
            self._timer.start()

    def release(self) -> Stream | None:
        """Leave what is at work to somebody else, and tell nothing more of it."""
        self._timer.stop()
        stream, self._stream = self._stream, None
        return stream

    def stop(self) -> None:
        """Go no further; what came stays."""
        if self._stream is not None:
            self._stream.stopped.set()
            self._take(inf)

    def close(self) -> None:
        """Go no further, and tell nothing of it."""
        stream = self.release()
        if stream is not None:
            stream.stopped.set()

    def _take(self, seconds: float = TAKING) -> None:
        """Take what came, but no longer than a frame has room for."""
        stream = self._stream
        if stream is None:
            return
        for part in stream.take(seconds):
            self.part_received.emit(part)
            if stream is not self._stream:
                return
        if stream.is_done or stream.stopped.is_set():
            self.release()
            self.ended.emit(stream.is_whole)
