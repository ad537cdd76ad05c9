"""Context menus of components, findings, tables and cards."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from tests.gui.inspect.listed import row_of as listed_row
from uriinspector.gui.inspect import drawer, findings
from uriinspector.gui.inspect import page as inspect_page
from uriinspector.gui.inspect.component_rows import ComponentRow
from uriinspector.gui.inspect.page import InspectPage
from uriinspector.gui.selection import MenuEntry
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables import grid
from uriinspector.gui.tables.grid import Grid

LINK = "https://www.paypal.com@evil.example/a%2Fb?x=\u202e1"
Entries = tuple["MenuEntry | None", ...]


@pytest.fixture
def page(window: Window) -> InspectPage:
    window.resize(1320, 860)
    window.show()
    window.show_text(LINK)
    return window.inspect_page


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Entries]:
    """Entries of the menus that are opened."""
    result: list[Entries] = []
    for module in (inspect_page, findings, grid, drawer):
        monkeypatch.setattr(
            module, "open_menu", lambda _owner, entries, _at: result.append(entries)
        )
    return result


def ask(view: QAbstractItemView, row: int, column: int = 0, *, by_key: bool = False) -> None:
    index = view.model().index(row, column)
    view.setCurrentIndex(index)
    at = view.visualRect(index).center()
    reason = QContextMenuEvent.Reason.Keyboard if by_key else QContextMenuEvent.Reason.Mouse
    here = QPoint(0, 0) if by_key else at
    event = QContextMenuEvent(reason, here, view.viewport().mapToGlobal(here))
    QApplication.sendEvent(view.viewport(), event)


def words(entries: Entries) -> list[str]:
    return [each.words for each in entries if each is not None and each.is_enabled]


def do(entries: Entries, name: str) -> None:
    next(each for each in entries if each is not None and each.words == name).on()


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def row_of(page: InspectPage, key: str) -> ComponentRow:
    row: ComponentRow = listed_row(page.components.list, key)
    return row


@pytest.mark.parametrize("by_key", [True, False])
def test_component_context_menu_has_its_entries(
    page: InspectPage, opened: list[Entries], by_key: bool
) -> None:
    ask(page.components.list, 0, by_key=by_key)
    assert words(opened[0]) == [
        *("Copy value", "Copy defanged", "Show in text", "Inspect this part"),
        *("Decode…", "Explain"),
    ]
    do(opened[0], "Copy value")
    assert clipboard() == "https"


def test_component_value_is_copied_exactly_or_defanged(page: InspectPage) -> None:
    do(page.components.entries(row_of(page, "query")), "Copy value")
    assert clipboard() == "x=\u202e1"
    do(page.components.entries(row_of(page, "host")), "Copy defanged")
    assert clipboard() == "evil[.]example"


def test_component_is_shown_in_the_text_and_inspected(page: InspectPage, qtbot: QtBot) -> None:
    entries = page.components.entries(row_of(page, "userinfo"))
    do(entries, "Show in text")
    assert page.editor.selected().of(LINK) == "www.paypal.com"
    do(entries, "Inspect this part")
    assert page.editor.text() == "www.paypal.com"
    qtbot.keyClick(page.editor, Qt.Key.Key_Escape)
    assert page.editor.text() == LINK


def test_explain_opens_the_clause_card(page: InspectPage) -> None:
    do(page.components.entries(row_of(page, "path")), "Explain")
    assert page.drawer.isVisible()
    assert "3.3" in page.drawer.accessibleName()


def test_protected_name_is_used_for_lookalikes_immediately(
    window: Window, page: InspectPage
) -> None:
    window.show_text("https://www.mybank.example/login")
    do(page.components.entries(row_of(page, "host")), "Protect this name")
    (name,) = window.profile.protected.names
    assert name in {"www.mybank.example", "mybank.example"}
    assert page.strip.words.text().startswith(f"{name} is protected.")
    window.show_text("https://rnybank.example/login")
    assert page.shown is not None
    assert "lookalike" in {each.code for each in page.shown.findings}
    window.show_text("https://www.mybank.example/login")
    do(page.components.entries(row_of(page, "host")), "Protect this name")
    assert page.strip.words.text() == f"{name} is already protected."


def test_protecting_a_name_can_be_undone(window: Window, page: InspectPage) -> None:
    window.profile.protected.save("first.example")
    do(page.components.entries(row_of(page, "host")), "Protect this name")
    assert list(window.profile.protected.names) == ["first.example", "evil.example"]
    page.strip.does.click()
    assert list(window.profile.protected.names) == ["first.example"]


def test_finding_context_menu_has_its_entries(page: InspectPage, opened: list[Entries]) -> None:
    ask(page.findings.list, 0)
    assert words(opened[0]) == [
        *("Copy value", "Copy defanged", "Copy the finding"),
        *("Show in text", "Inspect this part", "Decode…", "Explain"),
    ]
    do(opened[0], "Copy value")
    assert page.shown is not None
    first = page.shown.findings[0]
    assert clipboard() == LINK[first.start : first.end]
    do(opened[0], "Copy the finding")
    assert first.title in clipboard()
    do(opened[0], "Explain")
    assert page.drawer.isVisible()


def test_encoding_table_context_menu_has_its_entries(
    page: InspectPage, opened: list[Entries]
) -> None:
    page.tabs.reveal("escapes")
    QApplication.processEvents()
    (table,) = [each for each in page.tabs.findChildren(Grid) if each.isVisible()]
    ask(table, 0)
    assert "Show in text" in words(opened[0])
    do(opened[0], "Copy value")
    assert clipboard() in LINK


def test_rows_of_other_workspaces_can_be_copied(window: Window, opened: list[Entries]) -> None:
    window.open_workspace("resolve")
    window.resolve_page.show_pair("http://a/b", "c")
    window.resolve_page.job.finish()
    ask(window.resolve_page.steps.table, 0)
    assert words(opened[0]) == ["Copy value", "Copy defanged"]


def test_card_can_be_copied(page: InspectPage, opened: list[Entries]) -> None:
    page.banner.explain.click()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(page.drawer, event)
    assert words(opened[0]) == ["Copy the citation", "Copy the card", "Close"]
    do(opened[0], "Copy the card")
    assert page.drawer.body is not None
    assert clipboard() == page.drawer.body.text()


def test_empty_lists_have_no_context_menu(page: InspectPage, opened: list[Entries]) -> None:
    page.show_text("")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 300), QPoint(1, 1))
    QApplication.sendEvent(page.components.list.viewport(), event)
    QApplication.sendEvent(page.findings.list.viewport(), event)
    assert opened == []
