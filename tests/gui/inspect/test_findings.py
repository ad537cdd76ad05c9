"""The list of findings and the cards of clauses and rules."""

from collections.abc import Callable

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton, QScrollArea
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from tests.gui.inspect.test_page import click
from tests.linear import is_linear
from uriinspector.analysis.card import cards
from uriinspector.analysis.finding import Finding, one_for_each_place
from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.rules.table import RULES
from uriinspector.core.model import Span
from uriinspector.gui.inspect.drawer import CardBody
from uriinspector.gui.inspect.findings import FindingRow, PlaceRow, finding_rows, spoken
from uriinspector.gui.inspect.row_list import CLAUSE, FIX, ListedRowModel, RowList
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import Theme

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"

FIXED = "http://10.0.0.1/top_story.htm"


def places(inspection: Inspection) -> tuple[Finding, ...]:
    """Return one finding for each place."""
    return tuple(one_for_each_place(inspection.findings))


def listed(text: str) -> list[FindingRow]:
    return finding_rows(places(uriinspector.inspect(text)))


MANY = "http://a.example/" + "\u200b/%zz/\u202e" * 110


def test_findings_list_is_a_valid_item_model(qtmodeltester: ModelTester) -> None:
    model = ListedRowModel()
    qtmodeltester.check(model)
    assert model.set_rows(listed(TWICE))
    model.turn(next(each for each in model.lines if each.row.size))
    for text in (PUZZLE, MANY, "https://www.bbc.co.uk/"):
        assert model.set_rows(listed(text))
    assert not model.set_rows(())


def test_spoken_finding_contains_severity_text_clauses_and_fix() -> None:
    finding = uriinspector.inspect(PUZZLE).findings[0]
    assert spoken(finding) == (
        'high: Userinfo that may mislead. What is before "@" does not count. The site '
        "is 10.0.0.1, not www.example.com. The host is 10.0.0.1. "
        '"www.example.com" is userinfo: the text before "@" does not select the server. '
        "RFC 3986 §7.6, rfc2396bis-01 §7.5. Fix: Show without userinfo"
    )


def test_title_counts_findings_by_severity(window: Window) -> None:
    window.show_text("http://guest@127.1/")
    title = window.inspect_page.findings.title
    assert title.text() == "3 findings   ▲ 1  ● 1  ○ 1"
    assert title.accessibleName() == "3 findings: 1 high, 1 low, 1 info"


@pytest.mark.parametrize(
    ("text", "title"), [("", "No findings"), ("https://www.bbc.co.uk/", "No findings")]
)
def test_no_findings_message_does_not_claim_safety(window: Window, text: str, title: str) -> None:
    window.show_text(text)
    findings = window.inspect_page.findings
    assert findings.title.accessibleName() == title
    words = findings.list.empty_words()
    assert ("Not checked" in words) == bool(text)
    assert "safe" not in words.lower()


def test_clicked_fix_is_applied_and_can_be_undone(window: Window) -> None:
    window.resize(1320, 860)
    window.show()
    window.show_text(PUZZLE)
    page = window.inspect_page
    rows = page.findings.list
    target = next(each for each in rows.laid_out(0).targets if each.kind == FIX)
    corner = rows.visualRect(rows.model().index(0, 0)).topLeft()
    click(rows, target.place.center() + corner.toPointF())
    assert page.editor.text() == FIXED
    page.editor.undo()
    assert page.editor.text() == PUZZLE


def test_reused_row_applies_the_fix_of_the_current_text(window: Window) -> None:
    window.show()
    page, more = window.inspect_page, "?more"
    rows = page.findings.list
    window.show_text(PUZZLE)
    before = rows.laid_out(0)
    window.show_text(PUZZLE + more)
    assert rows.laid_out(0) is before
    target = next(each for each in before.targets if each.kind == FIX)
    corner = rows.visualRect(rows.model().index(0, 0)).topLeft()
    click(rows, target.place.center() + corner.toPointF())
    assert page.editor.text() == FIXED + more


def test_only_the_current_finding_shows_its_technical_message() -> None:
    row = listed(PUZZLE)[0]
    usual, current = (each.lay_out(600, 0, is_open=False) for each in (row, row.when_current()))
    assert current.height > usual.height
    assert row.look != row.when_current().look


def test_clicked_clause_opens_although_rows_change_their_height(window: Window) -> None:
    window.resize(1320, 860)
    window.show()
    window.show_text(PUZZLE)
    page = window.inspect_page
    rows = page.findings.list
    asked: list[str] = []
    page.findings.clause_requested.connect(asked.append)
    rows.setCurrentIndex(rows.model().index(0, 0))
    target = next(each for each in rows.laid_out(1).targets if each.kind == CLAUSE)
    click(
        rows, target.place.center() + rows.visualRect(rows.model().index(1, 0)).topLeft().toPointF()
    )
    assert asked == [target.value]


def test_clauses_and_fix_are_reachable_by_keyboard(qtbot: QtBot, window: Window) -> None:
    window.show()
    window.show_text(PUZZLE)
    page = window.inspect_page
    rows = page.findings.list
    rows.setFocus()
    rows.setCurrentIndex(rows.model().index(0, 0))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert page.drawer.body is not None
    assert "Userinfo that may mislead" in page.drawer.body.text()
    asked: list[str] = []
    page.findings.clause_requested.connect(asked.append)
    for _ in range(2):
        qtbot.keyClick(rows, Qt.Key.Key_Right)
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert asked == ["rfc2396bis-01 7.5"]
    qtbot.keyClick(rows, Qt.Key.Key_Right)
    qtbot.keyClick(rows, Qt.Key.Key_Space)
    assert page.editor.text() == FIXED


@for_each("width", 180, 240, 330, 450, 900)
@for_each("zoom", 100, 150)
def test_click_targets_stay_within_their_row(theme: Theme, width: int, zoom: int) -> None:
    theme.zoom = zoom
    for each in listed(PUZZLE):
        finding, row = each.finding, each.when_current().lay_out(width, 0, is_open=False)
        kinds = [target.kind for target in row.targets]
        assert kinds == [*[CLAUSE] * len(finding.cites), *[FIX] * (finding.fix is not None)]
        for target in row.targets:
            assert target.place.right() <= width
            assert target.place.bottom() <= row.height
        places = [target.place for target in row.targets]
        assert not any(a.intersects(b) for n, a in enumerate(places) for b in places[:n])


def test_showing_findings_takes_about_linear_time(window: Window) -> None:
    window.show()
    pane = window.inspect_page.findings

    def shown(count: int) -> Callable[[], None]:
        inspection = uriinspector.inspect(MANY)
        assert len(places(inspection)) > 200
        inspection = inspection.judged_as(inspection.verdict, places(inspection)[:count])

        def show() -> None:
            pane.show_inspection(inspection)
            pane.grab()
            pane.resize(300, 400)
            pane.grab()

        return show

    assert is_linear(shown(50), shown(200))


def test_only_the_first_thousand_places_are_listed(window: Window) -> None:
    window.show_text("http://a.example/" + "%41/" * 1200)
    page = window.inspect_page
    page.inspection_job.finish()
    assert page.inspection
    assert len(page.inspection.findings) == 2
    assert len(places(page.inspection)) > 1000
    assert page.findings.title.text().startswith("2 findings ")
    rows = page.findings.list.rows
    assert rows.rowCount() < 10
    assert sum(len(each.row.spans) for each in rows.lines) == 1000


def test_number_of_finding_rows_is_limited() -> None:
    [like] = uriinspector.inspect("http://a.example/%41").findings[-1:]
    made = finding_rows([like._replace(title=str(number)) for number in range(400)])
    assert len(made) == 300


TWICE = "http://a.example/%41/b/%41/c/%zz/%41"


def test_findings_that_differ_only_in_their_fix_share_a_row() -> None:
    finding = next(each for each in uriinspector.inspect(TWICE).findings if each.fix)
    (row,) = finding_rows([finding, finding._replace(fix=None)])
    assert row.size == 2


def test_equal_findings_are_grouped_in_an_expandable_row(qtbot: QtBot, window: Window) -> None:
    window.show()
    window.show_text(TWICE)
    rows = window.inspect_page.findings.list
    model = rows.rows
    found = window.inspect_page.inspection
    assert found
    at = next(n for n, each in enumerate(model.lines) if each.row.size == 3)
    title = finding_at(rows, at).title
    same = [each for each in places(found) if each.title == title]
    closed = model.rowCount()
    assert closed == len(found.findings)
    assert "3 times" in model.index(at).data(Qt.ItemDataRole.AccessibleTextRole)
    rows.setFocus()
    rows.setCurrentIndex(model.index(at))
    qtbot.keyClick(rows, Qt.Key.Key_Right)
    assert model.rowCount() == closed + 3
    assert [finding_at(rows, at + 1 + n) for n in range(3)] == same
    assert [model.index(at + 1 + n).data() for n in range(3)] == [
        f"At {each.start}–{each.end}" for each in same
    ]
    qtbot.keyClick(rows, Qt.Key.Key_Space)
    assert model.rowCount() == closed


def test_selected_place_is_found_in_grouped_findings(window: Window) -> None:
    window.show_text(TWICE)
    page = window.inspect_page
    rows, model = page.findings.list, page.findings.list.rows
    at = next(n for n, each in enumerate(model.lines) if each.row.size == 3)
    last = Span(len(TWICE) - 3, len(TWICE))
    page.selection.select(last)
    assert rows.currentIndex().row() == at
    model.turn(model.lines[at])
    page.selection.select(None)
    page.selection.select(last)
    assert rows.currentIndex().row() == at + 3
    rows.setCurrentIndex(model.index(at + 1))
    assert page.selection.span == Span(17, 20)


def test_expanded_row_stays_open_while_typing(window: Window) -> None:
    window.show_text(TWICE)
    model = window.inspect_page.findings.list.rows
    model.turn(next(each for each in model.lines if each.row.size == 3))
    window.show_text(TWICE + "/%41")
    assert sum(isinstance(each.row, PlaceRow) for each in model.lines) == 4


@pytest.mark.usefixtures("theme")
@for_each("width", 120, 240, 900)
def test_fix_of_a_place_stays_within_its_row(width: int) -> None:
    finding = next(each for each in uriinspector.inspect(TWICE).findings if each.fix)
    plain = PlaceRow(finding, 0, has_fix=False).lay_out(width, 1, is_open=False)
    assert not plain.targets
    row = PlaceRow(finding, 0, has_fix=True).lay_out(width, 1, is_open=False)
    assert len(row.targets) == 1
    for target in row.targets:
        assert target.place.right() <= width
        assert 0 <= target.place.top() <= target.place.bottom() <= row.height


def test_zero_width_place_has_a_title() -> None:
    finding = uriinspector.inspect(TWICE).findings[0]._replace(start=4, end=4)
    assert PlaceRow(finding, 0, has_fix=False).title == "At 4"


def finding_at(view: RowList, number: int) -> Finding:
    row = view.rows.lines[number].row
    assert isinstance(row, FindingRow | PlaceRow)
    return row.finding


SAME_SPAN = "http://guest@127.1/"  # two findings have the same span


def shown(qtbot: QtBot, window: Window, text: str) -> None:
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.show_text(text)
    window.inspect_page.inspection_job.finish()


def test_stepping_visits_every_finding(qtbot: QtBot, window: Window) -> None:
    shown(qtbot, window, SAME_SPAN)
    page = window.inspect_page
    assert page.inspection
    wanted = places(page.inspection)
    assert len({(each.start, each.end) for each in wanted}) < len(wanted)
    rows = page.findings.list
    found = []
    for _ in wanted:
        page.step_finding(1)
        found.append(finding_at(rows, rows.currentIndex().row()).code)
        assert rows.selectionModel().isSelected(rows.currentIndex())
    assert found == [each.code for each in wanted]
    for each in reversed(found[:-1]):
        page.step_finding(-1)
        assert finding_at(rows, rows.currentIndex().row()).code == each
    page.step_finding(-1)
    assert rows.currentIndex().row() == len(wanted) - 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home])
def test_first_arrow_key_selects_the_first_row(qtbot: QtBot, window: Window, key: Qt.Key) -> None:
    shown(qtbot, window, PUZZLE)
    page = window.inspect_page
    page.editor.select(0, 0)
    page.selection.select(None)
    page.tabs.reveal("readings")
    grid = page.tabs.tabs["readings"].findChild(Grid)
    assert isinstance(grid, Grid)
    views: tuple[QAbstractItemView, ...] = (page.findings.list, page.components.list, grid)
    for view in views:
        view.setFocus(Qt.FocusReason.TabFocusReason)
        assert not view.selectionModel().hasSelection()
        qtbot.keyClick(view, key)
        assert view.currentIndex().row() == 0
        assert view.selectionModel().isSelected(view.currentIndex())
        qtbot.keyClick(view, Qt.Key.Key_Down)
        assert view.selectionModel().isSelected(view.currentIndex())
        assert view.currentIndex().row() == 1
        page.selection.select(None)


def test_tab_reaches_the_verdict_and_enter_explains_it(qtbot: QtBot, window: Window) -> None:
    shown(qtbot, window, PUZZLE)
    page = window.inspect_page
    page.editor.setFocus()
    qtbot.keyClick(page.editor, Qt.Key.Key_Tab)
    assert page.banner.hasFocus()
    assert page.banner.accessibleName().startswith("high. Goes to 10.0.0.1")
    qtbot.keyClick(page.banner, Qt.Key.Key_Return)
    assert page.drawer.isVisible()


def links(window: Window) -> list[QPushButton]:
    body = window.inspect_page.drawer.body
    return body.findChildren(QPushButton) if body else []


def text(window: Window) -> str:
    body = window.inspect_page.drawer.body
    return body.text() if body else ""


def test_clause_card_shows_text_grammar_editions_and_checks(window: Window) -> None:
    window.inspect_page.drawer.show_clause("RFC 3986 3.2.1")
    for told in (
        *("RFC 3986 §3.2.1", "Userinfo", "Uniform Resource Identifier"),
        *('userinfo = *( unreserved / pct-encoded / sub-delims / ":" )', "Example"),
        *("Other editions", "medium · Password in the userinfo", "Checks that cite this clause"),
    ):
        assert told in text(window)


def test_cards_link_to_each_other_and_back(window: Window) -> None:
    window.show()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.2.1")
    assert drawer.back.isHidden()
    next(each for each in links(window) if "Password" in each.text()).click()
    assert text(window).startswith("Password in the userinfo")
    next(each for each in links(window) if "§7.5" in each.text()).click()
    assert text(window).startswith("RFC 3986 §7.5")
    drawer.back.click()
    drawer.back.click()
    assert text(window).startswith("RFC 3986 §3.2.1")
    assert drawer.back.isHidden()


def test_closing_a_card_restores_focus(qtbot: QtBot, window: Window) -> None:
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.inspect_page.editor.setFocus()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.1")
    assert drawer.done.hasFocus()
    drawer.done.click()
    assert not drawer.isVisible()
    assert window.inspect_page.editor.hasFocus()


@pytest.mark.parametrize("size", [(700, 460), (900, 600), (1320, 860)], ids=str)
def test_card_stays_within_the_page(window: Window, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.2.2")
    assert window.inspect_page.rect().contains(drawer.geometry())
    window.resize(size[0] + 60, size[1] + 60)
    assert window.inspect_page.rect().contains(drawer.geometry())


@pytest.mark.usefixtures("theme")
def test_every_card_can_be_shown() -> None:
    for cite in cards():
        body = CardBody(lambda _: None)
        body.clause(cite)
        assert cards()[cite].text in body.text()
        shiboken6.delete(body)
    for rule in RULES:
        body = CardBody(lambda _: None)
        body.rule(rule.code)
        assert rule.title in body.text()
        shiboken6.delete(body)


def test_clause_without_a_card_shows_its_name(window: Window) -> None:
    window.inspect_page.drawer.show_clause("RFC 1 9.9")
    assert text(window).startswith("RFC 1 §9.9")


@pytest.mark.usefixtures("theme")
@for_each("clause", "RFC 1738 3.6", "RFC 3986 6.2.2.1", "rfc2396bis-01 6.3")
def test_citations_on_a_card_are_translated(clause: str) -> None:
    speak("de")
    try:
        body = CardBody(lambda _: None)
        body.clause(clause)
    finally:
        speak("en")
    assert any(each in body.text() for each in ("(1994): Buchstaben", "Vergleichsleiter", "sechs"))
    assert "letters" not in body.text()


def test_opened_card_is_announced_and_named(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr("uriinspector.gui.inspect.drawer.announce", heard.append)
    window.show()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.2.1")
    (area,) = drawer.findChildren(QScrollArea)
    assert heard == [text(window)]
    assert area.accessibleName() == drawer.accessibleName() == text(window).partition("\n")[0]
    drawer.show_clause("RFC 3986 3.2.2")
    drawer.back.click()
    assert len(heard) == 3
    assert heard[2] == heard[0] == text(window)


@pytest.mark.parametrize("language", ["en", "de"])
def test_buttons_of_findings_are_visible_in_a_small_window(window: Window, language: str) -> None:
    window.profile.settings.set("language", language)
    window.resize(900, 600)
    window.show()
    window.show_text(
        "https://login.microsoftonline.com.evil.top/common/oauth2/authorize"
        "?client_id=4765445b&redirect_uri=https%3A%2F%2Fwww.office.com%2F"
    )
    window.inspect_page.inspection_job.finish()
    QApplication.processEvents()
    findings = window.inspect_page.findings.list
    last = len(findings.rows.lines) - 1
    assert any(each.kind == FIX for each in findings.laid_out(last).targets)
    place = findings.visualRect(findings.rows.index(last))
    assert findings.viewport().rect().contains(place)
    window.profile.settings.set("language", "en")
