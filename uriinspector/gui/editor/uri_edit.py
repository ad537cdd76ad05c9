"""The editor of a URI: keys, input methods, clipboard and pointer.

The exact text is authoritative; the QTextDocument is only written from it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from uriinspector.core.model import Span
from uriinspector.core.parse import parse
from uriinspector.gui.accessibility import announce
from uriinspector.gui.editor.canvas import Canvas
from uriinspector.gui.editor.look import NOTHING, Look, SpokenText, look_and_description
from uriinspector.gui.editor.text_document import LIMIT, Edit, TextChange, TextExcerpt, UndoStack
from uriinspector.gui.place_keys import keys_in_use
from uriinspector.gui.selection import (
    Keys,
    MenuEntry,
    Selection,
    decode_entry,
    drag,
    is_heard,
    leaving,
    menu_of,
    text_of,
    to_clipboard,
    to_selection,
)
from uriinspector.gui.text.pieces import plain_label, show_tip, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.cards import button, show_focus
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.gui.widgets.view_parts import ENTER

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.editor.spoken_edit import SpokenEdit


class ExactTextEdit(Canvas):
    """A canvas whose exact text can be edited."""

    text_edited = Signal()
    excerpt_moved = Signal()
    _is_ready = False  # False during construction, when Qt already reports the caret

    def __init__(self, selection: Selection | None, limit: int = LIMIT) -> None:
        super().__init__(selection)
        self._excerpt = TextExcerpt(limit)
        self._edits = UndoStack()
        self._is_all = False
        self.selectionChanged.connect(self._on_selection)
        self.cursorPositionChanged.connect(self._on_selection)
        self.selection.span_selected.connect(self._on_span)
        self.document().contentsChange.connect(self._on_foreign_change)
        self._is_ready = True

    # Content.

    def text(self) -> str:
        """Return the exact text."""
        return self._excerpt.text

    def set_text(self, text: str) -> None:
        """Replace the whole text as one step, and show its beginning, where the host is."""
        self.replace(0, len(self._excerpt.text), text)
        self.verticalScrollBar().setValue(0)

    def insert_text(self, text: str) -> None:
        self.replace(*self.selected(), text)

    def replace(self, start: int, end: int, new: str, *, typed: bool = False) -> None:
        """Replace a span of the text; all edits go through this method."""
        old = self._excerpt.text[start:end]
        if old == new:
            self._put_caret(end)
            return
        self._is_typing = typed
        self._edits.record(Edit(start, old, new), typed=typed)
        self._perform(Edit(start, old, new))

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Color the text according to an inspection, unless that is of a different text."""
        if inspection is not None and inspection.meant.text == self._excerpt.text:
            inspection = inspection.meant
        is_ours = inspection is not None and inspection.text == self._excerpt.text
        if inspection is None or not is_ours:
            self.show_look(NOTHING if inspection is None else self._look)
            return

        self.show_look(*look_and_description(inspection))

    def show_look(self, look: Look, description: str = "") -> None:
        """Draw a look; ``description`` is for screen readers."""
        self.draw(look)
        self.setAccessibleDescription(description)

    # Excerpt.

    @property
    def shown(self) -> Span:
        """Return the span that is laid out: the whole text unless it is huge."""
        return self._excerpt.shown

    def shown_text(self) -> str:
        return self._excerpt.shown.of(self._excerpt.text)

    def spoken(self) -> SpokenEdit | None:
        """The field for screen readers, created on first use; None until the editor is ready."""
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
        super().focusInEvent(event)
        show_focus(self, has_focus=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        show_focus(self, has_focus=False)

    def turn(self, pages: int) -> None:
        """Show the excerpt after the current one, or the one before it."""
        self._write(self._excerpt.page(pages))
        self.settle()
        self._put_caret(self._excerpt.shown.start)
        self.ensureCursorVisible()

    # Selection.

    def selected(self) -> Span:
        """Return the selected span, or an empty one at the caret."""
        if self._is_all:
            return Span(0, len(self._excerpt.text))
        cursor, point = self.textCursor(), self._sheet.units.point
        start, end = point(cursor.selectionStart()), point(cursor.selectionEnd())
        return Span(self._origin + start, self._origin + end)

    def ends(self) -> tuple[int, int]:
        """Return the anchor and the caret as positions in the excerpt."""
        cursor, point = self.textCursor(), self._sheet.units.point
        return point(cursor.anchor()), point(cursor.position())

    def select(self, start: int, end: int) -> None:
        """Select a span of the text and scroll to it."""
        self._write(self._excerpt.show(start, end))
        self.settle()
        first, last = self._excerpt.shown
        self._set_cursor(max(start, first), max(min(end, last), first))
        self.ensureCursorVisible()

    def selectAll(self) -> None:
        """Select the whole text, not only the excerpt."""
        self._set_cursor(*self._excerpt.shown)
        self._is_all = True
        self._share_selection()

    # Undo.

    @property
    def can_undo(self) -> bool:
        return self._edits.can_undo

    @property
    def can_redo(self) -> bool:
        return self._edits.can_redo

    def undo(self) -> None:
        edit = self._edits.undo()
        if edit:
            self._perform(edit)

    def redo(self) -> None:
        edit = self._edits.redo()
        if edit:
            self._perform(edit)

    # Internals.

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
        self._share_selection()

    def _share_selection(self) -> None:
        span = self.selected()
        self.selection.select(span if span.start < span.end else None)

    def _on_selection(self) -> None:
        if not self._sheet.is_busy:
            self._is_all = False
            self._share_selection()

    def _on_span(self, span: Span | None) -> None:
        if span is not None and span != self.selected():
            self.select(*span)

    def _on_foreign_change(self, *_where: int) -> None:
        """Adopt document changes that bypass ``replace``, such as those by screen readers."""
        if not self._sheet.is_busy:
            QTimer.singleShot(0, self, self.adopt)  # after the document has finished the change

    def adopt(self) -> None:
        """Adopt a change to the document as one step, then rewrite the document."""
        shown = self._excerpt.shown
        written, text = self._sheet.read(), shown.of(self._excerpt.text)
        if written != text:
            self._sheet.restore()
            self._edits.close()
            self.replace(*shown, written)


class UriEdit(ExactTextEdit):
    """A single-paragraph field, whose text is exactly what the user entered."""

    submitted = Signal()
    problem_met = Signal(str)  # a sentence about the character at the caret, or ""
    problem_requested = Signal(object)  # the Span of an encoding problem
    received = Signal(object)  # the QMimeData of a paste or drop, after its text was inserted
    # Passes on data that would replace the whole text; returns True if it did.
    is_diverted: Callable[[QMimeData], bool] = staticmethod(lambda _data: False)

    def __init__(self, selection: Selection | None = None, *, limit: int = LIMIT) -> None:
        super().__init__(selection, limit)
        self._pressed: QPointF | None = None
        self.setTabChangesFocus(True)
        self.setAccessibleName(say("Link"))
        self.setPlaceholderText(say("Paste or type a link"))

    # Clipboard.

    def copy(self) -> None:
        """Copy the selection: a part unchanged, the whole text defanged."""
        span = self.selected()
        if span.start < span.end:
            to_clipboard(leaving(self._excerpt.text, span))

    def is_whole_selected(self) -> bool:
        return self.selected() == (0, len(self._excerpt.text)) != (0, 0)

    def copy_exact(self) -> None:
        """Copy the selection, or the whole text, unchanged."""
        span = self.selected()
        to_clipboard(span.of(self._excerpt.text) or self._excerpt.text)

    def copy_defanged(self) -> None:
        to_clipboard(leaving(self._excerpt.text, Span(0, len(self._excerpt.text))))

    def cut(self) -> None:
        self.copy()
        self.replace(*self.selected(), "")

    def paste(self) -> None:
        self.insertFromMimeData(QGuiApplication.clipboard().mimeData())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Accept text; files without text are handled by the window."""
        is_text = any(each.startswith("text/plain") for each in source.formats())
        return is_text and not any(url.isLocalFile() for url in source.urls())

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert only the text, without formatting."""
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
        """Handle the keys that change the text; others only move the caret."""
        command, eraser = command_of(event), eraser_of(event)
        if steps := COMPONENT_STEPS.get(keys_in_use.name_of(event)):
            self.step_component(steps)
        elif command:
            getattr(self, command)()
            self._offer()
        elif is_enter(event):
            self.submitted.emit()
            if problem := self._look.problem_at(self.selected().start):
                self.problem_requested.emit(Span(problem.start, problem.end))
        elif eraser is not None:
            self._erase(eraser)
        elif is_typed(event):
            self.replace(*self.selected(), event.text(), typed=True)
        else:
            self._edits.close()
            super().keyPressEvent(event)
            self._offer()
            self._report_problem()

    def _report_problem(self) -> None:
        """Report and announce the problem with the character after the caret."""
        problem = self._look.problem_at(self.selected().start)
        words = visible(problem.words) if problem else ""
        self.problem_met.emit(words)
        if words:
            announce(words)

    def step_component(self, steps: int) -> None:
        """Select the next or previous component of the link, and announce it."""
        bracket = self._look.next_bracket(self.selected(), steps)
        if bracket is not None:
            self._edits.close()
            self.select(bracket.start, bracket.end)
            self._share_selection()
            run = self._excerpt.text[
                bracket.start : min(bracket.end, bracket.start + LONGEST_COMPONENT)
            ]
            announce(f"{bracket.label}: {SpokenText(run).text}")

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Insert what an input method commits; show what it is still composing."""
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

    # Pointer.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the component of a clicked bracket; a press on the selection may begin a drag."""
        self._edits.close()
        place = event.position()
        if event.button() == Qt.MouseButton.LeftButton:
            bracket = self.bracket_at(place)
            if bracket:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
                self.select(bracket.start, bracket.end)
                self._share_selection()
                return
            point, span = self.point_at(place), self.selected()
            if point is not None and span.start <= point < span.end:
                self._pressed = place
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the selection, as the same text that copying would give."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        way = event.position() - self._pressed
        if way.manhattanLength() >= QApplication.startDragDistance():
            self._pressed = None
            drag(self, leaving(self._excerpt.text, self.selected()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Set the caret if a press inside the selection did not become a drag."""
        if self._pressed is not None:
            self._pressed = None
            self.setTextCursor(self.cursorForPosition(event.position().toPoint()))
        else:
            super().mouseReleaseEvent(event)
        self._offer()

    def dropEvent(self, event: QDropEvent) -> None:
        """Insert dropped text at the pointer; if it is the editor's own selection, move it."""
        if not self.canInsertFromMimeData(event.mimeData()):
            event.ignore()
            return
        super().dragLeaveEvent(QDragLeaveEvent())  # hides the caret at the drop position
        unit = self.cursorForPosition(event.position().toPoint()).position()
        at = self._origin + self._sheet.units.point(unit)
        if event.source() is self:
            self._move(self.selected(), at)
        else:
            self._set_cursor(at, at)
            self.insertFromMimeData(event.mimeData())
        event.acceptProposedAction()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = menu_of(self, self._choices())
        menu.exec(event.globalPos())
        menu.deleteLater()

    # Internals.

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
            start = max(start - 1, 0)  # one code point, even if several form one character
        elif start == end:
            cursor = self.textCursor()
            cursor.movePosition(move, QTextCursor.MoveMode.KeepAnchor)
            point = self._sheet.units.point
            start = self._origin + point(cursor.selectionStart())
            end = self._origin + point(cursor.selectionEnd())
        if start < end:
            self.replace(start, end, "", typed=end - start == 1)

    def _move(self, span: Span, at: int) -> None:
        """Move a span to another position, as one step."""
        text = self._excerpt.text
        if at < span.start:
            self.replace(at, span.end, span.of(text) + text[at : span.start])
        elif at > span.end:
            self.replace(span.start, at, text[span.end : at] + span.of(text))

    def _offer(self) -> None:
        """Provide the selection to X11, as the same text that copying would give."""
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


class SmallEdit(UriEdit):
    """A small editor without a ribbon."""

    text_size = 13
    has_ribbon = False


# Keys that, if nothing is selected, delete from the caret to the end of this move.
ERASERS = {
    Keys.Backspace: Move.PreviousCharacter,
    Keys.Delete: Move.NextCharacter,
    Keys.DeleteStartOfWord: Move.PreviousWord,
    Keys.DeleteEndOfWord: Move.NextWord,
    Keys.DeleteEndOfLine: Move.End,
    Keys.DeleteCompleteLine: Move.End,
}


def command_of(event: QKeyEvent) -> str | None:
    """Return the name of the editing method for a key, or None."""
    return next((name for key, name in COMMANDS.items() if event.matches(key)), None)


def eraser_of(event: QKeyEvent) -> QTextCursor.MoveOperation | None:
    """Return the caret move whose range a key deletes, or None."""
    if event.key() == Qt.Key.Key_Backspace and not event.modifiers() & ~_SHIFT:
        return Move.PreviousCharacter
    return next((move for key, move in ERASERS.items() if event.matches(key)), None)


def is_enter(event: QKeyEvent) -> bool:
    return event.key() in ENTER


def is_typed(event: QKeyEvent) -> bool:
    """Return True if a key types text.

    Delete and Ctrl+V have text, too, but do not type it; AltGr is reported as Ctrl and Alt.
    """
    keys = event.modifiers() & (
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    )
    is_command = keys == Qt.KeyboardModifier.ControlModifier
    return event.text() >= " " and event.text() != "\x7f" and not is_command


_SHIFT = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier

HEIGHT, LEAST = 26, 90  # before zoom
MARGIN = 3


class LineEdit(UriEdit):
    """A single-line editor, which scrolls."""

    text_size = 12
    has_ribbon = False

    def __init__(self, name: str, hint: str) -> None:
        super().__init__(Selection())
        self.setLineWrapMode(self.LineWrapMode.NoWrap)
        self.document().setDocumentMargin(MARGIN)
        self.setAccessibleName(name)
        self.setPlaceholderText("")
        self._hint = hint
        self.setAccessibleDescription(hint)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the placeholder of an empty field, which Qt does not paint if lines do not wrap."""
        super().paintEvent(event)
        if not self.text():
            painter = QPainter(self.viewport())
            painter.setPen(theme.color("muted"))
            painter.setFont(theme.interface_font(12))
            middle = Qt.AlignmentFlag.AlignVCenter
            room = self.viewport().rect().adjusted(MARGIN, 0, 0, 0)
            hint = painter.fontMetrics().elidedText(
                self._hint, Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, middle, hint)
            painter.end()

    def set_text(self, text: str) -> None:
        super().set_text(text)
        self.select(0, 0)
        self.horizontalScrollBar().setValue(0)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), pixels(HEIGHT - 4))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, pixels(HEIGHT - 4))


LONGEST_BASE = 32  # maximum number of characters of a base on the button


class BaseField(QWidget):
    """A field for a base URI and a button that shows it; warns if the text cannot be a base."""

    base_edited = Signal()

    def __init__(self, hint: str, of: str = "") -> None:
        """Create an empty field; ``hint`` is its placeholder, ``of`` names the text to resolve."""
        super().__init__()
        self._of = of
        name = say("Base URI: {what}", what=of) if of else say("Base URI")
        self.opener = button("", lambda: self.open(shown=self.isHidden()), link=True)
        self.editor = LineEdit(name, hint)
        self.state = plain_label(role="warned", wraps=False)
        self.state.hide()
        self.name = plain_label(say("Base URI"), role="quiet", wraps=False)
        for each in (self.name, self.opener):
            show_tip(each, say(TIP))
        self._frame = QFrame()
        self._frame.setObjectName("input")
        row(stretched(self.editor), self.state, into=self._frame, margins=(6, 1, 4, 1))
        row(self.name, stretched(self._frame), into=self)
        self.editor.text_edited.connect(self._on_edit)
        self._name_opener()
        self.hide()

    def open(self, *, shown: bool = True) -> None:
        """Show and focus the field, or hide it."""
        self.setVisible(shown)
        if shown:
            self.editor.setFocus()

    @property
    def base(self) -> str | None:
        return self.editor.text() or None

    def show_base(self, base: str | None) -> None:
        self.editor.set_text(base or "")

    def check(self, edition: str) -> None:
        """Warn if the edition cannot resolve references against this base."""
        base = self.base
        is_wrong = False
        if base:
            from uriinspector.analysis.variants import can_be_base, variant_of  # if needed

            is_wrong = not can_be_base(variant_of(edition), base)
        self.state.setText(say("cannot be a base") if is_wrong else "")
        self.state.setVisible(is_wrong)
        if is_wrong:
            self.show()
        self._name_opener()

    def _name_opener(self) -> None:
        """Label the button with the host of the base."""
        base, words = self.base, "+ " + say("Base URL")
        if base:
            host = parse(base).host or base
            words = say("Base: {host}", host=visible(host[-LONGEST_BASE:]))
        self.opener.setText(words)
        name = words.removeprefix("+ ")
        self.opener.setAccessibleName(f"{name}: {self._of}" if self._of else name)

    def _on_edit(self) -> None:
        self.base_edited.emit()


TIP = (
    "A relative reference is resolved against this address: the URL of the page or message it is "
    "in."
)


class ExcerptBar(QWidget):
    """A bar with buttons to move the excerpt, or a note while inspecting; hidden otherwise."""

    def __init__(self, editor: ExactTextEdit) -> None:
        super().__init__()
        self._editor = editor
        self._is_waiting = False
        self.note = plain_label(role="quiet")
        self.earlier = button(say("Show earlier text"), lambda: editor.turn(-1))
        self.later = button(say("Show later text"), lambda: editor.turn(1))
        row(stretched(self.note), self.earlier, self.later, into=self, margins=(0, 2, 0, 0))
        editor.excerpt_moved.connect(self._update)
        self._update()

    def show_waiting(self, waiting: bool) -> None:
        """Show whether the inspection is still running."""
        self._is_waiting = waiting
        self._update()

    def _update(self) -> None:
        first, last = self._editor.shown
        length = len(self._editor.text())
        is_whole = last - first == length
        texts = [] if is_whole else [_range(first, last, length)]
        texts += [say("Inspecting…")] if self._is_waiting else []
        self.note.setText(" · ".join(texts))
        self.earlier.setEnabled(first > 0)
        self.later.setEnabled(last < length)
        for each in (self.earlier, self.later):
            each.setVisible(not is_whole)
        self.setVisible(bool(texts))


def _range(first: int, last: int, length: int) -> str:
    return say(
        "Showing characters {first} to {last} of {length}; the others stay unchanged",
        first=first + 1,
        last=last,
        length=length,
    )


class ReadOnlyEdit(UriEdit):
    """An editor that only allows selecting and copying; copies of the whole text are defanged."""

    _is_writing = False

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setPlaceholderText("")

    def show_text(self, text: str) -> None:
        self._is_writing = True
        self.set_text(text)
        self._is_writing = False

    def replace(self, start: int, end: int, new: str, *, typed: bool = False) -> None:
        """Ignore edits made with keys, by pasting or by dropping."""
        if self._is_writing:
            super().replace(start, end, new, typed=typed)

    @property
    def can_undo(self) -> bool:
        """Return False: changes made by the program cannot be undone."""
        return False

    @property
    def can_redo(self) -> bool:
        """Return False: changes made by the program cannot be redone."""
        return False

    def undo(self) -> None:
        """Do nothing: changes made by the program cannot be undone."""

    def redo(self) -> None:
        """Do nothing: changes made by the program cannot be redone."""
