"""Keyboard focus is visible on every widget."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.conftest import both_themes
from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES

LINK = "http://paypal.com@evil.test/a?q=%41"
AROUND = 16  # pixels around a widget where its card may show the focus


def reached(window: Window) -> list[QWidget]:
    """Return all widgets of the open page and the rail that Tab reaches."""
    found, widget = [], window.nextInFocusChain()
    while widget is not None and widget is not window:
        is_reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if is_reached and widget.isVisible() and widget.isEnabled():
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


def picture(window: Window, widget: QWidget) -> QImage:
    QApplication.processEvents()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    margins = (-AROUND, -AROUND, AROUND, AROUND)
    if isinstance(widget, QTextEdit):  # its card draws the border
        margins = (-AROUND, -4 * AROUND, AROUND, 4 * AROUND)
    return window.grab(place.adjusted(*margins)).toImage()


@pytest.mark.parametrize("workspace", PAGES)
@both_themes
def test_focus_is_visible_on_every_widget(window: Window, qtbot: QtBot, workspace: str) -> None:
    window.resize(1320, 860)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.show_text(LINK)
    window.inspect_page.inspection_job.finish()
    window.open_workspace(workspace)
    QApplication.setCursorFlashTime(0)
    elsewhere = window.pages
    elsewhere.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    hidden = []
    for widget in reached(window):
        if widget is elsewhere:
            continue
        elsewhere.setFocus()
        calm = picture(window, widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if widget.hasFocus() and picture(window, widget) == calm:
            hidden.append(
                f"{type(widget).__name__} {widget.objectName()} {widget.accessibleName()}"
            )
    assert hidden == []
