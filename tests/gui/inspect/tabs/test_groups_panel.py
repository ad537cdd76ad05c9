"""The regular expression groups of RFC 3986 Appendix B in the grammar tab."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from uriinspector.core.model import Span
from uriinspector.gui.inspect.grammar_tab import GrammarTab
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import plain_text

PRINTED = "http://www.ics.uci.edu/pub/ietf/uri/#Related"


def cells(grammar: GrammarTab) -> list[list[str]]:
    grid = grammar.groups.grid
    model = grid.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[model.index(at, column).data() or "" for column in columns] for at in rows]


def test_appendix_b_example_matches_the_rfc(window: Window, grammar: GrammarTab) -> None:
    window.show_text(PRINTED)
    assert cells(grammar) == [
        ["scheme", "$1  http:", "$2  http"],
        ["authority", "$3  //www.ics.uci.edu", "$4  www.ics.uci.edu"],
        ["path", "", "$5  /pub/ietf/uri/"],
        ["query", "$6  undefined", "$7  undefined"],
        ["fragment", "$8  #Related", "$9  Related"],
    ]
    assert plain_text(grammar.groups.expression.pieces).startswith("^(([^:/?#]+):)?")
    assert grammar.groups.note.isHidden()
    assert grammar.groups.isVisible()


def test_empty_and_undefined_groups_are_distinguished(window: Window, grammar: GrammarTab) -> None:
    window.show_text("?")
    assert [row[2] for row in cells(grammar)] == [
        *("$2  undefined", "$4  undefined", "$5  empty", "$7  empty", "$9  undefined"),
    ]


def test_invalid_scheme_shows_a_note(window: Window, grammar: GrammarTab) -> None:
    window.show_text("1a:b")
    assert cells(grammar)[0] == ["scheme", "$1  1a:", "$2  1a"]
    assert grammar.groups.note.text().startswith("The expression does not check $2")


@pytest.mark.parametrize(("column", "span"), [(1, Span(4, 19)), (2, Span(6, 19))])
def test_selected_cell_selects_its_span_and_keeps_the_panel(
    window: Window, grammar: GrammarTab, column: int, span: Span
) -> None:
    window.show_text("foo:" + "//www.example.c" + "/p")
    grid = grammar.groups.grid
    grid.setFocus()
    grid.setCurrentIndex(grid.model().index(1, column))
    assert window.inspect_page.selection.span == span
    assert grammar.groups.isVisible()


def test_clicked_rule_shows_its_card_until_appendix_is_chosen(
    qtbot: QtBot, window: Window, grammar: GrammarTab
) -> None:
    window.show_text(PRINTED)
    tree = grammar.tree
    place = tree.visualRect(tree.place_of(Span(0, 4))).center()
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert grammar.panel.isVisible()
    assert not grammar.appendix.isChecked()
    window.show_text("http://h/")
    assert grammar.panel.isVisible()
    grammar.appendix.click()
    assert grammar.groups.isVisible()


def test_appendix_clause_depends_on_the_edition(window: Window, grammar: GrammarTab) -> None:
    page = window.inspect_page
    asked: list[str] = []
    page.tabs.clause_requested.connect(asked.append)
    window.show_text(PRINTED)
    for edition in ("1997", "2003", "2005"):
        page.edition.setCurrentIndex(page.edition.findData(edition))
        grammar.groups.clause.click()
    assert asked == ["url-syntax-05 B", "rfc2396bis-01 B", "RFC 3986 B"]
    page.edition.setCurrentIndex(page.edition.findData("1997"))
    assert cells(grammar)[1][0] == "site"
    page.edition.setCurrentIndex(page.edition.findData("1994"))
    assert grammar.appendix.isHidden()
    assert grammar.panel.isVisible()


def test_groups_grid_is_a_valid_item_model(
    window: Window, grammar: GrammarTab, qtmodeltester: ModelTester
) -> None:
    window.show_text(PRINTED)
    qtmodeltester.check(grammar.groups.grid.model())
