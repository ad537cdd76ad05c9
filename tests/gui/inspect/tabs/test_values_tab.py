"""The values tab: decoded values and nested links."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

import uriinspector
from uriinspector.analysis.values.value import flattened
from uriinspector.core.model import Span
from uriinspector.gui.inspect.values_tab import (
    ValueRow,
    ValuesTab,
    kind_names,
    kinds_in,
    links_inside,
    rows_inside,
    value_rows,
    verdict_of,
)
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import plain_text

INNERMOST = "http://c.example/x"
MIDDLE = "https://urldefense.com/v3/__http://c.example/x__;!!abc$"
WRAPPED = (
    "https://nam02.safelinks.protection.outlook.com/?url="
    "https%3A%2F%2Furldefense.com%2Fv3%2F__http%3A%2F%2Fc.example%2Fx__%3B%21%21abc%24&data=05"
)
HIDDEN = "aHR0cHM6Ly9ldmlsLnRlc3Qv"  # https://evil.test/
LINK = (
    f"https://a.example/?u={HIDDEN}&id=018b2f4c-7d3a-7000-8000-000000000001"
    "&t=1700000000&word=information"
)


def rows(text: str, kind: str = "") -> list[ValueRow]:
    return value_rows(uriinspector.inspect(text).values, kind)


def test_row_shows_value_decoder_and_meaning() -> None:
    outer, identifier, time = rows(LINK)
    assert plain_text(outer.name) == f"u: {HIDDEN}"
    assert plain_text(outer.decoders) == "base64"
    assert plain_text(identifier.confidence) == "certain"
    assert plain_text(time.meaning) == "2023-11-14 22:13:20 UTC (Unix seconds)"
    assert plain_text(time.confidence) == "likely"


def test_decoded_value_is_a_child_with_the_same_span() -> None:
    (inner,) = rows_inside(rows(LINK)[0])
    assert inner.is_link
    assert plain_text(inner.decoders) == "base64 \u2192 link"
    at = LINK.index(HIDDEN)
    assert inner.span == Span(at, at + len(HIDDEN))


def test_parts_of_a_uuid_show_the_outer_decoder() -> None:
    (part,) = rows_inside(rows(LINK)[1])
    assert plain_text(part.decoders) == "uuid"


def test_kind_filter_keeps_matching_values_and_parents() -> None:
    times = rows(LINK, "time")
    assert [row.value.name for row in times] == ["id", "t"]
    assert [row.reading.kind for row in rows_inside(times[0], "time")] == ["time"]


def test_less_certain_readings_follow_the_most_certain() -> None:
    several = rows("https://a.example/?n=133000000000000000")
    assert len(several) > 1
    assert [row.is_rival for row in several] == [False] + [True] * (len(several) - 1)
    assert plain_text(several[1].name) == "or"


def test_every_value_kind_has_a_name() -> None:
    from uriinspector.analysis.values.value import KINDS

    assert set(kind_names()) == set(KINDS)
    assert set(kinds_in(uriinspector.inspect(LINK))) <= set(KINDS)


def test_links_wrapped_by_services_are_found_at_every_depth() -> None:
    found = [
        row.reading.value
        for row in flattened(uriinspector.inspect(WRAPPED).values)
        if row.reading.kind == "link"
    ]
    assert found == [MIDDLE, INNERMOST]


def test_wrapping_service_is_named_before_the_verdict() -> None:
    (link, _) = links_inside(uriinspector.inspect(WRAPPED)).values()
    assert plain_text(verdict_of(link)).startswith("via Microsoft Safe Links · ")


def test_too_deeply_nested_link_is_not_checked() -> None:
    text = "http://z.example/"
    for _ in range(12):
        text = "http://a.example/?u=" + text.replace("%", "%25").replace(":", "%3A")
    *_, last = links_inside(uriinspector.inspect(text)).values()
    assert plain_text(verdict_of(last)) == "nested too deeply: not checked"


@pytest.fixture
def tab(window: Window) -> ValuesTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("values")
    shown = tabs.tabs["values"]
    assert isinstance(shown, ValuesTab)
    return shown


def place(tab: ValuesTab, *numbers: int) -> QModelIndex:
    index = tab.tree.branches.index(numbers[0], 0)
    for number in numbers[1:]:
        index = tab.tree.branches.index(number, 0, index)
    return index


def test_values_tree_is_a_valid_item_model(
    window: Window, tab: ValuesTab, qtmodeltester: ModelTester
) -> None:
    window.show_text(LINK)
    qtmodeltester.check(tab.tree.branches)


def test_value_selection_follows_the_editor_both_ways(window: Window, tab: ValuesTab) -> None:
    window.show_text(LINK)
    tab.tree.choose(place(tab, 2))
    at = LINK.index("1700000000")
    assert window.inspect_page.selection.span == Span(at, at + 10)
    assert "Source: " in tab.note.text()
    window.inspect_page.selection.select(Span(LINK.index("018b"), LINK.index("&t=")))
    assert tab.tree.branches.value(tab.tree.currentIndex()).value.name == "id"


def test_enter_inspects_a_nested_link(qtbot: QtBot, window: Window, tab: ValuesTab) -> None:
    window.show_text(LINK)
    tab.tree.choose(place(tab, 1))
    assert not tab.opens.isEnabled()
    tab.tree.choose(place(tab, 0, 0))
    assert tab.opens.isEnabled()
    qtbot.keyClick(tab.tree, Qt.Key.Key_Return)
    assert window.inspect_page.editor.text() == "https://evil.test/"


def test_decoded_value_is_copied_exactly(window: Window, tab: ValuesTab) -> None:
    window.show_text(LINK)
    tab.tree.choose(place(tab, 0, 0))
    tab.copy.click()
    assert QGuiApplication.clipboard().text() == "https://evil.test/"


def test_kind_filter_lists_kinds_in_the_link_and_persists(window: Window, tab: ValuesTab) -> None:
    window.show_text(LINK)
    offered = [tab.kinds.itemData(number) for number in range(tab.kinds.count())]
    assert offered == ["", *kinds_in(uriinspector.inspect(LINK))]
    tab.kinds.setCurrentIndex(tab.kinds.findData("time"))
    assert tab.tree.branches.rowCount() == 2
    window.show_text("https://a.example/?t=1700000001")
    assert tab.kind == "time"
    window.show_text(f"https://a.example/?u={HIDDEN}")
    assert tab.kind == ""


def test_link_without_values_shows_a_message(window: Window, tab: ValuesTab) -> None:
    window.show_text("https://a.example/about/us")
    assert tab.empty.isVisible()
    assert "No value" in tab.empty.text()


def test_invisible_characters_are_not_shown_raw(window: Window, tab: ValuesTab) -> None:
    window.show_text("https://a.example/?q=%E2%80%AEexe%2E%3Cb%3E")
    tab.tree.choose(place(tab, 0))
    assert "\u202e" not in tab.note.text()
    cells = [plain_text(each.pieces(tab._chosen())) for each in tab.tree._columns]  # noqa: SLF001
    assert all("\u202e" not in cell for cell in cells)


def test_revealed_tab_stays_open_in_a_low_window(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show_text(LINK)
    page.tabs.reveal("values")
    window.resize(900, 600)
    window.show()
    qtbot.waitUntil(
        lambda: not page.tabs.is_folded and not page.tabs.stack.visibleRegion().isEmpty()
    )
    page.tabs.fold_button.click()
    assert page.tabs.is_folded
    assert not page.tabs.is_revealed


def test_escape_returns_step_by_step_from_nested_links(
    qtbot: QtBot, window: Window, tab: ValuesTab
) -> None:
    page = window.inspect_page
    window.show_text(WRAPPED)
    assert page.way_back.isHidden()
    texts = []
    for number in (0, 0):
        index = tab.tree.branches.index(number, 0)
        while not tab.tree.branches.value(index).is_link:
            index = tab.tree.branches.index(0, 0, index)
        tab.tree.choose(index)
        qtbot.keyClick(tab.tree, Qt.Key.Key_Return)
        texts.append(page.editor.text())
    assert texts == [MIDDLE, INNERMOST]
    assert page.way_back.accessibleName() == "Back to the outer link"
    qtbot.keyClick(page.editor, Qt.Key.Key_Escape)
    assert page.editor.text() == MIDDLE
    page.way_back.click()
    assert page.editor.text() == WRAPPED
    assert page.way_back.isHidden()


def test_nested_link_row_shows_verdict_and_severity(window: Window, tab: ValuesTab) -> None:
    window.show_text("http://a.example/?u=http%3A%2F%2Fpaypal.com%40evil.example")
    row = tab.tree.branches.value(place(tab, 0, 0))
    column = tab.tree._columns[1]  # noqa: SLF001
    assert plain_text(column.pieces(row)) == "Goes to evil.example, not paypal.com"
    assert column.sign(row) == "high"
