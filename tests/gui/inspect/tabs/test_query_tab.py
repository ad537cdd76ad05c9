"""The query as a table: edits change only the edited part of the link."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.core.parse import parse
from uriinspector.gui.editor.uri_edit import SmallEdit
from uriinspector.gui.inspect.query_tab import (
    KEY,
    VALUE,
    QueryRow,
    QueryTab,
    RunEdit,
    added,
    moved,
    query_rows,
    removed,
)
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import plain_text

LINK = "https://a.example/x?q=a%20b+c&u=https%3a%2F%2fb.test&t=1700000000#f"


def rows(text: str) -> list[QueryRow]:
    return query_rows(parse(text))


def after(text: str, edit: RunEdit | None) -> str:
    assert edit is not None
    return text[: edit.span.start] + edit.new + text[edit.span.end :]


def test_keys_and_values_are_decoded() -> None:
    cells = [(row.content(KEY), row.content(VALUE)) for row in rows(LINK)]
    assert cells == [("q", "a b c"), ("u", "https://b.test"), ("t", "1700000000")]


@for_each(
    "text, value", ("https://a/?q=a+b", "a b"), ("//a/?q=a+b", "a b"),
    ("mailto:a@b.example?subject=a+b", "a+b"),
    ("https://a/?q=%FF%20", "%FF%20"), ("https://a/?q", ""), ("https://a/?q=100%", "100%"),
    ("https://a/?q=\ud800", "\ud800"),
)  # fmt: skip
def test_value_decoding_depends_on_the_scheme(text: str, value: str) -> None:
    assert rows(text)[0].content(VALUE) == value


@for_each(
    "number, column, content, query",
    (0, VALUE, "a b c d", "q=a%20b+c+d&u=https%3a%2F%2fb.test&t=1700000000"),
    (1, VALUE, "https://b.test/x&y", "q=a%20b+c&u=https%3a%2F%2fb.test%2Fx%26y&t=1700000000"),
    (1, VALUE, "http://b.test", "q=a%20b+c&u=http%3a%2F%2fb.test&t=1700000000"),
    (2, KEY, "t=e", "q=a%20b+c&u=https%3a%2F%2fb.test&t%3De=1700000000"),
    (2, VALUE, "", "q=a%20b+c&u=https%3a%2F%2fb.test&t="),
    (2, VALUE, "\u00e4 \u202e", "q=a%20b+c&u=https%3a%2F%2fb.test&t=%C3%A4%20%E2%80%AE"),
)
def test_only_the_changed_part_is_reencoded(
    number: int, column: int, content: str, query: str
) -> None:
    edit = rows(LINK)[number].changed(column, content)
    assert after(LINK, edit) == f"https://a.example/x?{query}#f"


def test_value_can_be_added_to_a_key_without_one() -> None:
    (row,) = rows("https://a/?q")
    assert after("https://a/?q", row.changed(VALUE, "a b")) == "https://a/?q=a%20b"
    assert row.changed(VALUE, "") is None


def test_invalid_utf8_value_is_edited_in_encoded_form() -> None:
    (row,) = rows("https://a/?q=%FF")
    assert after("https://a/?q=%FF", row.changed(VALUE, "%FE")) == "https://a/?q=%FE"


@for_each(
    "text, result",
    ("https://a/x#f", "https://a/x?key=#f"),
    ("https://a/x?#f", "https://a/x?key=#f"),
    ("https://a/x?a=b#f", "https://a/x?a=b&key=#f"),
    ("https://a", "https://a?key="),
    ("../x", "../x?key="),
    ("mailto:a@b.example", "mailto:a@b.example?key="),
)
def test_pair_is_added(text: str, result: str) -> None:
    assert after(text, added(parse(text), rows(text), -1)) == result


@for_each("text", "javascript:alert(1)", "data:,x", "urn:isbn:1")
def test_no_pair_is_added_to_schemes_without_queries(text: str) -> None:
    assert added(parse(text), rows(text), -1) is None


@for_each("number, query", (0, "b=2&&c"), (1, "a=1&c"), (2, "a=1&b=2"))
def test_pair_is_removed(number: int, query: str) -> None:
    text = "https://h/?a=1&b=2&&c"
    assert after(text, removed(rows(text), number)) == f"https://h/?{query}"
    assert after("https://h/?a", removed(rows("https://h/?a"), 0)) == "https://h/?"


def test_moved_pair_keeps_its_spelling() -> None:
    text = "https://h/?a=%31&&b=2&c"
    assert after(text, moved(rows(text), 0, 1)) == "https://h/?b=2&&a=%31&c"
    assert after(text, moved(rows(text), 2, -1)) == "https://h/?a=%31&&c&b=2"
    assert moved(rows(text), 0, -1) is None
    assert moved(rows(text), 2, 1) is None


@given(st.text(max_size=20), st.text(max_size=20))
def test_edited_value_round_trips(before: str, content: str) -> None:
    text = "https://h/?k=" + before.replace("&", "").replace("#", "") + "&z=1"
    row = rows(text)[0]
    edit = row.changed(VALUE, content)
    if edit is not None and row.content(VALUE) != row.text[row.value.start : row.value.end]:  # type: ignore[union-attr]
        assert rows(after(text, edit))[0].content(VALUE) == content


@pytest.fixture
def tab(window: Window) -> QueryTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("query")
    shown = tabs.tabs["query"]
    assert isinstance(shown, QueryTab)
    window.show_text(LINK)
    return shown


def go(tab: QueryTab, row: int, column: int) -> None:
    tab.grid.setCurrentIndex(tab.grid.lazy.index(row, column))


def cell_editor(tab: QueryTab) -> SmallEdit:
    (edit,) = tab.grid.viewport().findChildren(SmallEdit)
    return edit


def test_query_grid_is_a_valid_item_model(tab: QueryTab, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(tab.grid.lazy)


def test_value_is_edited_in_its_cell(qtbot: QtBot, window: Window, tab: QueryTab) -> None:
    go(tab, 0, VALUE)
    qtbot.keyClick(tab.grid, Qt.Key.Key_Return)
    edit = cell_editor(tab)
    assert QAccessible.queryAccessibleInterface(edit).text(QAccessible.Text.Name) == "Value"
    qtbot.keyClicks(edit, "x y")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    editor = window.inspect_page.editor
    qtbot.waitUntil(lambda: editor.text() == LINK.replace("a%20b+c", "x+y"))
    tab.undo.click()
    assert editor.text() == LINK


def test_escape_cancels_editing_a_value(qtbot: QtBot, window: Window, tab: QueryTab) -> None:
    go(tab, 0, VALUE)
    qtbot.keyClick(tab.grid, Qt.Key.Key_F2)
    qtbot.keyClicks(cell_editor(tab), "x")
    qtbot.keyClick(cell_editor(tab), Qt.Key.Key_Escape)
    qtbot.wait(20)
    assert window.inspect_page.editor.text() == LINK


def test_insert_adds_a_pair_and_edits_its_key(qtbot: QtBot, window: Window, tab: QueryTab) -> None:
    go(tab, 0, KEY)
    qtbot.keyClick(tab.grid, Qt.Key.Key_Insert)
    editor = window.inspect_page.editor
    qtbot.waitUntil(lambda: bool(tab.grid.viewport().findChildren(SmallEdit)))
    qtbot.keyClicks(cell_editor(tab), "new")
    qtbot.keyClick(cell_editor(tab), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "&new=&u=" in editor.text())


def test_pair_can_be_moved_and_removed_by_keys(qtbot: QtBot, window: Window, tab: QueryTab) -> None:
    editor = window.inspect_page.editor
    go(tab, 0, KEY)
    assert not tab.up.isEnabled()
    qtbot.keyClick(tab.grid, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: editor.text().startswith("https://a.example/x?u="))
    assert tab.grid.currentIndex().row() == 1
    qtbot.keyClick(tab.grid, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "q=" not in editor.text())
    editor.undo()
    editor.undo()
    assert editor.text() == LINK


def test_cell_selects_its_span_in_the_editor(window: Window, tab: QueryTab) -> None:
    go(tab, 2, VALUE)
    span = window.inspect_page.selection.span
    assert span is not None
    assert span.of(LINK) == "1700000000"
    assert tab.grid.lazy.index(2, 2).data() == "2023-11-14 22:13:20 UTC (Unix seconds)"


def test_pair_can_be_added_to_a_link_without_query(
    qtbot: QtBot, window: Window, tab: QueryTab
) -> None:
    window.show_text("https://a.example/")
    assert "no key-value pairs" in tab.note.text()
    tab.add.click()
    qtbot.waitUntil(lambda: window.inspect_page.editor.text() == "https://a.example/?key=")


def test_derived_form_of_the_link_is_not_edited(
    qtbot: QtBot, window: Window, tab: QueryTab
) -> None:
    page = window.inspect_page
    page.editor.set_text("hxxps://a[.]example/?a=1&b=2")
    go(tab, 0, KEY)
    tab.remove.click()
    qtbot.waitUntil(lambda: page.strip.isVisible())
    assert page.editor.text() == "hxxps://a[.]example/?a=1&b=2"


def test_invisible_characters_are_not_shown_raw(window: Window, tab: QueryTab) -> None:
    window.show_text("https://a.example/?%E2%80%AE=%E2%80%AEx")
    (row,) = tab.grid.lazy.rows
    assert "\u202e" not in plain_text(row.pieces(KEY)) + plain_text(row.pieces(VALUE))
    assert tab.grid.currentIndex() == QModelIndex() or tab.grid.currentIndex().isValid()


def test_urn_shows_that_it_cannot_have_a_query(window: Window, tab: QueryTab) -> None:
    window.show_text("urn:isbn:1")
    assert "cannot have a query" in tab.empty.text()
