"""The model of the components: it keeps Qt's rules, its places, and its bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

import uriinspector
from uriinspector.gui.inspect.component_rows import component_rows
from uriinspector.gui.inspect.component_tree import FIRST, MORE, ROOT, ComponentModel

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from pytestqt.modeltest import ModelTester

TEXTS = [
    "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm",
    "http://a/b/c;x=1;y/d?e=1&f=2&g#h",
    "../x?y#z",
    "",
    "mailto:a@b,c@d?subject=e",
    "http://u:p@www.bbc.co.uk:81/" + "s/" * 150 + "?" + "k&" * 150,
    "http://u:p@www.bbc.co.uk:81/" + "s/" * 90,
    "http://[::1]",
]


def show(model: ComponentModel, text: str, edition: str = "2005") -> None:
    model.set_rows(component_rows(uriinspector.inspect(text, edition=edition)), edition)


def open_all(model: ComponentModel, upper: QModelIndex = ROOT) -> None:
    for place in range(model.rowCount(upper)):
        index = model.index(place, 0, upper)
        if model.canFetchMore(index):
            model.fetchMore(index)
        open_all(model, index)


def keys(model: ComponentModel) -> list[str]:
    return [model.index(place, 0).data(Qt.ItemDataRole.UserRole).key for place in range(5)]


def at(model: ComponentModel, key: str) -> QModelIndex:
    node = next(each for each in model.nodes() if each.row.key == key)
    return model.index_of(node)


@pytest.mark.parametrize("text", TEXTS)
def test_a_model_follows_the_rules(qtmodeltester: ModelTester, text: str) -> None:
    model = ComponentModel()
    show(model, text)
    open_all(model)
    qtmodeltester.check(model)


def test_a_model_follows_the_rules_while_one_types() -> None:
    model = ComponentModel()
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Warning, model
    )
    tester.setUseFetchMore(False)  # it would fetch in the midst of what it watches
    for text in (*TEXTS[:5], TEXTS[6], TEXTS[7], *reversed(TEXTS[:3])):
        for edition in ("1994", "2005"):
            show(model, text, edition)  # a warning fails the test
            open_all(model)


def test_rows_stand_in_the_order_of_the_text() -> None:
    model = ComponentModel()
    show(model, TEXTS[1])
    assert keys(model) == ["scheme", "authority", "path", "query", "fragment"]
    assert model.headerData(3, Qt.Orientation.Horizontal) == "Clause (2005)"


def test_a_row_keeps_its_place_while_one_types() -> None:
    model = ComponentModel()
    show(model, "http://a/b/c/d?e=1")
    open_all(model)
    kept = QPersistentModelIndex(model.index(1, 0, at(model, "path")))
    show(model, "http://a/b/cc/d?e=1")
    assert kept.isValid()
    assert kept.sibling(kept.row(), 1).data() == "cc"


def test_only_what_changed_is_told() -> None:
    model = ComponentModel()
    show(model, "http://a/b")
    told: list[str] = []
    model.dataChanged.connect(lambda first, _last: told.append(model.row_of(first).key))
    model.modelReset.connect(lambda: told.append("reset"))
    show(model, "http://a/b")
    assert told == []
    show(model, "http://a/c")
    assert told == ["path"]


def test_rows_that_are_gone_leave_nothing_behind() -> None:
    model = ComponentModel()
    show(model, TEXTS[5])
    open_all(model)
    show(model, "")
    assert len(list(model.nodes())) == 5
    assert model.parent(model.index(0, 0)) == ROOT


@pytest.mark.parametrize("key", ["path", "query"])
def test_thousands_of_rows_are_opened_by_and_by(key: str) -> None:
    model = ComponentModel()
    show(model, "http://a" + "/b" * 9_844 + "?" + "&".join(["k=v"] * 9_844))
    index = at(model, key)
    model.fetchMore(index)
    assert model.rowCount(index) == FIRST + 1
    last = model.index(FIRST, 0, index)
    assert last.data() == "and 9,744 more"
    assert model.open_more(last)
    assert model.rowCount(index) == FIRST + MORE + 1
    assert model.index(FIRST + MORE, 0, index).data() == "and 8,744 more"
    assert not model.open_more(model.index(0, 0, index))


def test_a_row_is_spoken_whole_and_its_tip_is_plain() -> None:
    model = ComponentModel()
    show(model, "http://a/<b>&\u202e")
    index = at(model, "path")
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "path, /<b>&‹U+202E›, 1 segment; path-abempty"
    tip = index.siblingAtColumn(1).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;&amp;‹U+202E›" in tip


def test_a_term_of_the_specification_is_explained_in_everyday_words() -> None:
    model = ComponentModel()
    show(model, "http://u@a/b?k=v#f", "1997")
    told = {
        node.row.key: model.index_of(node).data(Qt.ItemDataRole.ToolTipRole)
        for node in model.nodes()
    }
    assert "server and login: the specification calls it" in told["authority"]
    assert "search and parameters" in told["query"]
    header = model.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "terms of the specification" in header
