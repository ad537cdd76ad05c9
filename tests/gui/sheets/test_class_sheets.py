"""Class sheets: the PDF and HTML files, and the dialog."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, Qt, QUrl
from PySide6.QtGui import QImage, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.sheets.pdf_text import pdf_text
from tests.lessons.question_kinds import asked_items
from uriinspector.export.sheet_forms import ALONE, WITH, WITHOUT
from uriinspector.export.sheet_page import SheetMarkup
from uriinspector.gui import sheets as sheet_file_module
from uriinspector.gui.sheet_parts import HTML, PDF, SheetRequest, UndrawnItem, sheet_parts
from uriinspector.gui.sheets import A4, LETTER, ClassSheets, PaperPages, PaperText
from uriinspector.gui.shell.window import Window
from uriinspector.gui.theme import Theme, theme
from uriinspector.lessons.pack import Pack, lesson_pack, sheet_of
from uriinspector.lessons.pack_file import read_pack

HEAD = 'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "Links & <bases>/1"\n'
LONG = "%2e%2E/" * 60
EVERY_KIND = read_pack(
    HEAD
    + "due = 2026-11-28\n"
    + "".join(f'[[item]]\nid = "{asks}"\nkind = "{kind}"\n{of}' for asks, kind, of in asked_items())
    + '[[item]]\nid = "fixed"\nkind = "target"\nbase = "http://a.test/b*c?=\\"1"\n'
    f'references = ["*\\u0001\\u202e<b>]]>&amp;", "", "{LONG}"]\n'
)
LONG_PAGE = read_pack(
    HEAD + '[[item]]\nid = "page"\nkind = "base"\nurl = "https://a.test/x"\npage = """\n'
    "<base href=//b.test/>\n" + "\n".join(f"<i>{at};" for at in range(150)) + "<a href=x>y</a>"
    '"""\n'
)
SMALL = read_pack(HEAD + '[[item]]\nid = "a"\nkind = "target"\ncount = 2\n')
NAMES = ("=J\u00fcrgen", '<img src="/x">\u202e&lt;', "A very long name that goes on and on " * 4)


def made(pack: Pack, key: str = WITHOUT, paper: str = A4, names: tuple[str, ...] = NAMES) -> bytes:
    request = SheetRequest(pack, names, has_names=True, key=key, paper=paper)
    pages = PaperPages(request)
    for batch in sheet_parts(request):
        pages.add(batch.rows[0])
    return pages.finish()


def parts(pack: Pack, key: str = WITHOUT) -> list[SheetMarkup]:
    request = SheetRequest(pack, NAMES, has_names=True, key=key)
    return [batch.rows[0] for batch in sheet_parts(request)]


def texts(markup: str) -> list[str]:
    """Return the text of each paragraph, cell and item."""
    joined = re.sub(r"</?(?:span|wbr|code|i)\b[^>]*>", "", markup)
    return [html.unescape(each) for each in re.split("<[^>]*>", joined) if each.strip()]


def bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.usefixtures("theme")
@for_each("key", WITHOUT, WITH, ALONE)
def test_pdf_contains_all_text_and_no_links(key: str) -> None:
    found = pdf_text(made(EVERY_KIND, key))
    for sheet in parts(EVERY_KIND, key):
        for text in texts(sheet.head + "".join(sheet.rows)):
            assert bare(text) in found.whole
    assert "\u202e" not in found.whole
    for name in (b"/URI", b"/Link", b"/JavaScript", b"/Launch", b"/OpenAction"):
        assert name not in found.objects
    assert found.embedded >= 3  # words, bold words and the texts of links


@pytest.mark.usefixtures("theme")
def test_each_student_has_numbered_pages() -> None:
    found = pdf_text(made(EVERY_KIND))
    sheets = [sheet_of(EVERY_KIND, name) for name in NAMES]
    of_student = [[each for each in found.pages if sheet.code in each] for sheet in sheets]
    assert sum(map(len, of_student)) == len(found.pages)
    for sheet, pages in zip(sheets, of_student, strict=True):
        for number, page in enumerate(pages, 1):
            assert f"{sheet.code}\u00b7Page{number}of{len(pages)}" in page
        assert (
            bare(f"End of the questions. Question {len(sheet.rows)} is the last one.") in pages[-1]
        )


@pytest.mark.usefixtures("theme")
def test_long_questions_are_split_across_pages() -> None:
    found = pdf_text(made(LONG_PAGE, names=("a",)))
    assert len(found.pages) > 3
    for at in range(150):
        assert sum(f"<i>{at};" in page for page in found.pages) >= 1
    assert len(pdf_text(made(LONG_PAGE, ALONE, names=("a", "b"))).pages) == 1


@pytest.mark.usefixtures("theme")
def test_pdf_is_reproducible_and_has_no_date() -> None:
    first, again = made(SMALL), made(SMALL)
    assert first == again
    assert b"Date" not in first
    assert made(SMALL, names=("other",)) != first


@pytest.mark.usefixtures("theme")
@for_each("paper, size", (A4, b"595.0"), (LETTER, b"612.0"))
def test_pdf_has_the_chosen_paper_size(paper: str, size: bytes) -> None:
    assert b"/MediaBox [0 0 " + size in made(SMALL, paper=paper)


def test_lines_do_not_break_inside_percent_encoded_bytes(theme: Theme) -> None:
    pack = read_pack(
        HEAD + '[[item]]\nid = "x"\nkind = "target"\nbase = "http://a.test/"\n'
        f'reference = "{LONG}{"a" * 90}\u202e%41{"b" * 90}%C3%A9"\n'
    )
    (batch,) = sheet_parts(SheetRequest(pack, ("a",), has_names=True))
    writer = QPdfWriter(QBuffer())
    for width in range(3_000, 9_000, 700):
        text = PaperText(writer, batch.rows[0].rows[0], "")
        text.setTextWidth(width)
        lines = [line.replace("\u200b", "") for line in lines_of(text)]
        assert any("\u2039U+202E\u203a" in line for line in lines)
        for line in lines:
            assert not re.search("%.?$", line)
            assert line.count("\u2039") == line.count("\u203a")
    assert theme.name


def lines_of(text: PaperText) -> Iterator[str]:
    text.size()  # triggers the layout
    block = text.begin()
    while block.isValid():
        layout = block.layout()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            yield block.text()[line.textStart() : line.textStart() + line.textLength()]
        block = block.next()


@pytest.mark.usefixtures("theme")
def test_very_long_name_leaves_room_for_questions() -> None:
    found = pdf_text(made(LONG_PAGE, names=("name " * 5_000,)))
    assert 5 < len(found.pages) < 15
    assert [at for at in range(150) if f"<i>{at};" not in found.whole] == []
    assert bare("End of the questions. Question 1 is the last one.") in found.pages[-1]


@pytest.mark.usefixtures("theme")
def test_hebrew_link_is_laid_out_left_to_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sheet_file_module, "visible", str
    )  # otherwise missing glyphs are replaced by names
    text = PaperText(QPdfWriter(QBuffer()), "<tr><td><code>\u05d0\u05d1/x</code></td></tr>")
    block, found = text.begin(), set()
    while block.isValid():
        found.add(block.textDirection())
        block = block.next()
    assert found == {Qt.LayoutDirection.LeftToRight}


def test_pdf_is_the_same_in_every_theme(qapp: QApplication) -> None:
    found = set()
    for name in ("light", "dark"):
        theme.use(name)
        theme.dress(qapp)
        found.add(made(EVERY_KIND, names=NAMES[:1]))
    assert len(found) == 1


def test_pdf_loads_no_files(qapp: QApplication, tmp_path: Path) -> None:
    image = tmp_path / "x.png"
    QImage(9, 9, QImage.Format.Format_RGB32).save(str(image))
    text = PaperText(QPdfWriter(QBuffer()), f'<tr><td><img src="{image}"></td></tr>', "")
    kind = QTextDocument.ResourceType.ImageResource.value
    assert text.resource(kind, QUrl.fromLocalFile(str(image))) is None
    assert qapp is not None


def test_item_without_a_question_is_reported() -> None:
    pack = read_pack(
        HEAD + '[[item]]\nid = "none"\nkind = "target"\nbase = ["http://a.test/"]\n'
        'reference = ["g"]\nabout = ["kept-base-query"]\n'
    )
    (batch,) = sheet_parts(SheetRequest(pack, ("a", "b"), has_names=True))
    assert batch.rows == [UndrawnItem("none")]


# The dialog.


@pytest.fixture
def dialog(window: Window, tmp_path: Path) -> Iterator[ClassSheets]:
    window.show()
    made_dialog = ClassSheets(window, SMALL)
    made_dialog.ask_file = lambda _title, name, ending: str(tmp_path / f"{name}.{ending}")
    made_dialog.open()
    yield made_dialog
    made_dialog.job.close()
    window.pages.stop()


def finish(qtbot: QtBot, dialog: ClassSheets) -> None:
    qtbot.waitUntil(lambda: not dialog.job.is_busy, timeout=60_000)


def test_class_with_codes_is_saved_as_pdf(
    qtbot: QtBot, dialog: ClassSheets, tmp_path: Path
) -> None:
    dialog.chosen.count.setValue(3)
    dialog.save(PDF)
    assert not dialog.as_pdf.isEnabled()
    finish(qtbot, dialog)
    (file,) = tmp_path.iterdir()
    assert file.name == "Links bases 1.pdf"
    assert len(pdf_text(file.read_bytes()).pages) == 3
    assert dialog.words.text() == "Saved as Links bases 1.pdf. 3 students, 3 pages."
    assert dialog.as_pdf.isEnabled()


def test_class_list_is_saved_as_html(qtbot: QtBot, dialog: ClassSheets, tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text("Vorname;Name\nAnn;Lee\nBo;Ray\n", "utf-8")
    dialog.chosen.read_list(str(file))
    assert dialog.chosen.students(SMALL) == ("Lee", "Ray")
    assert dialog.chosen.words.text() == "class.csv: 2 students: Lee \u2026 Ray"
    dialog.key.setCurrentIndex(dialog.key.findData(ALONE))
    dialog.language.setCurrentIndex(dialog.language.findData("de"))
    dialog.save(HTML)
    finish(qtbot, dialog)
    page = (tmp_path / "Links bases 1 answers.html").read_text("utf-8")
    assert page.count('<section class="key">') == 2
    assert "Lee" in page
    assert "Richtige Antworten" in page


@pytest.mark.parametrize(
    ("text", "words"),
    [("1;Ann;Lee\n2;Bob;Ray\n", "Choose the column with the names."), ("", "no students"),
        ("name\nAnn\nAnn\n", "Ann is listed twice"), ("PK\x03\x04", "this is a spreadsheet")],
)  # fmt: skip
def test_class_list_without_students_is_reported(
    dialog: ClassSheets, tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "class.csv"
    file.write_text(text, "utf-8")
    dialog.chosen.read_list(str(file))
    assert words in dialog.chosen.words.text()
    assert dialog.chosen.students(SMALL) == ()
    assert not dialog.as_pdf.isEnabled()


def test_unreadable_class_list_clears_the_students(dialog: ClassSheets, tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text("Vorname;Name\nAnn;Lee\nBo;Ray\n", "utf-8")
    dialog.chosen.read_list(str(file))
    assert dialog.as_pdf.isEnabled()
    dialog.chosen.read_list(str(tmp_path / "none.csv"))
    assert dialog.chosen.words.text().startswith("none.csv: Cannot read the file: ")
    assert dialog.chosen.students(SMALL) == ()
    assert dialog.chosen.column.count() == 1
    assert not dialog.chosen.column.isVisible()
    assert not dialog.as_pdf.isEnabled()


def test_name_column_can_be_chosen(dialog: ClassSheets, tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text("nr;pupil\n1;Lee\n2;Ray\n", "utf-8")
    chosen = dialog.chosen
    chosen.read_list(str(file))
    assert chosen.students(SMALL) == ()
    chosen.column.setCurrentIndex(chosen.column.findData("pupil"))
    chosen.column.activated.emit(0)
    assert chosen.students(SMALL) == ("Lee", "Ray")
    assert dialog.as_pdf.isEnabled()


def test_unwritable_folder_is_reported(qtbot: QtBot, dialog: ClassSheets) -> None:
    dialog.ask_file = lambda *_: "/nowhere/x.pdf"
    dialog.save(PDF)
    finish(qtbot, dialog)
    assert dialog.problem.text() == "Cannot write the file: No such file or directory"
    assert dialog.problem.isVisible()


def test_full_disk_keeps_the_previous_file(
    qtbot: QtBot, dialog: ClassSheets, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Links bases 1.pdf").write_bytes(b"before")

    def full(_path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sheet_file_module, "replacing", full)
    dialog.save(PDF)
    finish(qtbot, dialog)
    assert "No space left on device" in dialog.problem.text()
    assert (tmp_path / "Links bases 1.pdf").read_bytes() == b"before"


def test_cancelled_export_writes_nothing(qtbot: QtBot, dialog: ClassSheets, tmp_path: Path) -> None:
    dialog.chosen.count.setValue(1_000)
    dialog.save(PDF)
    assert dialog.progress.isVisible()
    dialog.progress.cancel.click()
    finish(qtbot, dialog)
    assert dialog.words.text() == "Stopped: no file was written."
    assert list(tmp_path.iterdir()) == []


def test_sheets_use_the_open_pack_or_lesson(window: Window, tmp_path: Path) -> None:
    window.show()
    window.open_workspace("learn")
    page = window.learn_page
    page.open_lesson(3)
    window.menus.actions["sheets"].trigger()
    first = page.findChild(ClassSheets)
    assert first is not None
    pack = lesson_pack("4")
    assert pack is not None
    assert first.job.is_busy is False
    assert any("Merging" in each.text() or pack.title in each.text() for each in labels(first))
    first.close()
    file = tmp_path / "x.toml"
    file.write_text(HEAD + '[[item]]\nid = "a"\nkind = "target"\n', "utf-8")
    page.open_pack(str(file))
    button = next(
        each
        for each in page.pack_view.findChildren(QPushButton)
        if each.text() == "Sheets for a class\u2026"
    )
    button.click()
    second = page.findChildren(ClassSheets)[-1]
    assert any("Links & <bases>/1" in each.text() for each in labels(second))
    second.close()
    window.pages.stop()


def labels(dialog: ClassSheets) -> list[QLabel]:
    return dialog.findChildren(QLabel)
