"""When something is worked out: what is short at once, what is long beside the window.

The worker never touches Qt: its answers lie in a future that the window looks at, so nothing can
arrive at a page that is gone.
"""

from __future__ import annotations

from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future, ThreadPoolExecutor

# Up to here work on a text takes less time than a key stays down.
AT_ONCE = 4_096
# A longer text is looked at when no key has come for so many milliseconds.
REST = 80
# How often the worker's answer is looked for, in milliseconds.
LOOK = 10
# Who is patient waits so many times as long as the last answer took: what changes all the time is
# not worked out all the time.
PATIENCE = 3


class JobRun(NamedTuple):
    """A request that is at work; whether anybody still waits for its answer."""

    request: Any
    stopped: Event
    began: float
    future: Future[Any]


class LatestJob(QObject):
    """Answers one request at a time; what has been overtaken by another one is never told."""

    answered = Signal(object)
    waiting_changed = Signal(bool)

    def __init__(
        self,
        work: Callable[..., Any],
        parent: QObject | None = None,
        *,
        rest: int = REST,
        can_stop: bool = False,
    ) -> None:
        """Start idle; the worker comes with the first long request.

        Work that ``can_stop`` is given an event besides the request.
        """
        super().__init__(parent)
        self._work = work
        self._can_stop = can_stop
        self._interval = rest
        self._worker: ThreadPoolExecutor | None = None
        self._wanted: Any = None
        self._running: JobRun | None = None
        self._calm_until = 0.0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._start)
        self._look = QTimer(self)
        self._look.setInterval(LOOK)
        self._look.timeout.connect(self._collect)

    @property
    def is_waiting(self) -> bool:
        """Tell whether an answer is still to come."""
        return self._wanted is not None

    def ask(self, request: object, *, is_long: bool, patient: bool = False) -> None:
        """Ask in the place of whatever was asked before; None is answered by None.

        A patient one waits for the answer that is being worked out.
        """
        if request is None or not is_long:
            self._answer(request)
            return
        if not patient:
            self._stop_running()
        self._wait_for(request)
        if not patient or not self._rest.isActive():
            self._rest.start(self._calm() if patient else self._interval)

    def finish(self) -> None:
        """Have the answer now: a picture cannot wait."""
        if self.is_waiting:
            self._answer(self._wanted)

    def drop(self) -> None:
        """Tell nothing of what was asked so far."""
        self._rest.stop()
        self._stop_running()
        self._wait_for(None)

    def close(self, *, wait: bool = False) -> None:
        """Stop: nothing is told any more; who waits knows that the worker has ended."""
        self._rest.stop()
        self._look.stop()
        self._stop_running()
        self._wanted = None
        if self._worker:
            self._worker.shutdown(wait=wait, cancel_futures=True)
            self._worker = None

    def _answer(self, request: object) -> None:
        self.drop()
        self.answered.emit(None if request is None else self._work(*self._given(request, Event())))

    def _stop_running(self) -> None:
        if self._running is not None:
            self._running.stopped.set()

    def _start(self) -> None:
        """Let the worker begin, unless it is busy: then it begins when it is free."""
        if self._running or self._wanted is None:
            return
        if self._worker is None:
            from concurrent.futures import ThreadPoolExecutor  # with the first long request

            self._worker = ThreadPoolExecutor(1, "worker")
        stopped = Event()
        future = self._worker.submit(self._work, *self._given(self._wanted, stopped))
        self._running = JobRun(self._wanted, stopped, monotonic(), future)
        self._look.start()

    def _collect(self) -> None:
        run = self._running
        if run is None or not run.future.done():
            return
        self._running = None
        self._look.stop()
        if run.stopped.is_set():
            if not self._rest.isActive():
                self._start()
            return
        now = monotonic()
        self._calm_until = now + PATIENCE * (now - run.began)
        if run.request is self._wanted:
            self._wait_for(None)
        else:
            self._rest.start(self._calm())  # for the patient one that came meanwhile
        self.answered.emit(run.future.result())

    def _given(self, request: object, stopped: Event) -> tuple[Any, ...]:
        return (request, stopped) if self._can_stop else (request,)

    def _calm(self) -> int:
        """How long a patient request still waits, in milliseconds."""
        return max(round(1000 * (self._calm_until - monotonic())), 0)

    def _wait_for(self, request: object) -> None:
        was_waiting, self._wanted = self.is_waiting, request
        if was_waiting != self.is_waiting:
            self.waiting_changed.emit(self.is_waiting)
