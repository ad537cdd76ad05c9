"""Text copied, cut, pasted or dropped: a whole link is copied defanged, a part exactly."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from tests.gui.drag import drop_on
from tests.gui.editor.driver import Keys, check, paste, press
from uriinspector.analysis.defang import defang, refang
from uriinspector.core.model import Span
from uriinspector.gui.editor import uri_edit
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.selection import leaving, to_clipboard

LINK = "http://user@host.example/a"


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_part_of_a_link_is_copied_exactly(editor: UriEdit) -> None:
    editor.set_text(LINK)
    editor.select(12, 24)
    press(editor, Keys.Key_C, ctrl=True)
    assert clipboard() == "host.example"


def test_whole_link_is_copied_defanged(editor: UriEdit) -> None:
    editor.set_text(LINK)
    press(editor, Keys.Key_A, ctrl=True)
    press(editor, Keys.Key_C, ctrl=True)
    assert clipboard() == defang(LINK) == "hxxp://user[@]host[.]example/a"
    assert refang(clipboard()) == LINK


def test_whole_link_is_cut_defanged_and_undo_restores_it(editor: UriEdit) -> None:
    editor.set_text(LINK)
    editor.selectAll()
    press(editor, Keys.Key_X, ctrl=True)
    check(editor, "")
    assert clipboard() == defang(LINK)
    editor.undo()
    check(editor, LINK)


def test_copy_exact_and_copy_defanged(editor: UriEdit) -> None:
    editor.set_text(LINK)
    editor.copy_exact()
    assert clipboard() == LINK
    editor.select(0, 4)
    editor.copy_exact()
    assert clipboard() == "http"
    editor.copy_defanged()
    assert clipboard() == defang(LINK)


def test_defanged_text_is_not_defanged_again(editor: UriEdit) -> None:
    for text in ("hxxps://a[.]example[.]com/x", "see a[.]example"):
        editor.set_text(text)
        editor.copy_defanged()
        assert clipboard() == text
    editor.set_text("hxxps://a[.]example/?u=http://b.example/")
    editor.copy_defanged()
    assert clipboard() == defang(editor.text())


def test_empty_selection_keeps_clipboard_and_text(editor: UriEdit) -> None:
    editor.set_text(LINK)
    to_clipboard("kept")
    press(editor, Keys.Key_C, ctrl=True)
    press(editor, Keys.Key_X, ctrl=True)
    assert clipboard() == "kept"
    check(editor, LINK)


def test_lone_surrogate_is_copied_as_replacement_character(editor: UriEdit) -> None:
    editor.set_text("a\ud800b c")
    editor.select(0, 3)
    editor.copy()
    assert clipboard() == "a\ufffdb"


def test_huge_text_is_copied_in_full(small: UriEdit) -> None:
    text = "http://host.example/" + "x" * 30
    small.set_text(text)
    small.selectAll()
    small.copy()
    assert clipboard() == defang(text)


@for_each("span, expected", (Span(0, 26), defang(LINK)), (Span(0, 4), "http"))
def test_dragged_text_is_the_same_as_copied_text(span: Span, expected: str) -> None:
    assert leaving(LINK, span) == expected


def test_pasted_image_is_emitted_and_text_is_unchanged(qtbot: QtBot, editor: UriEdit) -> None:
    editor.set_text(LINK)
    data = QMimeData()
    data.setData("image/png", b"")
    with qtbot.waitSignal(editor.received) as told:
        editor.insertFromMimeData(data)
    assert told.args == [data]
    check(editor, LINK)


def test_paste_keeps_invisible_characters_and_line_breaks(editor: UriEdit) -> None:
    editor.set_text("ab")
    editor.select(1, 1)
    paste(editor, "\u200b\r\n")
    check(editor, "a\u200b\r\nb")


def test_dropped_text_is_inserted_at_the_drop_position(editor: UriEdit) -> None:
    editor.set_text("ab")
    data = QMimeData()
    data.setText("\u202ex")
    edge = editor.cursorRect(editor.textCursor()).center()
    assert drop_on(editor.viewport(), data, QPointF(QPoint(edge.x() // 2, edge.y())))
    check(editor, "a\u202exb")
    editor.undo()
    check(editor, "ab")


def test_dropped_file_is_left_to_the_window(editor: UriEdit) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/mail.eml")])
    assert not editor.canInsertFromMimeData(data)
    drop_on(editor.viewport(), data, QPointF(5, 5))
    check(editor, "")


@pytest.mark.parametrize("text", ["\ufeffa", "\ufffea", "a\ufeff", "\ufeff\ufffe", "\r\n\0a"])
def test_leading_bom_and_control_characters_are_pasted(editor: UriEdit, text: str) -> None:
    to_clipboard(text)
    editor.paste()
    check(editor, text)


def test_utf8_bom_from_another_program_is_kept(editor: UriEdit) -> None:
    data = QMimeData()
    data.setData("text/plain", b"\xef\xbb\xbfhttp://a/")
    editor.insertFromMimeData(data)
    check(editor, "\ufeffhttp://a/")


def test_primary_selection_matches_copied_text(
    qtbot: QtBot, editor: UriEdit, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []  # only X11 has a primary selection
    monkeypatch.setattr(uri_edit, "to_selection", told.append)
    editor.set_text(LINK)
    press(editor, Keys.Key_A, ctrl=True)
    qtbot.keyClick(editor, Keys.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert (told[0], told[-1]) == (defang(LINK), LINK[:-1])
