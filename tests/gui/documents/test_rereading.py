"""Files read again with an archive password or with another base URL."""

import io
import struct
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, PAGE, column, message_text, open_files, settle
from uriinspector.documents.cases.link_row import NO_BASE, LinkRow
from uriinspector.documents.cases.store import CaseFile
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import MESSAGE
from uriinspector.gui.text.pieces import plain_text

RELATIVE = b'<a href="a/b">x</a><a href="//cdn.example/c">y</a><a href="http://far.example/">z</a>'
SECRET = b"https://inside.example/login\nhttps://inside.example/two\n"


def crypted(octets: bytes, password: bytes, check: int) -> bytes:
    """Encrypt with the traditional ZIP cipher (APPNOTE 6.1)."""
    keys = [0x12345678, 0x23456789, 0x34567890]

    def crc(old: int, octet: int) -> int:
        return zlib.crc32(bytes([octet]), old ^ 0xFFFFFFFF) ^ 0xFFFFFFFF

    def update(octet: int) -> None:
        keys[0] = crc(keys[0], octet)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = crc(keys[2], keys[1] >> 24)

    for octet in password:
        update(octet)
    result = bytearray()
    for octet in bytes(11) + bytes([check]) + octets:
        temp = (keys[2] | 2) & 0xFFFF
        result.append(octet ^ ((temp * (temp ^ 1)) >> 8) & 0xFF)
        update(octet)
    return bytes(result)


def locked_zip(password: bytes) -> bytes:
    """Build an encrypted archive with one text file."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("note.txt", SECRET)
    plain = held.getvalue()
    crc = zlib.crc32(SECRET)
    packed = crypted(SECRET, password, crc >> 24)
    head = struct.pack(
        "<4s5H3I2H", b"PK\x03\x04", 20, 1, 0, 0, 33, crc, len(packed), len(SECRET), 8, 0
    )
    central = struct.pack(
        *("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 1, 0, 0, 33, crc, len(packed), len(SECRET)),
        *(8, 0, 0, 0, 0, 0, 0),
    )
    local = head + b"note.txt" + packed
    central += b"note.txt"
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, len(central), len(local), 0)
    assert plain.startswith(b"PK")
    return local + central + end


def values(page: DocumentsPage) -> list[str]:
    return [row.value for row in page.case.rows]


@pytest.fixture
def archive(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    """A mail, an encrypted archive, and a page."""
    open_files(page, tmp_path, {"a.eml": MAIL, "b.zip": locked_zip(b"1234"), "c.html": PAGE})
    return page


def answer(qtbot: QtBot, page: DocumentsPage, words: str) -> None:
    sheet = page.rereading.sheet
    assert sheet
    sheet.line.setText(words)
    qtbot.keyClick(sheet.line, Qt.Key.Key_Return)
    settle(page)


def test_password_is_requested_until_it_is_correct(qtbot: QtBot, archive: DocumentsPage) -> None:
    before = values(archive)
    sheet = archive.rereading.sheet
    assert sheet
    assert sheet.words.text() == "b.zip is encrypted. The password is not stored."
    assert not sheet.problem.isVisible()
    archive.files.table.let_go()
    settle(archive)
    archive.table.go(len(before) - 1)
    archive.marking._mark(archive.table, "benign")  # noqa: SLF001
    answer(qtbot, archive, "wrong")
    assert values(archive) == before
    again = archive.rereading.sheet
    assert again
    assert again.problem.text() == "This password does not work."
    answer(qtbot, archive, "1234")
    assert archive.rereading.sheet is None
    inside = [row.value for row in archive.case.rows if row.file == 1]
    assert inside == ["https://inside.example/login", "https://inside.example/two"]
    assert archive.case.marks == {len(before) + 1: "benign"}
    assert archive.case.rows[len(before) + 1].value == before[-1]
    archive.undo()
    assert archive.case.marks == {}


def test_decrypted_links_are_saved_in_the_case(qtbot: QtBot, archive: DocumentsPage) -> None:
    archive.table.go(len(archive.case.rows) - 1)
    qtbot.keyClick(archive.table, Qt.Key.Key_M)
    answer(qtbot, archive, "1234")
    settle(archive)
    rows, marks = list(archive.case.rows), dict(archive.case.marks)
    path = archive.case_storage.file
    assert path
    archive.case_commands.new()
    assert b"1234" not in path.read_bytes()
    with closing(CaseFile.open(path)) as case:
        pieces = list(case.contents())
    assert [row for each in pieces if isinstance(each, list) for row in each] == rows
    assert {k: v.mark for k, v in next(e for e in pieces if isinstance(e, dict)).items()} == marks


def test_dismissed_password_prompt_is_not_repeated(qtbot: QtBot, archive: DocumentsPage) -> None:
    sheet = archive.rereading.sheet
    assert sheet
    sheet.reject()
    assert archive.rereading.sheet is None
    assert [each.reason for each in archive.case.heads[1].not_examined] == ["note.txt: encrypted"]
    archive.open_file(archive.case.heads[2].path)
    settle(archive)
    assert archive.rereading.sheet is None
    archive.files.table.password_requested.emit(1)
    answer(qtbot, archive, "1234")
    assert "https://inside.example/two" in values(archive)


def test_password_infected_is_tried_automatically(page: DocumentsPage, tmp_path: Path) -> None:
    open_files(page, tmp_path, {"b.zip": locked_zip(b"infected")})
    assert page.rereading.sheet is None
    assert values(page) == ["https://inside.example/login", "https://inside.example/two"]


def test_known_password_is_tried_on_later_archives(
    qtbot: QtBot, archive: DocumentsPage, tmp_path: Path
) -> None:
    answer(qtbot, archive, "1234")
    open_files(archive, tmp_path, {"d.zip": locked_zip(b"1234")})
    assert archive.rereading.sheet is None
    assert values(archive).count("https://inside.example/two") == 2


@pytest.fixture
def relative(page: DocumentsPage, tmp_path: Path) -> DocumentsPage:
    open_files(page, tmp_path, {"r.html": RELATIVE})
    return page


def by_value(page: DocumentsPage, value: str) -> LinkRow:
    return next(row for row in page.case.rows if row.value == value)


def test_base_url_of_a_page_can_be_set_by_hand(qtbot: QtBot, relative: DocumentsPage) -> None:
    assert by_value(relative, "a/b").site == NO_BASE
    assert [plain_text(e.pieces) for e in relative.parts.facets[0].children] == ["No base URL"]
    bar = relative.reader.bar
    assert bar.place_of(MESSAGE).right() <= bar.width()
    assert bar.place_of(MESSAGE).width() > 0
    assert "No base URL: relative links have no destination." in message_text(relative)
    relative.header.base.click()
    answer(qtbot, relative, "not a base")
    sheet = relative.rereading.sheet
    assert sheet
    assert sheet.problem.text() == "Not an absolute URL: not a base"
    answer(qtbot, relative, " https://bank.example/start/ ")
    assert by_value(relative, "a/b").target == "https://bank.example/start/a/b"
    assert by_value(relative, "//cdn.example/c").target == "https://cdn.example/c"
    words = [plain_text(each.pieces) for each in relative.parts.facets[0].children]
    assert words == ["https://bank.example/start/ (set by hand)"]
    relative.rereading.ask_for_base(0)
    sheet = relative.rereading.sheet
    assert sheet
    assert sheet.line.text() == "https://bank.example/start/"
    answer(qtbot, relative, "")
    assert by_value(relative, "a/b").site == NO_BASE


def test_missing_file_is_not_reread(qtbot: QtBot, relative: DocumentsPage, tmp_path: Path) -> None:
    relative.case_storage.discard()
    (tmp_path / "r.html").unlink()
    relative.rereading.ask_for_base(0)
    answer(qtbot, relative, "https://bank.example/")
    assert relative.strip.words.text() == "The file can no longer be read."
    assert by_value(relative, "a/b").site == NO_BASE


def test_network_path_reference_shows_its_host(relative: DocumentsPage) -> None:
    assert column(relative, "host")[0].startswith("cdn.example")


PLACES = (
    b'<a href="http://intranet/x">a</a><a href="http://printer/y">b</a><a href="http://[/">c</a>'
    b'<a href="https://[/">d</a><a href="http://a b/">d</a>'
    b'<a href="ms-word:ofe|u|x">e</a><a href="#t">f</a>'
)


def test_dotless_hosts_are_sites_and_other_links_show_a_reason(
    page: DocumentsPage, tmp_path: Path
) -> None:
    open_files(page, tmp_path, {"p.html": PLACES})
    shown = [plain_text(each.pieces) for each in page.sites.facets]
    assert sorted(shown) == [
        *("(no valid host)  3", "(same document)  1", "intranet  1", "ms-word:  1"),
        "printer  1",
    ]
