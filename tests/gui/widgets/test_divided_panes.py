"""Dividers have a name, can be moved by keyboard, and show their focus."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from uriinspector.gui.widgets.view_parts import STEP, DividedPanes

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(params=list(Qt.Orientation), ids=lambda each: each.name)
def panes(request: pytest.FixtureRequest) -> Iterator[DividedPanes]:
    window = QWidget()
    window.resize(400, 400)
    panes = DividedPanes(request.param, "Links, details", 12)
    panes.setParent(window)
    for _ in range(2):
        panes.addWidget(QWidget())
    panes.resize(400, 400)
    window.show()
    yield panes
    shiboken6.delete(window)


def test_divider_has_name_and_moves_by_keyboard(panes: DividedPanes) -> None:
    divider = panes.handle(1)
    assert panes.accessibleName() == "Links, details"
    assert divider.accessibleName() == "Divider: Links, details"
    first = panes.sizes()[0]
    keys = (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Up)
    ways = []
    for key in keys:
        QTest.keyClick(divider, key)
        ways.append(panes.sizes()[0] - first)
    assert ways == [STEP, 0, STEP, 0]
    QTest.keyClick(divider, Qt.Key.Key_Home)
    assert panes.sizes()[0] < first / 2
    QTest.keyClick(divider, Qt.Key.Key_End)
    assert panes.sizes()[0] > first


def test_focused_divider_is_highlighted(panes: DividedPanes, qtbot: QtBot) -> None:
    with qtbot.waitActive(panes.window()):
        panes.activateWindow()
    divider = panes.handle(1)
    divider.clearFocus()
    calm = divider.grab().toImage()
    divider.setFocus()
    assert divider.hasFocus()
    assert divider.grab().toImage() != calm
