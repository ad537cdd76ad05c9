"""The editor keeps its text exactly, whatever comes in and by whichever way."""

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

# One editor for all examples: each begins by emptying it.
shared = settings(
    max_examples=at_most(60), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@shared
@given(NASTY, NASTY)
def test_any_text_is_kept_through_every_door(editor: UriEdit, first: str, second: str) -> None:
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
def test_the_caret_only_moves_to_the_right(editor: UriEdit, text: str) -> None:
    editor.set_text(text)
    assert is_ordered(carets(editor))


@shared
@given(NASTY, st.data())
def test_a_selection_comes_back_as_it_was_set(
    editor: UriEdit, text: str, data: st.DataObject
) -> None:
    editor.set_text(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    editor.select(start, end)
    assert editor.selected() == (start, end)


def test_typing_is_kept_key_by_key(editor: UriEdit) -> None:
    type_in(editor, "http://a\u202eb\u200b\U0001f600\xa0")
    check(editor, "http://a\u202eb\u200b\U0001f600\xa0")


def test_typing_and_undo_go_by_parts(editor: UriEdit) -> None:
    type_in(editor, "http://ab/cd")
    press(editor, Keys.Key_Z, ctrl=True)
    check(editor, "http://ab/")
    press(editor, Keys.Key_Z, ctrl=True)
    check(editor, "http://")
    editor.redo()
    editor.redo()
    check(editor, "http://ab/cd")


def test_a_fix_is_one_step(editor: UriEdit) -> None:
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
def test_keys_that_erase(editor: UriEdit, key: Keys, ctrl: bool, at: int, left: str) -> None:
    editor.set_text("abcde.fg")
    put_caret(editor, at)
    press(editor, key, "\b" if key == Keys.Key_Backspace else "\x7f", ctrl=ctrl)
    check(editor, left)
    editor.undo()
    check(editor, "abcde.fg" if left != "abcde.fg" else "")


def test_backspace_takes_one_code_point(editor: UriEdit) -> None:
    editor.set_text("e\u0301\U0001f468\u200d\U0001f468")
    for left in ("e\u0301\U0001f468\u200d", "e\u0301\U0001f468", "e\u0301", "e", ""):
        press(editor, Keys.Key_Backspace, "\b")
        check(editor, left)


def test_lines_are_kept_and_stand_in_one(editor: UriEdit) -> None:
    paste(editor, "http://a/\r\nb\nc\u2028d")
    check(editor, "http://a/\r\nb\nc\u2028d")


def test_enter_submits_and_adds_nothing(qtbot: QtBot, editor: UriEdit) -> None:
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


def test_composing_takes_the_place_of_what_is_selected(editor: UriEdit) -> None:
    editor.set_text("http://old/")
    editor.select(7, 10)
    compose(editor, "n")
    check(editor, "http:///")
    compose(editor, "", "new")
    check(editor, "http://new/")


def test_only_a_change_of_the_text_is_told(qtbot: QtBot, editor: UriEdit) -> None:
    editor.set_text("http://a/")
    with qtbot.assertNotEmitted(editor.text_edited):
        editor.set_text("http://a/")
        editor.select(0, 4)
        editor.dress()
        editor.resize(300, 100)
        press(editor, Keys.Key_End)
    with qtbot.waitSignal(editor.text_edited):
        type_in(editor, "x")


def test_text_inserted_into_the_document_is_taken_over(editor: UriEdit) -> None:
    editor.set_text("http://a/\u202e")
    cursor = QTextCursor(editor.document())
    cursor.setPosition(7)
    cursor.insertText("b\u200bc\nd")
    QApplication.processEvents()
    check(editor, "http://b\u200bc\nda/\u202e")
    editor.undo()
    check(editor, "http://a/\u202e")


def test_undo_and_redo_are_offered_when_they_can_be_done(editor: UriEdit) -> None:
    assert not editor.can_undo
    type_in(editor, "a")
    assert (editor.can_undo, editor.can_redo) == (True, False)
    editor.undo()
    assert (editor.can_undo, editor.can_redo) == (False, True)
    editor.undo()
    check(editor, "")


def test_a_huge_text_is_kept_whole_and_shown_in_part(small: UriEdit) -> None:
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


def test_at_the_edge_of_what_is_shown_a_key_reaches_what_lies_beyond(small: UriEdit) -> None:
    small.set_text("0123456789abcdef")
    small.turn(1)
    put_caret(small, 6)
    press(small, Keys.Key_Backspace, "\b")
    check(small, "012346789abcdef")
