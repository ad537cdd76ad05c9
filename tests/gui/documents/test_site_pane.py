"""Checking a folder as a site: results by page, stopping, and export."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QRectF, Qt
from pytestqt.qtbot import QtBot

from uriinspector.analysis.finding import RANK
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.export.formats import SITE_FORMATS
from uriinspector.gui.documents import page as page_module
from uriinspector.gui.documents import site_stream
from uriinspector.gui.documents.file_model import reason
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import FINDINGS, SITE, SOURCE
from uriinspector.gui.documents.site_pane import SitePane, SiteRow
from uriinspector.gui.documents.site_stream import (
    STOP,
    SiteBatch,
    SiteRequest,
    SiteResults,
    export_file,
    site_batches,
)
from uriinspector.gui.inspect.row_list import FIX, ClickTarget
from uriinspector.gui.shell.commands import check_site
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import plain_text
from uriinspector.gui.text.translation import speak

LINKS = '<a href="good.html">a</a> <a href="missing.html">b</a> <a href="Good.html">c</a>'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(LINKS)
    (folder / "good.html").write_text('<p id=x><p id=x><a href="index.html">i</a>')
    return folder


@pytest.fixture
def sheet(window: Window, root: Path, qtbot: QtBot) -> Iterator[SitePane]:  # noqa: ARG001
    sheet = SitePane(str(root))
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    yield sheet
    sheet.close()


def rows(sheet: SitePane) -> list[SiteRow]:
    return [line.row for line in sheet.list.rows.lines if isinstance(line.row, SiteRow)]


def words(sheet: SitePane) -> list[tuple[str, str, str]]:
    return [(each.title, each.second_line, each.action[1]) for each in rows(sheet)]


def test_site_export_is_refused_without_recipient_data(sheet: SitePane, tmp_path: Path) -> None:
    sheet.without_recipient = True
    sheet.ask_file = lambda *_: str(tmp_path / "out")
    for form in SITE_FORMATS:
        sheet.save(form)
        assert sheet.problem.text().startswith("Not exported: recipient data cannot be removed")
    assert not (tmp_path / "out").exists()


def test_findings_are_listed_with_place_and_remedy(sheet: SitePane) -> None:
    assert words(sheet) == [
        ('There is no "missing.html" in the site\'s folder.',
            "index.html, line 1 \u00b7 missing.html \u00b7 Linked file is missing", "Show"),
        ('The file is called "good.html"; the name in the link differs in letter case.',
            "index.html, line 1 \u00b7 Good.html \u2192 good.html \u00b7 "
            "File name in different letter case", "Fix"),
        ('Several elements have the id "x".', "good.html, line 1 \u00b7 Duplicate id", "Show"),
    ]  # fmt: skip
    assert sheet.words.text() == (
        "3 findings: 1 can be fixed here, 2 cannot. "
        "2 pages and style sheets, 4 links, 4 within the site, 2 broken."
    )
    spoken = sheet.list.rows.data(sheet.list.rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("medium: There is no")
    assert "RFC 9110" in rows(sheet)[0].tip
    assert sheet.fixes.text() == "Fix 1…"


def test_equal_findings_are_one_row_with_their_places(
    sheet: SitePane, root: Path, qtbot: QtBot
) -> None:
    (root / "good.html").write_text('<a href="Index.html">i</a><a href="Index.html">i</a>')
    (root / "more.html").write_text('<a href="Index.html">i</a>')
    sheet.start()
    assert rows(sheet)  # the earlier results stay until there are new ones
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    at, row = next((at, each) for at, each in enumerate(rows(sheet)) if each.size)
    assert row.second_line.startswith("3 places \u00b7 2 pages")
    assert row.action == ("fix", "Fix 3")
    sheet.list.setCurrentIndex(sheet.list.rows.index(at))
    qtbot.keyClick(sheet.list, Qt.Key.Key_Space)
    assert [each.title for each in rows(sheet)[at + 1 : at + 4]] == [
        *("good.html, line 1", "good.html, line 1", "more.html, line 1")
    ]
    asked: list[dict[str, list[object]]] = []
    sheet.fixes_requested.connect(asked.append)
    qtbot.keyClick(sheet.list, Qt.Key.Key_Right)
    qtbot.keyClick(sheet.list, Qt.Key.Key_Return)
    (pages,) = asked
    assert {path: len(each) for path, each in pages.items()} == {
        str(root / "good.html"): 2,
        str(root / "more.html"): 1,
    }


def test_absolute_link_to_own_host_is_found_with_a_base_url(
    sheet: SitePane, root: Path, qtbot: QtBot
) -> None:
    (root / "good.html").write_text('<a href="https://www.example.org/index.html">i</a>')
    sheet.base.setText("https://www.example.org/")
    sheet.start()
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    found = next(each for each in rows(sheet) if "own host" in each.title)
    assert found.group[0].remedies == ("index.html",)


def test_invalid_base_url_is_reported(sheet: SitePane) -> None:
    sheet.base.setText("docs/")
    sheet.start()
    assert sheet.problem.text() == "Not an http or https URL: docs/"
    assert not sheet.problem.isHidden()


@pytest.mark.parametrize("form", SITE_FORMATS)
def test_site_report_is_saved_in_every_format(
    sheet: SitePane, tmp_path: Path, qtbot: QtBot, form: str
) -> None:
    path = tmp_path / f"out.{SITE_FORMATS[form].ending}"
    sheet.ask_file = lambda *_: str(path)
    sheet.save(form)
    qtbot.waitUntil(lambda: "Saved as" in sheet.words.text(), timeout=5_000)
    assert path.stat().st_size
    if form == "site-csv":
        assert [row["page"] for row in csv.DictReader(path.read_text().splitlines())] == [
            "good.html",
            "index.html",
        ]
    if form == "site-json":
        assert json.loads(path.read_text())["complete"] is True


def test_failed_or_refused_saves_are_reported(
    sheet: SitePane, tmp_path: Path, qtbot: QtBot
) -> None:
    sheet.ask_file = lambda *_: ""
    sheet.save("site-csv")
    assert sheet.problem.isHidden()
    sheet.ask_file = lambda *_: "//host/share/out.csv"
    sheet.save("site-csv")
    assert sheet.problem.text() == "The program never writes to network locations."
    sheet.ask_file = lambda *_: str(tmp_path / "none" / "out.csv")
    sheet.save("site-csv")
    qtbot.waitUntil(lambda: "No such file" in sheet.problem.text(), timeout=5_000)


def test_another_folder_can_be_checked(sheet: SitePane, tmp_path: Path, qtbot: QtBot) -> None:
    other = tmp_path / "other"
    other.mkdir()
    sheet.ask_folder = lambda *_: [str(other)]
    sheet.choose_folder()
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    assert sheet.folder_words.text() == "other/"
    assert rows(sheet) == []
    assert sheet.list.empty_words() == "No findings about links within the site."
    assert sheet.words.text().startswith("0 pages")
    sheet.use(str(tmp_path / "gone"))
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    assert sheet.problem.text()
    assert not sheet.export.isEnabled()


@pytest.mark.usefixtures("window")
def test_stopped_check_keeps_results_and_removes_temporary_files(root: Path, qtbot: QtBot) -> None:
    for number in range(3_000):
        (root / f"{number}.html").write_text(LINKS)
    sheet = SitePane(str(root))
    qtbot.waitUntil(lambda: bool(sheet.results.pages), timeout=20_000)
    folder = Path(sheet._folder.name)  # type: ignore[union-attr]  # noqa: SLF001
    sheet.stop()
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    assert sheet.summary is not None
    assert not sheet.summary.is_whole
    assert sheet.words.text().startswith("Stopped after")
    assert sheet.export.isEnabled()
    sheet.close()
    assert not folder.exists()


@pytest.mark.usefixtures("window")
def test_stopping_twice_ends_the_job(root: Path, qtbot: QtBot) -> None:
    sheet = SitePane(str(root))
    sheet.stop()
    sheet.stop()
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    if sheet.summary is None:
        assert "stopped" in sheet.problem.text()
    sheet.close()


def test_check_site_command_asks_for_a_folder(
    window: Window, root: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for chosen in ([], ["//host/share"]):
        monkeypatch.setattr(page_module, "ask_for_folder", lambda *_, chosen=chosen: chosen)
        check_site(window)
        assert not window.findChildren(SitePane)
    monkeypatch.setattr(page_module, "ask_for_folder", lambda *_: [str(root)])
    check_site(window)
    (sheet,) = window.findChildren(SitePane)
    documents = window.documents_page
    qtbot.waitUntil(lambda: not sheet.job.is_busy and documents.is_settled(), timeout=20_000)
    assert sheet.results.pages
    assert documents.reader.stack.currentWidget() is sheet
    sheet.list.row_opened.emit(rows(sheet)[1])
    qtbot.waitUntil(documents.is_settled)
    assert documents.reader.row is not None
    assert documents.reader.row.value == "Good.html"
    assert documents.reader.bar.tab == SOURCE
    assert Path(documents.case.heads[documents.reader.row.file].path) == root / "index.html"
    documents.body.close_site()


def test_fix_of_a_page_that_was_not_read_is_reviewed_alone_and_checked_again(
    window: Window, root: Path, qtbot: QtBot
) -> None:
    documents = window.documents_page
    window.open_workspace("documents")
    documents.open_files([str(root / "good.html")])
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    documents.body.check.click()
    sheet = documents.body.site
    assert sheet is not None
    assert sheet.root == str(root)
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    documents.body.check.click()
    assert documents.body.site is sheet  # the results stay
    sheet.list.row_used.emit(rows(sheet)[1], ClickTarget(FIX, "", "", QRectF()))
    review = documents.fix_review
    qtbot.waitUntil(lambda: review.page is not None and review.page.is_settled, timeout=20_000)
    assert review.page is not None
    state = review.page.model.review
    assert [(each.value, state.fix_of(at).fixed) for at, each in enumerate(state.proposals)] == [
        ("Good.html", "good.html")
    ]
    assert review.page.model.why(0) == (
        'The file is called "good.html"; the name in the link differs in letter case '
        "(RFC 3986 \u00a75.2)"
    )
    review.leave()
    assert documents.reader.bar.tab == SITE
    (root / "index.html").write_text(LINKS.replace("Good", "good"))
    review.written.emit()
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    assert sheet.summary is not None
    assert sheet.summary.totals.broken == 1
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    documents.body.close_site()


def test_counts_of_a_check_and_of_its_fixes_agree(window: Window, root: Path, qtbot: QtBot) -> None:
    documents = window.documents_page
    window.open_workspace("documents")
    (root / "more.html").write_text(
        '<a href="Index.html#no">i</a><a href="a b">with a form fix</a>'
    )
    documents.open_files([str(root)])
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    documents.body.check.click()
    sheet = documents.body.site
    assert sheet is not None
    qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
    assert sum(len(each.group) for each in rows(sheet)) == sheet.results.count == 6
    bar = documents.reader.bar
    assert bar.tabText(bar.currentIndex()) == "Site check 6"
    assert sheet.words.text().startswith("6 findings: 2 can be fixed here, 4 cannot. ")
    assert sheet.fixes.text() == "Fix 2…"
    sheet.fixes.click()
    review = documents.fix_review
    qtbot.waitUntil(lambda: review.page is not None and review.page.is_settled, timeout=20_000)
    assert review.page is not None
    assert review.page.summary.text().startswith("2 findings · 2 of 2 links to change")
    review.leave()
    documents.body.close_site()


def test_source_of_the_current_finding_is_shown(window: Window, root: Path, qtbot: QtBot) -> None:
    documents = window.documents_page
    window.show()
    window.open_workspace("documents")
    documents.open_files([str(root)])
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    documents.body.check.click()
    sheet = documents.body.site
    assert sheet is not None
    shown = documents.reader
    qtbot.waitUntil(lambda: getattr(shown.row, "value", "") == "missing.html", timeout=20_000)
    assert sheet.list.currentIndex().row() == 0
    qtbot.keyClick(sheet.list, Qt.Key.Key_Down)
    assert shown.row is not None
    assert shown.row.value == "Good.html"
    assert shown.bar.tab == SITE
    assert sheet.list.hasFocus()
    documents.body.close_site()


def reasons(page: DocumentsPage, name: str) -> list[str]:
    """Return what the list of files says about a file, in English and in German."""
    entry = next(each for each in page.case.files.rows if each.head.name == name)
    texts: list[str] = []
    for language in ("de", "en"):
        speak(language)
        texts.insert(0, plain_text(reason(entry)))
    return texts


def test_list_and_card_tell_what_a_site_check_found(
    window: Window, root: Path, qtbot: QtBot
) -> None:
    (root / "calm.html").write_text('<a href="index.html">i</a>')
    (root / "good.html").write_text('<a href="calm.html">c</a><a href="https://a.example@b.test/">')
    (root / "logo.txt").write_text("no page")
    calm = ["No findings", "Keine Befunde"]
    unchecked = [*("No findings; site not checked", "Keine Befunde; Website ungeprüft")]
    documents, files, reader = (
        *(window.documents_page, window.documents_page.files, window.documents_page.reader),
    )
    window.show()
    window.open_workspace("documents")
    documents.open_files([str(root)])
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    assert reasons(documents, "index.html") == reasons(documents, "calm.html") == unchecked
    assert reasons(documents, "logo.txt") == calm
    documents.body.check.click()
    sheet = documents.body.site
    assert sheet is not None
    qtbot.waitUntil(lambda: not sheet.job.is_busy and documents.is_settled(), timeout=20_000)
    assert reasons(documents, "index.html") == [
        "Linked file is missing · 2 site findings",
        "Verlinkte Datei fehlt · 2 Website-Befunde",
    ]
    assert reasons(documents, "calm.html") == reasons(documents, "logo.txt") == calm
    assert "site finding" not in reasons(documents, "good.html")[0]  # only that of its link
    model = files.table.files
    assert [model.severity(each) for each in model.numbers] == ["high", "medium", "", ""]
    assert files.bar.levels[RANK["medium"]].text() == "1"
    files.bar.levels[RANK["medium"]].click()
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    assert [model.entry(each).head.name for each in model.numbers] == ["index.html"]
    files.bar.clear()
    for language, shown in (
        ("de", "Im Ordner der Website gibt es kein „missing.html“."),
        ("en", 'There is no "missing.html" in the site\'s folder.'),
    ):
        speak(language)
        sheet.list.choose(1)
        sheet.list.choose(0)
        assert reader.banner.headline.text() == shown
    assert reader.row is not None
    assert reader.row.value == "missing.html"
    assert (reader.banner.isHidden(), reader.link.banner.isHidden()) == (False, True)
    assert reader.banner.severity() == "medium"
    reader.show_tab(FINDINGS)  # the link itself has no finding
    assert (reader.banner.isHidden(), reader.link.banner.isHidden()) == (False, True)
    reader.show_tab(SITE)
    documents.table.step(1)  # another link with a finding of the site check
    assert reader.banner.headline.text().startswith('The file is called "good.html";')
    table = documents.table.links
    found = {
        table.severity(each): table.row_sentence(table.index(at, 0))
        for at, each in enumerate(table.numbers)
    }
    assert found["medium"].endswith(
        ("in the site's folder.", "the name in the link differs in letter case.")
    )
    assert "site" not in found[""]
    # The list of links counts, filters and sorts by the findings of the site check.
    levels = documents.bar.levels
    assert levels[RANK["medium"]].text() == "2"
    levels[RANK["medium"]].click()
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    assert [table.name(each) for each in table.numbers] == ["missing.html", "Good.html"]
    levels[RANK["medium"]].click()
    # The source of a finding is shown again, even if its link is filtered out.
    documents.bar.filter.setText("good")
    qtbot.waitUntil(documents.is_settled, timeout=20_000)
    sheet.list.clicked.emit(sheet.list.currentIndex())
    qtbot.waitUntil(lambda: reader.row is not None and reader.row.value == "missing.html")
    assert reader.banner.headline.text() == shown
    documents.body.close_site()


def test_folder_is_checked_again_after_a_change_of_language(
    page: DocumentsPage, root: Path, qtbot: QtBot
) -> None:
    page.open_files([str(root)])
    qtbot.waitUntil(page.is_settled, timeout=20_000)
    page.body.check.click()
    assert page.page_state().site == str(root)
    state = page.page_state()
    again = DocumentsPage(state=state)
    sheet = again.body.site
    assert sheet is not None
    qtbot.waitUntil(lambda: not sheet.job.is_busy and again.is_settled(), timeout=20_000)
    assert rows(sheet)
    again.close()
    shiboken6.delete(again)
    page.body.close_site()


@pytest.mark.usefixtures("window")
def test_site_pane_is_fully_translated(root: Path, qtbot: QtBot, untranslated: set[str]) -> None:
    speak("de")
    try:
        sheet = SitePane(str(root))
        qtbot.waitUntil(lambda: not sheet.job.is_busy, timeout=20_000)
        assert "2 defekt" in sheet.words.text()
        assert untranslated == set()
        sheet.close()
    finally:
        speak("en")


def test_site_batches_report_totals_and_write_exports(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    *_, last = site_batches(SiteRequest(str(root), None, str(folder)))
    assert last.summary is not None
    assert last.summary.totals.broken == 2
    assert all(export_file(str(folder), form).exists() for form in SITE_FORMATS)
    (batch,) = site_batches(SiteRequest(str(tmp_path / "gone"), None, str(folder)))
    assert batch.problem
    assert batch.summary is None


def test_stop_file_ends_the_site_check(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_stream, "EVERY", 0.0)
    (tmp_path / STOP).touch()
    *_, last = site_batches(SiteRequest(str(root), None, str(tmp_path)))
    assert last.summary is not None
    assert not last.summary.is_whole


def test_page_with_many_findings_is_split_into_batches(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_stream, "MOST", 3)
    links = "".join(f'<a href="missing{number}.html">b</a>' for number in range(10))
    (root / "many.html").write_text(links)
    batches = list(site_batches(SiteRequest(str(root), None, str(tmp_path))))
    assert max(len(each.findings) for each in batches) == 3
    results = SiteResults()
    for each in batches:
        results.add(each)
    many = next(row for row in results.pages.values() if row.path == "many.html")
    found = [each for group in results.groups.values() for each in group]
    assert sum(each.page == many.number for each in found) == many.findings >= 10


def test_site_results_are_cut_at_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_stream, "MOST_PAGES", 2)
    monkeypatch.setattr(site_stream, "MOST_FINDINGS", 2)
    rows = [PageRow(number, f"{number}.html", broken=number) for number in range(3)]
    finding = SiteFinding(0, "missing-file", "medium", "", {}, 0, 1, 1, 1, "a")
    results = SiteResults()
    results.add(SiteBatch(1, 1, rows[:2], [finding] * 2))
    assert not results.is_cut
    results.add(SiteBatch(1, 1, rows, [finding]))
    assert results.is_cut
    assert sorted(results.pages) == [0, 1]
    assert len(results.worst(9)[0]) == 2
