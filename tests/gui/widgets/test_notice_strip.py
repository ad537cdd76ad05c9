"""Notices over a page do not cover the focused widget."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.notice_strip import Notice, NoticeStrip


def test_notice_does_not_cover_the_focused_widget(qtbot: QtBot, theme: Theme) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 600)
    high, low = QPushButton("high", page), QPushButton("low", page)
    high.setGeometry(100, 10, 120, 30)
    low.setGeometry(100, 550, 120, 30)
    strip = NoticeStrip(theme)
    strip.float_over(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    high.setFocus()
    strip.tell(Notice("3 links marked.", does="Undo", action=lambda: None))
    assert strip.geometry().intersects(low.geometry())
    low.setFocus()
    assert not strip.geometry().intersects(low.geometry())
    assert page.rect().contains(strip.geometry())
    strip.close_button.setFocus()
    strip.close_button.click()
    assert low.hasFocus()
    strip.tell(Notice("3 links marked."))
    qtbot.keyClick(low, Qt.Key.Key_Escape)
    assert not strip.isVisible()
    assert low.hasFocus()
