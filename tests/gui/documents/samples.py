"""A multipart mail for the documents workspace, and helpers that read the page."""

import time
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import LINKS, MESSAGE, SOURCE

MAIL = """\
From: "Bank Service" <mail@news.example>
Reply-To: <x@b\u0430nk.example>
To: you@work.example
Subject: Invoice overdue
Authentication-Results: mx.example; spf=pass
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"
Content-Base: https://mail.example/news/2026/

--b
Content-Type: text/plain; charset=utf-8

See https://bank.example/ today.

--b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<base href=3D"https://mail.example/news/">
<p>Dear customer,</p>
<a href=3D"https://b=D0=B0nk.ex=
ample/login">https://www.bank.example/</a>
<form action=3D"http://bank.example@203.0.113.9/x"></form>
<img src=3D"../img/logo.png"><a href=3D"../img/logo.png">again</a>
<a href=3D"mailto:help@news.example">=3D1+1</a>

--b
Content-Type: application/zip; name="terms.zip"
Content-Transfer-Encoding: base64

UEsDBBQAAQAAAAAA
--b--
""".encode()
PAGE = b'<a href="http://one.example/a">a</a>\n<a href="http://one.example/b">b</a>\n'
LIMIT = 30


def wait(page: DocumentsPage) -> None:
    """Wait until all files are read and sorted."""
    end = time.monotonic() + LIMIT
    while not page.is_settled():
        assert time.monotonic() < end
        QCoreApplication.processEvents()
        time.sleep(0.005)


def settle(page: DocumentsPage) -> None:
    """Wait until all files are read, sorted and written to the case file."""
    wait(page)
    page.case_commands.finish()


def open_files(page: DocumentsPage, folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into the folder and open them together."""
    for name, octets in files.items():
        (folder / name).write_bytes(octets)
    page.open_files([str(folder / name) for name in files])
    settle(page)


def column(page: DocumentsPage, name: str) -> list[str]:
    """Return the texts of a table column, top to bottom."""
    model = page.table.links
    at = [cell.name for cell in model.cells].index(name)
    return [model.index(row, at).data() for row in range(model.rowCount())]


def show_links(page: DocumentsPage) -> None:
    """Show the tab of links, as Alt+3 does."""
    page.reader.show_tab(LINKS)


def message_text(page: DocumentsPage) -> str:
    """Return the rows that the reader shows for the selected message or file."""
    page.reader.show_tab(MESSAGE)
    return "\n".join(line.row.spoken for line in page.reader.message.rows.lines)


def source_text(page: DocumentsPage) -> str:
    """Return the source lines around the selected link, or the reason why there are none."""
    page.reader.show_tab(SOURCE)
    settle(page)
    page.reader.source.show_form(is_hex=False)
    canvas = page.reader.source.canvas
    return canvas.problem or canvas.text()


def marked_octets(page: DocumentsPage) -> bytes:
    """Return the bytes selected in the source view."""
    page.reader.show_tab(SOURCE)
    return page.reader.source.canvas.octets()
