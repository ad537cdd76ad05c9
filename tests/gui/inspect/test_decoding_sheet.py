"""Part of a link is decoded by hand, edited, and encoded again."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.core.model import Span
from uriinspector.gui.inspect.decoding_sheet import DecodingSheet, content_of, moves_components
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import plain_text

HELLO = "eJzLSM3JyQcABiwCFQ%3D%3D"
LINK = f"https://a.example/x?d={HELLO}&e=1#f"
AT = Span(LINK.index(HELLO), LINK.index("&e"))


def opened(window: Window, text: str = LINK, span: Span = AT) -> DecodingSheet:
    """Open the sheet with the menu command."""
    window.show()
    window.show_text(text)
    window.inspect_page.editor.select(*span)
    window.menus.actions["decode"].trigger()
    (sheet,) = window.findChildren(DecodingSheet)
    return sheet


def decode(sheet: DecodingSheet, *names: str) -> None:
    for name in names:
        sheet.codings.setCurrentIndex(sheet.codings.findData(name))
        sheet.decode.click()


def test_edited_selection_is_applied_as_one_undo_step(window: Window) -> None:
    sheet = opened(window)
    decode(sheet, "percent", "base64", "zlib")
    assert sheet.field.text() == "hello"
    assert not sheet.apply.isEnabled()
    sheet.field.set_text("goodbye")
    sheet.apply.click()
    editor = window.inspect_page.editor
    text = editor.text()
    assert text.startswith("https://a.example/x?d=eJ")
    assert text.endswith("&e=1#f")
    assert editor.selected() == Span(AT.start, len(text) - len("&e=1#f"))
    editor.undo()
    assert editor.text() == LINK


def test_every_decoding_stage_can_be_copied(window: Window) -> None:
    sheet = opened(window)
    decode(sheet, "percent", "base64", "zlib")
    copies = []
    for number in range(sheet.stages.lazy.rowCount()):
        sheet.stages.setCurrentIndex(sheet.stages.lazy.index(number, 0))
        sheet.copy.click()
        copies.append(QGuiApplication.clipboard().text())
    assert copies == [
        HELLO,
        "eJzLSM3JyQcABiwCFQ==",
        "789ccb48cdc9c907000 62c0215".replace(" ", ""),
        "hello",
    ]


def test_undoing_a_decoding_reencodes_the_edited_text(window: Window) -> None:
    sheet = opened(window, "https://a.example/?d=a%2520b", Span(21, 28))
    decode(sheet, "percent", "percent")
    assert sheet.field.text() == "a b"
    sheet.field.set_text("a c")
    sheet.undo.click()
    assert sheet.field.text() == "a%20c"
    sheet.undo.click()
    assert sheet.field.text() == "a%2520c"
    assert not sheet.undo.isEnabled()


def test_binary_content_is_edited_as_hex(window: Window) -> None:
    sheet = opened(window, "https://a.example/?d=_-4", Span(21, 24))
    decode(sheet, "base64")
    assert sheet.field.text() == "ffee"
    sheet.field.set_text("ffe")
    assert not sheet.apply.isEnabled()
    assert sheet.warning.text()
    sheet.field.set_text("ffff")
    assert sheet.written == "__8"
    assert sheet.warning.text() == ""


@for_each(
    "text, span, new, moves",
    (LINK, AT, "x", False), (LINK, AT, "", False), (LINK, AT, "a&b=c", False),
    (LINK, AT, "a#b", True),
    ("https://a.example/b", Span(18, 19), "c?d", True),
    ("https://a.example/b", Span(8, 9), "x", False),
    ("https://a.example/b", Span(8, 9), "x/", True),
    ("https://a.example/b", Span(8, 9), "u@", True),
    ("https://a.example/b", Span(0, 5), "http", False),
    ("https://a.example/b", Span(0, 19), "mailto:x", False),
    ("a/b", Span(0, 1), "x:y", True),
)  # fmt: skip
def test_edits_that_move_components_are_detected(
    text: str, span: Span, new: str, moves: bool
) -> None:
    assert moves_components(text, span, new, "2005") is moves


def test_sheet_warns_about_moved_components(window: Window) -> None:
    sheet = opened(window, "https://a.example/b", Span(18, 19))
    sheet.field.set_text("b?c")
    assert "other components" in sheet.warning.text()
    assert sheet.apply.isEnabled()


def test_enter_applies_the_edit(qtbot: QtBot, window: Window) -> None:
    sheet = opened(window, "https://a.example/b", Span(18, 19))
    sheet.field.set_text("c")
    qtbot.keyClick(sheet.field, Qt.Key.Key_Return)
    assert window.inspect_page.editor.text() == "https://a.example/c"


def test_decoding_without_selection_shows_a_notice(window: Window) -> None:
    window.show()
    window.show_text(LINK)
    window.menus.actions["decode"].trigger()
    assert window.findChildren(DecodingSheet) == []
    assert window.inspect_page.strip.isVisible()


def test_decode_request_from_a_pane_opens_its_span(window: Window) -> None:
    window.show()
    window.show_text("https://a.example/?d=aGVsbG8gd29ybGQ")
    window.inspect_page.selection.decode_requested.emit(Span(21, 36))
    (sheet,) = window.findChildren(DecodingSheet)
    assert sheet.chain.text == "aGVsbG8gd29ybGQ"


def test_invisible_characters_are_not_shown_raw(window: Window) -> None:
    sheet = opened(window, "https://a.example/?d=%E2%80%AEx", Span(21, 31))
    decode(sheet, "percent")
    shown = [plain_text(row.shown) for row in sheet.stages.lazy.rows]
    assert not any("\u202e" in each for each in [*shown, sheet.replacement.accessibleName()])


@for_each("octets", b"", b"a", b"\xff", b"\xed\xa0\x80", b"\0\n")
def test_content_of_any_bytes_round_trips(octets: bytes) -> None:
    content = content_of(octets)
    assert content.octets(content.text) == octets
