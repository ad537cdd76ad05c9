"""Long work beside the window: a little of it is done at once, much of it by a process.

A thread would hold the interpreter while the window paints.
"""

from __future__ import annotations

from queue import Empty
from time import perf_counter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from uriinspector.gui.jobs.batches import JobBatch, WorkerProcess

if TYPE_CHECKING:
    from uriinspector.gui.jobs.batches import Work

# So many characters are worked through in less time than a process needs to start.
INLINE_SIZE = 1 << 15
# How often the window looks for what came, in milliseconds, and for how long, in seconds.
LOOK, TAKING = 15, 0.008


class ProcessJob(QObject):
    """One piece of work at a time; what has been overtaken by another one is never told."""

    began = Signal()
    part_received = Signal(object)  # Part
    ended = Signal(bool)  # whether it came to its end

    def __init__(self, parent: QObject | None = None) -> None:
        """Start idle."""
        super().__init__(parent)
        self._running: WorkerProcess | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._look)

    @property
    def is_busy(self) -> bool:
        """Whether something is still to come."""
        return self._running is not None

    def start(self, work: Work, *args: Any, size: int) -> None:
        """Begin, in the place of whatever is at work; ``size`` is in characters."""
        self.close()
        self.began.emit()
        if size > INLINE_SIZE:
            self._running = WorkerProcess(work, *args)
            self._timer.start()
            return
        for part in work(*args):
            self.part_received.emit(part)
        self.ended.emit(True)

    def stop(self) -> None:
        """Go no further; what came stays."""
        if self._running is not None:
            self.close()
            self.ended.emit(False)

    def close(self) -> None:
        """Go no further, and tell nothing of it."""
        self._timer.stop()
        if self._running is not None:
            self._running.stopped.set()
            self._running = None

    def _look(self) -> None:
        """Take what came, but no longer than a frame has room for."""
        running, until = self._running, perf_counter() + TAKING
        while running is not None and running is self._running and perf_counter() < until:
            try:
                part = running.results.get_nowait()
            except Empty:
                return
            if isinstance(part, JobBatch):
                self.part_received.emit(part)
            else:
                self.close()
                self.ended.emit(part)
