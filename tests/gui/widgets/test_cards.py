"""Buttons are pressed by Enter and Space, and forget the pointer when their menu closes."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from uriinspector.gui.widgets.cards import button, menu_button


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_button_is_pressed_by_key(qtbot: QtBot, key: Qt.Key) -> None:
    pressed: list[str] = []
    widget = button("Copy", lambda: pressed.append("once"))
    qtbot.addWidget(widget)
    widget.show()
    qtbot.keyClick(widget, key)
    assert pressed == ["once"]


def test_closed_menu_clears_hover_of_its_button(qtbot: QtBot) -> None:
    widget = menu_button("Export")
    menu = QMenu(widget)
    widget.setMenu(menu)
    qtbot.addWidget(widget)
    widget.move(QCursor.pos() + QPoint(200, 200))
    widget.show()
    qtbot.waitUntil(lambda: not widget.rect().contains(widget.mapFromGlobal(QCursor.pos())))
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    widget.setDown(True)
    menu.aboutToHide.emit()
    qtbot.waitUntil(lambda: not widget.underMouse())
    assert not widget.isDown()
