"""Work after the first frame: requests from later instances, files from the system, preloading.

The lock is a system lock, which is released whenever the process ends.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, Signal
from PySide6.QtGui import QFileOpenEvent, QGuiApplication

from uriinspector.gui.command_line import argument
from uriinspector.gui.instance import (
    CAN_ASK,
    LOCK,
    OPENING,
    PIPE,
    Request,
    forget_requests,
    make_private,
    take_request,
)
from uriinspector.gui.jobs.latest_job import IdleQueue, timer_of
from uriinspector.gui.shell.asked_view import AskedView, show

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.shell.window import Window

# Dependencies come first, so that each import is short. Code that needs a module before it has been
# preloaded imports it itself.
MODULES = (
    "uriinspector.core.editions.year1997",
    "uriinspector.core.parse",
    "uriinspector.core.schemes.urn",
    "uriinspector.core.schemes.table",
    "uriinspector.analysis.facts",
    "uriinspector.analysis.rules.international_names",
    "uriinspector.analysis.rules.table",
    "uriinspector.analysis.inspection",
    "uriinspector.readers.browser",
    "uriinspector.analysis.address_bar",
    "uriinspector.gui.inspect.component_rows",
    "uriinspector.gui.tables.grid",
    "uriinspector.gui.inspect.readings_tab",
    "uriinspector.gui.resolve.page",
    "uriinspector.gui.compare.page",
    "uriinspector.documents.rules.table",
    "uriinspector.documents.reading.email_message",
    "uriinspector.documents.scan",
    "uriinspector.gui.documents.file_reader",
    "uriinspector.gui.documents.case_export",
    "uriinspector.gui.documents.page",
)


def preload(window: QWidget) -> None:
    """Import modules one at a time, so that the window can handle keys and clicks in between."""
    IdleQueue(window).take((partial(import_module, name) for name in MODULES), at_once=False)


# Milliseconds between checks, and the maximum share of the time spent on full collections.
LOOK, SHARE = 200, 0.01


class GarbageCollection(QObject):
    """Collects reference cycles in the window's thread, never in another.

    Python collects in whichever thread creates the next object. A widget in a cycle could then be
    deleted by a worker while Qt uses it, which crashes or blocks the program.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._rests_until = 0.0  # earliest time of the next full collection
        timer = timer_of(self, self.collect, interval=LOOK)
        timer.start()

    def collect(self) -> None:
        """Collect garbage at the same thresholds as Python would."""
        young, middle, old = (
            count > limit for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)
        )
        began = monotonic()
        is_full = old and began >= self._rests_until
        if young:
            gc.collect(2 if is_full else int(middle))
        if is_full:
            now = monotonic()
            self._rests_until = now + (now - began) / SHARE


class SystemOpening(QObject):
    """An event filter that opens files dropped on the icon or opened from a file manager."""

    def __init__(self, window: Window) -> None:
        """Install the event filter until the window is gone."""
        super().__init__(window)
        self._window = window
        application = QGuiApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent):
            return super().eventFilter(watched, event)
        # Links are not taken from here: Qt would rewrite them, and the text is evidence.
        if event.file():
            self._window.open_all([argument(event.file())])
            self._window.raise_()
            self._window.activateWindow()
        return True


# Number of bytes to read from the pipe at a time, and maximum length of a line.
PIECE = 4096
LONGEST_LINE = 64


class WindowPipe(QObject):
    """The reading end of the pipe, owned by the window that was opened first."""

    requested = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._lock = self._reading = -1
        self._rest = b""
        self._notifier: QSocketNotifier | None = None

    def listen(self) -> bool:
        """Take the lock and listen; return False on failure, or if another window listens."""
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
        """Stop listening and release the lock for another window."""
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
    """Return the locked file's descriptor, or -1 if another process has the lock."""
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
    """Create a new pipe. An old one is not in use, because this process has the lock."""
    if sys.platform == "win32":
        raise OSError
    with suppress(FileNotFoundError):
        file.unlink()
    os.mkfifo(file, 0o600)
    # Also open for writing: otherwise, reading would end whenever a writer closes the pipe.
    return os.open(file, os.O_RDWR | OPENING)


def serve_requests(window: Window, folder: Path) -> WindowPipe:
    """Show what later instances request, unless another window is already listening for that."""
    pipe = WindowPipe(folder, window)
    pipe.requested.connect(partial(show_request, window))
    pipe.listen()
    # When the listening window is closed, the next one that becomes active takes over.
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication)
    application.applicationStateChanged.connect(lambda _: pipe.listen())
    return pipe


def show_request(window: Window, request: Request) -> None:
    if request.workspace or request.tab or request.base is not None:
        place = request.workspace or "inspect"
        show(window, AskedView(place, request.arguments, request.base, None, request.tab))
    elif request.arguments:
        window.open_all(request.arguments)
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    if request.token:
        os.environ["XDG_ACTIVATION_TOKEN"] = request.token  # where Qt reads it
    window.raise_()
    window.activateWindow()
