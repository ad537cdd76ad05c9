"""Long work beside the window as the window follows it: part by part, or not for long.

A named pipe is told by its kind; that a network drive is gone, only by nothing coming back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswerError
from functools import partial
from math import inf
from threading import Event, Thread
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from uriinspector.gui.jobs.stream import JobBatch, Stream, from_process
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row

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


T = TypeVar("T")
# So many seconds.
PATIENCE = 0.7
NO_ANSWER = "no answer from the disk"


def timely_answer(work: Callable[[], T], late: Callable[[T], object] | None = None) -> T:
    """What the work gives or raises; TimeoutError, an OSError, where that takes too long.

    What comes later is given to ``late``.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - raised again where somebody waits for it
            if future.set_running_or_notify_cancel():
                future.set_exception(error)
        else:
            if future.set_running_or_notify_cancel():
                future.set_result(result)
            elif late is not None:
                late(result)

    Thread(target=run, name="file", daemon=True).start()
    try:
        return future.result(PATIENCE)
    except NoAnswerError:
        if future.cancel():
            raise TimeoutError(NO_ANSWER) from None
        return future.result()
