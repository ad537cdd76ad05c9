"""Ways in which a link enters the program: typed, pasted, dropped, from an image or a file."""

import gzip
import lzma
from pathlib import Path
from time import process_time

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QClipboard, QGuiApplication, QImage, QTextCursor
from pytestqt.qtbot import QtBot

from tests.documents.samples import patterns
from tests.gui.codes import picture_of_code
from tests.stories.conftest import Desktop
from uriinspector.gui.shell.window import Window

CONTROL = Qt.KeyboardModifier.ControlModifier
# Qt 6.12 accepts the position as QPointF, 6.11 only as QPoint.
EVIL = '<p>Pay <a href="https://evil.test/login">https://bank.test/login</a></p>'


def text(window: Window) -> str:
    return window.inspect_page.editor.text()


def notice(window: Window) -> str:
    strip = window.inspect_page.strip
    return strip.words.text() if strip.isVisible() else ""


def headline(window: Window) -> str:
    assert window.inspect_page.inspection
    return window.inspect_page.inspection.verdict.headline


def carried(**formats: str | bytes) -> QMimeData:
    data = QMimeData()
    names = {"text": "text/plain", "html": "text/html", "places": "text/uri-list"}
    for name, value in formats.items():
        data.setData(names[name], value.encode() if isinstance(value, str) else value)
    return data


def place_of(file: Path) -> str:
    """Return the URL of a file as a file manager passes it."""
    return bytes(QUrl.fromLocalFile(str(file)).toEncoded().data()).decode()


def test_link_is_judged_while_typing(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    seen = []
    for key in "http://a@10.1/":
        qtbot.keyClicks(window.inspect_page.editor, key)
        assert text(window) == "http://a@10.1/"[: len(text(window))]
        seen.append(headline(window))
    assert seen[0] == "Incomplete link: where it goes depends on the page it is on"
    assert seen[-1] == "Goes to 10.0.0.1 (a device on the local network)"
    assert window.profile.history.entries() == []
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Return)
    assert [entry.text for entry in window.profile.history.entries()] == ["http://a@10.1/"]


def test_typed_text_enters_the_history_after_two_seconds(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    qtbot.keyClicks(window.inspect_page.editor, "a:b")
    assert window.profile.history.entries() == []
    qtbot.waitUntil(lambda: len(window.profile.history.entries()) == 1, timeout=4_000)


def test_pasted_plain_text_is_judged(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    QGuiApplication.clipboard().setText("http://a/\u202e")
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_V, CONTROL)
    assert (text(window), notice(window)) == ("http://a/\u202e", "")
    assert len(window.profile.history.entries()) == 1


def test_pasted_text_with_a_hidden_link_is_reported(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    data = carried(text="https://bank.test/login", html=EVIL)
    QGuiApplication.clipboard().setMimeData(data)
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_V, CONTROL)
    assert text(window) == "https://bank.test/login"
    assert notice(window) == "This text contains a hidden link to evil.test."
    assert window.inspect_page.strip.property("severity") == "high"
    qtbot.mouseClick(window.inspect_page.strip.does, Qt.MouseButton.LeftButton)
    assert (text(window), notice(window)) == ("https://evil.test/login", "")
    window.inspect_page.editor.undo()
    assert text(window) == "https://bank.test/login"


SEVERAL = (
    "See http://a.test/, or <http://www.paypal.com@b.test/x>.",
    "http://a.test/\nhttp://www.paypal.com@b.test/x\n",
    "10:00 GET http://a.test/ 200\r\n10:01 GET http://www.paypal.com@b.test/x 302",
    "hxxp://a[.]test/, hxxp://www.paypal[.]com@b[.]test/x",
    '<a href="http://a.test/">a</a><a href="http://www.paypal.com@b.test/x">b</a>',
)


@pytest.mark.parametrize("several", SEVERAL)
@pytest.mark.parametrize("way", ["drop", "paste", "paste_whole"])
def test_several_links_open_in_documents_worst_first(
    qtbot: QtBot, desktop: Desktop, several: str, way: str
) -> None:
    window = desktop.start()
    if way == "drop":
        desktop.drop(carried(text=several))
    else:
        QGuiApplication.clipboard().setText(several)
        window.menus.actions[way].trigger()
    page = window.documents_page
    assert window.pages.shown() is page
    qtbot.waitUntil(lambda: page.is_settled() and page.table.model().rowCount() == 2)
    assert text(window) == ""
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert "@b" in text(window)
    inspection = window.inspect_page.inspection
    assert inspection is not None
    assert inspection.verdict.severity == "high"
    window.open_workspace("documents")
    qtbot.mouseClick(page.strip.does, Qt.MouseButton.LeftButton)
    assert text(window) == several


def test_links_pasted_into_a_text_are_offered(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    window.show_text("x")
    QGuiApplication.clipboard().setText(" http://a.test/ http://b.test/")
    window.inspect_page.editor.moveCursor(QTextCursor.MoveOperation.End)
    window.inspect_page.editor.paste()
    assert text(window) == "x http://a.test/ http://b.test/"
    assert notice(window) == "This text contains 2 links."
    QGuiApplication.clipboard().setText("other")
    qtbot.mouseClick(window.inspect_page.strip.does, Qt.MouseButton.LeftButton)
    page = window.documents_page
    qtbot.waitUntil(lambda: page.is_settled() and page.table.model().rowCount() == 2)


def test_log_line_is_judged_by_its_only_link(desktop: Desktop) -> None:
    window = desktop.start()
    QGuiApplication.clipboard().setText("2026-11-22 10:00:00 GET http://10.0.0.1/x 200 -")
    window.inspect_page.editor.paste()
    assert headline(window) == "Goes to 10.0.0.1 (a device on the local network)"


def test_copied_link_is_offered_if_enabled(
    qtbot: QtBot, desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QClipboard, "ownsClipboard", lambda _clipboard: False)
    window = desktop.start()
    QGuiApplication.clipboard().setText("http://a.test/")
    assert notice(window) == ""
    window.profile.settings.set("clipboard", True)
    QGuiApplication.clipboard().setText("no link")
    assert notice(window) == ""
    QGuiApplication.clipboard().setText("http://b.test/")
    assert notice(window) == "The clipboard contains a link to b.test."
    assert text(window) == ""
    qtbot.mouseClick(window.inspect_page.strip.does, Qt.MouseButton.LeftButton)
    assert text(window) == "http://b.test/"


def test_dropped_text_replaces_the_link(desktop: Desktop) -> None:
    window = desktop.start()
    window.show_text("old:")
    desktop.drop(carried(text="http://a/", html=EVIL.replace("bank.test/login", "evil.test/login")))
    assert (text(window), notice(window)) == ("http://a/", "")


def test_dropped_shortcut_file_shows_its_link(desktop: Desktop, tmp_path: Path) -> None:
    file = tmp_path / "Offer 50%.url"
    file.write_bytes(b"[InternetShortcut]\r\nURL=http://evil.test/?a=%20b\r\n")
    window = desktop.start()
    desktop.drop(carried(places=place_of(file)))
    assert text(window) == "http://evil.test/?a=%20b"


@pytest.mark.parametrize(
    "place", ["file://host.test/share/a.url", "file:////host.test/share/a.url"]
)
def test_file_url_of_another_machine_is_treated_as_text(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    window = desktop.start()
    monkeypatch.setattr(
        "uriinspector.gui.transfer.small_files._read_local",
        lambda path: pytest.fail(f"asked {path}"),
    )
    desktop.drop(carried(places=place))
    assert text(window) == place
    assert notice(window).startswith("Network files are never opened")


def test_pasted_image_is_read(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    QGuiApplication.clipboard().setImage(picture_of_code("http://evil.test/ü"))
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_V, CONTROL)
    assert notice(window) == "Loading the image…"
    qtbot.waitUntil(lambda: text(window) == "http://evil.test/ü", timeout=20_000)
    assert notice(window) == "Read from the QR code in the image."


def test_text_typed_while_an_image_is_read_stays(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    QGuiApplication.clipboard().setImage(picture_of_code("http://evil.test/ü"))
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_V, CONTROL)
    qtbot.keyClicks(window.inspect_page.editor, "http://typed.test/")
    assert not window.inspect_page.paste_and_drop.picture_job.is_busy
    assert (text(window), notice(window)) == ("http://typed.test/", "")


def test_image_full_of_patterns_does_not_freeze_the_window(
    qtbot: QtBot, desktop: Desktop, tmp_path: Path
) -> None:
    window = desktop.start()
    file = tmp_path / "patterns.png"
    patterns(1_400).save(file)
    before = process_time()
    desktop.drop(carried(places=place_of(file)))
    assert notice(window) == "Loading the image…"
    qtbot.waitUntil(lambda: notice(window).startswith("No QR code found"), timeout=60_000)
    assert process_time() - before < 2


def test_image_without_a_qr_code_is_reported(
    qtbot: QtBot, desktop: Desktop, tmp_path: Path
) -> None:
    window = desktop.start()
    file = tmp_path / "holiday.png"
    picture = QImage(60, 60, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    assert picture.save(str(file))
    desktop.drop(carried(places=place_of(file)))
    qtbot.waitUntil(lambda: notice(window).startswith("No QR code found"), timeout=20_000)
    assert text(window) == ""


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [("a.txt", b"", "The file is empty"), ("gone.txt", None, "Cannot read")],
)
def test_unreadable_file_is_explained(
    desktop: Desktop, tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    window = desktop.start()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    desktop.drop(carried(places=place_of(tmp_path / name)))
    assert words in notice(window)


@pytest.mark.parametrize(
    ("name", "content"),
    [("long.txt", b"http://a.test/ " * 7_000), ("packed.txt.gz", gzip.compress(b"http://a.test/")),
        ("no-ending", lzma.compress(b"http://a.test/"))],
    ids=["long", "gzip", "xz"],
)  # fmt: skip
def test_file_that_is_not_one_link_opens_in_documents(
    qtbot: QtBot, desktop: Desktop, tmp_path: Path, name: str, content: bytes
) -> None:
    window = desktop.start()
    (tmp_path / name).write_bytes(content)
    desktop.drop(carried(places=place_of(tmp_path / name)))
    page = window.documents_page
    assert window.pages.shown() is page
    qtbot.waitUntil(lambda: page.is_settled() and page.table.model().rowCount() > 0, timeout=20_000)
    assert text(window) == ""


def test_unreadable_dropped_data_is_explained(qtbot: QtBot, desktop: Desktop) -> None:
    window = desktop.start()
    data = QMimeData()
    data.setData("application/x-thing", b"?")
    desktop.drop(data)
    assert notice(window).startswith("Nothing to read here")
    qtbot.keyClick(window.inspect_page.strip.close_button, Qt.Key.Key_Escape)
    assert notice(window) == ""
