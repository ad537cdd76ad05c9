"""The editor keeps its text exactly for every input, the clipboard and screen readers."""

import pytest
import shiboken6
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.examples import at_most
from tests.for_each import for_each
from tests.gui.drag import drop_on
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
from uriinspector.analysis.defang import defang, refang
from uriinspector.core.model import Span
from uriinspector.gui.editor import uri_edit
from uriinspector.gui.editor.look import SpokenText
from uriinspector.gui.editor.spoken_edit import SpokenEdit
from uriinspector.gui.editor.uri_edit import ReadOnlyEdit, UriEdit
from uriinspector.gui.selection import leaving, to_clipboard

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
def test_editor_selection_round_trips(editor: UriEdit, text: str, data: st.DataObject) -> None:
    editor.set_text(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    editor.select(start, end)
    assert editor.selected() == (start, end)


def test_typed_characters_are_kept(editor: UriEdit) -> None:
    type_in(editor, "http://a\u202eb\u200b\U0001f600\xa0")
    check(editor, "http://a\u202eb\u200b\U0001f600\xa0")


def test_undo_of_typing_removes_one_component(editor: UriEdit) -> None:
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
    (Keys.Key_Backspace, False, 3, "abde.fg"), (Keys.Key_Delete, False, 3, "abce.fg"),
    (Keys.Key_Backspace, True, 3, "de.fg"), (Keys.Key_Delete, True, 3, "abc.fg"),
    (Keys.Key_Backspace, False, 0, "abcde.fg"), (Keys.Key_Delete, False, 8, "abcde.fg"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "ctrl", "at", "left"), ERASED)
def test_backspace_and_delete_remove_text_and_can_be_undone(
    editor: UriEdit, key: Keys, ctrl: bool, at: int, left: str
) -> None:
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


def test_copy_exact_and_copy_defanged_differ(editor: UriEdit) -> None:
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


RLO = "‹U+202E right-to-left override›"

READ = [
    ("http://a.test/", "http://a.test/"), ("", ""), ("a\u202eb", f"a{RLO}b"),
    ("\u202e\u202e", RLO * 2), ("\u0430\u00fc", "\u0430\u00fc"),
    ("a\U0001d429b", "a‹U+1D429 mathematical bold small p›b"),
    ("a  b", "a ‹U+0020 space›b"),
    ("a\nb", "a‹U+000A line feed›b"),
    ("\ud800", "‹U+D800 lone surrogate›"),
    ("a\ufffcb", "a‹U+FFFC object replacement character›b"),
]  # fmt: skip


def field_of(editor: UriEdit) -> SpokenEdit:
    field = editor.spoken()
    assert field is not None
    return field


@pytest.mark.parametrize(("text", "read"), READ)
def test_invisible_characters_are_read_by_name(editor: UriEdit, text: str, read: str) -> None:
    editor.set_text(text)
    field = field_of(editor)
    assert field.toPlainText().lower() == read.lower()
    assert not field.isVisible()
    assert field.document().characterCount() - 1 == len(field.toPlainText())


@pytest.mark.usefixtures("qapp")
@for_each("text", *[text for text, _ in READ])
def test_spoken_offsets_round_trip(text: str) -> None:
    spoken = SpokenText(text)
    places = [spoken.place(point) for point in range(len(text) + 1)]
    assert places == sorted(set(places))
    assert [spoken.point(place) for place in places] == list(range(len(text) + 1))
    assert places[-1] == len(spoken.text)
    for point, name in spoken.named.items():
        inside = range(places[point], places[point + 1])
        assert {spoken.point(place) for place in inside} == {point}
        assert spoken.text[places[point] : places[point + 1]] == name


def test_spoken_caret_and_selection_follow_the_editor(editor: UriEdit) -> None:
    editor.set_text("ab\u202ecd")
    field = field_of(editor)
    editor.select(3, 5)
    assert field.textCursor().selectedText() == "cd"
    editor.select(2, 3)
    assert field.textCursor().selectedText() == RLO
    editor.select(3, 3)
    assert field.textCursor().position() == 2 + len(RLO)


def test_screen_reader_moves_the_caret_and_selects(editor: UriEdit) -> None:
    editor.set_text("ab\u202ecd")
    field = field_of(editor)
    cursor = field.textCursor()
    cursor.setPosition(2 + len(RLO) + 1)
    field.setTextCursor(cursor)
    assert editor.selected() == (4, 4)
    cursor.setPosition(1)
    cursor.setPosition(5, QTextCursor.MoveMode.KeepAnchor)  # inside the spoken name
    field.setTextCursor(cursor)
    assert editor.selected() == (1, 3)
    assert editor.selection.span == (1, 3)


@pytest.mark.parametrize(
    ("before", "start", "end", "new", "after"),
    [
        ("ab\u202ecd", 0, None, "https://b.test/", "https://b.test/"),
        ("ab\u202ecd", 2 + len(RLO), None, "X", "ab\u202eX"),
        ("ab\u202ecd", 5, 7, "", "abcd"),  # a spoken name is deleted as a whole
        ("abc", 1, 1, "\u202e", "a\u202ebc"),
        ("\u202ea", 0, 0, "b", "b\u202ea"),
    ],
)
def test_text_written_by_a_screen_reader_is_entered(
    editor: UriEdit, before: str, start: int, end: int | None, new: str, after: str
) -> None:
    editor.set_text(before)
    field = field_of(editor)
    cursor = QTextCursor(field.document())
    cursor.setPosition(start)
    last = len(field.toPlainText()) if end is None else end
    cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    cursor.insertText(new)
    QApplication.processEvents()
    assert editor.text() == after
    assert field.toPlainText() == SpokenText(after).text
    editor.undo()
    assert editor.text() == before


@pytest.mark.usefixtures("theme")
def test_read_only_field_ignores_screen_reader_edits() -> None:
    target = ReadOnlyEdit("Target")
    target.show_text("http://a.test/")
    field = field_of(target)
    field.selectAll()
    field.insertPlainText("x")
    QApplication.processEvents()
    assert target.text() == field.toPlainText() == "http://a.test/"
    shiboken6.delete(target)


def test_spoken_text_follows_typing(editor: UriEdit) -> None:
    field = field_of(editor)
    editor.set_text("a\u202e")
    QTest.keyClicks(editor, "bc")
    assert field.toPlainText() == f"a{RLO}bc"
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.text() == "a\u202eb"
    assert field.toPlainText() == f"a{RLO}b"


def test_screen_reader_reads_the_excerpt_of_a_huge_text(editor: UriEdit) -> None:
    editor.set_text("\u202e" + "a" * 200_000)
    field = field_of(editor)
    assert len(field.toPlainText()) == len(editor.shown_text()) + len(RLO) - 1
    editor.turn(1)
    assert field.toPlainText() == SpokenText(editor.shown_text()).text
    cursor = field.textCursor()
    cursor.setPosition(7)
    field.setTextCursor(cursor)
    assert editor.selected() == (editor.shown.start + 7, editor.shown.start + 7)
