"""Resolving and comparing by keyboard only: single texts, then lists."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.stories.conftest import Desktop
from uriinspector.gui.shell.window import Window

Keys = Callable[..., None]

CONTROL = Qt.KeyboardModifier.ControlModifier
BACK = Qt.KeyboardModifier.ShiftModifier
MOST_TABS = 40


def focused(window: Window) -> QWidget:
    """Return the focused widget."""
    found = window.focusWidget()
    assert found is not None
    return found


@pytest.fixture
def keys(qtbot: QtBot) -> Keys:
    """Return a function that presses keys in the focused widget: text, or a key with modifiers."""

    def press(window: Window, *pressed: object) -> None:
        for each in pressed:
            if isinstance(each, str):
                qtbot.keyClicks(focused(window), each)
            elif isinstance(each, tuple):
                qtbot.keyClick(focused(window), *each)
            else:
                qtbot.keyClick(focused(window), each)

    return press


def go_to(window: Window, wanted: QWidget, keys: Keys, *, back: bool = False) -> None:
    """Press Tab until the widget has the focus."""
    for _ in range(MOST_TABS):
        if focused(window) is wanted:
            return
        keys(window, (Qt.Key.Key_Tab, BACK) if back else Qt.Key.Key_Tab)
    pytest.fail(f"{wanted.accessibleName()} is not reached by Tab")


def test_reference_is_resolved_and_stepped_through(desktop: Desktop, keys: Keys) -> None:
    window = desktop.start()
    window.menus.actions["resolve"].trigger()
    page = window.resolve_page
    keys(window, Qt.Key.Key_Tab, (Qt.Key.Key_A, CONTROL), "../x?y")
    assert page.target.drawn.text() == "http://a/b/x?y"
    keys(window, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown)
    assert page.steps.at == 3
    go_to(window, page.steps.rules, keys)
    keys(window, Qt.Key.Key_Space)
    assert page.rules.isVisible()
    go_to(window, page.steps.table, keys, back=True)
    keys(window, Qt.Key.Key_Left, Qt.Key.Key_Return)
    assert page.drawer.isVisible()
    page.drawer.close()
    go_to(window, page.variant, keys, back=True)
    keys(window, Qt.Key.Key_Home)
    assert page.chosen().edition == "1994"


def test_lesson_is_presented_with_a_clicker(desktop: Desktop, keys: Keys) -> None:
    window = desktop.start()
    window.menus.actions["teach"].trigger()
    page = window.resolve_page
    assert not page.target.drawn.isVisible()
    keys(window, *[Qt.Key.Key_PageDown] * page.steps.count)
    assert page.target.drawn.text() == "http://a/g?y#s"
    assert page.target.drawn.isVisible()


def test_exercise_is_pasted_and_marked(desktop: Desktop, keys: Keys) -> None:
    window = desktop.start()
    window.menus.actions["resolve"].trigger()
    page = window.resolve_page
    QGuiApplication.clipboard().setText("g\thttp://a/b/c/g\n../g\thttp://a/b/c/g\n")
    keys(window, (Qt.Key.Key_A, CONTROL), (Qt.Key.Key_V, CONTROL))
    go_to(window, page.strip.does, keys, back=True)
    keys(window, Qt.Key.Key_Space)
    assert page.listing.summary.text() == "1 of 2 match the expected target"
    assert focused(window) is page.listing.table
    keys(window, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert page.reference.text() == "../g"
    assert focused(window) is page.steps.table


def test_two_references_are_compared(desktop: Desktop, keys: Keys) -> None:
    window = desktop.start()
    window.menus.actions["compare"].trigger()
    page = window.compare_page
    keys(window, "https://www.paypal.com/")
    go_to(window, page.b.editor, keys)
    keys(window, "https://www.paypa1.com/")
    assert page.banner.accessibleName().startswith("Lookalikes with different sites")
    go_to(window, page.likeness.table, keys)
    keys(window, Qt.Key.Key_Down)
    assert page.b.editor.selected() == (17, 18)
    go_to(window, page.swap, keys, back=True)
    keys(window, Qt.Key.Key_Space)
    assert page.a.editor.text() == "https://www.paypa1.com/"


def test_list_is_grouped_and_two_entries_compared(desktop: Desktop, keys: Keys) -> None:
    window = desktop.start()
    window.menus.actions["compare"].trigger()
    page = window.compare_page
    QGuiApplication.clipboard().setText("HTTP://a/\nb:c\nhttp://a:80\n")
    keys(window, (Qt.Key.Key_V, CONTROL))
    go_to(window, page.strip.does, keys, back=True)
    keys(window, Qt.Key.Key_Space)
    assert page.listing.summary.text() == "3 references in 2 groups"
    assert focused(window) is page.listing.grid
    keys(window, *[Qt.Key.Key_Down] * 3, Qt.Key.Key_Return)
    assert page.pair()[:2] == ("HTTP://a/", "http://a:80")
    assert page.banner.accessibleName().startswith("Equal after scheme")
