"""Simulated user input for the editor, and checks of its state."""

from itertools import pairwise

from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from uriinspector.core.model import Span
from uriinspector.gui.editor.text_document import CHIP, CODE, OBJECT
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.selection import HALF, sendable

Keys = Qt.Key
NO_KEY = 0


def carried(text: str) -> str:
    """Remove lone surrogates, which input events and clipboards cannot carry."""
    return HALF.sub("", text)


def press(editor: UriEdit, key: int, text: str = "", *, ctrl: bool = False) -> None:
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(editor, QKeyEvent(QEvent.Type.KeyPress, key, held, sendable(text)))


def type_in(editor: UriEdit, text: str) -> None:
    for character in text:
        press(editor, NO_KEY, character)


def paste(editor: UriEdit, text: str) -> None:
    data = QMimeData()
    data.setText(sendable(text))
    editor.insertFromMimeData(data)


def compose(editor: UriEdit, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(sendable(commit))
    QApplication.sendEvent(editor, event)


def put_caret(editor: UriEdit, at: int) -> None:
    editor.select(at, at)


def written(editor: UriEdit) -> str:
    """Return the text of the document, with chips replaced by their code points."""
    found, fragments = [], editor.document().begin().begin()
    while not fragments.atEnd():
        fragment = fragments.fragment()
        form = fragment.charFormat()
        is_object = form.objectType() == CHIP
        text = fragment.text()
        assert is_object == (OBJECT in text)
        found.append(chr(form.property(CODE)) * fragment.length() if is_object else text)
        fragments += 1
    return "".join(found)


def check(editor: UriEdit, model: str) -> None:
    """Check that the text equals the model and the document shows the excerpt of it."""
    assert editor.text() == model
    assert written(editor) == editor.shown.of(model)
    assert editor.document().blockCount() == 1
    start, end = editor.selected()
    assert 0 <= start <= end <= len(model)


def carets(editor: UriEdit) -> list[list[float]]:
    """Return the x coordinates of all caret positions, line by line."""
    cursor = QTextCursor(editor.document())
    rows: dict[int, list[float]] = {}
    layout = editor.document().begin().layout()
    while True:
        line = layout.lineForTextPosition(cursor.position())
        x = line.cursorToX(cursor.position())
        assert isinstance(x, tuple)
        rows.setdefault(line.lineNumber(), []).append(x[0])
        if not cursor.movePosition(QTextCursor.MoveOperation.NextCharacter):
            return list(rows.values())


def is_ordered(rows: list[list[float]]) -> bool:
    return all(a < b for row in rows for a, b in pairwise(row))


def selected_text(editor: UriEdit) -> str:
    return Span(*editor.selected()).of(editor.text())
