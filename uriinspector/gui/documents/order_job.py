"""When the order is computed: a few rows at once, many beside the window, the last wish only."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.gui.documents.order import Order, RowContext, RowQuery, arranged

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

# Up to here no key waits for the answer.
AT_ONCE = 2_000
LOOK = 10
# The worker lets the window breathe after each piece, for so many seconds.
PAUSE = 0.0005
# Who is patient waits so many times as long as the last order took: rows that come all the time
# are not put in order all the time.
PATIENCE = 3


class OrderJob(QObject):
    """Puts the rows of a case in order; what was overtaken by another wish is never told."""

    arranged = Signal(object)  # an Order

    def __init__(self, parent: QObject) -> None:
        """Start idle; the worker comes with the first long table."""
        super().__init__(parent)
        self._worker: ThreadPoolExecutor | None = None
        self._running: Future[Order | None] | None = None
        self._waiting: tuple[OpenCase, RowQuery] | None = None
        self._stopped = Event()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._look)
        self._began = 0.0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether an order is still to come."""
        return self._running is not None or self._waiting is not None

    def arrange(self, case: OpenCase, query: RowQuery, *, patient: bool = False) -> None:
        """Ask for an order; a patient one waits for that which is being made."""
        if len(case.rows) <= AT_ONCE and self._running is None:
            found = arranged(
                case.rows, query, Event(), context=RowContext(case.marks, case.host_counts)
            )
            assert found is not None
            self.arranged.emit(found)
            return
        self._waiting = (case, query)
        if not patient:
            self._stopped.set()
            self._rest.stop()
        if not self._rest.isActive():
            self._start()

    def drop(self) -> None:
        """Tell nothing of what was wished so far."""
        self._stopped.set()
        self._rest.stop()
        self._waiting = None

    def close(self) -> None:
        """Stop: nothing is told any more."""
        self._timer.stop()
        self._rest.stop()
        self._stopped.set()
        self._waiting = self._running = None
        if self._worker:
            self._worker.shutdown(wait=False, cancel_futures=True)
            self._worker = None

    def _start(self) -> None:
        if self._running is not None or self._waiting is None:
            return
        case, wish = self._waiting
        self._waiting = None
        self._stopped = Event()
        self._began = monotonic()
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "arranger")
        self._running = self._worker.submit(
            arranged,
            case.rows,
            wish,
            self._stopped,
            pause=PAUSE,
            context=RowContext(dict(case.marks), case.host_counts),
        )
        self._timer.start()

    def _look(self) -> None:
        if self._running is None or not self._running.done():
            return
        found = self._running.result()
        self._running = None
        self._timer.stop()
        if found is None or self._stopped.is_set():
            self._start()
            return
        self._rest.start(round(1000 * PATIENCE * (monotonic() - self._began)))
        self.arranged.emit(found)
