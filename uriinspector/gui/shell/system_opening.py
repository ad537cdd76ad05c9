"""Files that the system hands to the open window, as macOS does instead of starting anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent, QGuiApplication

from uriinspector.gui.command_line import argument

if TYPE_CHECKING:
    from uriinspector.gui.shell.window import Window


class SystemOpening(QObject):
    """Shows files that are dropped onto the icon, or opened with the program by a file manager."""

    def __init__(self, window: Window) -> None:
        """Listen as long as there is the window."""
        super().__init__(window)
        self._window = window
        application = QGuiApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open what the event names."""
        if not isinstance(event, QFileOpenEvent):
            return super().eventFilter(watched, event)
        # Links do not come this way: Qt would write them anew, and the text is evidence.
        if event.file():
            self._window.open_all([argument(event.file())])
            self._window.raise_()
            self._window.activateWindow()
        return True
