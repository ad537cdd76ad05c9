"""Buttons are pressed by Enter and by space, wherever they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from uriinspector.gui.widgets.cards import button

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_button_is_pressed_by_a_key(qtbot: QtBot, key: Qt.Key) -> None:
    pressed: list[str] = []
    widget = button("Copy", lambda: pressed.append("once"))
    qtbot.addWidget(widget)
    widget.show()
    qtbot.keyClick(widget, key)
    assert pressed == ["once"]
