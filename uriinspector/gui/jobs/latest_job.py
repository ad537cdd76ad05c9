"""Work on values that change often: only the latest value is processed or written.

The worker never touches Qt: the window polls a future for the answer, so no answer can reach a
deleted page. A writer waits briefly before each write; a slow disk blocks no one.
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


class Job(QObject):
    """Background work that belongs to a widget."""

    @property
    def is_busy(self) -> bool:
        raise NotImplementedError

    def close(self) -> None:
        """Stop the work; no more signals are emitted."""
        raise NotImplementedError


def is_settled(widget: QObject) -> bool:
    """Return True if a widget and its children have no work left."""
    return not any(each.is_busy for each in widget.findChildren(Job))


def timer_of(
    parent: QObject, on: Callable[[], object], interval: int = 0, *, is_single: bool = False
) -> QTimer:
    """Return a timer that calls a function after an interval in milliseconds, repeatedly or
    once.
    """
    timer = QTimer(parent, interval=interval, singleShot=is_single)
    timer.timeout.connect(on)
    return timer


def close_jobs(widget: QObject) -> None:
    """Stop all work of a widget and its children, including work that has not begun."""
    for timer in widget.findChildren(QTimer):
        timer.stop()
    for job in widget.findChildren(Job):
        job.close()


class IdleQueue(Job):
    """Calls that are made one at a time between events; new calls replace pending ones."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._calls: deque[Callable[[], object]] = deque()
        self._timer = timer_of(self, self._next)

    @property
    def is_busy(self) -> bool:
        return bool(self._calls)

    def take(self, calls: Iterable[Callable[[], object]], *, at_once: bool) -> None:
        """Replace the pending calls; with ``at_once``, make all of them now."""
        self._calls = deque(calls)
        while at_once and self._calls:
            self._next()
        if self._calls:
            self._timer.start()

    def close(self) -> None:
        self._calls.clear()
        self._timer.stop()

    def _next(self) -> None:
        if self._calls:
            self._calls.popleft()()
        if not self._calls:
            self._timer.stop()


# Up to this length, work on a text takes less time than a key press.
AT_ONCE = 4_096
# Milliseconds without a key press before work on a longer text begins.
REST = 80
# Milliseconds between polls of the worker's answer.
LOOK = 10
# After an answer, a patient request waits this many times as long as that answer took, so that
# constantly changing data does not keep the worker busy.
PATIENCE = 3


class JobRun(NamedTuple):
    """A running request; ``stopped`` is set if its answer is no longer needed."""

    request: Any
    stopped: Event
    began: float
    future: Future[Any]


class LatestJob(Job):
    """A job that answers only the latest request; answers to earlier requests are dropped."""

    answered = Signal(object)
    waiting_changed = Signal(bool)

    def __init__(
        self,
        work: Callable[..., Any],
        parent: QObject | None = None,
        on: Callable[[Any], object] | None = None,
        *,
        rest: int = REST,
        can_stop: bool = False,
        is_awaited: bool = False,
    ) -> None:
        """Create an idle job; its thread is created for the first long request.

        ``on`` receives the answers.
        With ``can_stop``, ``work`` also receives an event that is set when it should stop.
        With ``is_awaited``, closing waits until the thread has ended.
        """
        super().__init__(parent)
        self._work = work
        if on is not None:
            self.answered.connect(on)
        self._can_stop, self._is_awaited = can_stop, is_awaited
        self._interval = rest
        self._worker: ThreadPoolExecutor | None = None
        self._wanted: Any = None
        self._running: JobRun | None = None
        self._calm_until = 0.0
        self._rest = timer_of(self, self._start, is_single=True)
        self._look = timer_of(self, self._collect, interval=LOOK)

    @property
    def is_busy(self) -> bool:
        return self._wanted is not None

    def ask(self, request: object, *, is_long: bool, patient: bool = False) -> None:
        """Replace the pending request; a request of None is answered with None.

        A patient request waits for the running one instead of stopping it.
        """
        if request is None or not is_long:
            self._answer(request)
            return
        if not patient:
            self._stop_running()
        self._wait_for(request)
        if not patient or not self._rest.isActive():
            self._rest.start(self._remaining_pause() if patient else self._interval)

    def finish(self) -> None:
        """Answer the pending request now, for example because a screenshot cannot wait."""
        if self.is_busy:
            self._answer(self._wanted)

    def drop(self) -> None:
        self._rest.stop()
        self._stop_running()
        self._wait_for(None)

    def close(self) -> None:
        self._rest.stop()
        self._look.stop()
        self._stop_running()
        self._wanted = None
        if self._worker:
            self._worker.shutdown(wait=self._is_awaited, cancel_futures=True)
            self._worker = None

    def _answer(self, request: object) -> None:
        self.drop()
        self.answered.emit(None if request is None else self._work(*self._given(request, Event())))

    def _stop_running(self) -> None:
        if self._running is not None:
            self._running.stopped.set()

    def _start(self) -> None:
        """Start the pending request; if the worker is busy, it starts when the worker is free."""
        if self._running or self._wanted is None:
            return
        if self._worker is None:
            from concurrent.futures import ThreadPoolExecutor  # only for long requests

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
            self._rest.start(
                self._remaining_pause()
            )  # a patient request may have arrived meanwhile
        self.answered.emit(run.future.result())

    def _given(self, request: object, stopped: Event) -> tuple[Any, ...]:
        return (request, stopped) if self._can_stop else (request,)

    def _remaining_pause(self) -> int:
        """Return how many milliseconds a patient request still has to wait."""
        return max(round(1000 * (self._calm_until - monotonic())), 0)

    def _wait_for(self, request: object) -> None:
        was_waiting, self._wanted = self.is_busy, request
        if was_waiting != self.is_busy:
            self.waiting_changed.emit(self.is_busy)


T = TypeVar("T")
# Seconds after a change until the value is written.
WRITE_REST = 0.4
# The maximum number of seconds that closing waits for an unresponsive disk.
LONGEST_WAIT = 1.0


class LatestWriter(Generic[T]):
    """A thread that writes the latest value; values replaced before that are never written."""

    def __init__(self, write: Callable[[T], object], first: T) -> None:
        """Create a writer; ``first`` is stored already, and the first different value starts the
        thread.
        """
        self._write = write
        self._wanted = self._written = first
        self._state = Condition()
        self._is_writing = self._is_closed = False
        self._thread: Thread | None = None

    def put(self, value: T) -> None:
        """Write a value after a pause, replacing the pending one."""
        with self._state:
            self._wanted = value
            if self._is_idle or self._is_closed:
                return
            if self._thread is None:
                self._thread = Thread(target=self._run, name="latest", daemon=True)
                self._thread.start()
            self._state.notify_all()

    def finish(self, seconds: float | None = None) -> bool:
        """Wait until the latest value is written; return False on a timeout."""
        with self._state:
            return self._state.wait_for(lambda: self._is_idle, seconds)

    def close(self) -> None:
        """Write the pending value and end; give up on an unresponsive disk."""
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
                    self._state.notify_all()  # the value is the stored one again
                    if self._is_closed:
                        return
                    continue
                value, self._is_writing = self._wanted, True
            self._write(value)
            with self._state:
                self._written, self._is_writing = value, False
                self._state.notify_all()
