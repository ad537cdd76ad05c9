"""What the first text needs is loaded one room after the other, and then nothing ticks any more."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from uriinspector.gui.shell.after_start import MODULES, preload

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_every_room_is_loaded_and_the_clock_stops(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    preload(window)
    (timer,) = window.findChildren(QTimer)
    qtbot.waitUntil(lambda: not timer.isActive())
    assert sys.modules.keys() >= set(MODULES)
