"""The text that an editor holds, exactly: one door to it, its steps back, what of it is selected.

The document below is written from it and never asked what it says.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal

from uriinspector.core.model import Span
from uriinspector.gui.editor.canvas import Canvas
from uriinspector.gui.editor.look import NOTHING, Look
from uriinspector.gui.editor.text_excerpt import LIMIT, TextChange, TextExcerpt
from uriinspector.gui.editor.undo_stack import Edit, UndoStack
from uriinspector.gui.widgets.cards import show_focus

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.editor.spoken_edit import SpokenEdit
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme


class ExactTextEdit(Canvas):
    """A canvas with the text that is drawn on it."""

    text_edited = Signal()
    excerpt_moved = Signal()
    _is_ready = False  # Qt reports a caret already while it is made

    def __init__(self, theme: Theme, selection: Selection | None, limit: int = LIMIT) -> None:
        """Start with an empty text."""
        super().__init__(theme, selection)
        self._excerpt = TextExcerpt(limit)
        self._edits = UndoStack()
        self._is_all = False
        self.selectionChanged.connect(self._on_selection)
        self.cursorPositionChanged.connect(self._on_selection)
        self.selection.span_selected.connect(self._on_span)
        self.document().contentsChange.connect(self._on_foreign_change)
        self._is_ready = True

    # What is in it.

    def text(self) -> str:
        """Return the text, code point by code point as it was given."""
        return self._excerpt.text

    def set_text(self, text: str) -> None:
        """Replace all that is there, as one step, and show its beginning: the host stands there."""
        self.replace(0, len(self._excerpt.text), text)
        self.verticalScrollBar().setValue(0)

    def insert_text(self, text: str) -> None:
        """Put a text in the place of what is selected."""
        self.replace(*self.selected(), text)

    def replace(self, start: int, end: int, new: str, *, typed: bool = False) -> None:
        """Replace a run of the text: the one door, for keys, pastes, drops and fixes."""
        old = self._excerpt.text[start:end]
        if old == new:
            self._put_caret(end)
            return
        self._is_typing = typed
        self._edits.record(Edit(start, old, new), typed=typed)
        self._perform(Edit(start, old, new))

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Colour the text by what was found in it; what is said of another text is not shown."""
        if inspection is not None and inspection.meant.text == self._excerpt.text:
            inspection = inspection.meant
        is_ours = inspection is not None and inspection.text == self._excerpt.text
        if inspection is None or not is_ours:
            self.show_look(NOTHING if inspection is None else self._look)
            return
        from uriinspector.gui.editor.accessible_text import (
            look_and_description,  # with the first text
        )

        self.show_look(*look_and_description(inspection))

    def show_look(self, look: Look, description: str = "") -> None:
        """Draw a look that somebody else made; ``description`` is for screen readers."""
        self.draw(look)
        self.setAccessibleDescription(description)

    # Which of it is shown.

    @property
    def shown(self) -> Span:
        """The excerpt that is laid out: all of it, unless the text is huge."""
        return self._excerpt.shown

    def shown_text(self) -> str:
        """The text of the excerpt."""
        return self._excerpt.shown.of(self._excerpt.text)

    def spoken(self) -> SpokenEdit | None:
        """What a screen reader works with, from when one asks for it."""
        return self._spoken if self._is_ready else None

    @cached_property
    def _spoken(self) -> SpokenEdit:
        from uriinspector.gui.editor.spoken_edit import SpokenEdit

        spoken = SpokenEdit(self, self)
        for changed in (
            *(self.text_edited, self.excerpt_moved),
            *(self.selectionChanged, self.cursorPositionChanged),
        ):
            changed.connect(spoken.follow)
        return spoken

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keys come here."""
        super().focusInEvent(event)
        show_focus(self, has_focus=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they do not any more."""
        super().focusOutEvent(event)
        show_focus(self, has_focus=False)

    def turn(self, pages: int) -> None:
        """Show what follows the excerpt, or what stands before it."""
        self._write(self._excerpt.page(pages))
        self.settle()
        self._put_caret(self._excerpt.shown.start)
        self.ensureCursorVisible()

    # What is selected.

    def selected(self) -> Span:
        """Return the selected run, empty at the caret where nothing is selected."""
        if self._is_all:
            return Span(0, len(self._excerpt.text))
        cursor, point = self.textCursor(), self._sheet.units.point
        start, end = point(cursor.selectionStart()), point(cursor.selectionEnd())
        return Span(self._origin + start, self._origin + end)

    def ends(self) -> tuple[int, int]:
        """Return where a selection began and where the caret is, counted in the excerpt."""
        cursor, point = self.textCursor(), self._sheet.units.point
        return point(cursor.anchor()), point(cursor.position())

    def select(self, start: int, end: int) -> None:
        """Select a run of the text and bring it into sight."""
        self._write(self._excerpt.show(start, end))
        self.settle()
        first, last = self._excerpt.shown
        self._set_cursor(max(start, first), max(min(end, last), first))
        self.ensureCursorVisible()

    def selectAll(self) -> None:
        """Select all of the text, also what is not shown of it."""
        self._set_cursor(*self._excerpt.shown)
        self._is_all = True
        self._tell()

    # Undo.

    @property
    def can_undo(self) -> bool:
        """Whether there is a step back."""
        return self._edits.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step forward."""
        return self._edits.can_redo

    def undo(self) -> None:
        """Take the last step back."""
        edit = self._edits.undo()
        if edit:
            self._perform(edit)

    def redo(self) -> None:
        """Take it again."""
        edit = self._edits.redo()
        if edit:
            self._perform(edit)

    # Inside.

    def _perform(self, edit: Edit) -> None:
        removed, added = len(edit.removed), len(edit.inserted)
        changes = self._excerpt.replace(edit.at, edit.at + removed, edit.inserted)
        self._write(changes, self._look.moved(edit.at, removed, added))
        self._put_caret(edit.at + added)
        self.undoAvailable.emit(self.can_undo)
        self.redoAvailable.emit(self.can_redo)
        self.text_edited.emit()
        self.settle()
        self.ensureCursorVisible()

    def _write(self, changes: list[TextChange], look: Look | None = None) -> None:
        if changes:
            self._is_all = False
            self.write(changes, look or self._look, self._excerpt.shown.start)
            self.excerpt_moved.emit()

    def _set_cursor(self, start: int, end: int) -> None:
        with self._sheet.quiet():
            self.setTextCursor(self._sheet.cursor(start - self._origin, end - self._origin))
        self._is_all = False

    def _put_caret(self, point: int) -> None:
        first, last = self._excerpt.shown
        at = min(max(point, first), last)
        self._set_cursor(at, at)
        self._tell()

    def _tell(self) -> None:
        span = self.selected()
        self.selection.select(span if span.start < span.end else None)

    def _on_selection(self) -> None:
        if not self._sheet.is_busy:
            self._is_all = False
            self._tell()

    def _on_span(self, span: Span | None) -> None:
        if span is not None and span != self.selected():
            self.select(*span)

    def _on_foreign_change(self, *_where: int) -> None:
        """See that somebody wrote into the document past the door: a screen reader may."""
        if not self._sheet.is_busy:
            QTimer.singleShot(0, self, self.adopt)  # the document is still at it

    def adopt(self) -> None:
        """Take over what stands in the document, as one step, and write it as it has to be."""
        shown = self._excerpt.shown
        written, text = self._sheet.read(), shown.of(self._excerpt.text)
        if written != text:
            self._sheet.restore()
            self._edits.close()
            self.replace(*shown, written)
