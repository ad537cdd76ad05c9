"""A mail is dropped, gone through by keys alone, and one of its links opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QUrl

from tests.documents.mails import message
from tests.gui.documents.samples import MAIL, column, wait

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.stories.conftest import Desktop


def carried(*files: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(each)) for each in files])
    return data


def test_a_mail_of_several_parts_is_dropped(desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    made = message("quoted-printable", "utf-8", "é€😀")
    (tmp_path / "m.eml").write_bytes(made.octets)
    desktop.drop(carried(tmp_path / "m.eml"))
    page = window.documents_page
    wait(page)
    assert window.pages.currentWidget() is page
    assert [row.value for row in page.case.rows] == made.values
    assert column(page, "value").count("http://b.test/0") == 1


def test_triage_by_keys_alone(qtbot: QtBot, desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    desktop.drop(carried(tmp_path / "invoice.eml"))
    page = window.documents_page
    wait(page)
    assert page.table.hasFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_M)
    qtbot.keyClick(page.table, Qt.Key.Key_J)
    number = page.table.current()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.inspect_page
    assert window.inspect_page.editor.text() == page.case.rows[number].value
    window.open_workspace("documents")
    assert list(page.case.marks.values()) == ["malicious"]


def test_another_language_keeps_what_was_read(desktop: Desktop, tmp_path: Path) -> None:
    window = desktop.start()
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    desktop.drop(carried(tmp_path / "invoice.eml"))
    wait(window.documents_page)
    count = len(window.documents_page.case.rows)
    window.desk.settings.set("language", "de")
    assert len(column(window.documents_page, "value")) == count > 0
    assert "Nicht untersucht" in window.documents_page.header.words.accessibleName()
