"""The main window, driven by keyboard, mouse and clipboard."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.drag import drop_on
from tests.gui.inspect.listed import at, rows_of
from uriinspector.core.model import Part
from uriinspector.gui.shell.window import Window

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
# A line break, a bidi override, a zero-width character, a right-to-left letter, a character
# of two UTF-16 units, a lone surrogate, an object replacement character and a noncharacter.
HOSTILE = "http://a\r\n\u2028\u202eb\u200b\u05d0\U0001f600c\U000e0041\ud800\ufffc\xa0\0d\uffff"


def texts(window: Window) -> dict[str, str]:
    """Return the shown text of each component by name."""
    rows = rows_of(window.inspect_page.components.list)
    return {row.key: row.shown for row in rows if row.key != "absent"}


def test_empty_window_shows_instructions(window: Window) -> None:
    assert window.inspect_page.banner.headline.text() == "No link to inspect"
    assert "Paste or type" in window.inspect_page.banner.detail.text()
    assert window.inspect_page.findings.list.model().rowCount() == 0


def test_components_are_in_text_order(window: Window) -> None:
    window.show_text(PUZZLE)
    absent = {"query", "fragment", "port"}
    assert list(texts(window)) == [part.value for part in Part if part.value not in absent]
    assert texts(window)["host"] == "10.0.0.1"
    assert texts(window)["userinfo"] == "www.example.com&story=breaking_news"


def test_empty_and_absent_components_are_distinguished(window: Window) -> None:
    window.show_text("http://a?")
    assert texts(window)["query"] == "empty"
    assert "fragment" not in texts(window)
    last = rows_of(window.inspect_page.components.list)[-1]
    assert last.title == "Not present: userinfo, port, fragment"


def test_changing_edition_changes_validity(window: Window) -> None:
    window.show_text("http://[::1]/")
    assert window.inspect_page.inspection is not None
    assert window.inspect_page.inspection.valid
    window.inspect_page.edition.setCurrentIndex(window.inspect_page.edition.findData("1997"))
    assert not window.inspect_page.inspection.valid


def test_selecting_component_selects_its_text(window: Window) -> None:
    window.show_text(PUZZLE)
    components = window.inspect_page.components
    components.list.setCurrentIndex(at(components.list, "host"))
    assert window.inspect_page.editor.textCursor().selectedText() == "10.0.0.1"


def test_hostile_text_is_kept_exactly(window: Window) -> None:
    window.show_text(HOSTILE)
    assert window.inspect_page.editor.text() == HOSTILE


def test_invisible_characters_are_not_shown_raw(window: Window) -> None:
    window.show_text(HOSTILE)
    page = window.inspect_page
    shown = "".join(row.spoken for row in rows_of(page.components.list))
    model = page.findings.list.model()
    for row in range(model.rowCount()):
        shown += str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
    shown += (
        page.banner.text()
        + page.banner.headline.text()
        + page.banner.detail.text()
        + page.editor.toPlainText()
    )
    assert set(shown).isdisjoint("\r\n\u2028\u202e\u200b\u05d0\ud800\0\uffff\xa0")


def test_undo_restores_the_previous_text(window: Window) -> None:
    window.show_text("http://a/")
    window.show_text(HOSTILE)
    window.inspect_page.editor.undo()
    assert window.inspect_page.editor.text() == "http://a/"


def test_enter_adds_no_line_break(qtbot: QtBot, window: Window) -> None:
    qtbot.keyClicks(window.inspect_page.editor, "a:b")
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_Return)
    mark = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, "\u202e")
    QApplication.sendEvent(window.inspect_page.editor, mark)  # qtbot cannot type this character
    qtbot.keyClicks(window.inspect_page.editor, "c")
    assert window.inspect_page.editor.text() == "a:b\u202ec"


def test_cut_and_paste_keep_exact_text(qtbot: QtBot, window: Window) -> None:
    text = HOSTILE.replace("\ud800", "")  # clipboards do not keep lone surrogates
    editor = window.inspect_page.editor
    window.show_text(text)
    editor.select(1, len(text))
    qtbot.keyClick(editor, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == "h"
    assert QGuiApplication.clipboard().text() == text[1:]
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert editor.text() == text


def test_copy_without_text_keeps_the_clipboard(qtbot: QtBot, window: Window) -> None:
    QGuiApplication.clipboard().setText("kept")
    qtbot.keyClick(window.inspect_page.editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "kept"


def test_input_method_text_is_kept_exactly(window: Window) -> None:
    event = QInputMethodEvent()
    event.setCommitString("a\u200bb")
    QApplication.sendEvent(window.inspect_page.editor, event)
    assert window.inspect_page.editor.text() == "a\u200bb"


def test_dropped_text_is_kept_exactly(window: Window) -> None:
    data = QMimeData()
    data.setText("http://a/\u202e")
    drop_on(window.inspect_page.editor.viewport(), data, QPointF(5, 5))
    assert window.inspect_page.editor.text() == "http://a/\u202e"


@pytest.mark.parametrize("text", ["<b>bold</b>", "<img src=x>", "&lt;"])
def test_markup_is_shown_literally(window: Window, text: str) -> None:
    window.show_text(text)
    assert window.inspect_page.editor.text() == text
    assert texts(window)["path"] == text


def test_editor_is_fully_visible_in_smallest_window(window: Window) -> None:
    window.resize(window.minimumSize())
    window.show()
    window.show_text("https://www.paypal.com@0x7f.1/login?u=http%3A%2F%2Fevil.test")
    editor = window.inspect_page.editor
    right = editor.mapTo(window, editor.rect().topRight()).x()
    assert right < window.width()
    assert editor.visibleRegion().boundingRect().width() == editor.width()
