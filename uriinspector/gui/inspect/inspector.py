"""When a text is inspected: a short one at once, a long one beside the window, the last one only.

The worker never touches Qt: its answers lie in a future that the window looks at, so nothing can
arrive at a page that is gone.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

import uriinspector

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

# Up to here an inspection takes less time than a key stays down.
AT_ONCE = 4_096
# A longer text is looked at when no key has come for so many milliseconds.
REST = 80
# How often the worker's answer is looked for, in milliseconds.
LOOK = 10


class Request(NamedTuple):
    """A text, the edition to read it by, its base, and the names that nobody should imitate."""

    text: str
    edition: str
    base: str | None = None
    protect: tuple[str, ...] = ()


class Inspector(QObject):
    """Inspects one text at a time; what has been overtaken by another text is never told."""

    inspected = Signal(object)  # Inspection or None
    waiting_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start idle; the worker comes with the first long text."""
        super().__init__(parent)
        self._worker: ThreadPoolExecutor | None = None
        self._wanted: Request | None = None
        self._running: tuple[Request, Future[Inspection]] | None = None
        self._rest = _timer(self, REST, self._start)
        self._rest.setSingleShot(True)
        self._look = _timer(self, LOOK, self._collect)

    @property
    def is_waiting(self) -> bool:
        """Tell whether an answer is still to come."""
        return self._wanted is not None

    def inspect(
        self, text: str, edition: str, base: str | None = None, protect: tuple[str, ...] = ()
    ) -> None:
        """Ask for an inspection, in the place of any that was asked for before."""
        request = Request(text, edition, base, protect)
        if len(text) > AT_ONCE:
            self._wait_for(request)
            self._rest.start()
            return
        self._rest.stop()
        self._wait_for(None)
        self.inspected.emit(_work(request) if text else None)

    def finish(self) -> None:
        """Have the answer now: a picture cannot wait."""
        request = self._wanted
        if request:
            self._rest.stop()
            self._answer(request, _work(request))

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
            self._worker = ThreadPoolExecutor(1, "inspector")
        self._running = (self._wanted, self._worker.submit(_work, self._wanted))
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

    def _answer(self, request: Request, inspection: Inspection) -> None:
        if request is self._wanted:
            self._wait_for(None)
            self.inspected.emit(inspection)

    def _wait_for(self, request: Request | None) -> None:
        was_waiting, self._wanted = self.is_waiting, request
        if was_waiting != self.is_waiting:
            self.waiting_changed.emit(self.is_waiting)


def _work(request: Request) -> Inspection:
    text, edition, base, protect = request
    return uriinspector.inspect(text, base=base, edition=edition, protect=protect)


def _timer(parent: Inspector, interval: int, on: object) -> QTimer:
    timer = QTimer(parent)
    timer.setInterval(interval)
    timer.timeout.connect(on)
    return timer
