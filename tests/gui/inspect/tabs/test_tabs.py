"""The tabs below the panes: only the visible tab is computed, and none is ever blank."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from uriinspector.analysis.inspection import Inspection
from uriinspector.core.model import Part, Span
from uriinspector.gui.inspect.detail_tabs import TABS, Tabs
from uriinspector.gui.inspect.readings_tab import PARTS
from uriinspector.gui.shell.window import Window

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


@pytest.fixture
def tabs(window: Window) -> Tabs:
    window.resize(1320, 860)
    window.show()
    return window.inspect_page.tabs


def test_hidden_tabs_are_not_computed(
    window: Window, tabs: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in TABS:
        monkeypatch.setattr(
            tabs.tabs[name], "show_inspection", lambda _made, name=name: asked.append(name)
        )
    window.show_text(PUZZLE)
    assert asked == ["readings"]
    for name in TABS:
        tabs.open(name)
    assert sorted(asked) == sorted(TABS)
    tabs.open("readings")
    assert len(asked) == len(TABS)


def test_folded_tabs_are_not_computed(
    window: Window, tabs: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Inspection | None] = []
    tabs.unfold_requested.emit(False)
    monkeypatch.setattr(tabs.tabs["readings"], "show_inspection", asked.append)
    window.show_text(PUZZLE)
    assert asked == []
    tabs.fold_button.click()
    assert asked == [window.inspect_page.inspection]


def test_every_tab_has_its_own_empty_message(tabs: Tabs) -> None:
    said = set()
    for name in TABS:
        tabs.open(name)
        assert tabs.empty.isVisible()
        said.add(tabs.empty.text())
    assert len(said) == len(TABS)
    assert "" not in said


def test_tabs_are_created_when_first_shown(window: Window, tabs: Tabs) -> None:
    assert tabs.stack.count() == 1
    window.show_text(PUZZLE)
    assert tabs.stack.count() == 2
    tabs.open("grammar")
    assert tabs.stack.currentWidget() is tabs.tabs["grammar"]
    assert not tabs.empty.isVisible()
    window.show_text("")
    assert tabs.empty.isVisible()


def test_small_window_shows_panes_or_tab(window: Window, tabs: Tabs) -> None:
    page = window.inspect_page
    window.show_text(PUZZLE)
    window.resize(700, 460)
    assert tabs.is_folded
    assert page.components.isVisible()
    tabs.bar.tabBarClicked.emit(0)
    assert tabs.stack.isVisible()
    assert not page.components.isVisible()
    tabs.fold_button.click()
    assert page.components.isVisible()
    window.resize(1320, 860)
    assert tabs.stack.isVisible()
    assert page.components.isVisible()


def test_selection_is_shared_with_the_readings_tab(window: Window, tabs: Tabs) -> None:
    window.show_text(PUZZLE)
    page = window.inspect_page
    page.selection.select(Span(43, 51))
    grid = tabs.tabs["readings"].grid  # type: ignore[attr-defined]
    assert grid.currentIndex().column() == 1 + PARTS.index(Part.HOST)
    grid.setCurrentIndex(grid.model().index(1, 1 + PARTS.index(Part.PATH)))
    assert page.selection.span == Span(51, 65)
    assert "1997" in tabs.tabs["readings"].noted.note.text()  # type: ignore[attr-defined]


def test_hovering_a_differing_cell_highlights_its_characters(window: Window, tabs: Tabs) -> None:
    window.show_text(PUZZLE)
    hovered: list[Span | None] = []
    window.inspect_page.selection.span_hovered.connect(hovered.append)
    grid = tabs.tabs["readings"].grid  # type: ignore[attr-defined]
    grid.entered.emit(grid.model().index(4, 1 + PARTS.index(Part.USERINFO)))
    equals = PUZZLE.index("=")
    assert hovered == [Span(equals, equals + 1)]
    assert window.inspect_page.selection.span is None


def test_tab_key_moves_focus_into_the_shown_tab(qtbot: QtBot, window: Window, tabs: Tabs) -> None:
    with qtbot.waitActive(window):
        window.show()
    window.show_text("http://a.test/?u=http%3A%2F%2Fb.test%2F")
    for number in (5, 1, 3, 6, 1):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.AltModifier)
        assert tabs.bar.hasFocus()
        qtbot.keyClick(tabs.bar, Qt.Key.Key_Tab)
        qtbot.keyClick(tabs.fold_button, Qt.Key.Key_Tab)
        shown, focused = tabs.stack.currentWidget(), QApplication.focusWidget()
        assert shown is tabs.tabs[list(TABS)[number - 1]]
        assert focused is not None
        assert shown.isAncestorOf(focused)


def test_alt_digit_unfolds_a_tab_from_another_workspace(
    qtbot: QtBot, window: Window, tabs: Tabs
) -> None:
    with qtbot.waitActive(window):
        window.show()
    window.show_text(PUZZLE)
    tabs.fold_button.click()
    assert tabs.is_folded
    window.open_workspace("compare")
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert window.pages.shown() is window.inspect_page
    assert not tabs.is_folded
    assert tabs.stack.currentWidget() is tabs.tabs["normal"]
