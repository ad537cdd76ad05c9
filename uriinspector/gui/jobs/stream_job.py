"""Long-running work for the window that sends its results as signals, or has a time limit.

Named pipes can be recognized before opening. A dead network drive cannot, so opening has a time
limit.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswerError
from functools import partial
from math import inf
from threading import Event, Thread
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from uriinspector.gui.jobs.latest_job import Job, timer_of
from uriinspector.gui.jobs.stream import JobBatch, Stream, from_process
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row

# Up to this number of characters, the work takes less time than starting a process.
INLINE_SIZE = 1 << 15
# Milliseconds between polls for results, and maximum seconds to process them per poll.
LOOK, TAKING = 15, 0.008


class StreamJob(Job):
    """A runner of one job at a time; a new job silently replaces the running one."""

    began = Signal()
    part_received = Signal(object)  # an item that the work yields
    ended = Signal(bool)  # True if the work was completed

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stream: Stream | None = None
        self._timer = timer_of(self, self._take, interval=LOOK)

    @property
    def is_busy(self) -> bool:
        return self._stream is not None

    def start(self, work: Callable[..., Iterator[Any]], *args: Any, size: int) -> None:
        """Start work in a process, or do it now if ``size`` (characters) is small."""
        self.close()
        self.began.emit()
        if size > INLINE_SIZE:
            self.follow(Stream(partial(from_process, work, args)))
            return
        for part in work(*args):
            self.part_received.emit(part)
        self.ended.emit(True)

    def run(self, work: Callable[[Event], Iterator[Any]], *, size: int) -> None:
        """Start work that receives a stop event and may itself start processes."""
        self.close()
        self.began.emit()
        if size > INLINE_SIZE:
            self.follow(Stream(work))
            return
        for part in work(Event()):
            self.part_received.emit(part)
        self.ended.emit(True)

    def follow(self, stream: Stream | None) -> None:
        """Follow a stream and emit its results, in place of the current job."""
        self.close()
        self._stream = stream
        if stream is not None:
            self._timer.start()

    def release(self) -> Stream | None:
        """Stop following the stream, and return it."""
        self._timer.stop()
        stream, self._stream = self._stream, None
        return stream

    def stop(self) -> None:
        """Stop the work; emit the results that have arrived."""
        if self._stream is not None:
            self._stream.stopped.set()
            self._take(inf)

    def close(self) -> None:
        """Stop the work; no more signals are emitted."""
        stream = self.release()
        if stream is not None:
            stream.stopped.set()

    def _take(self, seconds: float = TAKING) -> None:
        """Emit results for at most ``seconds``, so that the window stays responsive."""
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


FINE = 1_000  # number of steps of the bar
WIDTH = 120  # before zoom


class ProgressBar(QWidget):
    """A progress bar with a cancel button; hidden while the job is idle."""

    def __init__(self, job: StreamJob, pixels: int) -> None:
        """Follow a job; ``pixels`` is the width of the bar."""
        super().__init__()
        self.setObjectName("plain")
        self.bar = QProgressBar()
        self.bar.setRange(0, FINE)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(pixels, max(pixels // 20, 6))
        self.bar.setAccessibleName(say("Progress"))
        self.cancel = button(say("Cancel"), job.stop)
        row(self.bar, self.cancel, into=self)
        self.hide()
        job.began.connect(self._on_began)
        job.part_received.connect(self._on_came)
        job.ended.connect(lambda _whole: self.hide())

    def _on_began(self) -> None:
        self.bar.setValue(0)
        self.show()

    def _on_came(self, part: JobBatch) -> None:
        # With updates enabled, the bar would immediately repaint itself and the whole
        # window.
        self.bar.setUpdatesEnabled(False)
        self.bar.setValue(FINE * part.done // max(part.of, 1))
        self.bar.setUpdatesEnabled(True)


T = TypeVar("T")
# Seconds to wait for an answer.
PATIENCE = 0.7
NO_ANSWER = "the disk does not respond"


def timely_answer(work: Callable[[], T], late: Callable[[T], object] | None = None) -> T:
    """Return the result of ``work``; raise TimeoutError, an OSError, if it takes too long.

    A result that comes later is passed to ``late``.
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
