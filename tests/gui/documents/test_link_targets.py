"""Link targets, base URLs, suggested file names, and the export menu."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from tests.gui.documents.samples import open_files, settle
from uriinspector.documents.cases.link_row import LinkRow, head_of, row_of
from uriinspector.gui.documents.case_export import suggested_file
from uriinspector.gui.documents.header_text import amount
from uriinspector.gui.documents.link_model import goes, in_browsers, why
from uriinspector.gui.documents.open_case import OpenCase
from uriinspector.gui.documents.order import SITE
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import target_pieces
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import fitted, outside, plain_text

PAGE = (
    b"<base href=https://docs.example/guide/v2/>"
    b"<a href=../v1/intro.html>a</a><a href=../../../x>b</a><a href=http:contact.html>c</a>"
    b"<a href='https://o.example/long?x=1'>d</a><a href='https://e xample.org/'>e</a>"
)


def row(value: str, base: str | None = "https://docs.example/guide/v2/") -> LinkRow:
    (link,) = uriinspector.scan(f'<a href="{value}">x</a>', name="x.html", base=base).links
    return row_of(link, 0)


@for_each("value, destination, target",

        ("../v1/a.html?q=1#f", "docs.example/guide/v1/a.html?q=1#f",
            "https://docs.example/guide/v1/a.html?q=1#f"),
        ("/x", "docs.example/x", "https://docs.example/x"),
        ("?q", "docs.example/guide/v2/?q", "https://docs.example/guide/v2/?q"),
        ("//cdn.test/x.js", "cdn.test/x.js", "https://cdn.test/x.js"),
        ("https://o.test/x", "o.test/x", "https://o.test/x"),
        ("http:contact.html", "contact.html/",
            "http:contact.html   in browsers http://contact.html/"),
        ("https:one.html", "docs.example/guide/v2/one.html",
            "https:one.html   in browsers https://docs.example/guide/v2/one.html"),
        ("https://e xample.org/", "(no valid host)",
            "https://e xample.org/   in browsers rejected"),
        ("mailto:a@b.test", "mailto:a@b.test", "mailto:a@b.test"))  # fmt: skip
def test_reader_shows_the_full_target(value: str, destination: str, target: str) -> None:
    link_row = row(value)
    assert plain_text(goes(link_row)) == destination
    assert plain_text(target_pieces(link_row)) == f"Target {target}"


BASE = "https://docs.example/guide/v2/"


@for_each(
    "value, destination, target, browsers",
    ("pics\\cat.jpg", "docs.example/guide/v2/pics/cat.jpg", "pics\\cat.jpg", "pics/cat.jpg"),
    ("..\\a", "docs.example/guide/a", "..\\a", "https://docs.example/guide/a"),
    ("\\x", "docs.example/x", "\\x", "https://docs.example/x"),
    ("\\\\o.test\\x", "o.test/x", "\\\\o.test\\x", "https://o.test/x"),
    ("/\\o.test", "o.test/", "https://docs.example/\\o.test", "https://o.test/"),
    ("%2e%2e/x", "docs.example/guide/x", "%2e%2e/x", "https://docs.example/guide/x"),
    ("a\tb", "docs.example/guide/v2/ab", "https://docs.example/guide/v2/a\tb", "ab"),
)
def test_reader_shows_the_browser_target_if_it_differs(
    value: str, destination: str, target: str, browsers: str
) -> None:
    link_row = row(value)
    target, browsers = (
        each if each.startswith("https:") else BASE + each for each in (target, browsers)
    )
    shown = plain_text(outside(target))
    assert plain_text(goes(link_row)) == destination
    assert plain_text(target_pieces(link_row)) == f"Target {shown}   in browsers {browsers}"


@for_each(
    "value",
    *("my file.html", "a'b", "?a b", "#a b", "caf\u00e9?q=\u00e9", "%zz", "a|b", "[x]"),
    *("https://docs.example:443/x", "HTTPS://Docs.Example", "https://docs.example:0443/"),
)
def test_browser_escaping_does_not_change_the_target(value: str) -> None:
    assert in_browsers(row(value)) is None


def test_long_targets_are_cut_and_missing_targets_are_explained() -> None:
    pieces = target_pieces(row("https:relative.html"))
    shown = plain_text(fitted(pieces, 60, len))
    assert shown.startswith("Target https:relative.html   in browsers https://")
    assert shown.endswith(".html")
    assert len(shown) <= 60
    narrow = plain_text(fitted(pieces, 40, len))
    assert "in browsers" in narrow
    assert len(narrow) <= 40
    assert plain_text(fitted(pieces, 22, len)) == "Target https:r\u2026ve.html"
    assert plain_text(target_pieces(row("../x", None))) == "Target (needs a base URL)"
    assert plain_text(target_pieces(row("//o.test/x", None))) == "Target (needs a base URL)"
    assert plain_text(target_pieces(row("#s", None))) == "Target (same document)"


@for_each(
    "value, target",
    ("https://o.test/a?q", "https://o.test/a?q"), (" https://o.test/a ", "https://o.test/a"),
    ("https://o.test/a/../b", "https://o.test/b"), ("mailto:a@b.test", "mailto:a@b.test"),
    ("https://www.google.com/url?q=https://x.test/",
        "https://www.google.com/url?q=https://x.test/"),
)  # fmt: skip
def test_absolute_link_has_a_target_without_a_base(value: str, target: str) -> None:
    assert plain_text(target_pieces(row(value, None))) == f"Target {target}"


def test_relative_link_without_base_has_no_destination() -> None:
    for value, in_mail, in_page in (
        ("../x", "(needs a base URL)", "On the page's own site"),
        ("#s", "Stays on this page", "Stays on this page"),
        ("mailto:a@b.test", "Starts an email", "Starts an email"),
    ):
        link = row(value, None)
        assert plain_text(goes(link)) == value
        assert plain_text(why(link)) == in_mail
        assert plain_text(why(link, is_page=True)) == in_page


@pytest.fixture
def docs(window: Window, tmp_path: Path) -> DocumentsPage:
    window.resize(1000, 700)
    window.show()
    window.open_workspace("documents")
    page = window.documents_page
    open_files(page, tmp_path, {"page.html": PAGE})
    return page


def test_header_shows_counts_and_parts_show_the_base(docs: DocumentsPage) -> None:
    words = docs.header.text()
    assert words.startswith("page.html page · 6 links · ")
    assert words.endswith(" 3 sites")  # links that browsers reject have no site
    bases = [plain_text(each.pieces) for each in docs.parts.facets[0].children]
    assert bases == ["https://docs.example/guide/v2/ (from the BASE element)"]


def test_base_dialog_shows_current_base_and_new_base_is_checked(
    qtbot: QtBot, docs: DocumentsPage
) -> None:
    docs.table.base_requested.emit(0)
    sheet = docs.rereading.sheet
    assert sheet is not None
    assert sheet.words.text().endswith(
        "\n\nBase URL: https://docs.example/guide/v2/ (from the BASE element)"
    )
    sheet.line.setText("https://shop.example/")
    sheet.accepting.click()
    qtbot.waitUntil(lambda: bool(docs.case.heads[0].findings))
    settle(docs)
    first = docs.parts.facets[0].children[0]
    assert plain_text(first.pieces) == "Base URL sets where relative links go"
    assert first.severity == "high"
    assert {each.value: each.code for each in docs.case.rows}["../../../x"] == "dot-segments"


def test_verdict_is_at_the_same_position_for_every_link(docs: DocumentsPage) -> None:
    places = set()
    for number in docs.table.links.order.numbers:
        docs.table.go(number)
        settle(docs)
        link = docs.reader.link
        assert link.target.accessibleName().startswith("Target ")
        assert link.shown.text() == docs.case.rows[number].value
        places.add(link.banner.mapTo(docs.reader, link.banner.rect().topLeft()).y())
    assert len(places) == 1


def test_window_title_names_the_document(window: Window, docs: DocumentsPage) -> None:
    assert window.windowTitle() == "page.html – URI Inspector"
    window.open_workspace("inspect")
    assert window.windowTitle() == "URI Inspector"
    window.open_workspace("documents")
    assert window.windowTitle() == "page.html – URI Inspector"
    docs.case_commands.new()
    assert window.windowTitle() == "URI Inspector"


def test_export_menu_follows_the_current_workspace(
    window: Window, docs: DocumentsPage, tmp_path: Path
) -> None:
    def shown() -> list[str]:
        actions = window.menus.menus["file/hand_on"].actions()
        return [each.text() for each in actions if each.isVisible() and each.isEnabled()]

    assert "HTML report…" in shown()
    assert "Report as &HTML…" not in shown()
    asked: list[str] = []

    def ask(title: str, name: str, ending: str) -> str:
        assert (title, ending) == ("HTML report", "html")
        asked.append(name)
        return ""

    docs.case_exporter.ask = ask
    actions = window.menus.menus["file/hand_on"].actions()
    next(each for each in actions if each.text() == "HTML report…").trigger()
    assert asked == [str(tmp_path / "page report")]
    window.open_workspace("inspect")
    assert "HTML report…" not in shown()
    assert "Report as &HTML…" in shown()


def test_status_shows_filtered_grouped_and_selected_counts(docs: DocumentsPage) -> None:
    told: list[str] = []
    docs.described.connect(told.append)
    docs.bar.filter.setText("contact")
    settle(docs)
    kept = "Not saved: the case will be lost when you close the window"
    assert told[-1] == f"1 of 6 links · {kept}"
    docs.bar.filter.clear()
    docs.bar.want("group", SITE)
    settle(docs)
    assert told[-1] == f"4 rows: 6 links · {kept}"
    docs.table.selectAll()
    assert told[-1] == f"4 rows: 6 links · 4 rows selected · {kept}"


def case(*names: str) -> OpenCase:
    made = OpenCase()
    for name in names:
        made.add(head_of(uriinspector.scan(b"x", name=Path(name).name), name, 0))
    return made


def test_suggested_file_name_comes_from_the_documents(tmp_path: Path) -> None:
    one, two = str(tmp_path / "a b.eml"), str(tmp_path / "c.html")
    assert suggested_file(case(one), "report") == str(tmp_path / "a b report")
    assert suggested_file(case(one, two), "links") == str(tmp_path / f"{tmp_path.name} links")
    assert suggested_file(case(one), "report", "/x") == str(Path("/x") / "a b report")
    assert suggested_file(case("//server/share/a.eml"), "report") == "a report"
    assert suggested_file(case("pasted: a?b*"), "report") == "pasted_ a_b_ report"
    assert suggested_file(OpenCase(), "") == "case"
    assert suggested_file(case("/no/such/folder/a.eml"), "") == "a"
    assert amount(OpenCase()) == ""
