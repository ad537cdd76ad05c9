"""What a key asks for, beyond moving the caret."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor

Keys = QKeySequence.StandardKey
Move = QTextCursor.MoveOperation

COMMANDS = {
    Keys.Copy: "copy",
    Keys.Cut: "cut",
    Keys.Paste: "paste",
    Keys.Undo: "undo",
    Keys.Redo: "redo",
    Keys.SelectAll: "selectAll",
}
# What is erased where nothing is selected: from the caret as far as this takes it.
ERASERS = {
    Keys.Backspace: Move.PreviousCharacter,
    Keys.Delete: Move.NextCharacter,
    Keys.DeleteStartOfWord: Move.PreviousWord,
    Keys.DeleteEndOfWord: Move.NextWord,
    Keys.DeleteEndOfLine: Move.End,
    Keys.DeleteCompleteLine: Move.End,
}


def command_of(event: QKeyEvent) -> str | None:
    """Give the name of the editor's method that a key calls."""
    return next((name for key, name in COMMANDS.items() if event.matches(key)), None)


def eraser_of(event: QKeyEvent) -> QTextCursor.MoveOperation | None:
    """Tell how far a key erases."""
    if event.key() == Qt.Key.Key_Backspace and not event.modifiers() & ~_SHIFT:
        return Move.PreviousCharacter
    return next((move for key, move in ERASERS.items() if event.matches(key)), None)


def is_enter(event: QKeyEvent) -> bool:
    """Tell whether it ends the typing."""
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def is_typed(event: QKeyEvent) -> bool:
    """Tell text from commands: Delete and Ctrl+V have a text too, but AltGr is Ctrl and Alt."""
    keys = event.modifiers() & (
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    )
    is_command = keys == Qt.KeyboardModifier.ControlModifier
    return event.text() >= " " and event.text() != "\x7f" and not is_command


_SHIFT = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
