"""The list of clauses: every card can be found by number and opened."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from uriinspector.analysis.card import cards
from uriinspector.documents.clauses import every_clause, explained_clauses
from uriinspector.gui.shell.commands import show_clauses
from uriinspector.gui.shell.menu_dialogs import Picker
from uriinspector.gui.shell.window import Window


def test_all_clauses_are_listed_in_order() -> None:
    listed = explained_clauses()
    assert set(listed) == {*cards(), *every_clause()}
    wanted = ["RFC 1738 3.4.9", "RFC 1738 3.10", "RFC 1738 7", "RFC 1738 appendix"]
    assert sorted(wanted, key=listed.index) == wanted


@pytest.mark.parametrize(
    ("search", "title"),
    [
        ("RFC 1738 3.4.5", "Gopher+ items with forms"),
        ("RFC 1738 appendix", "URLs in running text"),
        ("url-syntax-05 5.1.4", "Default base URL"),
        ("url-draft-02 partial", "Partial form (draft 02)"),
        ("delims unwise", "Excluded characters: delims and unwise"),
    ],
)
def test_clause_is_found_and_shown(window: Window, qtbot: QtBot, search: str, title: str) -> None:
    show_clauses(window)
    (picker,) = window.findChildren(Picker)
    picker.search.setText(search)
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    body = window.inspect_page.drawer.body
    assert body is not None
    assert title in body.text().splitlines()
