"""The documents page, driven through its widgets."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAction, QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from tests.gui.documents.samples import (
    MAIL,
    PAGE,
    column,
    marked_octets,
    message_text,
    open_files,
    show_links,
    source_text,
    wait,
)
from tests.gui.inspect.listed import rows_of
from uriinspector.analysis.finding import RANK
from uriinspector.documents.cases.link_row import CALM
from uriinspector.gui.documents import file_reader
from uriinspector.gui.documents.decision_table import DecisionTable
from uriinspector.gui.documents.link_model import GOES
from uriinspector.gui.documents.order import TARGET
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import LINKS, SOURCE, TABS
from uriinspector.gui.documents.workspace_layout import EmptyPage
from uriinspector.gui.selection import menu_of
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.paragraph import TextStyle, metrics_of
from uriinspector.gui.text.pieces import cut_in_middle, file_name, fitted, ours, plain_text
from uriinspector.gui.theme import ZOOMS
from uriinspector.gui.widgets.notice_strip import Notice

LOOKALIKE = "https://b\u0430nk.example/login"


@pytest.fixture
def page(window: Window) -> Iterator[DocumentsPage]:
    window.show()
    window.open_workspace("documents")
    yield window.documents_page
    window.documents_page.close()


@pytest.fixture
def mail(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    open_files(page, tmp_path, {"invoice.eml": MAIL})
    show_links(page)
    return page


def choose(page: DocumentsPage, value: str) -> None:
    page.table.go(next(n for n, row in enumerate(page.case.rows) if row.value == value))


def test_empty_page_offers_adding_files(page: DocumentsPage) -> None:
    assert page.stack.currentIndex() == 0
    assert page.adding.files.isVisible()


@pytest.mark.parametrize(("at", "name"), [(0, "email.eml"), (1, "page.html")])
def test_empty_page_offers_samples(page: DocumentsPage, at: int, name: str) -> None:
    empty = page.stack.widget(0)
    assert isinstance(empty, EmptyPage)
    empty.samples[at].click()
    wait(page)
    assert [each.name for each in page.case.heads] == [name]
    assert max(page.case.ranks) == RANK["high"]


def test_rows_match_the_scan_results(mail: DocumentsPage) -> None:
    document = uriinspector.scan(MAIL, name="invoice.eml")
    assert [row.value for row in mail.case.rows] == [link.value for link in document.links]
    for row, link in zip(mail.case.rows, document.links, strict=True):
        worst = max((RANK[each.severity] for each in link.findings), default=CALM)
        assert (row.rank, row.host, row.base) == (
            worst,
            link.verdict.final_host or link.verdict.host,
            link.base.text,
        )
        assert MAIL[row.start : row.end] == MAIL[link.source.start : link.source.end]


def test_rows_are_sorted_by_severity(mail: DocumentsPage) -> None:
    ranks = [mail.case.rows[number].rank for number in mail.table.links.order.numbers]
    assert ranks == sorted(ranks, reverse=True)
    assert column(mail, "level")[0] == "high"


def test_header_lists_parts_that_were_not_checked(mail: DocumentsPage) -> None:
    words = plain_text(mail.header.words.pieces)
    assert words.startswith("invoice.eml   message · 7 links · 4 sites   ")
    assert words.endswith("   Not checked: terms.zip")
    envelope = message_text(mail)
    assert "damaged archive" in envelope
    assert "From, Bank Service  <mail@news.example>" in envelope
    assert "differs" in envelope
    assert "SPF passed *" in envelope
    assert envelope.count("The sender could have written this.") == 1
    assert mail.header.fixes.isHidden()


@pytest.mark.usefixtures("mail")
def test_unchecked_parts_are_translated(qtbot: QtBot, window: Window) -> None:
    window.profile.settings.set("language", "de")
    page = window.documents_page
    assert "beschädigtes Archiv" in message_text(page)
    qtbot.waitUntil(lambda: window.status_bar.text.text().startswith("7 Links \u00b7 Nicht"))
    page.close()
    window.profile.settings.set("language", "en")


def test_rows_are_filtered_by_text_and_severity(qtbot: QtBot, mail: DocumentsPage) -> None:
    qtbot.keyClicks(mail.bar.filter, "logo")
    assert column(mail, "value") == ["../img/logo.png"] * 2
    qtbot.keyClick(mail.bar.filter, Qt.Key.Key_Escape)
    assert len(column(mail, "value")) == len(mail.case.rows)
    mail.bar.levels[RANK["high"]].click()
    assert set(column(mail, "level")) == {"high"}
    assert len(column(mail, "level")) == mail.case.ranks[RANK["high"]]


@pytest.mark.parametrize(("size", "zoom"), [((700, 460), 0), ((900, 600), 3)])
def test_small_window_shows_rows_and_uncut_buttons(
    qtbot: QtBot, window: Window, mail: DocumentsPage, size: tuple[int, int], zoom: int
) -> None:
    window.resize(*size)
    for _ in range(zoom):
        window.display_settings.zoom(1)
    below, table = mail.reader, mail.table
    qtbot.waitUntil(lambda: mail.body.is_single)
    mail.body.unfold(True)
    qtbot.waitUntil(lambda: table.viewport().height() >= 2 * table.rowHeight(0))

    def is_whole(each: QWidget) -> bool:
        right = each.mapTo(below, each.rect().topRight()).x()
        return each.width() >= each.sizeHint().width() and right < below.width()

    qtbot.waitUntil(below.link.open.isVisible)
    qtbot.waitUntil(lambda: is_whole(below.link.open))
    assert below.bar.place_of(LINKS).right() < below.bar.width()
    for _ in range(zoom):
        window.display_settings.zoom(-1)


def test_grouped_rows_show_their_link_counts(mail: DocumentsPage) -> None:
    mail.bar.want("group", TARGET)
    found = dict(zip(column(mail, "value"), column(mail, "links"), strict=True))
    assert found["../img/logo.png"] == "2"
    assert sum(map(int, found.values())) == len(mail.case.rows)


def test_site_and_part_filters_can_be_set_and_cleared(mail: DocumentsPage) -> None:
    mail.sites.chosen.emit(next(f for f in mail.sites.facets if f.site == "203.0.113.9"))
    assert column(mail, "host") == ["203.0.113.9/x, Userinfo that may mislead"]
    assert mail.bar.chips[1].isVisible()
    mail.bar.chips[1].click()
    assert len(column(mail, "host")) == len(mail.case.rows)
    parts = mail.parts.facets[0].children
    mail.parts.chosen.emit(next(f for f in parts if plain_text(f.pieces).startswith("text/plain")))
    assert column(mail, "value") == ["https://bank.example/"]


def test_parts_tree_shows_the_origin_of_each_base(mail: DocumentsPage) -> None:
    parts = mail.parts.facets[0].children
    html = next(each for each in parts if plain_text(each.pieces).startswith("text/html"))
    assert [plain_text(each.pieces) for each in html.children] == [
        "https://mail.example/news/ (from the BASE element)"
    ]


def test_parts_tree_shows_ignored_base(page: DocumentsPage, tmp_path: Path) -> None:
    file = tmp_path / "relative.eml"
    file.write_bytes(
        b"From: a@a.test\nContent-Base: dir/\nContent-Type: text/html\n\n<a href=x>y</a>"
    )
    page.open_file(str(file))
    wait(page)
    inside = [*page.parts.facets, *page.parts.facets[0].children]
    texts = [plain_text(each.pieces) for part in inside for each in part.children]
    assert "Content-Base ignored: it is relative" in texts


def test_source_shows_the_link_in_a_low_window(
    qtbot: QtBot, window: Window, mail: DocumentsPage
) -> None:
    window.resize(700, 460)
    choose(mail, "https://bank.example/")
    choose(mail, LOOKALIKE)
    mail.body.unfold(True)
    mail.reader.show_tab(SOURCE)
    qtbot.waitUntil(lambda: "https://b" in mail.reader.source.canvas.text().replace("\n", ""))
    assert "https://b=D0=B0nk.ex=" in source_text(mail)


def test_focusable_widgets_have_accessible_names(mail: DocumentsPage) -> None:
    for tab in mail.reader.bar.offered:
        mail.reader.show_tab(tab)
        for each in mail.findChildren(QWidget):
            if each.isVisible() and each.focusPolicy() != Qt.FocusPolicy.NoFocus:
                told_name = QAccessible.queryAccessibleInterface(each).text(QAccessible.Text.Name)
                assert told_name, each


def test_source_selects_the_bytes_of_the_link(mail: DocumentsPage) -> None:
    mail.reader.show_tab(SOURCE)
    choose(mail, LOOKALIKE)
    assert marked_octets(mail) == b"https://b=D0=B0nk.ex=\nample/login"
    assert mail.reader.source.canvas.text().startswith("0001")
    shown = source_text(mail)
    assert "https://b=D0=B0nk.ex=\n" in shown
    row = mail.case.rows[mail.table.current()]
    assert f"{row.line}  <a href=3D" in shown


def test_source_of_a_changed_file_is_not_shown(mail: DocumentsPage, tmp_path: Path) -> None:
    (tmp_path / "invoice.eml").write_bytes(MAIL.replace(b"login", b"other"))
    choose(mail, "https://bank.example/")
    assert "has changed" in source_text(mail)


def test_inspection_findings_match_the_scan(mail: DocumentsPage) -> None:
    choose(mail, LOOKALIKE)
    banner, findings = mail.reader.link.banner, mail.reader.link.findings
    document = uriinspector.scan(MAIL, name="invoice.eml")
    link = next(each for each in document.links if each.value == LOOKALIKE)
    shown = [each.finding.code for each in rows_of(findings.list)]
    assert sorted(shown) == sorted(each.code for each in link.findings)
    assert banner.severity() == link.verdict.severity


def test_enter_opens_link_with_its_base(qtbot: QtBot, mail: DocumentsPage) -> None:
    choose(mail, "../img/logo.png")
    with qtbot.waitSignal(mail.open_requested) as opened:
        qtbot.keyClick(mail.table, Qt.Key.Key_Return)
    assert opened.args == ["../img/logo.png", "https://mail.example/news/"]


def test_link_is_resolved_against_its_base(qtbot: QtBot, mail: DocumentsPage) -> None:
    choose(mail, "../img/logo.png")
    shift = Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(mail.resolve_requested) as by_key:
        qtbot.keyClick(mail.table, Qt.Key.Key_Return, shift)
    with qtbot.waitSignal(mail.resolve_requested) as by_button:
        mail.reader.link.resolve.click()
    assert by_key.args == by_button.args == ["https://mail.example/news/", "../img/logo.png"]


def test_link_without_base_is_not_resolved(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    open_files(page, tmp_path, {"a.html": PAGE})
    assert not page.reader.link.resolve.isVisible()
    qtbot.keyClick(page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert page.strip.words.text().startswith("This link has no base URL")


def menu_actions(page: DocumentsPage) -> dict[str, QAction]:
    menu = menu_of(page.table, tuple(page.table.entries()))
    return {each.text(): each for each in menu.actions()}


def test_row_menu_runs_the_same_actions_as_the_keys(qtbot: QtBot, mail: DocumentsPage) -> None:
    choose(mail, "../img/logo.png")
    made = menu_actions(mail)
    with qtbot.waitSignal(mail.resolve_requested):
        made["Resolve against its base"].trigger()
    with qtbot.waitSignal(mail.open_requested):
        made["Open in Inspect"].trigger()
    made["Copy original"].trigger()
    assert QGuiApplication.clipboard().text() == "../img/logo.png"
    number = mail.table.current()
    made["Mark as malicious"].trigger()
    assert mail.case.marks == {number: "malicious"}
    assert mail.table.current() == number
    made = menu_actions(mail)
    made["Remove the mark"].trigger()
    assert mail.case.marks == {}


def test_menu_bar_commands_apply_to_row_and_filter(window: Window, mail: DocumentsPage) -> None:
    choose(mail, "https://bank.example/")
    window.menus.actions["copy_exact"].trigger()
    assert QGuiApplication.clipboard().text() == "https://bank.example/"
    window.menus.actions["copy"].trigger()
    assert QGuiApplication.clipboard().text() == "hxxps://bank[.]example/"
    window.inspect_page.editor.set_text("http://kept.test/")
    window.menus.actions["undo"].trigger()
    assert window.inspect_page.editor.text() == "http://kept.test/"
    for table, bar in ((mail.table, mail.bar), (mail.files.table, mail.files.bar)):
        table.setFocus()
        window.menus.actions["editor"].trigger()
        assert bar.filter.hasFocus()


def test_mark_keys_go_to_the_next_row(qtbot: QtBot, mail: DocumentsPage) -> None:
    first, second = mail.table.links.order.numbers[:2]
    qtbot.keyClick(mail.table, Qt.Key.Key_M)
    assert mail.table.current() == second
    qtbot.keyClick(mail.table, Qt.Key.Key_B)
    assert mail.case.marks == {first: "malicious", second: "benign"}
    assert column(mail, "mark")[:3] == ["malicious", "benign", ""]
    qtbot.keyClick(mail.table, Qt.Key.Key_K)
    qtbot.keyClick(mail.table, Qt.Key.Key_Delete)
    assert mail.case.marks == {first: "malicious"}
    assert mail.table.current() == second


def test_copied_rows_are_defanged(qtbot: QtBot, mail: DocumentsPage) -> None:
    choose(mail, "https://bank.example/")
    mail.table.setFocus()
    qtbot.keyClick(mail.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "hxxps://bank[.]example/"
    assert mail.strip.words.text() == "Copied, defanged: hxxps://bank[.]example/"
    mail.table.selectAll()
    mail.copy()
    count = len(mail.case.rows)
    assert mail.strip.words.text() == f"{count} links copied (defanged)."


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_table_is_exported_with_marks(
    qtbot: QtBot, mail: DocumentsPage, tmp_path: Path, form: str
) -> None:
    file = tmp_path / f"links.{form}"
    mail.case_exporter.ask = lambda *_: str(file)
    qtbot.keyClick(mail.table, Qt.Key.Key_M)
    mail.case_exporter.save(form)
    qtbot.waitUntil(lambda: f"saved as links.{form} in {tmp_path}." in mail.strip.words.text())
    text = file.read_text("utf-8")
    if form == "csv":
        rows = list(csv.DictReader(text.splitlines()))
        assert all("http" not in row["value"] + row["target"] for row in rows)
    else:
        rows = [json.loads(line) for line in text.splitlines()]
        shown = [mail.case.rows[number].value for number in mail.table.links.order.numbers]
        assert [row["value"] for row in rows] == shown
    assert rows[0]["mark"] == "malicious"
    assert len(rows) == len(mail.case.rows)


def test_export_to_a_network_path_is_refused(mail: DocumentsPage) -> None:
    mail.case_exporter.ask = lambda *_: r"\\host.test\share\links.csv"
    mail.case_exporter.save("csv")
    assert "never writes to network" in mail.strip.words.text()


@pytest.mark.parametrize(
    "path", [r"\\host.test\share\a.eml", "//host.test/a.eml", "file://host.test/a.eml"]
)
def test_file_on_a_network_path_is_never_opened(
    monkeypatch: pytest.MonkeyPatch, page: DocumentsPage, path: str
) -> None:
    for name in ("is_file", "is_dir", "stat", "open", "exists"):
        monkeypatch.setattr(Path, name, lambda *_: pytest.fail("asked"))
    page.open_file(path)
    wait(page)
    assert page.strip.words.text().endswith("network files are never opened")
    assert page.case.heads == []


def test_folder_is_read_and_missing_file_is_reported(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    page.open_files([str(folder)])
    wait(page)
    assert page.strip.words.text() == "No files found."
    (folder / "a.html").write_bytes(PAGE)
    (folder / "b.eml").write_bytes(MAIL)
    page.open_files([str(folder), str(tmp_path / "gone.eml")])
    wait(page)
    assert [head.name for head in page.case.heads] == ["a.html", "b.eml"]
    assert [(t.path, t.why) for t in page.case.troubles] == [
        (str(tmp_path / "gone.eml"), "not a file")
    ]
    assert "gone.eml: not a file" in page.strip.words.text()
    first = page.case.rows[page.table.current()].file
    qtbot.keyClick(page.table, Qt.Key.Key_N)
    assert page.case.rows[page.table.current()].file != first
    page.open_file(str(folder / "a.html"))
    wait(page)
    assert [row.file for row in page.case.rows[-2:]] == [2, 2]


def test_large_file_is_read_in_another_process(
    monkeypatch: pytest.MonkeyPatch, page: DocumentsPage, tmp_path: Path
) -> None:
    monkeypatch.setattr(file_reader, "AT_HAND", 0)
    open_files(page, tmp_path, {"a.html": PAGE * 600})
    assert len(page.case.rows) == 1200
    assert page.case.troubles == []


def test_reading_can_be_cancelled(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    monkeypatch.setattr(file_reader, "AT_HAND", 0)
    lines = "".join(f"<a href=http://a{n}.example/>x</a>\n" for n in range(200_000))
    (tmp_path / "a.html").write_text(lines)
    page.open_file(str(tmp_path / "a.html"))
    qtbot.waitUntil(lambda: len(page.case.rows) > 0, timeout=30_000)
    page.header.cancel.click()
    wait(page)
    assert page.strip.words.text().endswith("stopped before the end")
    assert 0 < len(page.case.rows) < 200_000


def test_row_accessible_text_is_one_sentence(mail: DocumentsPage) -> None:
    model = mail.table.links
    sentences = [
        str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        for row in range(model.rowCount())
    ]
    assert all(each.count(", ") >= 2 for each in sentences)
    going = [each for each in sentences if ", goes to " in each]
    assert any(each.startswith("high, a href, ") for each in going)


def test_link_details_scroll_to_the_top_for_another_link(
    qtbot: QtBot, window: Window, mail: DocumentsPage
) -> None:
    window.resize(900, 700)
    choose(mail, "http://bank.example@203.0.113.9/x")
    bar = mail.reader.link.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    mail.table.selection_changed.emit()
    assert bar.value() > 0  # the same link keeps its scroll position
    choose(mail, LOOKALIKE)
    assert bar.value() == 0


def finding_index(page: DocumentsPage) -> QModelIndex:
    """Return the index of the first finding about the whole message."""
    model = page.parts.branches
    index = model.index(0, 0, model.index(0, 0))
    assert page.parts.facets[0].children[0].finding is not None
    return index


def test_message_finding_in_parts_tree_opens_its_explanation(
    qtbot: QtBot, mail: DocumentsPage
) -> None:
    index = finding_index(mail)
    finding = mail.parts.facets[0].children[0].finding
    assert finding is not None
    sentence = finding.message
    assert sentence in index.data(Qt.ItemDataRole.ToolTipRole).replace("&quot;", '"')
    assert sentence in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    place = mail.parts.visualRect(index).center()
    qtbot.mouseClick(mail.parts.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert mail.drawer.isVisible()
    assert mail.drawer.body is not None
    assert sentence in mail.drawer.body.text()
    mail.drawer.close_card()
    mail.parts.setFocus()
    mail.parts.setCurrentIndex(index)
    qtbot.keyClick(mail.parts, Qt.Key.Key_Return)
    assert mail.drawer.isVisible()


def test_accessible_names_start_with_the_severity(mail: DocumentsPage) -> None:
    name = finding_index(mail).data(Qt.ItemDataRole.AccessibleTextRole)
    finding = mail.parts.facets[0].children[0]
    assert name == f"{finding.severity}, {plain_text(finding.pieces)}"
    first = mail.sites.branches.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert first.startswith("high, ")


def test_severity_of_a_nested_link_is_among_the_findings(window: Window, tmp_path: Path) -> None:
    window.show()
    window.open_workspace("documents")
    page = window.documents_page
    file = tmp_path / "safe.html"
    inner = "https%3A%2F%2Fpaypal.com%40evil.test%2Fa"
    file.write_text(
        f"<a href='https://eur01.safelinks.protection.outlook.com/?url={inner}'>Invoice</a>"
    )
    page.open_file(str(file))
    wait(page)
    page.reader.show_tab(TABS["inspection"])
    findings = page.reader.link.findings
    assert page.case.rows[0].severity == "high"
    assert ": 1 high" in findings.title.accessibleName()
    assert rows_of(findings.list)[0].finding.title.startswith("In the nested link: ")
    page.close()


SIZES = [((700, 460), 100), ((900, 600), 100), ((1320, 820), 200), ((700, 460), 200)]

SHOP = b"""<base href=https://shop.example/>
<a href=https://www.bank.example@evil.test/login>www.bank.example</a>
<a href=http://0x7f.1/pay>pay</a><a href=/terms>terms</a><img src=https://t.example/a.png>"""


@pytest.fixture
def shop(window: Window, tmp_path: Path) -> DocumentsPage:
    window.resize(1320, 820)
    window.show()
    window.open_workspace("documents")
    page = window.documents_page
    open_files(page, tmp_path, {"a-page-with-a-rather-long-name-of-its-own.html": SHOP})
    return page


def cut_titles(table: DecisionTable) -> list[str]:
    """Return headings that are wider than their column."""
    metrics = metrics_of(TextStyle(size=12, weight=600))
    shown = [n for n in range(len(table.numbered.cells)) if not table.isColumnHidden(n)]
    across = Qt.Orientation.Horizontal
    titles = {n: table.numbered.headerData(n, across) for n in shown}
    return [
        title
        for n, title in titles.items()
        if metrics.horizontalAdvance(title) > table.columnWidth(n) - 20
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("size", "zoom"), SIZES)
def test_column_headings_are_not_cut(
    window: Window,
    shop: DocumentsPage,
    qtbot: QtBot,
    size: tuple[int, int],
    zoom: int,
    language: str,
) -> None:
    window.profile.settings.set("language", language)
    window.display_settings.zoom(ZOOMS.index(zoom))
    window.resize(*size)
    page = window.documents_page
    assert len(page.case.rows) == len(shop.case.rows)  # a language change creates a new page
    qtbot.waitUntil(page.is_settled)
    qtbot.waitUntil(lambda: not cut_titles(page.table))
    assert not page.table.isColumnHidden(page.table.links.column(GOES))
    window.display_settings.zoom(0)
    window.profile.settings.set("language", "en")


def test_small_window_shows_either_list_or_details(
    window: Window, shop: DocumentsPage, qtbot: QtBot
) -> None:
    details, body = shop.reader, shop.body
    assert details.isVisible()
    window.resize(700, 460)
    qtbot.waitUntil(lambda: body.is_single)
    assert shop.table.isVisible()
    assert not details.isVisible()
    shop.table.setFocus()
    qtbot.keyClick(shop.table, Qt.Key.Key_Space)
    assert details.isVisible()
    assert not shop.table.isVisible()
    before = shop.table.current()
    qtbot.keyClick(details, Qt.Key.Key_J)
    assert shop.table.current() != before
    qtbot.keyClick(details, Qt.Key.Key_Escape)
    assert not details.isVisible()
    assert shop.table.isVisible()
    assert shop.table.hasFocus()
    window.resize(1320, 820)
    qtbot.waitUntil(lambda: details.isVisible() and shop.table.isVisible())
    assert not shop.header.back.isVisible()


@for_each(
    "name, most, cut",
    ("invoice-2026-11.pdf", 19, "invoice-2026-11.pdf"),
    ("invoice-2026-11.pdf", 11, "invoi\u20261.pdf"),
    ("abc", 1, "\u2026"),
    ("abcdef", 2, "a\u2026"),
    ("", 0, ""),
)
def test_long_name_is_cut_in_the_middle(name: str, most: int, cut: str) -> None:
    assert cut_in_middle(name, most) == cut
    assert len(cut) <= max(most, 1)


def test_text_after_a_cut_name_is_kept() -> None:
    pieces = file_name("a-very-long-name-of-a-file.eml") + ours("  10")
    shown = plain_text(fitted(pieces, 16, len))
    assert shown == "a-very\u2026e.eml  10"[:16] or shown.endswith(".eml  10")
    assert len(shown) <= 16
    assert plain_text(fitted(pieces, 100, len)) == plain_text(pieces)
    assert plain_text(fitted(pieces, 5, len)) == "a-\u2026ml"
    assert len(plain_text(fitted(pieces, 0, len))) <= 1


@pytest.mark.parametrize("size", [(900, 600), (1320, 820)])
def test_notice_does_not_cover_the_list(
    window: Window, shop: DocumentsPage, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    shop.table.setFocus()
    shop.strip.show_notice(Notice("3 links marked as malicious.", does="Undo", action=lambda: None))
    qtbot.waitUntil(
        lambda: shop.strip.x() >= shop.reader.mapTo(shop, shop.reader.rect().topLeft()).x()
    )
    assert shop.strip.isVisible()
