"""Links read from QR codes: the image and the outline of the code."""

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


def test_qr_code_image_is_shown_with_outline(qtbot: QtBot, page: DocumentsPage) -> None:
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


def test_image_tab_is_offered_only_for_links_from_codes(page: DocumentsPage) -> None:
    choose(page, QR)
    choose(page, "https://bank.example/")
    assert PICTURE not in page.reader.bar.offered
    assert page.reader.bar.tab == MESSAGE
    page.reader.show_tab(LINKS)
    choose(page, QR)
    assert PICTURE in page.reader.bar.offered
    assert page.reader.bar.tab == LINKS


def test_image_is_not_shown_after_file_changed_or_vanished(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    (tmp_path / "m.eml").write_bytes(MAIL)
    choose(page, QR)
    qtbot.waitUntil(lambda: "has changed" in words(page))
    (tmp_path / "m.eml").unlink()
    choose(page, "https://bank.example/")
    choose(page, QR)
    qtbot.waitUntil(lambda: "can no longer be read" in words(page))
