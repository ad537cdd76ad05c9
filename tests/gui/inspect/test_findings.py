"""The list of findings: the worst first, each with its clauses and its fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

import uriinspector
from tests.gui.inspect.test_panes import click
from tests.linear import is_linear
from uriinspector.gui.inspect.findinglist import FindingModel
from uriinspector.gui.inspect.findingrow import CLAUSE, FIX, FindingRow, spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from uriinspector.gui.theme import Theme
    from uriinspector.gui.window import Window

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
FIXED = "http://10.0.0.1/top_story.htm"
MANY = "http://a.example/" + "\u200b/%zz/\u202e" * 110


def test_a_model_follows_the_rules(qtmodeltester: ModelTester) -> None:
    model = FindingModel()
    qtmodeltester.check(model)
    for text in (PUZZLE, MANY, "https://www.bbc.co.uk/"):
        assert model.set_findings(uriinspector.inspect(text).findings)
    assert not model.set_findings(())


def test_a_finding_is_spoken_in_one_breath() -> None:
    finding = uriinspector.inspect(PUZZLE).findings[0]
    assert spoken(finding) == (
        'high: User name imitates a host name. "www.example.com" is read by people as the site; '
        'only what follows the "@" names it: 10.0.0.1. RFC 3986 §7.6, rfc2396bis-01 §7.5. '
        "Fix: Show without userinfo"
    )


def test_the_head_counts_by_severity(window: Window) -> None:
    window.show_text(PUZZLE)
    assert window.inspect_page.findings.title.text() == "3 findings"
    assert window.inspect_page.findings.counts.text() == "1 high, 1 low, 1 info"


@pytest.mark.parametrize(
    ("text", "title"), [("", "No findings"), ("https://www.bbc.co.uk/", "No findings")]
)
def test_where_nothing_is_found_it_is_said_what_that_means(
    window: Window, text: str, title: str
) -> None:
    window.show_text(text)
    findings = window.inspect_page.findings
    assert findings.title.text() == title
    words = findings.list.empty_words()
    assert ("was not examined" in words) == bool(text)
    assert "safe" not in words.lower()


def test_a_fix_is_asked_for_and_can_be_undone(window: Window) -> None:
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


def test_a_fix_is_that_of_the_text_though_its_row_looks_as_before(window: Window) -> None:
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


def test_links_and_fix_are_reached_by_keys(qtbot: QtBot, window: Window) -> None:
    window.show()
    window.show_text(PUZZLE)
    page = window.inspect_page
    rows = page.findings.list
    rows.setFocus()
    rows.setCurrentIndex(rows.model().index(0, 0))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert page.drawer.body is not None
    assert "User name imitates a host name" in page.drawer.body.text()
    asked: list[str] = []
    rows.clause_requested.connect(asked.append)
    for _ in range(2):
        qtbot.keyClick(rows, Qt.Key.Key_Right)
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert asked == ["rfc2396bis-01 7.5"]
    qtbot.keyClick(rows, Qt.Key.Key_Right)
    qtbot.keyClick(rows, Qt.Key.Key_Space)
    assert page.editor.text() == FIXED


@pytest.mark.parametrize("width", [180, 240, 330, 450, 900])
@pytest.mark.parametrize("zoom", [100, 150])
def test_nothing_stands_outside_of_its_row(theme: Theme, width: int, zoom: int) -> None:
    theme.zoom = zoom
    for finding in uriinspector.inspect(PUZZLE).findings:
        row = FindingRow(theme, finding, width)
        kinds = [target.kind for target in row.targets]
        assert kinds == [*[CLAUSE] * len(finding.cites), *[FIX] * (finding.fix is not None)]
        for target in row.targets:
            assert target.place.right() <= width
            assert target.place.bottom() <= row.height
        places = [target.place for target in row.targets]
        assert not any(a.intersects(b) for n, a in enumerate(places) for b in places[:n])


def test_four_times_the_findings_take_about_four_times_the_time(window: Window) -> None:
    window.show()
    pane = window.inspect_page.findings

    def shown(count: int) -> Callable[[], None]:
        inspection = uriinspector.inspect(MANY)
        assert len(inspection.findings) > 200
        inspection.findings = inspection.findings[:count]

        def show() -> None:
            pane.show_inspection(inspection)
            pane.grab()
            pane.resize(300, 400)
            pane.grab()

        return show

    assert is_linear(shown(50), shown(200))


def test_of_thousands_the_first_are_listed(window: Window) -> None:
    window.show_text("http://a.example/" + "%41/" * 1200)
    page = window.inspect_page
    page.inspector.finish()
    assert page.inspection
    assert len(page.inspection.findings) > 1000
    assert page.findings.list.model_of_findings.rowCount() == 300
    assert page.findings.title.text().endswith("findings, the first 300")
