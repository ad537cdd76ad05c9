"""Lists in Resolve: pasting, marking, filtering and exporting."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

import uriinspector
from tests.gui.codes import picture_of_code
from tests.gui.drag import drop_on
from uriinspector.gui.resolve.page import ResolvePage
from uriinspector.gui.resolve.pair_cards import LINES, SHAPES
from uriinspector.gui.resolve.variant_rows import VARIANTS
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import Theme

GRADED = "reference,expected\ng,http://a/b/c/g\n../g,http://a/x\nhttp:g,http:g\n"
BASE, REFERENCE = "http://a/b/c/d", "../x"


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """Share one theme: no test here depends on colors."""
    theme = Theme("light")
    theme.dress(qapp)
    return theme


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
    assert column(page, "As resolved")[1] == "no reference in this line"


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
