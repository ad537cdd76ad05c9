"""Tab moves through the window in reading order."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.shell.test_window import reached
from uriinspector.gui.inspect.detail_tabs import TABS
from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES

LINK = "http://paypal.com@evil.test/a?q=%41"
WIDE, NARROW = (1320, 860), (700, 860)


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def shown(request: pytest.FixtureRequest, window: Window, qtbot: QtBot) -> Window:
    window.resize(*request.param)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.show_text(LINK)
    window.inspect_page.inspection_job.finish()
    return window


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def round_trip(qtbot: QtBot, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Press the key until the focus returns to its start; return the widgets reached."""
    found = [focused()]
    for _ in range(100):
        qtbot.keyClick(focused(), key)
        if focused() is found[0]:
            return found
        found.append(focused())
    pytest.fail("Tab never comes back")


@pytest.mark.parametrize("workspace", PAGES)
def test_tab_reaches_every_widget_once(shown: Window, qtbot: QtBot, workspace: str) -> None:
    shown.open_workspace(workspace)
    qtbot.wait(1)
    forward = round_trip(qtbot)
    assert len(set(forward)) == len(forward)
    assert set(forward) == {each for each in reached(shown) if each.focusProxy() is None}
    assert round_trip(qtbot, Qt.Key.Key_Backtab) == [forward[0], *reversed(forward[1:])]


@pytest.mark.parametrize("workspace", PAGES)
def test_tab_reaches_the_workspace_and_theme_buttons_in_succession(
    shown: Window, qtbot: QtBot, workspace: str
) -> None:
    shown.open_workspace(workspace)
    qtbot.wait(1)
    forward = round_trip(qtbot)
    inside = [shown.rail.isAncestorOf(each) for each in forward]
    assert inside.count(True) == 2  # the workspace and the theme
    assert inside[inside.index(True) + 1]


def test_tab_follows_reading_order_in_compare(shown: Window, qtbot: QtBot) -> None:
    shown.open_workspace("compare")
    page = shown.compare_page
    assert focused() is page.a.editor
    for side in (page.a, page.b):
        side.base_field.show()
    fields = [page.a.editor, page.b.editor, page.a.base, page.b.base]
    found = [each for each in round_trip(qtbot) if each in fields]
    is_wide = shown.width() == WIDE[0]
    assert found == (fields if is_wide else [fields[0], fields[2], fields[1], fields[3]])


def test_tab_follows_reading_order_in_resolve(shown: Window, qtbot: QtBot) -> None:
    shown.open_workspace("resolve")
    page = shown.resolve_page
    assert focused() is page.base.editor
    wanted = [page.base.editor, page.reference.editor, page.steps.rules, page.steps.table]
    assert [each for each in round_trip(qtbot) if each in wanted] == wanted
    if shown.width() == WIDE[0]:
        page.base.editor.setFocus()
        qtbot.keyClick(focused(), Qt.Key.Key_Tab)
        assert focused() is page.reference.editor


def test_tab_follows_reading_order_in_inspect(shown: Window, qtbot: QtBot) -> None:
    shown.open_workspace("inspect")
    page = shown.inspect_page
    page.editor.setFocus()
    wanted = [page.editor, page.banner.explain]
    wanted += [page.components.list, page.findings.list, page.tabs.bar]
    found = [each for each in round_trip(qtbot) if each in wanted]
    assert found == [each for each in wanted if each.isVisible()]


def test_tab_order_includes_widgets_created_later(shown: Window, qtbot: QtBot) -> None:
    shown.open_workspace("inspect")
    page = shown.inspect_page
    page.tabs.reveal("grammar")
    qtbot.wait(1)
    bar, inside = page.tabs.bar, page.tabs
    found = round_trip(qtbot)
    after = found[found.index(bar) + 1 :] if found[0] is not bar else found[1:]
    assert inside.isAncestorOf(after[0])
    places = [place for place, each in enumerate(found) if inside.isAncestorOf(each)]
    assert len(places) > 2
    assert places == list(range(places[0], places[-1] + 1)) or found[0] is bar


class WindowWatcher(QObject):
    """Records widgets shown as separate windows, which would flash and take the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(f"{type(watched).__name__} {watched.accessibleName()}")
        return False


@pytest.mark.parametrize("workspace", PAGES)
def test_new_page_shows_no_separate_windows(
    window: Window, qtbot: QtBot, qapp: QApplication, workspace: str
) -> None:
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    watcher = WindowWatcher()
    qapp.installEventFilter(watcher)
    window.open_workspace(workspace)
    window.show_text(LINK)
    window.inspect_page.inspection_job.finish()
    for name in TABS:
        window.inspect_page.tabs.reveal(name)
        qtbot.wait(1)
    window.open_workspace(workspace)
    qtbot.wait(1)
    qapp.removeEventFilter(watcher)
    assert watcher.shown == []
    assert QApplication.focusWidget() is not None


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
@pytest.mark.parametrize("workspace", PAGES)
def test_focused_widget_is_scrolled_into_view(
    window: Window, qtbot: QtBot, workspace: str, key: Qt.Key
) -> None:
    window.resize(700, 460)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    window.open_workspace(workspace)
    qtbot.wait(1)
    first = focused()
    for _ in range(100):
        qtbot.keyClick(focused(), key)
        seen = focused().visibleRegion().boundingRect()
        assert seen.height() >= min(focused().height(), 20), focused().accessibleName()
        if focused() is first:
            break
