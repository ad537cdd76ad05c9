"""Requests of other starts, as the window that is open shows them."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from uriinspector.gui.instance.window_pipe import WindowPipe
from uriinspector.gui.shell.asked_view import AskedView, show

if TYPE_CHECKING:
    from pathlib import Path

    from uriinspector.gui.instance.request_file import Request
    from uriinspector.gui.shell.window import Window


def serve_requests(window: Window, folder: Path) -> WindowPipe:
    """Show what later starts are asked for, if no other window does."""
    pipe = WindowPipe(folder, window)
    pipe.requested.connect(partial(show_request, window))
    pipe.listen()
    # Where the window that listened is closed, the next one that somebody turns to listens.
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication)
    application.applicationStateChanged.connect(lambda _: pipe.listen())
    return pipe


def show_request(window: Window, request: Request) -> None:
    """Show it, and bring the window to the front."""
    if request.workspace or request.tab or request.base is not None:
        place = request.workspace or "inspect"
        show(window, AskedView(place, request.arguments, request.base, None, request.tab))
    elif request.arguments:
        window.open_all(request.arguments)
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    if request.token:
        os.environ["XDG_ACTIVATION_TOKEN"] = request.token  # where Qt looks for it
    window.raise_()
    window.activateWindow()
