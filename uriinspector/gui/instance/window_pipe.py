"""One window for several starts: the listening end of the pipe, and the lock that says whose it is.

The lock is the system's, and goes with the process however that ends.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from uriinspector.gui.instance.open_window import (
    CAN_ASK,
    LOCK,
    OPENING,
    PIPE,
    forget_requests,
    make_private,
)
from uriinspector.gui.instance.request_file import take_request

if TYPE_CHECKING:
    from pathlib import Path

# What is read of the pipe at once, and how much of it without a line end is dropped.
PIECE = 4096
LONGEST_LINE = 64


class WindowPipe(QObject):
    """The listening end, in the window that was opened first."""

    requested = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Listen to nothing yet."""
        super().__init__(parent)
        self._folder = folder
        self._lock = self._reading = -1
        self._rest = b""
        self._notifier: QSocketNotifier | None = None

    def listen(self) -> bool:
        """Become the window that is told; False where another one is, or none can be."""
        if not CAN_ASK or self._reading >= 0 or not make_private(self._folder):
            return False
        try:
            self._lock = _locked(self._folder / LOCK)
            if self._lock < 0:
                return False
            self._reading = _new_pipe(self._folder / PIPE)
        except OSError:
            self.close()
            return False
        forget_requests(self._folder)
        self._notifier = QSocketNotifier(self._reading, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_asked)
        return True

    def close(self) -> None:
        """Listen no more; the next start opens a window that does."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier = None
        for descriptor in (self._reading, self._lock):
            if descriptor >= 0:
                os.close(descriptor)
        self._reading = self._lock = -1

    def _on_asked(self) -> None:
        try:
            octets = os.read(self._reading, PIECE)
        except OSError:
            return
        *lines, self._rest = (self._rest + octets).split(b"\n")
        self._rest = self._rest[:LONGEST_LINE]
        for line in lines:
            request = take_request(self._folder, line[:LONGEST_LINE].decode("ascii", "replace"))
            if request is not None:
                self.requested.emit(request)


def _locked(file: Path) -> int:
    """The lock, held; -1 where another process holds it."""
    if sys.platform == "win32":
        return -1
    import fcntl

    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | OPENING, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return -1
    return descriptor


def _new_pipe(file: Path) -> int:
    """A pipe in place of whatever is there, which nobody listens to: the lock is held."""
    if sys.platform == "win32":
        raise OSError
    with suppress(FileNotFoundError):
        file.unlink()
    os.mkfifo(file, 0o600)
    # Open for writing as well, so that it never ends: not each time that a writer closes it.
    return os.open(file, os.O_RDWR | OPENING)
