"""Documents are dropped or pasted, triaged by keyboard, and fixed."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.documents.mails import message
from tests.gui.documents.samples import MAIL, PAGE, column, source_text, wait
from tests.stories.conftest import Desktop
from uriinspector.gui.text.pieces import plain_text


def carried(*files: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(each)) for each in files])
    return data


def test_dropped_multipart_mail_is_listed(desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    made = message("quoted-printable", "utf-8", "é€😀")
    (tmp_path / "m.eml").write_bytes(made.octets)
    desktop.drop(carried(tmp_path / "m.eml"))
    page = window.documents_page
    wait(page)
    assert window.pages.currentWidget() is page
    assert [row.value for row in page.case.rows] == made.values
    assert column(page, "value").count("http://b.test/0") == 1


def test_mail_is_triaged_by_keyboard(qtbot: QtBot, desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    desktop.drop(carried(tmp_path / "invoice.eml"))
    page = window.documents_page
    wait(page)
    qtbot.waitUntil(page.files.table.hasFocus)
    qtbot.keyClick(page.files.table, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert page.table.hasFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_M)
    qtbot.keyClick(page.table, Qt.Key.Key_J)
    number = page.table.current()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.inspect_page
    assert window.inspect_page.editor.text() == page.case.rows[number].value
    window.open_workspace("documents")
    assert list(page.case.marks.values()) == ["malicious"]
    qtbot.keyClick(page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert window.pages.currentWidget() is window.resolve_page
    assert window.resolve_page.reference.text() == page.case.rows[number].value
    assert window.resolve_page.base.text() == page.case.rows[number].base


def test_changing_the_language_keeps_the_rows(desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    desktop.drop(carried(tmp_path / "invoice.eml"))
    wait(window.documents_page)
    count = len(window.documents_page.case.rows)
    window.profile.settings.set("language", "de")
    assert len(column(window.documents_page, "value")) == count > 0
    assert "Nicht geprüft" in window.documents_page.header.words.accessibleName()


def test_pasted_message_is_listed_with_its_source(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    window.open_workspace("documents")
    page = window.documents_page
    QGuiApplication.clipboard().setText(MAIL.decode())
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    wait(page)
    assert plain_text(page.header.words.pieces).startswith("pasted message   message · 7 links")
    assert page.reader.message.isVisible()
    assert "https://b=D0=B0nk.ex=\n" in source_text(page)
    page.adding.pasted.click()
    wait(page)
    assert [head.name for head in page.case.heads] == ["pasted message"]
    assert page.strip.words.text() == "This text was already pasted."
    QGuiApplication.clipboard().setText(MAIL.decode() + "\n")
    page.adding.pasted.click()
    wait(page)
    assert [head.name for head in page.case.heads] == ["pasted message", "pasted message 2"]
    assert len(page.case.rows) == 14


def test_dropped_selection_of_a_page_opens_in_documents(desktop: Desktop) -> None:
    window = desktop.start()
    data = QMimeData()
    data.setHtml(PAGE.decode())
    data.setText("a b")
    desktop.drop(data)
    wait(window.documents_page)
    assert window.pages.currentWidget() is window.documents_page
    assert [row.value for row in window.documents_page.case.rows] == [
        "http://one.example/a",
        "http://one.example/b",
    ]


def test_several_dropped_files_open_in_documents(desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    window.open_workspace("resolve")
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_bytes(PAGE)
    desktop.drop(carried(tmp_path / "a.html", tmp_path / "b.html"))
    wait(window.documents_page)
    assert [head.name for head in window.documents_page.case.heads] == ["a.html", "b.html"]


def test_dropped_folder_opens_in_documents(desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "m.eml").write_bytes(MAIL)
    desktop.drop(carried(tmp_path / "mails"))
    wait(window.documents_page)
    assert [head.name for head in window.documents_page.case.heads] == ["m.eml"]


def test_link_pasted_in_documents_is_inspected(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    window.open_workspace("documents")
    QGuiApplication.clipboard().setText("http://a.test/")
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentWidget() is window.inspect_page
    assert window.inspect_page.editor.text() == "http://a.test/"
    assert window.documents_page.case.heads == []


def test_page_is_reviewed_and_fixed_by_keyboard(
    qtbot: QtBot, desktop: Desktop, tmp_path: Path
) -> None:
    """The page is dropped, reviewed with one choice and one skipped change, and written in
    place.
    """
    window = desktop.start()
    file = tmp_path / "shop.html"
    old = b'<!doctype html>\n<a href="a b">1</a>\n<a href="/%zz">2</a>\n<a href="c|d">3</a>\n'
    file.write_bytes(old)
    desktop.drop(carried(file))
    page = window.documents_page
    wait(page)
    qtbot.keyClick(page.table, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    review = page.fix_review.page
    assert review is not None
    qtbot.waitUntil(lambda: review.is_settled)
    assert review.list.hasFocus()
    qtbot.keyClick(review.list, Qt.Key.Key_J)
    qtbot.keyClick(review.list, Qt.Key.Key_C)
    qtbot.keyClick(review.list, Qt.Key.Key_J)
    qtbot.keyClick(review.list, Qt.Key.Key_Space)
    qtbot.keyClick(review.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(review.list, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert review.summary.text() == "2 of 3 links to change"
    review.write_in_place()
    assert review.sheet is not None
    qtbot.keyClick(review.sheet.accepting, Qt.Key.Key_Return)
    qtbot.waitUntil(page.is_settled)
    assert file.read_bytes() == old.replace(b"a b", b"a%20b").replace(b"%zz", b"%25zz")
    assert (tmp_path / "shop.html.bak").read_bytes() == old
    qtbot.keyClick(review.list, Qt.Key.Key_Escape)
    assert [row.value for row in page.case.rows] == ["a%20b", "/%25zz", "c|d"]
