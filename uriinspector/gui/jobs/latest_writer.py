"""The latest of what changes all the time is written beside the window, a moment after it changed.

However busy the window is, no more than a moment is lost; however slow the disk is, nobody waits.
"""

from __future__ import annotations

from threading import Condition, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
# So many seconds after a change what is there then is written.
REST = 0.4
# So long the program waits at its end for a disk that does not answer.
PATIENCE = 1.0


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
            self._thread.join(PATIENCE)

    @property
    def _is_idle(self) -> bool:
        return not self._is_writing and self._wanted == self._written

    def _run(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(lambda: self._wanted != self._written or self._is_closed)
                self._state.wait_for(lambda: self._is_closed, REST)
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
