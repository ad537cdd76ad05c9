"""Lists in Resolve: pasting, marking, filtering and exporting."""

import csv
import io
from html import escape
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from tests.gui.codes import picture_of_code
from tests.gui.drag import drop_on
from uriinspector.documents.scan import scan
from uriinspector.gui.resolve.page import ResolvePage
from uriinspector.gui.resolve.pair_cards import (
    ALL,
    LINES,
    MARKED,
    NAMED,
    PAIRS,
    SHAPES,
    ListAnswer,
    ListFormat,
    PastedList,
    answered,
    csv_text,
    fits,
    saved,
    shape_of,
)
from uriinspector.gui.resolve.variant_rows import STRICT_2005, VARIANTS, variant_of
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import Theme
from uriinspector.gui.theme import theme as the_theme
from uriinspector.gui.transfer.incoming import is_list, listed_references

GRADED = "reference,expected\ng,http://a/b/c/g\n../g,http://a/x\nhttp:g,http:g\n"

BASE, REFERENCE = "http://a/b/c/d", "../x"


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """Share one theme: no test here depends on colors."""
    the_theme.use("light")
    the_theme.dress(qapp)
    return the_theme


@pytest.fixture
def page(window: Window) -> ResolvePage:
    window.show()
    window.open_workspace("resolve")
    window.resolve_page.show_pair(BASE, REFERENCE)
    return window.resolve_page


def column(page: ResolvePage, title: str) -> list[str]:
    """Return the cells of a column, or nothing if it is hidden."""
    model, table = page.listing.table.model(), page.listing.table
    for number in range(model.columnCount()):
        named = model.headerData(number, Qt.Orientation.Horizontal)
        if named == title and not table.isColumnHidden(number):
            return [str(model.index(row, number).data()) for row in range(model.rowCount())]
    return []


def test_pasting_lines_offers_a_list(page: ResolvePage) -> None:
    QGuiApplication.clipboard().setText("g\n../g\n")
    page.reference.editor.selectAll()
    page.reference.editor.paste()
    assert page.reference.text() == "g\n../g\n"
    page.strip.does.click()
    assert page.reference.text() == REFERENCE  # the pasted lines were not a reference
    assert page.pages.currentWidget() is page.listing
    assert column(page, "As resolved") == ["http://a/b/c/g", "http://a/b/g"]
    assert column(page, "Result") == []  # the list has no expected targets


def test_single_line_is_not_offered_as_list(page: ResolvePage) -> None:
    QGuiApplication.clipboard().setText("../g\n")
    page.reference.editor.paste()
    assert not page.strip.isVisible()


def test_answers_are_marked_and_can_be_filtered_to_wrong_ones(page: ResolvePage) -> None:
    page.show_list(GRADED)
    assert column(page, "Result") == ["✓  right", "✗  wrong", "✓  right"]
    assert page.listing.summary.text() == "2 of 3 match the expected target"
    page.listing.only_wrong.click()
    assert column(page, "Reference") == ["../g"]


def test_changing_variant_or_base_updates_marks(page: ResolvePage, qtbot: QtBot) -> None:
    page.show_list(GRADED)
    lenient = next(at for at, way in enumerate(VARIANTS) if way.title == "2005 · lenient")
    page.variant.setCurrentIndex(lenient)
    qtbot.waitUntil(lambda: column(page, "Result")[-1] == "✗  wrong")
    page.base.editor.set_text("http://z/")
    qtbot.waitUntil(lambda: column(page, "As resolved")[0].endswith("http://z/g"))


def test_list_columns_can_be_chosen(page: ResolvePage) -> None:
    page.show_list("g,http://a/b/c/g\n")
    assert column(page, "Reference") == ["g"]
    page.listing.shape.setCurrentIndex(SHAPES.index(LINES))
    assert column(page, "Reference") == ["g,http://a/b/c/g"]


def test_enter_on_a_row_opens_its_steps(page: ResolvePage) -> None:
    page.show_list("base,reference\nhttp://x/y/,../g\n")
    table = page.listing.table
    table.setCurrentIndex(table.model().index(0, 1))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert (page.base.text(), page.reference.text()) == ("http://x/y/", "../g")
    assert page.pages.currentWidget() is page.body
    assert page.target.isVisible()


def test_csv_export_escapes_formulas(
    page: ResolvePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.show_list("=g\n")
    page.listing.copy.click()
    wanted = "base,reference,expected,got,mark,finding\nhttp://a/b/c/d,'=g,,http://a/b/c/=g,,\n"
    assert QGuiApplication.clipboard().text() == wanted
    file = tmp_path / "made.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    page.listing.save.click()
    assert file.read_text("utf-8") == wanted
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path), ""))
    page.listing.save.click()
    assert "Not saved" in page.listing.summary.text()


def test_language_change_keeps_the_list(window: Window, page: ResolvePage) -> None:
    page.show_list(GRADED)
    window.profile.settings.set("language", "de")
    made = window.resolve_page
    speak("en")
    assert made.listing.summary.text() == "2 von 3 stimmen mit der erwarteten Ziel-URI überein"


def test_empty_list_page_offers_paste(page: ResolvePage) -> None:
    QGuiApplication.clipboard().clear()
    page.list_button.click()
    assert page.listing.title.text() == "No list yet"
    assert page.window().focusWidget() is page.listing.paste
    page.listing.done.click()
    assert page.pages.currentWidget() is page.body


def test_long_list_can_be_cancelled(page: ResolvePage, qtbot: QtBot) -> None:
    page.show_list("../g/h\n" * 20_000)
    assert page.listing.progress.isVisible()
    assert not page.listing.copy.isEnabled()
    qtbot.waitUntil(lambda: len(page.listing.table.answers) > 0, timeout=20_000)
    page.listing.progress.cancel.click()
    seen = len(page.listing.table.answers)
    assert seen > 0
    assert not page.listing.progress.isVisible()
    if seen < 20_000:
        assert "Stopped" in page.listing.summary.text()


SLIPS = "g\nhttp:contact.html\n../../../../g\nhttps://www.paypal.com@evil.test/\n"


def test_list_from_file_shows_findings(
    page: ResolvePage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "links.txt"
    file.write_text(SLIPS, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    page.show_list("")
    page.listing.open.click()
    qtbot.waitUntil(lambda: not page.listing.job.is_busy)
    assert column(page, "Reference") == SLIPS.splitlines()
    findings = column(page, "Finding")
    inspected = [uriinspector.inspect(each, base=BASE).findings for each in SLIPS.splitlines()]
    worst = [each[0].title if each and each[0].severity != "info" else "" for each in inspected]
    assert findings == worst
    assert worst[0] == "" != worst[1]
    assert worst[3] == "Userinfo that may mislead"


def test_findings_column_is_hidden_without_findings(page: ResolvePage, qtbot: QtBot) -> None:
    page.show_list("g\nh\n")
    qtbot.waitUntil(lambda: not page.listing.job.is_busy)
    assert column(page, "Finding") == []


def test_lines_dropped_on_a_list_replace_it(
    page: ResolvePage, window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    page.show_list("g\nh\n")
    data = QMimeData()
    data.setText("x\ny\nz\n")
    drop_on(window, data, QPointF(300, 400))
    assert window.pages.shown() is page
    qtbot.waitUntil(lambda: column(page, "Reference") == ["x", "y", "z"])
    file = tmp_path / "page.bin"
    file.write_bytes(b"\0\1\2")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    drop_on(window, data, QPointF(300, 400))
    assert page.listing.summary.text() == "Cannot read a list from this file: page.bin"
    assert column(page, "Reference") == ["x", "y", "z"]


def test_chosen_columns_are_kept_for_the_next_list(page: ResolvePage) -> None:
    page.show_list("http://x/y,../z\nhttp://x/,g\n")
    shape = page.listing.shape
    shape.setCurrentIndex(SHAPES.index(LINES))
    shape.activated.emit(SHAPES.index(LINES))
    page.show_list("http://x/y,g\n")
    assert SHAPES[shape.currentIndex()] is LINES
    pairs = next(each for each in SHAPES if each.order == ("base", "reference"))
    shape.activated.emit(SHAPES.index(pairs))
    page.show_list("g\nh\n")  # the list has only one column
    assert SHAPES[shape.currentIndex()] is LINES


def test_line_without_reference_is_shown_unchanged(page: ResolvePage) -> None:
    page.show_list("http://x/y\t../z\nno table\nhttp://x/\tg\n")
    assert column(page, "Reference")[1] == "no table"
    assert column(page, "As resolved")[1] == "no reference on this line"


def test_codes_in_a_picture_become_a_list(page: ResolvePage, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "codes.png"
    assert picture_of_code("../made").save(str(file))
    page.listing.take_file(str(file))
    assert page.listing.text == ""
    qtbot.waitUntil(lambda: page.listing.text == "../made", timeout=20_000)


def test_picture_without_codes_is_not_a_list(
    page: ResolvePage, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "none.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n")
    page.listing.take_file(str(file))
    said = "Cannot read a list from this file: none.png"
    qtbot.waitUntil(lambda: page.listing.summary.text() == said, timeout=20_000)


SHOP = "http://a/b/c"

LOOKS = (
    ("g\n../g\n", LINES), ("g;x=1/../y\nhttp://a/b,c\n", LINES), ("g,http://a/b/g\n..,\n", MARKED),
    ("g\thttp://a/b/g\nh,i\tnone\n", MARKED), ("http://x/y,../z\nhttp://x/,g\n", PAIRS),
    ("http://x/y,g,http://x/g\n,h,\n", ALL), ("reference,expected\ng,\n", NAMED),
    ("Base;URI;Target\nhttp://x/;g;\n", NAMED),
    ("http://x/y\t../z\nno table\nhttp://x/\tg\n", PAIRS),
    ("no table\nhttp://x/y\t../z\nhttp://x/\tg\n", PAIRS),
    ("", LINES),
    ('g,"' + "x" * 140_000 + "\n", PAIRS),
)  # fmt: skip

IS_LIST = (
    ("g\nh", True), ("g\r\n\r\nh", True), ("g\rh", True), ("g\n", False), ("\n\n g", False),
    ("", False), ("g", False),
)  # fmt: skip


def answers(text: str, shape: ListFormat | None = None) -> list[ListAnswer]:
    pasted = PastedList(text, shape or shape_of(text))
    return [row for part in answered(pasted, SHOP, STRICT_2005) for row in part.rows]


@for_each("text, shape", *LOOKS)
def test_list_format_is_detected(text: str, shape: ListFormat) -> None:
    assert shape_of(text) == shape


@for_each("text, holds", *IS_LIST)
def test_list_needs_two_nonempty_lines(text: str, holds: bool) -> None:
    assert is_list(text) is holds
    assert (len(listed_references(text)) > 1) is holds


def test_lines_are_exact_references() -> None:
    found = answers("g,h\r\n\n \u202e\n")
    assert [(each.line, each.reference, each.got) for each in found] == [
        (1, "g,h", "http://a/b/g,h"),
        (3, " \u202e", "http://a/b/ \u202e"),
    ]
    assert {each.mark for each in found} == {""}


def test_rows_can_have_their_own_base() -> None:
    found = answers("base,reference,expected\nhttp://x/y,g,http://x/g\n,g,http://x/g\n")
    assert [(each.base, each.got, each.mark) for each in found] == [
        ("http://x/y", "http://x/g", "right"),
        (SHOP, "http://a/b/g", "wrong"),
    ]


@for_each(
    "text, shape, expected",
    ("a,b", PAIRS, True), ("a,b", LINES, True), ("a,b", ALL, False),
    ("reference,expected\ng,", PAIRS, False), ("", PAIRS, False),
)  # fmt: skip
def test_chosen_columns_must_fit_the_text(text: str, shape: ListFormat, expected: bool) -> None:
    assert fits(text, shape) is expected


def test_missing_target_is_explained() -> None:
    refused, missing = answers("base,reference\nb,g\nhttp://x/\n")
    assert (refused.explanation, refused.is_fault) == (
        "The reference needs a scheme from the base, and the base has none.",
        False,
    )
    assert (missing.explanation, missing.is_fault) == ("missing column: reference", True)
    assert missing.reference == "http://x/"
    (part,) = answered(PastedList("\n#x", LINES), SHOP, VARIANTS[1])
    assert [each.explanation for each in part.rows] == ["the current document"]


def test_list_is_answered_in_parts_with_progress() -> None:
    parts = list(answered(PastedList("g\n" * 1_200, LINES), SHOP, STRICT_2005))
    assert [(len(part.rows), part.done, part.of) for part in parts] == [
        (500, 500, 1_201),
        (500, 1_000, 1_201),
        (200, 1_201, 1_201),
    ]


def test_csv_round_trip_keeps_links_findings_and_formulas() -> None:
    text = csv_text(answers("=1+1,http://a/b/=1+1\n-x,none\n"))
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["base", "reference", "expected", "got", "mark", "finding"],
        [SHOP, "'=1+1", "http://a/b/=1+1", "http://a/b/=1+1", "right", ""],
        [SHOP, "'-x", "none", "http://a/b/-x", "wrong", ""],
    ]
    text = csv_text(answers("//www.paypal.com@evil.test/\n"))
    (row,) = list(csv.DictReader(io.StringIO(text, newline="")))
    assert row["finding"] == "Userinfo that may mislead"
    first = answers("g\nh?x,y\n")
    again = answers(csv_text(first))
    assert [(each.base, each.reference) for each in again] == [
        (each.base, each.reference) for each in first
    ]


def test_saving_csv_writes_file_or_reports_error(tmp_path: Path) -> None:
    found = answers("g\n\ud800\n")
    assert saved((tmp_path / "x.csv", found)) == (None, "")
    assert (tmp_path / "x.csv").read_text("utf-8", "surrogatepass") == csv_text(found)
    assert saved((tmp_path, found)).trouble
    assert saved((None, found)).text == csv_text(found)


BASES = ("https://docs.example/guide/v2/page.html", "http://docs.example")

REFERENCES = (
    "http:contact.html", "https:contact.html", "HTTP:contact.html", "http:contact.html?x=1#y",
    "http:/contact.html", "http:///contact.html", "http:../contact.html", "http:?x", "ftp:file.txt",
    "../../../../x", "../x", "?q", "#part", "//www.paypal.com@evil.test/", "/\\evil.test/x",
    "www.example.com/x", "javascript:alert(1)", "mailto:", "http://a b.test/", "http://0x7f.1/",
)  # fmt: skip


@for_each("base", *BASES)
@for_each("edition", "1997", "2005")
def test_list_and_documents_agree_on_targets_and_findings(base: str, edition: str) -> None:
    page = "".join(f'<a href="{escape(each)}">x</a>\n' for each in REFERENCES)
    document = scan(page.encode(), name="page.html", base=base, edition=edition)
    links = {link.value: link for link in document.links}
    (part,) = answered(PastedList("\n".join(REFERENCES), LINES), base, variant_of(edition))
    assert [row.reference for row in part.rows] == list(REFERENCES)
    for row in part.rows:
        link = links[row.reference]
        worst = next((each.title for each in link.findings if each.severity != "info"), "")
        assert row.finding == worst, row.reference
        target = None if row.explanation else row.got
        assert target == (link.target or None), row.reference
