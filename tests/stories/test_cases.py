"""A mail is triaged by keyboard; if the program is killed, no decision is lost."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from pytestqt.qtbot import QtBot

import uriinspector
from tests.gui.documents.samples import MAIL, column, message_text, source_text, wait
from tests.stories.conftest import Desktop
from uriinspector.documents.cases.link_row import Decision, row_of
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.text.pieces import plain_text

# Opens a mail and decides repeatedly on its links until it is killed; prints each decision after
# its key was handled.
BUSY = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.documents.samples import wait
from uriinspector.gui.storage.profile import profile_at
from uriinspector.gui.theme import theme
from uriinspector.gui.shell.window import Window
application = QApplication([])
folder = Path(sys.argv[1])
theme.use("light")
window = Window(profile_at(folder / "config", folder / "data"))
window.open_workspace("documents")
window.show()
page = window.documents_page
page.open_file(sys.argv[2])
wait(page)
table, step = page.table, 0
while True:
    for word, key in (("malicious", Qt.Key.Key_M), ("ignored", Qt.Key.Key_I)):
        table.setCurrentIndex(table.links.index(0, 0))
        for _ in range(table.links.rowCount()):
            number, step = table.current(), step + 1
            QTest.keyClick(table, Qt.Key.Key_E)
            editor = table.note_editor
            editor.selectAll()
            QTest.keyClicks(editor, f"step {step}")
            QTest.keyClick(editor, Qt.Key.Key_Return)
            application.processEvents()
            QTest.keyClick(table, key)
            print(number, word, step, flush=True)
"""
PAGE = b'<p><a href="https://example.com/a">a</a> <a href="https://one.test@203.0.113.9/">b</a>\n'


def dropped(*files: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(each)) for each in files])
    return data


def opened(desktop: Desktop, *files: Path) -> DocumentsPage:
    window = desktop.start()
    window.open_workspace("inspect")
    desktop.drop(dropped(*files))
    wait(window.documents_page)
    return window.documents_page


def settled(qtbot: QtBot, page: DocumentsPage) -> None:
    """Wait until everything is read, sorted and stored in the case file."""
    wait(page)
    qtbot.waitUntil(lambda: page.case_storage.is_idle)


def write(qtbot: QtBot, page: DocumentsPage, note: str, key: Qt.Key) -> None:
    """Write a note on the current row, and finish it with a key."""
    qtbot.keyClick(page.table, Qt.Key.Key_E)
    assert page.table.note_editor
    page.table.note_editor.insert("\u202e")  # as if pasted
    qtbot.keyClicks(page.table.note_editor, note)
    qtbot.keyClick(page.table.note_editor, key)
    qtbot.waitUntil(lambda: page.table.note_editor is None)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_case_is_reopened_after_a_kill(qtbot: QtBot, desktop: Desktop, tmp_path: Path) -> None:
    mail = tmp_path / "invoice.eml"
    mail.write_bytes(MAIL)
    window = subprocess.Popen(
        [sys.executable, "-c", BUSY, str(tmp_path), str(mail)], stdout=subprocess.PIPE, text=True
    )
    assert window.stdout
    lines = [window.stdout.readline() for _ in range(10)]
    window.send_signal(signal.SIGKILL)
    lines += window.stdout.read().splitlines(keepends=True)
    window.wait()
    window.stdout.close()
    mail.unlink()
    done = [line.split() for line in lines if line.endswith("\n")]
    last = {int(number): (word, int(step)) for number, word, step in done}

    again = desktop.start()
    again.open_workspace("documents")
    page = again.documents_page
    assert "Unsaved case: invoice.eml" in page.strip.words.text()
    qtbot.keyClick(page.strip.does, Qt.Key.Key_Space)
    settled(qtbot, page)
    links = uriinspector.scan(MAIL, name="invoice.eml").links
    assert list(page.case.rows) == [row_of(link, 0) for link in links]
    assert len(done) > len(links)
    # Steps after the last printed line may be stored too, but none before it may be missing.
    for number, (word, step) in last.items():
        mark, note = page.case.decision(number)
        assert int(note.removeprefix("step ")) in {step, step + len(links)}
        assert mark == word or int(note.removeprefix("step ")) >= len(done)
    assert "Not checked: terms.zip" in plain_text(page.header.words.pieces)
    assert "differs" in message_text(page)
    page.table.go(next(at for at, row in enumerate(page.case.rows) if row.value[-5:] == "login"))
    assert "https://b=D0=B0nk.ex=" in source_text(page)


def test_mail_is_triaged_by_keyboard_and_saved(
    qtbot: QtBot, desktop: Desktop, tmp_path: Path
) -> None:
    (tmp_path / "invoice.eml").write_bytes(MAIL)
    page = opened(desktop, tmp_path / "invoice.eml")
    table = page.table
    first, second, third = table.links.order.numbers[:3]
    qtbot.keyClick(table, Qt.Key.Key_M)
    write(qtbot, page, "seen in march", Qt.Key.Key_Return)
    write(qtbot, page, "and more", Qt.Key.Key_Escape)
    qtbot.keyClick(table, Qt.Key.Key_J)
    qtbot.keyClick(table, Qt.Key.Key_B)
    decided = {
        first: Decision("malicious"),
        second: Decision("", "‹U+202E›seen in march"),
        third: Decision("benign"),
    }
    assert page.case.decisions() == decided
    assert column(page, "mark")[:3] == ["malicious", "‹U+202E›seen in march", "benign"]
    qtbot.keyClick(table, Qt.Key.Key_U)
    assert table.current() == third
    assert third not in page.case.decisions()
    qtbot.keyClick(table, Qt.Key.Key_B)
    page.case_commands.ask = lambda *_: str(tmp_path / "march.uricase")
    window = desktop.open_window
    assert window
    window.menus.actions["save_case"].trigger()
    qtbot.waitUntil(lambda: page.strip.words.text() == "Saved as march.uricase.")
    qtbot.keyClick(table, Qt.Key.Key_K)
    decided[table.current()] = Decision("ignored", decided[table.current()].note)
    qtbot.keyClick(table, Qt.Key.Key_I)

    page = opened(desktop, tmp_path / "march.uricase")
    settled(qtbot, page)
    assert page.case.decisions() == decided
    qtbot.waitUntil(lambda: page.case_commands.status() == "Saved in march.uricase")
    assert list((tmp_path / "data" / "cases").iterdir()) == []
