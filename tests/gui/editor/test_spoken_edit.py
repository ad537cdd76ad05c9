"""Reading and editing of the editor by a screen reader."""

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.for_each import for_each
from uriinspector.gui.editor.look import SpokenText
from uriinspector.gui.editor.spoken_edit import SpokenEdit
from uriinspector.gui.editor.uri_edit import ReadOnlyEdit, UriEdit
from uriinspector.gui.theme import Theme

RLO = "‹U+202E right-to-left override›"
READ = [
    ("http://a.test/", "http://a.test/"),
    ("", ""),
    ("a\u202eb", f"a{RLO}b"),
    ("\u202e\u202e", RLO * 2),
    ("\u0430\u00fc", "\u0430\u00fc"),
    ("a\U0001d429b", "a‹U+1D429 mathematical bold small p›b"),
    ("a  b", "a ‹U+0020 space›b"),
    ("a\nb", "a‹U+000A line feed›b"),
    ("\ud800", "‹U+D800 lone surrogate›"),
    ("a\ufffcb", "a‹U+FFFC object replacement character›b"),
]


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


def test_read_only_field_ignores_screen_reader_edits(theme: Theme) -> None:
    target = ReadOnlyEdit(theme, "Target")
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
