"""The latest of what changes all the time: worked out, written, done in turns.

The worker never touches Qt: its answers lie in a future that the window looks at, so nothing can
arrive at a page that is gone.

However busy the window is, no more than a moment is lost; however slow the disk is, nobody waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Condition, Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor


class IdleQueue(QObject):
    """Calls in their order; what is overtaken by others is never made."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start idle."""
        super().__init__(parent)
        self._calls: deque[Callable[[], object]] = deque()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._next)

    @property
    def is_busy(self) -> bool:
        """Whether a call is still to come."""
        return bool(self._calls)

    def take(self, calls: Iterable[Callable[[], object]], *, at_once: bool) -> None:
        """Make these calls, in the place of those that were not made yet."""
        self._calls = deque(calls)
        while at_once and self._calls:
            self._next()
        if self._calls:
            self._timer.start()

    def close(self) -> None:
        """Make no more calls."""
        self._calls.clear()
        self._timer.stop()

    def _next(self) -> None:
        if self._calls:
            self._calls.popleft()()
        if not self._calls:
            self._timer.stop()


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


T = TypeVar("T")
# So many seconds after a change what is there then is written.
WRITE_REST = 0.4
# So long the program waits at its end for a disk that does not answer.
LONGEST_WAIT = 1.0


class LatestWriter(Generic[T]):
    """Writes one value at a time; what was overtaken by another one is never written."""

    def __init__(self, write: Callable[[T], object], first: T) -> None:
        """What is written is the first value; the thread comes with another one."""
        self._write = write
        self._wanted = self._written = first
        self._state = Condition()
        self._is_writing = self._is_closed = False
        self._thread: Thread | None = None

    def put(self, value: T) -> None:
        """Have a value written in the place of any that waits."""
        with self._state:
            self._wanted = value
            if self._is_idle or self._is_closed:
                return
            if self._thread is None:
                self._thread = Thread(target=self._run, name="latest", daemon=True)
                self._thread.start()
            self._state.notify_all()

    def finish(self, seconds: float | None = None) -> bool:
        """Wait until the latest value is written; whether it is."""
        with self._state:
            return self._state.wait_for(lambda: self._is_idle, seconds)

    def close(self) -> None:
        """Write what waits at once, and end; a disk that does not answer is left alone."""
        with self._state:
            self._is_closed = True
            self._state.notify_all()
        if self._thread is not None:
            self._thread.join(LONGEST_WAIT)

    @property
    def _is_idle(self) -> bool:
        return not self._is_writing and self._wanted == self._written

    def _run(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(lambda: self._wanted != self._written or self._is_closed)
                self._state.wait_for(lambda: self._is_closed, WRITE_REST)
                if self._wanted == self._written:
                    self._state.notify_all()  # it came back to what is written
                    if self._is_closed:
                        return
                    continue
                value, self._is_writing = self._wanted, True
            self._write(value)
            with self._state:
                self._written, self._is_writing = value, False
                self._state.notify_all()
