"""A window with its own two folders, which a test can restart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QPointF
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import close_histories  # noqa: F401  # a fixture, used by every story
from tests.gui.drag import drop_on
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.profile import profile_at
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import theme


class Desktop:
    """A user's desktop: stored settings, a clipboard, and drag and drop."""

    def __init__(self, application: QApplication, folder: Path) -> None:
        self.application = application
        self.folder = folder
        self.open_window: Window | None = None

    def start(self) -> Window:
        """Close the window if it is open, start the program again, and return its window."""
        self.close()
        desk = profile_at(self.folder / "config", self.folder / "data")
        desk.settings.set("language", "en") if not (self.folder / "config").exists() else None
        theme.use("light", desk.settings["zoom"])
        theme.dress(self.application)
        window = Window(desk)
        window.restore(text=True)
        window.resize(1120, 720)
        window.show()
        self.open_window = window
        return window

    def close(self) -> None:
        """Close the window as a user does."""
        if self.open_window is not None:
            self.open_window.close()
            shiboken6.delete(self.open_window)
            self.open_window = None

    def drop(self, data: QMimeData) -> None:
        """Drop data from another program on the window."""
        assert self.open_window
        drop_on(self.open_window, data, QPointF(300, 400))


@pytest.fixture
def desktop(qapp: QApplication, tmp_path: Path) -> Iterator[Desktop]:
    qapp.setStyle("Fusion")
    desktop = Desktop(qapp, tmp_path)
    yield desktop
    desktop.close()
    QGuiApplication.clipboard().clear()
    speak("en")
