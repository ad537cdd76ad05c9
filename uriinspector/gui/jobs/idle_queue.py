"""Work of the window that is done in several turns of its loop: between them keys are answered."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


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
