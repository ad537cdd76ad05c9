"""The panes share one selection and show no invisible characters raw."""

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPointF, Qt
from PySide6.QtGui import QAccessible, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.gui.inspect.listed import at, rows_of, turn
from uriinspector.core.model import Span
from uriinspector.gui.inspect.components import Components
from uriinspector.gui.shell.window import Window

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
USER, HOST, PATH = Span(7, 42), Span(43, 51), Span(51, 65)
HOSTILE = "http://a\r\n\u2028\u202eb\u200b\u05d0\U0001f600c\U000e0041\ud800\ufffc\xa0\0d\uffff"


def marked(components: Components) -> str:
    row = components.list.currentIndex().data(Qt.ItemDataRole.UserRole)
    return str(row.key) if row else ""


def middle(view: QAbstractItemView, index: QModelIndex) -> QPointF:
    return QPointF(view.visualRect(index).center())


def point(view: QAbstractItemView, place: QPointF, kind: QEvent.Type) -> None:
    pressed = (
        Qt.MouseButton.LeftButton if kind != QEvent.Type.MouseMove else Qt.MouseButton.NoButton
    )
    event = QMouseEvent(kind, place, view.viewport().mapToGlobal(place), pressed, pressed,
                        Qt.KeyboardModifier.NoModifier)  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def click(view: QAbstractItemView, place: QPointF) -> None:
    point(view, place, QEvent.Type.MouseButtonPress)
    point(view, place, QEvent.Type.MouseButtonRelease)


@pytest.mark.parametrize(("key", "span"), [("userinfo", USER), ("host", HOST), ("path", PATH)])
def test_selecting_a_component_selects_its_span(window: Window, key: str, span: Span) -> None:
    window.show_text(PUZZLE)
    page = window.inspect_page
    page.components.list.setCurrentIndex(at(page.components.list, key))
    assert page.selection.span == span


def test_selecting_a_finding_selects_span_and_component(window: Window) -> None:
    window.show_text(PUZZLE)
    page = window.inspect_page
    page.findings.list.setCurrentIndex(page.findings.list.model().index(0, 0))
    assert page.selection.span == USER
    assert marked(page.components) == "userinfo"


@pytest.mark.parametrize(
    ("span", "key"),
    [(HOST, "host"), (Span(44, 46), "host"), (Span(8, 50), "authority"), (Span(5, 8), ""),
     (None, "")],
    ids=str,
)  # fmt: skip
def test_smallest_component_around_the_selection_is_marked(
    window: Window, span: Span | None, key: str
) -> None:
    window.show_text(PUZZLE)
    page = window.inspect_page
    page.selection.select(USER)
    told: list[Span | None] = []
    page.selection.span_selected.connect(told.append)
    page.selection.select(span)
    assert marked(page.components) == key
    assert told == [span]  # no pane sends it back


def test_finding_at_the_selected_span_is_marked(window: Window) -> None:
    window.show_text(PUZZLE)
    page = window.inspect_page
    page.selection.select(HOST)
    assert page.findings.list.currentIndex().row() == 2
    page.selection.select(Span(8, 9))
    assert page.findings.list.currentIndex().row() == 0
    page.selection.select(PATH)
    assert page.findings.list.currentIndex().row() == -1


def test_hovering_highlights_without_selecting(window: Window) -> None:
    window.show()
    window.show_text(PUZZLE)
    page = window.inspect_page
    hovered: list[Span | None] = []
    page.selection.span_hovered.connect(hovered.append)
    tree = page.components.list
    point(tree, middle(tree, at(tree, "host")), QEvent.Type.MouseMove)
    QApplication.sendEvent(tree.viewport(), QEvent(QEvent.Type.Leave))
    findings = page.findings.list
    point(findings, middle(findings, findings.model().index(1, 0)), QEvent.Type.MouseMove)
    assert hovered == [HOST, None, USER]
    assert page.selection.span is None


def test_expanded_rows_stay_open_while_typing(window: Window) -> None:
    page = window.inspect_page
    window.show_text("http://a.example/b/c?d=1&e=2")
    view = page.components.list
    for key in ("path", "query", "host", "query"):
        turn(view, key)
    window.show_text("http:")
    window.show_text("http://a.example/b/cc?d=1&e=2")
    is_open = {line.row.key: line.is_open for line in view.rows.lines}
    assert [is_open[key] for key in ("path", "query", "host")] == [True, False, True]


def test_clause_link_and_enter_open_the_card(qtbot: QtBot, window: Window) -> None:
    window.resize(1320, 860)
    window.show()
    window.show_text(PUZZLE)
    page = window.inspect_page
    tree = page.components.list
    link = tree.laid_out(at(tree, "host").row()).targets[-1].place.center()
    click(tree, link + QPointF(tree.visualRect(at(tree, "host")).topLeft()))
    assert page.drawer.isVisible()
    assert page.drawer.body is not None
    assert page.drawer.body.text().startswith("RFC 3986 §3.2.2\nHost")
    page.drawer.close_card()
    tree.setFocus()
    tree.setCurrentIndex(at(tree, "path"))
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert page.drawer.body.text().startswith("RFC 3986 §3.3\nPath")
    qtbot.keyClick(page.drawer.done, Qt.Key.Key_Escape)
    assert not page.drawer.isVisible()


def test_more_row_loads_the_remaining_rows(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show()
    window.show_text("http://a" + "/b" * 300)
    tree = page.components.list
    turn(tree, "path")
    tree.setCurrentIndex(at(tree, "more"))
    assert sum(str(row.key).isdigit() for row in rows_of(tree)) == 100
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert sum(str(row.key).isdigit() for row in rows_of(tree)) == 300


def test_arrow_keys_expand_and_collapse_a_row(qtbot: QtBot, window: Window) -> None:
    window.show()
    window.show_text("http://a/?b=1&c=2")
    view = window.inspect_page.components.list
    view.setFocus()
    view.setCurrentIndex(at(view, "query"))
    closed = view.rows.rowCount()
    role = Qt.ItemDataRole.AccessibleTextRole
    assert str(at(view, "query").data(role)).endswith("collapsed")
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.rows.rowCount() == closed + 2
    assert str(view.currentIndex().data(role)).endswith("expanded")
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.rows.rowCount() == closed
    assert view.currentIndex() == at(view, "query")


def test_components_list_is_a_valid_item_model(qtmodeltester: ModelTester, window: Window) -> None:
    model = window.inspect_page.components.list.rows
    qtmodeltester.check(model)
    for text in (PUZZLE, "http://a/b/c?d=1&e=2", ""):
        window.show_text(text)
        for line in model.lines:
            model.turn(line)


@pytest.mark.parametrize("width", [250, 380, 600, 900])
def test_narrow_list_wraps_the_meaning_below_the_text(window: Window, width: int) -> None:
    window.show()
    window.show_text(PUZZLE)
    view = window.inspect_page.components.list
    view.resize(width, 300)
    laid = view.laid_out(at(view, "host").row())
    assert laid.height == (28 if view.viewport().width() >= 480 else 42)
    assert all(each.place.right() <= view.viewport().width() for each in laid.targets)


def test_invisible_characters_are_not_shown_raw(window: Window) -> None:
    for text in (HOSTILE, f"mailto:{HOSTILE}?{HOSTILE}={HOSTILE}", f"http://b/{HOSTILE}"):
        window.show_text(text)
        page = window.inspect_page
        for key in ("path", "query", "host"):
            if any(row.key == key for row in rows_of(page.components.list)):
                turn(page.components.list, key)
        shown = "".join(row.spoken + row.tip for row in rows_of(page.components.list))
        model = page.findings.list.model()
        for row in range(model.rowCount()):
            shown += str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        shown += page.banner.text() + page.banner.accessibleName()
        assert set(shown).isdisjoint("\r\n\u2028\u202e\u200b\u05d0\ud800\ufffc\0\uffff\xa0")


def test_screen_reader_gets_the_full_text_of_each_row(window: Window) -> None:
    window.show()
    window.show_text(PUZZLE)
    QApplication.processEvents()
    page = window.inspect_page
    tree = QAccessible.queryAccessibleInterface(page.components.list)
    rows = QAccessible.queryAccessibleInterface(page.findings.list)
    said = {
        seen.child(number).text(QAccessible.Text.Name)
        for seen in (tree, rows)
        for number in range(seen.childCount())
    }
    assert "userinfo, www.example.com&story=breaking_news, a user name, no password" in said
    assert any(each.startswith("high: Userinfo that may mislead. ") for each in said)
