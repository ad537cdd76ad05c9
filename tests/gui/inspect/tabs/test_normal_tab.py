"""The tab of normal forms, driven through its widgets."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from uriinspector.gui.inspect.normal_tab import NormalTab
from uriinspector.gui.shell.window import Window

TEXT = "HTTP://EXAMPLE.com:80/%7euser/./a/../b%2fc"


@pytest.fixture
def normal(window: Window) -> NormalTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("normal")
    tab = tabs.tabs["normal"]
    assert isinstance(tab, NormalTab)
    window.show_text(TEXT)
    return tab


def test_normal_form_is_copied_exactly(normal: NormalTab) -> None:
    normal.copy.click()
    assert QGuiApplication.clipboard().text() == "http://example.com/~user/b%2Fc"


def test_normalized_text_is_reported_as_such(window: Window, normal: NormalTab) -> None:
    assert "last level" in normal.summary.text()
    window.show_text("http://example.com/")
    assert normal.summary.text().startswith("Already in the normal form")


def test_violated_practice_selects_its_span(window: Window, normal: NormalTab) -> None:
    normal.practice.selectRow(1)
    assert window.inspect_page.editor.textCursor().selectedText() == "EXAMPLE.com"


def test_enter_opens_the_clause(qtbot: QtBot, window: Window, normal: NormalTab) -> None:
    asked: list[str] = []
    window.inspect_page.tabs.clause_requested.connect(asked.append)
    normal.ladder.selectRow(1)
    qtbot.keyClick(normal.ladder, Qt.Key.Key_Return)
    assert asked == ["RFC 3986 6.2.2.1"]


def test_row_height_fits_wrapped_text(window: Window, normal: NormalTab) -> None:
    low = normal.ladder.rowHeight(0)
    window.show_text("http://example.com/" + "a" * 400)
    assert normal.ladder.rowHeight(0) > 2 * low
