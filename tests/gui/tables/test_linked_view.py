"""Linked tables and trees handle selection, mouse and keyboard alike."""

from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from uriinspector.core.model import Span
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import ROW_ROLE, Column
from uriinspector.gui.tables.tree_view import Tree
from uriinspector.gui.text.pieces import outside
from uriinspector.gui.theme import Theme

View: TypeAlias = Grid | Tree

COLUMNS = [Column("Number", lambda row: outside(str(row))), Column("Text", lambda _row: ())]


def span(row: int) -> Span:
    return Span(row, row + 1)


@pytest.fixture
def selection() -> Selection:
    return Selection()


@pytest.fixture(params=["grid", "tree"])
def view(request: pytest.FixtureRequest, qtbot: QtBot, theme: Theme, selection: Selection) -> View:
    made: View
    if request.param == "grid":
        made = Grid(theme, selection, COLUMNS, "x", widest=1, spans=lambda row, _column: span(row))
        made.set_rows(range(5))
    else:
        made = Tree(
            theme, selection, COLUMNS, "x", children_of=lambda _row: (), spans=span, shares=(1, 1)
        )
        made.set_top(range(5))
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


def test_enter_and_double_click_open_a_row(qtbot: QtBot, view: View) -> None:
    opened: list[int] = []
    view.row_opened.connect(opened.append)
    view.show()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened == []
    view.setCurrentIndex(view.model().index(3, 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClick(view, Qt.Key.Key_Enter)
    assert opened == [3, 3]
    view.doubleClicked.emit(view.model().index(2, 0))
    assert opened == [3, 3, 2]


def test_selection_made_while_hidden_is_shown(view: View, selection: Selection) -> None:
    selection.select(span(4))
    view.show()
    assert view.currentIndex().data(ROW_ROLE) == 4


def test_keyboard_focus_does_not_select(qtbot: QtBot, view: View, selection: Selection) -> None:
    view.show()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    assert view.currentIndex().isValid()
    assert selection.span is None


def test_hiding_the_view_clears_the_hover_mark(view: View, selection: Selection) -> None:
    hovered: list[Span | None] = []
    selection.span_hovered.connect(hovered.append)
    view.show()
    view.entered.emit(view.model().index(1, 0))
    view.hide()
    assert hovered[:2] == [span(1), None]
