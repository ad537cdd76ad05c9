"""The Inspect page: shared selection, low windows, examples, and late inspections."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QModelIndex, QPointF, Qt
from PySide6.QtGui import QAccessible, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QScrollArea
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.inspect.listed import at, rows_of, turn
from uriinspector import inspect, parse
from uriinspector.analysis.inspection import Inspection
from uriinspector.core.model import Span
from uriinspector.gui.editor.text_document import OBJECT
from uriinspector.gui.inspect.detail_tabs import TABS
from uriinspector.gui.inspect.examples import LONGEST, Example, ExampleGroup, groups, words_of
from uriinspector.gui.inspect.inspection_job import InspectionJob
from uriinspector.gui.inspect.page import Components
from uriinspector.gui.jobs.latest_job import AT_ONCE
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
    assert page.findings.list.currentIndex().row() == 1
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
    point(findings, middle(findings, findings.model().index(0, 0)), QEvent.Type.MouseMove)
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
        shown += page.editor.toPlainText().replace(OBJECT, "")  # a drawing in place of a character
        shown += page.banner.headline.text() + page.banner.detail.text()
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


LINKS = (
    "https://www.bbc.co.uk/news",
    "https://login.microsoftonline.com.evil.top/common/oauth2/authorize"
    "?client_id=4765445b&redirect_uri=https%3A%2F%2Fwww.office.com%2F",
    "../x",
    "javascript:alert(1)",
    "http://user:pw@www.paypal.com.xn--pypal-4ve.com:8080/a//%2e/%zz?u=http%3A%2F%2F0x7f.1%2F#x#y",
    "https://track.example.net/c/" + "segment/" * 400,
    "http://0x7f.1/%zz/" + "%41/" * 100 + "\u200b" * 20,
)


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1320, 860), (1120, 720), (900, 600)], ids=str)
def test_page_never_scrolls_and_at_most_one_list_does(
    window: Window, size: tuple[int, int], language: str
) -> None:
    window.profile.settings.set("language", language)
    window.resize(*size)
    window.show()
    page = window.inspect_page
    for link in LINKS:
        window.show_text(link)
        settle()
        area = page.findChild(QScrollArea)
        assert area is not None
        assert not area.verticalScrollBar().isVisible()
        views = [view for view in page.findChildren(QAbstractScrollArea) if view is not area]
        assert sum(each.verticalScrollBar().isVisible() for each in views) <= 1


def test_scroll_bar_moves_to_the_list_with_the_focus(window: Window) -> None:
    window.resize(900, 600)
    window.show()
    page = window.inspect_page
    window.show_text(LINKS[-1])
    page.editor.setFocus()
    settle()
    places = [page.editor.pos(), page.findings.pos(), page.findings.list.viewport().size()]
    assert page.editor.verticalScrollBar().isVisible()
    page.findings.list.setFocus()
    settle()
    assert not page.editor.verticalScrollBar().isVisible()
    assert page.findings.list.verticalScrollBar().isVisible()
    after = [page.editor.pos(), page.findings.pos(), page.findings.list.viewport().size()]
    assert after == places


@pytest.mark.parametrize("size", [(1320, 860), (900, 600)], ids=str)
def test_low_window_folds_the_tabs(window: Window, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show()
    page = window.inspect_page
    window.show_text(LINKS[0])
    settle()
    assert page.tabs.is_folded == (size[1] < 760)
    area = page.findChild(QScrollArea)
    assert area is not None
    window.show_text("http://h.example/a b/%zz/%7euser/%252e?q=[1]|x#\u00e9")
    for tab in TABS:
        page.tabs.reveal(tab)
        settle()
        assert not page.tabs.is_folded
        assert page.panes.isVisible() == (size[1] >= 760)
        assert not area.verticalScrollBar().isVisible()


def test_comparison_headline_is_visible_in_a_small_window(window: Window) -> None:
    window.resize(700, 460)
    window.show()
    window.menus.actions["compare"].trigger()
    page = window.compare_page
    page.show_pair(page.pair()._replace(a="http://a.test/x", b="http://a.test/%78"))
    settle()
    area = page.findChild(QScrollArea)
    assert area is not None
    bottom = page.banner.mapTo(area.viewport(), page.banner.rect().bottomLeft()).y()
    assert bottom <= area.viewport().height()
    assert area.verticalScrollBar().value() == 0


OF_1994 = [each for group in groups() for each in group.examples if each.edition == "1994"]

SCHEMES = {
    *("http", "ftp", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"),
    *("mid", "cid", "rlogin", "tn3270"),  # only in the drafts
}


def fields(example: Example) -> dict[str, str | None]:
    dossier = inspect(example.text, edition=example.edition).dossier
    assert dossier is not None
    return {field.name: field.value for field in dossier.fields}


def test_every_scheme_of_1994_has_an_example() -> None:
    assert {parse(each.text, edition="1994").scheme for each in OF_1994} == SCHEMES


@for_each("example", *OF_1994)
def test_examples_of_1994_match_their_grammar(example: Example) -> None:
    messages = [each.message for each in parse(example.text, edition="1994").violations]
    allowed = ["a fragment is not part of a URL"] if "#" in example.text else []
    assert messages == allowed


@for_each(
    "title, name, value", ("Gopher: search", "search", "foobar"),
    ("Gopher+: default view", "gopher+", "+"), ("Gopher+: item with a form", "command", "?"),
    ("Gopher+: all attributes of an item", "command", "!"),
    ("Gopher+: attributes of all items in a directory", "command", "$"),
    ("Gopher+: two attributes", "attribute 2", "+SMELL"),
    ("Gopher+: alternative view in Spanish", "language", "Es_ES"),
    ("Gopher+: filled-in form", "answer 1", "yes"),
)  # fmt: skip
def test_example_fields_match_the_title(title: str, name: str, value: str) -> None:
    (example,) = [each for each in OF_1994 if each.title == title]
    assert fields(example)[name] == value


@for_each("letter", "D", "I")
def test_ftp_types_that_only_the_draft_defines_are_noted(letter: str) -> None:
    (example,) = [each for each in OF_1994 if each.text.endswith(f"!{letter}")]
    dossier = inspect(example.text, edition="1994").dossier
    assert dossier is not None
    assert "draft-type" in {note.code for note in dossier.notes}


@for_each("group", *groups())
def test_example_menu_entries_are_unique_and_short(group: ExampleGroup) -> None:
    lines = [words_of(each) for each in group.examples]
    assert len(set(lines)) == len(lines)
    assert all(len(line.replace("&&", "&")) <= LONGEST for line in lines)


SHORT = "http://a/"

LONG = "http://a/" + "b" * AT_ONCE


@pytest.fixture
def inspector(qapp: object) -> Iterator[InspectionJob]:
    assert qapp
    inspector = InspectionJob()
    yield inspector
    inspector.close()
    shiboken6.delete(inspector)


def texts(inspector: InspectionJob) -> list[str | None]:
    found: list[str | None] = []

    def on(inspection: Inspection | None) -> None:
        found.append(inspection.text if inspection else None)

    inspector.inspected.connect(on)
    return found


def test_short_text_is_inspected_immediately(inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(SHORT, "2005")
    inspector.inspect("", "2005")
    assert found == [SHORT, None]


def test_inspection_uses_the_requested_edition(qtbot: QtBot, inspector: InspectionJob) -> None:
    for text in (SHORT, LONG):
        with qtbot.waitSignal(inspector.inspected) as told:
            inspector.inspect(text, "1997")
        assert told.args is not None
        assert told.args[0].edition == "1997"


def test_long_text_is_inspected_in_the_background(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    assert (found, inspector.is_busy) == ([], True)
    qtbot.waitUntil(lambda: found == [LONG])
    assert not inspector.is_busy


def test_outdated_results_are_never_delivered(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    for count in range(5):
        inspector.inspect(LONG + "c" * count, "2005")
        qtbot.wait(90 if count % 2 else 1)
    qtbot.waitUntil(lambda: LONG + "cccc" in found)
    lengths = [len(text or "") for text in found]
    assert lengths == sorted(set(lengths))
    assert found[-1] == LONG + "cccc"


def test_short_text_cancels_a_pending_long_one(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    qtbot.wait(90)
    found.clear()  # a fast machine may have delivered it already
    inspector.inspect(SHORT, "2005")
    inspector.inspect(LONG + "c", "2005")
    qtbot.waitUntil(lambda: len(found) > 1)
    assert found == [SHORT, LONG + "c"]


def test_finish_delivers_the_pending_result_once(inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    inspector.finish()
    inspector.finish()
    assert found == [LONG]


def test_closed_job_delivers_nothing(qtbot: QtBot, inspector: InspectionJob) -> None:
    found = texts(inspector)
    inspector.inspect(LONG, "2005")
    qtbot.wait(85)
    inspector.close()
    qtbot.wait(150)
    assert found == []


def test_waiting_changed_is_emitted_once_per_wait(qtbot: QtBot, inspector: InspectionJob) -> None:
    states: list[bool] = []
    inspector.waiting_changed.connect(states.append)
    inspector.inspect(SHORT, "2005")
    inspector.inspect(LONG, "2005")
    inspector.inspect(LONG + "c", "2005")
    qtbot.waitUntil(lambda: states == [True, False])
