"""The pages of the window: there once they are asked for, and the same ever after."""

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


def test_at_first_there_is_the_page_that_is_shown(shown: Window) -> None:
    assert made(shown) == {"inspect"}


@pytest.mark.parametrize("name", OTHERS)
def test_a_key_makes_its_page_once(qtbot: QtBot, shown: Window, name: str) -> None:
    qtbot.keyClick(shown, OTHERS[name], Qt.KeyboardModifier.ControlModifier)
    page = shown.pages.currentWidget()
    assert made(shown) == {"inspect", name}
    assert page is shown.pages.page(name)
    qtbot.keyClick(shown, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    shown.rail.buttons[name].click()
    assert shown.pages.currentWidget() is page


def test_a_lesson_makes_the_page_that_it_is_held_on(qtbot: QtBot, shown: Window) -> None:
    qtbot.keyClick(shown, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert shown.pages.currentWidget() is shown.resolve_page
    assert shown.resolve_page.teaches


def test_a_page_is_made_in_the_looks_and_the_language_of_now(shown: Window) -> None:
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


def test_another_language_makes_those_pages_anew_that_there_were(shown: Window) -> None:
    shown.resolve_page.show_pair("http://a/b/", "../c")
    shown.open_workspace("compare")
    shown.profile.settings.set("language", "de")
    assert made(shown) == {"inspect", "resolve", "compare"}
    assert shown.pages.currentWidget() is shown.compare_page
    assert shown.resolve_page.base.text() == "http://a/b/"
    shown.profile.settings.set("language", "en")


def test_the_focus_goes_from_page_to_page_without_a_stop(
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


def test_a_page_has_the_focus_where_it_was(qtbot: QtBot, shown: Window) -> None:
    with qtbot.waitActive(shown):
        shown.activateWindow()
    shown.open_workspace("documents")
    last = shown.focusWidget()
    shown.open_workspace("compare")
    shown.open_workspace("documents")
    assert shown.focusWidget() is last
