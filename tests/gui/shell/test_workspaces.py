"""Workspaces are made once; the way from a list to a link and back to its row."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, settle
from uriinspector.gui.command_line import Argument
from uriinspector.gui.resolve.variant_rows import VARIANTS, variant_of
from uriinspector.gui.shell.menu_dialogs import Picker
from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES
from uriinspector.gui.tables.table_model import ROW_ROLE

OTHERS = {
    "resolve": Qt.Key.Key_2, "compare": Qt.Key.Key_3, "documents": Qt.Key.Key_4,
    "learn": Qt.Key.Key_5,
}  # fmt: skip


def made(window: Window) -> set[str]:
    return {name for name in PAGES if window.pages.is_created(name)}


@pytest.fixture
def shown(window: Window) -> Iterator[Window]:
    window.show()
    yield window
    window.pages.stop()


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


LINKS = ["https://a.example/", "https://www.paypal.com@evil.example/", "mailto:a@b.example"]


def picker(window: Window) -> Picker:
    return next(each for each in window.findChildren(Picker) if each.isVisible())


def choose(window: Window) -> None:
    window.inspect_page.paste_and_drop.choice_requested.emit(LINKS)


def severities(dialog: Picker) -> list[str | None]:
    model = dialog.table.model()
    rows = [model.index(row, 0).data(ROW_ROLE) for row in range(model.rowCount())]
    return [row.severity for row in rows]


def test_escape_returns_to_list_of_links_by_severity(window: Window, qtbot: QtBot) -> None:
    window.show()
    choose(window)
    dialog = picker(window)
    assert severities(dialog) == ["info", "high", None]
    dialog.table.selectRow(1)
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    page = window.inspect_page
    assert page.editor.text() == LINKS[1]
    assert page.way_back.isVisible()
    qtbot.keyClick(page.editor, Qt.Key.Key_Escape)
    again = picker(window)
    assert again.table.currentIndex().row() == 1
    again.table.selectRow(2)
    qtbot.keyClick(again.table, Qt.Key.Key_Return)
    assert page.editor.text() == LINKS[2]


def test_new_text_clears_the_way_back(window: Window, qtbot: QtBot) -> None:
    window.show()
    choose(window)
    qtbot.keyClick(picker(window).search, Qt.Key.Key_Return)
    window.show_text("https://b.example/")
    assert window.inspect_page.way_back.isHidden()
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Escape)
    assert not any(each.isVisible() for each in window.findChildren(Picker))


def test_escape_returns_to_list_of_command_line_links(window: Window, qtbot: QtBot) -> None:
    window.show()
    window.open_all([Argument(each) for each in LINKS])
    window.inspect_page.strip.does.click()
    assert severities(picker(window)) == ["info", "high", None]
    qtbot.keyClick(picker(window).search, Qt.Key.Key_Return)
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Escape)
    assert picker(window).isVisible()


@pytest.mark.parametrize("by_key", [True, False])
def test_inspect_returns_to_the_documents_row(
    window: Window, qtbot: QtBot, tmp_path: Path, by_key: bool
) -> None:
    window.show()
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    window.open_workspace("documents")
    window.open_paths([str(tmp_path / "invoice.eml")])
    page = window.documents_page
    settle(page)
    qtbot.keyClick(page.table, Qt.Key.Key_J)
    number = page.table.current()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert window.pages.shown() is window.inspect_page
    window.inspect_page.banner.explain.click()
    if by_key:
        qtbot.keyClick(window.inspect_page.drawer.done, Qt.Key.Key_Escape)
        assert window.inspect_page.drawer.isHidden()
        assert window.pages.shown() is window.inspect_page  # only the card was closed
        qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Escape)
    else:
        window.inspect_page.way_back.click()
    assert window.pages.shown() is page
    assert page.table.current() == number
    assert window.focusWidget() is page.table
    window.open_workspace("inspect")
    data = QMimeData()
    data.setText("https://b.example/")
    QGuiApplication.clipboard().setMimeData(data)
    window.inspect_page.paste_and_drop.take_whole(data)
    assert window.inspect_page.way_back.isHidden()


@pytest.mark.parametrize("way", ["esc", "button", "menu"])
def test_resolve_uses_documents_edition_and_returns_to_the_row(
    window: Window, qtbot: QtBot, tmp_path: Path, way: str
) -> None:
    window.show()
    window.open_workspace("resolve")
    resolve = window.resolve_page
    resolve.variant.setCurrentIndex(VARIANTS.index(variant_of("1997")))
    resolve.show_list("a\nb")
    assert not window.menus.actions["back"].isEnabled()
    (tmp_path / "page.html").write_bytes(b"<base href=http://a.test/b/><a href=c></a><a href=../d>")
    window.open_workspace("documents")
    window.open_paths([str(tmp_path / "page.html")])
    page = window.documents_page
    settle(page)
    qtbot.keyClick(page.table, Qt.Key.Key_J)
    number = page.table.current()
    qtbot.keyClick(page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert window.pages.shown() is resolve
    assert resolve.chosen() == variant_of("2005")
    assert resolve.pages.currentWidget() is resolve.body
    assert resolve.way_back.isVisible()
    window.open_workspace("inspect")
    window.open_workspace("resolve")
    assert window.menus.actions["back"].isEnabled()
    if way == "esc":
        qtbot.keyClick(resolve.reference.editor, Qt.Key.Key_Escape)
    elif way == "button":
        resolve.way_back.click()
    else:
        window.menus.actions["back"].trigger()
    assert window.pages.shown() is page
    assert page.table.current() == number
    assert window.focusWidget() is page.table
    assert not window.menus.actions["back"].isEnabled()


def test_new_pair_clears_the_way_back_in_resolve(window: Window) -> None:
    window.show()
    window.open_workspace("resolve")
    resolve = window.resolve_page
    resolve.show_link("http://a.test/", "b", variant_of("2005"), lambda: None)
    assert window.menus.actions["back"].isEnabled()
    resolve.show_pair("http://a.test/", "c")
    assert resolve.way_back.isHidden()
    assert not window.menus.actions["back"].isEnabled()


def test_back_action_returns_from_inspect(window: Window) -> None:
    window.show()
    went = []
    window.inspect_page.show_text("http://a.test/")
    window.inspect_page.lead_back(lambda: went.append(1))
    window.menus.actions["back"].trigger()
    assert went == [1]
