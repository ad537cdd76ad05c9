"""The editor of a URI: what keys, an input method, the clipboard and the pointer do to its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPointF, Qt, Signal
from PySide6.QtGui import QDragLeaveEvent, QGuiApplication, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from uriinspector.core.model import Span
from uriinspector.gui.accessibility.announcements import announce
from uriinspector.gui.editor.clipboard_text import (
    drag,
    leaving,
    text_of,
    to_clipboard,
    to_selection,
)
from uriinspector.gui.editor.exact_text_edit import ExactTextEdit
from uriinspector.gui.editor.menu import Keys, MenuEntry, menu_of
from uriinspector.gui.editor.spoken_text import SpokenText
from uriinspector.gui.editor.text_excerpt import LIMIT
from uriinspector.gui.editor.value_menu import decode_entry, is_heard
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import (
        QContextMenuEvent,
        QDropEvent,
        QInputMethodEvent,
        QKeyEvent,
        QMouseEvent,
    )

    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme


class UriEdit(ExactTextEdit):
    """A field of one paragraph, whose text is exactly what was put in."""

    submitted = Signal()
    received = Signal(object)  # the QMimeData of a paste or a drop, once its text was taken
    # Whether what would take the place of the whole text belongs elsewhere, and was sent there.
    is_diverted: Callable[[QMimeData], bool] = staticmethod(lambda _data: False)

    def __init__(
        self, theme: Theme, selection: Selection | None = None, *, limit: int = LIMIT
    ) -> None:
        """Set up an empty field."""
        super().__init__(theme, selection, limit)
        self._pressed: QPointF | None = None
        self.setTabChangesFocus(True)
        self.setAccessibleName(say("Link"))
        self.setPlaceholderText(say("Paste or type a link"))

    # The clipboard.

    def copy(self) -> None:
        """Copy a part as it is, the whole defanged."""
        span = self.selected()
        if span.start < span.end:
            to_clipboard(leaving(self._excerpt.text, span))

    def copy_exact(self) -> None:
        """Copy what is selected, or all of it, as it is."""
        span = self.selected()
        to_clipboard(span.of(self._excerpt.text) or self._excerpt.text)

    def copy_defanged(self) -> None:
        """Copy all of it defanged."""
        to_clipboard(leaving(self._excerpt.text, Span(0, len(self._excerpt.text))))

    def cut(self) -> None:
        """Copy and erase."""
        self.copy()
        self.replace(*self.selected(), "")

    def paste(self) -> None:
        """Take the text of the clipboard."""
        self.insertFromMimeData(QGuiApplication.clipboard().mimeData())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take texts; files and places without a text are the window's."""
        is_text = any(each.startswith("text/plain") for each in source.formats())
        return is_text and not any(url.isLocalFile() for url in source.urls())

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take the text and nothing but the text."""
        is_all = self.selected() == (0, len(self._excerpt.text))
        if is_all and self.is_diverted(source):
            return
        if self.canInsertFromMimeData(source):
            self.insert_text(text_of(source))
            if is_all:
                self.verticalScrollBar().setValue(0)
        self.received.emit(source)

    # Keys and input methods.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let every key that changes the text through the one door; the others move the caret."""
        command, eraser = command_of(event), eraser_of(event)
        if steps := COMPONENT_STEPS.get(keys_in_use.name_of(event)):
            self.step_component(steps)
        elif command:
            getattr(self, command)()
            self._offer()
        elif is_enter(event):
            self.submitted.emit()
        elif eraser is not None:
            self._erase(eraser)
        elif is_typed(event):
            self.replace(*self.selected(), event.text(), typed=True)
        else:
            self._edits.close()
            super().keyPressEvent(event)
            self._offer()

    def step_component(self, steps: int) -> None:
        """Select the next component of the link, or the one before, and have it said."""
        bracket = self._look.next_bracket(self.selected(), steps)
        if bracket is not None:
            self._edits.close()
            self.select(bracket.start, bracket.end)
            self._tell()
            run = self._excerpt.text[
                bracket.start : min(bracket.end, bracket.start + LONGEST_COMPONENT)
            ]
            announce(f"{bracket.label}: {SpokenText(run).text}")

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Take what an input method commits by the same door; show what it is still composing."""
        committed = event.commitString()
        start, end = self.selected()
        if event.replacementLength():
            point = self._sheet.units.point
            at = self.textCursor().position() + event.replacementStart()
            start = self._origin + point(at)
            end = self._origin + point(at + event.replacementLength())
        event.setCommitString("")
        if committed or (start < end and event.preeditString()):
            self._leave_composing()
            self.replace(start, end, committed, typed=True)
        with self._sheet.quiet():
            super().inputMethodEvent(event)
        self._colours.forget()
        self.draw(self._look)

    # The pointer.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select what a bracket's label stands for; a selected run may be dragged away."""
        self._edits.close()
        place = event.position()
        if event.button() == Qt.MouseButton.LeftButton:
            bracket = self.bracket_at(place)
            if bracket:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
                self.select(bracket.start, bracket.end)
                self._tell()
                return
            point, span = self.point_at(place), self.selected()
            if point is not None and span.start <= point < span.end:
                self._pressed = place
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what is selected, as a copy would hold it."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        way = event.position() - self._pressed
        if way.manhattanLength() >= QApplication.startDragDistance():
            self._pressed = None
            drag(self, leaving(self._excerpt.text, self.selected()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put the caret where a press inside the selection led to no drag."""
        if self._pressed is not None:
            self._pressed = None
            self.setTextCursor(self.cursorForPosition(event.position().toPoint()))
        else:
            super().mouseReleaseEvent(event)
        self._offer()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take a text where it is dropped; what comes from here is moved."""
        if not self.canInsertFromMimeData(event.mimeData()):
            event.ignore()
            return
        super().dragLeaveEvent(QDragLeaveEvent())  # the caret that showed the place
        unit = self.cursorForPosition(event.position().toPoint()).position()
        at = self._origin + self._sheet.units.point(unit)
        if event.source() is self:
            self._move(self.selected(), at)
        else:
            self._set_cursor(at, at)
            self.insertFromMimeData(event.mimeData())
        event.acceptProposedAction()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the text."""
        menu = menu_of(self, self._choices())
        menu.exec(event.globalPos())
        menu.deleteLater()

    # Inside.

    def _choices(self) -> tuple[MenuEntry | None, ...]:
        span, has_text = self.selected(), bool(self.text())
        is_part = span.start < span.end
        can_paste = QGuiApplication.clipboard().mimeData().hasText()
        decoding = is_heard(self.selection, self.selection.decode_requested)
        return (
            MenuEntry(say("Undo"), self.undo, self.can_undo, Keys.Undo),
            MenuEntry(say("Redo"), self.redo, self.can_redo, Keys.Redo),
            None,
            MenuEntry(say("Cut"), self.cut, is_part, Keys.Cut),
            MenuEntry(say("Copy"), self.copy, is_part, Keys.Copy),
            MenuEntry(say("Copy defanged"), self.copy_defanged, has_text),
            MenuEntry(say("Copy original"), self.copy_exact, has_text),
            MenuEntry(say("Paste"), self.paste, can_paste, Keys.Paste),
            None,
            MenuEntry(say("Select all"), self.selectAll, has_text, Keys.SelectAll),
            *((decode_entry(self.selection, span, is_enabled=is_part),) if decoding else ()),
        )

    def _erase(self, move: QTextCursor.MoveOperation) -> None:
        start, end = self.selected()
        if start == end and move == QTextCursor.MoveOperation.PreviousCharacter:
            start = max(start - 1, 0)  # one code point, even where several look like one
        elif start == end:
            cursor = self.textCursor()
            cursor.movePosition(move, QTextCursor.MoveMode.KeepAnchor)
            point = self._sheet.units.point
            start = self._origin + point(cursor.selectionStart())
            end = self._origin + point(cursor.selectionEnd())
        if start < end:
            self.replace(start, end, "", typed=end - start == 1)

    def _move(self, span: Span, at: int) -> None:
        """Move a run elsewhere, as one step."""
        text = self._excerpt.text
        if at < span.start:
            self.replace(at, span.end, span.of(text) + text[at : span.start])
        elif at > span.end:
            self.replace(span.start, at, text[span.end : at] + span.of(text))

    def _offer(self) -> None:
        """Put on the X11 selection what a copy would hold, in place of the document's words."""
        span = self.selected()
        if span.start < span.end:
            to_selection(leaving(self._excerpt.text, span))

    def _leave_composing(self) -> None:
        if self._sheet.layout.preeditAreaText():
            with self._sheet.quiet():
                self._sheet.layout.setPreeditArea(-1, "")


Move = QTextCursor.MoveOperation
COMPONENT_STEPS = {"next_component": 1, "previous_component": -1}
LONGEST_COMPONENT = 400  # characters of a component

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
