"""Workspace pages are created on first use and then reused."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES

OTHERS = {
    "resolve": Qt.Key.Key_2,
    "compare": Qt.Key.Key_3,
    "documents": Qt.Key.Key_4,
    "learn": Qt.Key.Key_5,
}


def made(window: Window) -> set[str]:
    return {name for name in PAGES if window.pages.is_created(name)}


@pytest.fixture
def shown(window: Window) -> Iterator[Window]:
    window.show()
    yield window
    window.pages.stop()


def test_only_the_first_page_is_created_at_start(shown: Window) -> None:
    assert made(shown) == {"inspect"}


@pytest.mark.parametrize("name", OTHERS)
def test_workspace_shortcut_creates_page_once(qtbot: QtBot, shown: Window, name: str) -> None:
    qtbot.keyClick(shown, OTHERS[name], Qt.KeyboardModifier.ControlModifier)
    page = shown.pages.currentWidget()
    assert made(shown) == {"inspect", name}
    assert page is shown.pages.page(name)
    qtbot.keyClick(shown, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    shown.rail.buttons[name].click()
    assert shown.pages.currentWidget() is page


def test_lesson_shortcut_creates_resolve_page(qtbot: QtBot, shown: Window) -> None:
    qtbot.keyClick(shown, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert shown.pages.currentWidget() is shown.resolve_page
    assert shown.resolve_page.teaches


def test_new_page_uses_current_zoom_and_language(shown: Window) -> None:
    shown.display_settings.toggle()
    shown.display_settings.zoom(1)
    shown.profile.settings.set("language", "de")
    assert made(shown) == {"inspect"}
    shown.open_workspace("documents")
    page = shown.documents_page
    assert page.bar.filter.accessibleName() == "Filter"
    assert page.adding.folder.text() == "Ordner …"
    assert page.table.verticalHeader().defaultSectionSize() > page.table.rowHeight(0)
    shown.profile.settings.set("language", "en")


def test_language_change_rebuilds_existing_pages(shown: Window) -> None:
    shown.resolve_page.show_pair("http://a/b/", "../c")
    shown.open_workspace("compare")
    shown.profile.settings.set("language", "de")
    assert made(shown) == {"inspect", "resolve", "compare"}
    assert shown.pages.currentWidget() is shown.compare_page
    assert shown.resolve_page.base.text() == "http://a/b/"
    shown.profile.settings.set("language", "en")


def test_focus_moves_directly_between_workspaces(
    qtbot: QtBot, qapp: QApplication, shown: Window
) -> None:
    with qtbot.waitActive(shown):
        shown.activateWindow()
    shown.inspect_page.editor.setFocus()
    reached: list[QWidget] = []

    def note(_before: QWidget | None, now: QWidget | None) -> None:
        reached.extend(filter(None, [now]))

    qapp.focusChanged.connect(note)
    for name in (*OTHERS, "inspect", *OTHERS, "inspect"):
        shown.open_workspace(name)
        assert shown.pages.shown().isAncestorOf(shown.focusWidget()), name
    qapp.focusChanged.disconnect(note)
    assert len(reached) == 2 * len(OTHERS) + 2
    assert all(map(shown.pages.isAncestorOf, reached))
    assert shown.focusWidget() is shown.inspect_page.editor


def test_workspace_restores_its_focus(qtbot: QtBot, shown: Window) -> None:
    with qtbot.waitActive(shown):
        shown.activateWindow()
    shown.open_workspace("documents")
    last = shown.focusWidget()
    shown.open_workspace("compare")
    shown.open_workspace("documents")
    assert shown.focusWidget() is last
