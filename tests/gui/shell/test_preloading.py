"""Modules needed for the first text are preloaded one by one, and then the timer stops."""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from uriinspector.gui.shell.after_start import MODULES, preload


def test_preloading_stops_when_all_modules_are_loaded(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    preload(window)
    (timer,) = window.findChildren(QTimer)
    qtbot.waitUntil(lambda: not timer.isActive())
    assert sys.modules.keys() >= set(MODULES)
