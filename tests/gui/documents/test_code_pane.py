"""A link that was read from a code: its picture, the outline, and what is said without one."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.documents.samples import code, picture
from tests.gui.documents.samples import MAIL, column, wait
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import LINKS, MESSAGE, PICTURE
from uriinspector.gui.shell.window import Window

QR = "http://xn--bnk-6cd.example/qr"
POSTER = (
    b'--b\nContent-Type: image/png; name="poster.png"\nContent-Transfer-Encoding: base64\n\n'
    + base64.encodebytes(picture(text=QR))
    + b"--b--\n"
)


@pytest.fixture
def page(window: Window, tmp_path: Path) -> Iterator[DocumentsPage]:
    (tmp_path / "m.eml").write_bytes(MAIL.replace(b"--b--\n", POSTER))
    window.show()
    window.open_workspace("documents")
    window.documents_page.open_file(str(tmp_path / "m.eml"))
    wait(window.documents_page)
    yield window.documents_page
    window.documents_page.close()


def choose(page: DocumentsPage, value: str) -> None:
    page.table.go(next(n for n, row in enumerate(page.case.rows) if row.value == value))


def words(page: DocumentsPage) -> str:
    return page.reader.picture.words.text()


def test_the_picture_and_the_outline_of_its_code_are_shown(
    qtbot: QtBot, page: DocumentsPage
) -> None:
    assert "code" in column(page, "element")
    choose(page, QR)
    assert page.reader.bar.tab == PICTURE
    assert words(page) == "Loading the image…"
    qtbot.waitUntil(lambda: words(page).startswith("QR code at "))
    size = code(QR).size
    assert words(page).endswith(f" in an image of {size[0]} by {size[1]} pixels")
    canvas = page.reader.picture.canvas
    assert canvas.accessibleName() == words(page)
    outline, room = canvas.outline().boundingRect(), canvas.room()
    assert room.contains(outline)
    assert outline.width() > room.width() / 2
    assert canvas.rect().contains(room.toAlignedRect())


def test_only_a_link_from_a_code_has_a_picture(page: DocumentsPage) -> None:
    choose(page, QR)
    choose(page, "https://bank.example/")
    assert PICTURE not in page.reader.bar.offered
    assert page.reader.bar.tab == MESSAGE
    page.reader.show_tab(LINKS)
    choose(page, QR)
    assert PICTURE in page.reader.bar.offered
    assert page.reader.bar.tab == LINKS


def test_a_picture_of_another_file_is_not_shown(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    (tmp_path / "m.eml").write_bytes(MAIL)
    choose(page, QR)
    qtbot.waitUntil(lambda: "has changed" in words(page))
    (tmp_path / "m.eml").unlink()
    choose(page, "https://bank.example/")
    choose(page, QR)
    qtbot.waitUntil(lambda: "can no longer be read" in words(page))
