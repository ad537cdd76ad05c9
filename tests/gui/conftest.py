"""A window as the program opens it, in each theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from uriinspector.gui.theme import Theme, interface_font
from uriinspector.gui.window import Window

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Theme:
    theme = Theme(request.param)
    qapp.setStyle("Fusion")
    qapp.setPalette(theme.palette())
    qapp.setFont(interface_font())
    qapp.setStyleSheet(theme.style_sheet())
    return theme


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> Window:
    window = Window(theme)
    qtbot.addWidget(window)
    window.resize(1120, 720)
    return window
