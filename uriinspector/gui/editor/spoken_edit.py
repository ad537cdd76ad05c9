"""A hidden field with the editor's text for screen readers.

Qt's own interface would read the document, in which each chip is U+FFFC and characters outside the
BMP count twice. This field contains the spoken text, and the two are kept in sync.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleTextCursorEvent,
    QAccessibleTextSelectionEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from uriinspector.core.model import Span
from uriinspector.gui.accessibility import announce_character
from uriinspector.gui.editor.look import SpokenText, spoken_name

if TYPE_CHECKING:
    from uriinspector.gui.selection import Selection


class ReadEditor(Protocol):
    """The operations of an editor that ``SpokenEdit`` uses."""

    selection: Selection

    @property
    def shown(self) -> Span: ...

    def shown_text(self) -> str: ...

    def ends(self) -> tuple[int, int]:
        """Return the anchor and the caret as positions in the excerpt."""

    def select(self, start: int, end: int) -> None: ...

    def replace(self, start: int, end: int, new: str) -> None: ...


class SpokenEdit(QPlainTextEdit):
    """A copy of an editor's text that relays a screen reader's edits and caret moves."""

    def __init__(self, editor: ReadEditor, widget: QWidget) -> None:
        """Copy the editor's text; ``widget`` is the editor as a QWidget."""
        super().__init__(widget)
        self._editor = editor
        self._widget = widget
        self._spoken = SpokenText("")
        self._text = ""  # the editor's text
        self._is_ours = False  # True while this class itself changes the text
        self.hide()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUndoRedoEnabled(False)
        self.textChanged.connect(self._on_written)
        self.selectionChanged.connect(self._on_moved)
        self.cursorPositionChanged.connect(self._on_moved)
        self.follow()

    def follow(self) -> None:
        """Copy the editor's text and caret."""
        text, (anchor, caret) = self._editor.shown_text(), self._editor.ends()
        with self._quiet():
            if text != self._text:
                self._text, self._spoken = text, SpokenText(text)
            if self.toPlainText() != self._spoken.text:
                self.setPlainText(self._spoken.text)
            anchor, caret = self._spoken.place(anchor), self._spoken.place(caret)
            cursor = self.textCursor()
            if (anchor, caret) == (cursor.anchor(), cursor.position()):
                return
            cursor.setPosition(anchor)
            cursor.setPosition(caret, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
        self._report(anchor, caret)

    def _report(self, anchor: int, caret: int) -> None:
        """Report the caret's position in the spoken text, and announce a chip at the caret."""
        if self._spoken.named:
            event: QAccessibleTextCursorEvent = QAccessibleTextCursorEvent(self._widget, caret)
            if anchor != caret:
                first, last = sorted((anchor, caret))
                event = QAccessibleTextSelectionEvent(self._widget, first, last)
                event.setCursorPosition(caret)
            QAccessible.updateAccessibility(event)
        point = self._spoken.point(caret)
        is_named = anchor == caret and point in self._spoken.named
        announce_character(spoken_name(self._text[point]) if is_named else "")

    def _on_moved(self) -> None:
        """Select in the editor what a screen reader has selected here."""
        if self._is_ours or self.toPlainText() != self._spoken.text:
            return  # a screen reader is writing, which moves the caret
        cursor = self.textCursor()
        start = self._spoken.point(cursor.selectionStart())
        end = self._upper(cursor.selectionEnd()) if cursor.hasSelection() else start
        origin = self._editor.shown.start
        span = Span(origin + start, origin + end)
        self._editor.select(*span)
        self._editor.selection.select(span if start < end else None)
        self._report(cursor.anchor(), cursor.position())

    def _on_written(self) -> None:
        if not self._is_ours:
            QTimer.singleShot(0, self, self._adopt)  # a screen reader may write in two steps

    def _adopt(self) -> None:
        """Apply to the editor a change that a screen reader has made here."""
        before, after = self._spoken.text, self.toPlainText()
        if before != after:
            start, end = _changed(before, after)
            new = after[start : len(after) - (len(before) - end)]
            origin = self._editor.shown.start
            first, last = self._spoken.point(start), self._upper(end)
            self._editor.replace(origin + first, origin + last, new)
        self.follow()

    def _upper(self, place: int) -> int:
        """Return the code point at the end of a selection; within a name, the end of the named
        character.
        """
        point = self._spoken.point(place)
        return point if self._spoken.place(point) == place else point + 1

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        before, self._is_ours = self._is_ours, True
        try:
            yield
        finally:
            self._is_ours = before


def _changed(before: str, after: str) -> tuple[int, int]:
    """Return the span of the text that was replaced."""
    most = min(len(before), len(after))
    start = next((at for at in range(most) if before[at] != after[at]), most)
    same = most - start
    tail = next((at for at in range(same) if before[-1 - at] != after[-1 - at]), same)
    return start, len(before) - tail
