"""The tabs of the scheme and of normal forms, driven through their widgets."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

import uriinspector
from uriinspector.core.model import Span
from uriinspector.gui.inspect.detail_tabs import TABS
from uriinspector.gui.inspect.normal_tab import NormalTab
from uriinspector.gui.inspect.scheme_tab import SchemeTab
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.table_model import PAGE
from uriinspector.gui.text.pieces import plain_text


@pytest.fixture
def scheme(window: Window) -> SchemeTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("scheme")
    tab = tabs.tabs["scheme"]
    assert isinstance(tab, SchemeTab)
    return tab


def choose(scheme: SchemeTab, name: str) -> None:
    scheme.grid.selectRow([plain_text(row.name) for row in scheme.grid.lazy.rows].index(name))


def test_tab_title_contains_the_scheme(window: Window) -> None:
    for text, title in (
        ("GOPHER://h/", "Scheme: gopher"),
        ("//h/", "Scheme"),
        ("a" * 40 + ":b", "Scheme: " + "a" * 24),
    ):
        window.show_text(text)
        assert window.inspect_page.tabs.bar.tabText(list(TABS).index("scheme")) == title


def test_command_is_copied_exactly(window: Window, scheme: SchemeTab) -> None:
    window.show_text("gopher://h/7/s%09jazz")
    assert not scheme.copy.isEnabled()
    choose(scheme, "send")
    scheme.copy.click()
    assert QGuiApplication.clipboard().text() == "/s\\tjazz\\r\\n"
    choose(scheme, "Components")
    assert not scheme.copy.isEnabled()


def test_field_selection_follows_the_editor_both_ways(window: Window, scheme: SchemeTab) -> None:
    window.show_text("gopher://h/7/s%09jazz")
    choose(scheme, "selector")
    assert window.inspect_page.selection.span == Span(12, 14)
    window.inspect_page.selection.select(Span(9, 10))
    assert scheme.noted.note.text() == "host · h · the computer to connect to"


def test_text_without_scheme_shows_a_message(window: Window, scheme: SchemeTab) -> None:
    window.show_text("//h/")
    assert scheme.empty.isVisible()
    assert "the scheme of its base" in scheme.empty.text()


def test_thousands_of_commands_are_limited_to_one_page(scheme: SchemeTab) -> None:
    scheme.show_inspection(uriinspector.inspect("ftp://h/" + "a/" * 3_000))
    assert scheme.grid.lazy.rowCount() == PAGE


DOTTED = "HTTP://EXAMPLE.com:80/%7euser/./a/../b%2fc"


@pytest.fixture
def normal(window: Window) -> NormalTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("normal")
    tab = tabs.tabs["normal"]
    assert isinstance(tab, NormalTab)
    window.show_text(DOTTED)
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
