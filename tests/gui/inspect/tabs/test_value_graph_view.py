"""The graph of values in the window: walked by keys and pointer, spoken, saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from uriinspector.core.model import Span
from uriinspector.gui.inspect.tabs.values_tab import ValuesTab

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from uriinspector.gui.inspect.tabs.value_graph_view import GraphCanvas
    from uriinspector.gui.shell.window import Window

URL = "https%3A%2F%2Fb.test%2Fx"
LINK = f"https://a.example/1700000000?u={URL}&h=d41d8cd98f00b204e9800998ecf8427e"
TIME, AT = Span(18, 28), Span(LINK.index(URL), LINK.index("&h"))


@pytest.fixture
def tab(window: Window) -> ValuesTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("values")
    shown = tabs.tabs["values"]
    assert isinstance(shown, ValuesTab)
    window.show_text(LINK)
    shown.switch.click()
    return shown


@pytest.fixture
def canvas(tab: ValuesTab) -> GraphCanvas:
    return tab.graph.canvas


def test_keys_walk_the_graph_and_select_in_the_link(
    qtbot: QtBot, window: Window, canvas: GraphCanvas
) -> None:
    places = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(canvas, key)
        places.append((canvas.current, window.inspect_page.selection.span))
    assert places == [(1, TIME), (2, AT), (3, AT), (2, AT)]
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.current == 0
    qtbot.keyClick(canvas, Qt.Key.Key_End)
    assert canvas.current == len(canvas.nodes) - 1
    qtbot.keyClick(canvas, Qt.Key.Key_Home)
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.current == 0


def test_the_current_node_is_spoken(canvas: GraphCanvas) -> None:
    canvas.choose(1)
    assert canvas.accessibleDescription() == (
        "unix, 1700000000, 2023-11-14 22:13:20 UTC, if Unix seconds"
    )
    assert canvas.accessibleName() == "Values as a graph"


def test_a_click_chooses_and_the_pointer_marks(
    qtbot: QtBot, window: Window, canvas: GraphCanvas
) -> None:
    hovered: list[Span | None] = []
    window.inspect_page.selection.span_hovered.connect(hovered.append)
    qtbot.mouseMove(canvas, canvas.place_of(2).center().toPoint())
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.place_of(2).center().toPoint())
    assert canvas.current == 2
    assert window.inspect_page.selection.span == AT


def test_what_is_selected_elsewhere_becomes_the_current_node(
    window: Window, canvas: GraphCanvas
) -> None:
    window.inspect_page.selection.select(TIME)
    assert canvas.current == 1
    window.inspect_page.selection.select(Span(0, 2))
    assert canvas.current == 1


def test_a_link_opens_by_enter(qtbot: QtBot, window: Window, canvas: GraphCanvas) -> None:
    canvas.choose(1)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert window.inspect_page.editor.text() == LINK
    canvas.choose(3)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert window.inspect_page.editor.text() == "https://b.test/x"


def test_the_buttons_are_those_of_the_view(window: Window, tab: ValuesTab) -> None:
    asked: list[str] = []
    window.inspect_page.tabs.export_requested.connect(asked.append)
    window.inspect_page.export_requested.disconnect()
    assert tab.kinds.isHidden()
    tab.save.click()
    assert asked == ["save_values"]
    tab.switch.click()
    assert tab.save.isHidden()
    assert not tab.kinds.isHidden()
    assert tab.tree.isVisible()


def test_no_two_nodes_overlap_at_any_zoom(window: Window, canvas: GraphCanvas) -> None:
    for zoom in (100, 200):
        window.display_settings._theme.zoom = zoom  # noqa: SLF001  # as the menu does it
        places = [canvas.place_of(number) for number in range(len(canvas.nodes))]
        assert not any(
            one.intersects(other) for n, one in enumerate(places) for other in places[:n]
        )


def test_another_link_begins_at_its_root(window: Window, canvas: GraphCanvas) -> None:
    canvas.choose(3)
    window.show_text("https://a.example/1700000000")
    assert canvas.current == 0
    assert len(canvas.nodes) == 2
    window.show_text("https://a.example/about")
    window.show_text(LINK)
    assert len(canvas.nodes) == 5
