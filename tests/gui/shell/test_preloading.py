"""What the first text needs is loaded one room after the other, and then nothing ticks any more."""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from uriinspector.gui.shell.after_start import MODULES, preload


def test_every_room_is_loaded_and_the_clock_stops(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    preload(window)
    (timer,) = window.findChildren(QTimer)
    qtbot.waitUntil(lambda: not timer.isActive())
    assert sys.modules.keys() >= set(MODULES)
