"""When something is worked out: what is short at once, what is long beside the window.

The worker never touches Qt: its answers lie in a future that the window looks at, so nothing can
arrive at a page that is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future, ThreadPoolExecutor

# Up to here the work takes less time than a key stays down.
AT_ONCE = 4_096
# A longer text is looked at when no key has come for so many milliseconds.
REST = 80
# How often the worker's answer is looked for, in milliseconds.
LOOK = 10


class LatestJob(QObject):
    """Answers one request at a time; what has been overtaken by another one is never told."""

    answered = Signal(object)
    waiting_changed = Signal(bool)

    def __init__(self, work: Callable[[Any], Any], parent: QObject | None = None) -> None:
        """Start idle; the worker comes with the first long request."""
        super().__init__(parent)
        self._work = work
        self._worker: ThreadPoolExecutor | None = None
        self._wanted: Any = None
        self._running: tuple[Any, Future[Any]] | None = None
        self._rest = _timer(self, REST, self._start)
        self._rest.setSingleShot(True)
        self._look = _timer(self, LOOK, self._collect)

    @property
    def is_waiting(self) -> bool:
        """Tell whether an answer is still to come."""
        return self._wanted is not None

    def ask(self, request: object, length: int) -> None:
        """Ask in the place of whatever was asked before; None is answered by None."""
        if request is not None and length > AT_ONCE:
            self._wait_for(request)
            self._rest.start()
            return
        self._rest.stop()
        self._wait_for(None)
        self.answered.emit(None if request is None else self._work(request))

    def finish(self) -> None:
        """Have the answer now: a picture cannot wait."""
        request = self._wanted
        if request is not None:
            self._rest.stop()
            self._answer(request, self._work(request))

    def close(self) -> None:
        """Stop: nothing is told any more."""
        self._rest.stop()
        self._look.stop()
        self._wanted = None
        if self._worker:
            self._worker.shutdown(wait=False, cancel_futures=True)
            self._worker = None

    def _start(self) -> None:
        """Let the worker begin, unless it is busy: then it begins when it is free."""
        if self._running or self._wanted is None:
            return
        if self._worker is None:
            from concurrent.futures import ThreadPoolExecutor  # with the first long text

            self._worker = ThreadPoolExecutor(1, "worker")
        self._running = (self._wanted, self._worker.submit(self._work, self._wanted))
        self._look.start()

    def _collect(self) -> None:
        if self._running is None or not self._running[1].done():
            return
        request, future = self._running
        self._running = None
        self._look.stop()
        if request is self._wanted:
            self._answer(request, future.result())
        elif not self._rest.isActive():
            self._start()

    def _answer(self, request: object, answer: object) -> None:
        if request is self._wanted:
            self._wait_for(None)
            self.answered.emit(answer)

    def _wait_for(self, request: object) -> None:
        was_waiting, self._wanted = self.is_waiting, request
        if was_waiting != self.is_waiting:
            self.waiting_changed.emit(self.is_waiting)


def _timer(parent: LatestJob, interval: int, on: object) -> QTimer:
    timer = QTimer(parent)
    timer.setInterval(interval)
    timer.timeout.connect(on)
    return timer
