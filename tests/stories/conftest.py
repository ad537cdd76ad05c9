"""A window over two folders, opened and closed as often as a story wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication

from uriinspector.gui.desk import desk_at
from uriinspector.gui.theme import Theme
from uriinspector.gui.window import Window
from uriinspector.gui.words import speak

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication


class Desktop:
    """What a person has: a machine that remembers, a clipboard, something to drag."""

    def __init__(self, application: QApplication, folder: Path) -> None:
        self.application = application
        self.folder = folder
        self.open_window: Window | None = None

    def start(self) -> Window:
        """Close what is open, and start the program anew."""
        self.close()
        desk = desk_at(self.folder / "config", self.folder / "data")
        desk.settings.set("language", "en") if not (self.folder / "config").exists() else None
        theme = Theme("light", desk.settings["zoom"])
        theme.dress(self.application)
        window = Window(theme, desk)
        window.restore(text=True)
        window.resize(1120, 720)
        window.show()
        self.open_window = window
        return window

    def close(self) -> None:
        """Close the window as a person does."""
        if self.open_window is not None:
            self.open_window.close()
            shiboken6.delete(self.open_window)
            self.open_window = None

    def drop(self, data: QMimeData) -> None:
        """Drag something in from elsewhere and let it go on the window."""
        assert self.open_window
        how = (data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        copied = Qt.DropAction.CopyAction
        enter = QDragEnterEvent(QPoint(300, 400), copied, *how)
        self.application.sendEvent(self.open_window, enter)
        drop = QDropEvent(QPointF(300, 400), copied, *how, QEvent.Type.Drop)
        self.application.sendEvent(self.open_window, drop)


@pytest.fixture
def desktop(qapp: QApplication, tmp_path: Path) -> Iterator[Desktop]:
    qapp.setStyle("Fusion")
    desktop = Desktop(qapp, tmp_path)
    yield desktop
    desktop.close()
    QGuiApplication.clipboard().clear()
    speak("en")
