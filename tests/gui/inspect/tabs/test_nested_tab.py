"""The tab of what is inside: a tree of verdicts, and the way in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QModelIndex, Qt

import uriinspector
from uriinspector.core.model import Span
from uriinspector.gui.inspect.tabs.nested_rows import NestedRow, nested_tree, rows_inside
from uriinspector.gui.inspect.tabs.nested_tab import NestedTab
from uriinspector.gui.inspect.tabs.tab_titles import TITLES
from uriinspector.gui.text.pieces import plain_text

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from uriinspector.gui.shell.window import Window

INNERMOST = "http://c.example/"
MIDDLE = "http://b.example/r?u=http%3A%2F%2Fc.example%2F"
OUTER = (
    "https://nam02.safelinks.protection.outlook.com/?url="
    "http%3A%2F%2Fb.example%2Fr%3Fu%3Dhttp%253A%252F%252Fc.example%252F&data=05"
)


def layers(row: NestedRow) -> list[tuple[int, str, str]]:
    found = [(row.depth, row.text, plain_text(row.name))]
    for each in rows_inside(row):
        found += layers(each)
    return found


def test_every_layer_is_a_row_below_the_one_it_stands_in() -> None:
    assert layers(nested_tree(uriinspector.inspect(OUTER))) == [
        (0, OUTER, "as written"),
        (1, MIDDLE, "Microsoft Safe Links · in a service link"),
        (2, INNERMOST, "in the query: u"),
    ]


def test_every_layer_has_its_own_verdict() -> None:
    top = nested_tree(
        uriinspector.inspect("http://a.example/?u=http%3A%2F%2Fpaypal.com%40evil.example")
    )
    (inner,) = rows_inside(top)
    assert plain_text(inner.verdict) == "Goes to evil.example, not paypal.com"
    assert inner.severity == "high"


def test_a_layer_is_found_where_it_stands_in_the_text() -> None:
    (middle,) = rows_inside(nested_tree(uriinspector.inspect(OUTER)))
    (inner,) = rows_inside(middle)
    place = Span(OUTER.index("http%3A"), OUTER.index("&data"))
    assert (middle.span, inner.span) == (place, place)


def test_layers_that_are_too_deep_say_so() -> None:
    text = "http://z.example/"
    for _ in range(12):
        text = "http://a.example/?u=" + text.replace("%", "%25").replace(":", "%3A")
    rows = [nested_tree(uriinspector.inspect(text))]
    while inside := rows_inside(rows[-1]):
        rows.append(inside[0])
    assert plain_text(rows[-1].verdict) == "nested too deep: not checked"


@pytest.fixture
def nested(window: Window) -> NestedTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("nested")
    tab = tabs.tabs["nested"]
    assert isinstance(tab, NestedTab)
    return tab


def path(nested: NestedTab, depth: int) -> QModelIndex:
    index = nested.tree.branches.index(0, 0)
    for _ in range(depth):
        index = nested.tree.branches.index(0, 0, index)
    return index


def test_the_model_follows_the_rules(
    window: Window, nested: NestedTab, qtmodeltester: ModelTester
) -> None:
    window.show_text(OUTER)
    qtmodeltester.check(nested.tree.branches)


def test_a_layer_opens_in_its_own_place_and_back(
    qtbot: QtBot, window: Window, nested: NestedTab
) -> None:
    window.show_text(OUTER)
    assert nested.back.isHidden()
    nested.tree.choose(path(nested, 1))
    qtbot.keyClick(nested.tree, Qt.Key.Key_Return)
    assert window.inspect_page.editor.text() == MIDDLE
    nested.tree.choose(path(nested, 1))
    nested.opens.click()
    assert window.inspect_page.editor.text() == INNERMOST
    nested.back.click()
    assert window.inspect_page.editor.text() == MIDDLE
    nested.back.click()
    assert window.inspect_page.editor.text() == OUTER
    assert nested.back.isHidden()


def test_another_text_has_no_way_back(window: Window, nested: NestedTab) -> None:
    window.show_text(OUTER)
    nested.tree.row_opened.emit(nested.tree.branches.value(path(nested, 2)))
    assert window.inspect_page.editor.text() == INNERMOST
    assert nested.back.isVisible()
    window.show_text("http://d.example/")
    assert nested.back.isHidden()
    assert nested.empty.isVisible()


def test_the_text_itself_does_not_open(window: Window, nested: NestedTab) -> None:
    window.show_text(OUTER)
    asked: list[str] = []
    nested.open_requested.connect(lambda text, _base: asked.append(text))
    nested.tree.choose(path(nested, 0))
    assert not nested.opens.isEnabled()
    nested.tree.row_opened.emit(nested.tree.branches.value(path(nested, 0)))
    assert asked == []


def test_a_layer_that_is_chosen_is_selected_in_the_text_and_back(
    window: Window, nested: NestedTab
) -> None:
    window.show_text(OUTER)
    nested.tree.choose(path(nested, 1))
    place = Span(OUTER.index("http%3A"), OUTER.index("&data"))
    assert window.inspect_page.selection.span == place
    window.inspect_page.selection.select(Span(0, 5))
    assert nested.tree.branches.value(nested.tree.currentIndex()).depth == 0
    window.inspect_page.selection.select(place)
    assert nested.tree.branches.value(nested.tree.currentIndex()).depth == 1


def test_the_tab_says_how_many_there_are(window: Window, nested: NestedTab) -> None:
    window.show_text(OUTER)
    bar, place = window.inspect_page.tabs.bar, list(TITLES).index("nested")
    assert bar.tabText(place) == "Nested links (1)"
    window.show_text("http://a/")
    assert bar.tabText(place) == "Nested links"
    assert "No other link" in nested.empty.text()
