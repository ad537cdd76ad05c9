"""The editor keeps its text exactly for every kind of input."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.examples import at_most
from tests.gui.editor.driver import (
    Keys,
    carets,
    carried,
    check,
    compose,
    is_ordered,
    paste,
    press,
    put_caret,
    selected_text,
    type_in,
)
from tests.gui.editor.nasty import NASTY
from uriinspector.gui.editor.uri_edit import UriEdit

# One editor is shared by all examples; each test empties it first.
shared = settings(
    max_examples=at_most(60), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@shared
@given(NASTY, NASTY)
def test_any_text_survives_set_paste_and_compose(editor: UriEdit, first: str, second: str) -> None:
    editor.set_text("")
    editor.set_text(first)
    check(editor, first)
    second = carried(second)
    middle = len(first) // 2
    put_caret(editor, middle)
    whole = first[:middle] + second + first[middle:]
    paste(editor, second)
    check(editor, whole)
    if second:
        editor.undo()
        check(editor, first)
        editor.redo()
        check(editor, whole)
    put_caret(editor, middle)
    compose(editor, "", second)
    check(editor, first[:middle] + second + second + first[middle:])


@shared
@given(NASTY)
def test_caret_positions_increase_along_each_line(editor: UriEdit, text: str) -> None:
    editor.set_text(text)
    assert is_ordered(carets(editor))


@shared
@given(NASTY, st.data())
def test_selection_round_trips(editor: UriEdit, text: str, data: st.DataObject) -> None:
    editor.set_text(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    editor.select(start, end)
    assert editor.selected() == (start, end)


def test_typed_characters_are_kept(editor: UriEdit) -> None:
    type_in(editor, "http://a\u202eb\u200b\U0001f600\xa0")
    check(editor, "http://a\u202eb\u200b\U0001f600\xa0")


def test_undo_of_typing_goes_by_component(editor: UriEdit) -> None:
    type_in(editor, "http://ab/cd")
    press(editor, Keys.Key_Z, ctrl=True)
    check(editor, "http://ab/")
    press(editor, Keys.Key_Z, ctrl=True)
    check(editor, "http://")
    editor.redo()
    editor.redo()
    check(editor, "http://ab/cd")


def test_set_text_is_one_undo_step(editor: UriEdit) -> None:
    type_in(editor, "http://u@a/")
    editor.set_text("http://a/")
    editor.undo()
    check(editor, "http://u@a/")


ERASED = [
    (Keys.Key_Backspace, False, 3, "abde.fg"),
    (Keys.Key_Delete, False, 3, "abce.fg"),
    (Keys.Key_Backspace, True, 3, "de.fg"),
    (Keys.Key_Delete, True, 3, "abc.fg"),
    (Keys.Key_Backspace, False, 0, "abcde.fg"),
    (Keys.Key_Delete, False, 8, "abcde.fg"),
]


@pytest.mark.parametrize(("key", "ctrl", "at", "left"), ERASED)
def test_backspace_and_delete(editor: UriEdit, key: Keys, ctrl: bool, at: int, left: str) -> None:
    editor.set_text("abcde.fg")
    put_caret(editor, at)
    press(editor, key, "\b" if key == Keys.Key_Backspace else "\x7f", ctrl=ctrl)
    check(editor, left)
    editor.undo()
    check(editor, "abcde.fg" if left != "abcde.fg" else "")


def test_backspace_deletes_one_code_point(editor: UriEdit) -> None:
    editor.set_text("e\u0301\U0001f468\u200d\U0001f468")
    for left in ("e\u0301\U0001f468\u200d", "e\u0301\U0001f468", "e\u0301", "e", ""):
        press(editor, Keys.Key_Backspace, "\b")
        check(editor, left)


def test_pasted_line_breaks_are_kept_in_one_block(editor: UriEdit) -> None:
    paste(editor, "http://a/\r\nb\nc\u2028d")
    check(editor, "http://a/\r\nb\nc\u2028d")


def test_enter_submits_without_changing_the_text(qtbot: QtBot, editor: UriEdit) -> None:
    editor.set_text("a:b")
    with qtbot.waitSignal(editor.submitted):
        press(editor, Keys.Key_Return, "\r")
    check(editor, "a:b")


def test_composed_text_is_kept_only_when_committed(editor: UriEdit) -> None:
    editor.set_text("http:///x")
    put_caret(editor, 7)
    compose(editor, "ni")
    check(editor, "http:///x")
    assert editor.document().begin().layout().preeditAreaText() == "ni"
    compose(editor, "", "\u4f60")
    check(editor, "http://\u4f60/x")
    assert editor.document().begin().layout().preeditAreaText() == ""
    editor.undo()
    check(editor, "http:///x")


def test_composition_replaces_the_selection(editor: UriEdit) -> None:
    editor.set_text("http://old/")
    editor.select(7, 10)
    compose(editor, "n")
    check(editor, "http:///")
    compose(editor, "", "new")
    check(editor, "http://new/")


def test_text_edited_is_emitted_only_for_text_changes(qtbot: QtBot, editor: UriEdit) -> None:
    editor.set_text("http://a/")
    with qtbot.assertNotEmitted(editor.text_edited):
        editor.set_text("http://a/")
        editor.select(0, 4)
        editor.dress()
        editor.resize(300, 100)
        press(editor, Keys.Key_End)
    with qtbot.waitSignal(editor.text_edited):
        type_in(editor, "x")


def test_text_inserted_into_the_document_is_adopted(editor: UriEdit) -> None:
    editor.set_text("http://a/\u202e")
    cursor = QTextCursor(editor.document())
    cursor.setPosition(7)
    cursor.insertText("b\u200bc\nd")
    QApplication.processEvents()
    check(editor, "http://b\u200bc\nda/\u202e")
    editor.undo()
    check(editor, "http://a/\u202e")


def test_can_undo_and_can_redo_follow_the_history(editor: UriEdit) -> None:
    assert not editor.can_undo
    type_in(editor, "a")
    assert (editor.can_undo, editor.can_redo) == (True, False)
    editor.undo()
    assert (editor.can_undo, editor.can_redo) == (False, True)
    editor.undo()
    check(editor, "")


def test_huge_text_is_kept_in_full_and_shown_in_part(small: UriEdit) -> None:
    small.set_text("0123456789abcdef\U0001f600\u202e")
    assert small.shown == (0, 10)
    check(small, "0123456789abcdef\U0001f600\u202e")
    small.turn(1)
    assert small.shown == (8, 18)
    type_in(small, "X")
    check(small, "01234567X89abcdef\U0001f600\u202e")
    small.select(1, 3)
    assert small.shown.start <= 1
    assert selected_text(small) == "12"
    press(small, Keys.Key_A, ctrl=True)
    assert small.selected() == (0, 19)
    press(small, Keys.Key_Delete, "\x7f")
    check(small, "")
    small.undo()
    check(small, "01234567X89abcdef\U0001f600\u202e")


def test_backspace_at_the_excerpt_start_deletes_before_it(small: UriEdit) -> None:
    small.set_text("0123456789abcdef")
    small.turn(1)
    put_caret(small, 6)
    press(small, Keys.Key_Backspace, "\b")
    check(small, "012346789abcdef")
