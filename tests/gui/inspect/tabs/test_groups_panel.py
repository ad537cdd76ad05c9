"""Appendix B beside the tree: nine groups in five rows, each cell a place in the text."""

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


def test_the_printed_example_stands_as_it_is_printed(window: Window, grammar: GrammarTab) -> None:
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


def test_empty_is_not_undefined(window: Window, grammar: GrammarTab) -> None:
    window.show_text("?")
    assert [row[2] for row in cells(grammar)] == [
        *("$2  undefined", "$4  undefined", "$5  empty", "$7  empty", "$9  undefined"),
    ]


def test_a_scheme_that_is_none_is_remarked_on(window: Window, grammar: GrammarTab) -> None:
    window.show_text("1a:b")
    assert cells(grammar)[0] == ["scheme", "$1  1a:", "$2  1a"]
    assert grammar.groups.note.text().startswith("The expression does not check $2")


@pytest.mark.parametrize(("column", "span"), [(1, Span(4, 19)), (2, Span(6, 19))])
def test_a_cell_is_selected_in_the_text_and_the_groups_stay(
    window: Window, grammar: GrammarTab, column: int, span: Span
) -> None:
    window.show_text("foo:" + "//www.example.c" + "/p")
    grid = grammar.groups.grid
    grid.setFocus()
    grid.setCurrentIndex(grid.model().index(1, column))
    assert window.inspect_page.selection.span == span
    assert grammar.groups.isVisible()


def test_a_rule_that_is_clicked_shows_its_card_until_the_button_is_pressed(
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


def test_each_edition_has_its_own_clause(window: Window, grammar: GrammarTab) -> None:
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


def test_the_model_follows_the_rules(
    window: Window, grammar: GrammarTab, qtmodeltester: ModelTester
) -> None:
    window.show_text(PRINTED)
    qtmodeltester.check(grammar.groups.grid.model())
