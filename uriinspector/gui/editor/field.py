"""The field for the text: what cannot be seen stands in it as a labelled chip, and is kept exactly.

The document's own plain text loses evidence (it turns U+2028 into a line end, and bidi marks
reorder what is shown), so each risky code point is one inline object that carries its number.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPyTextObject,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from uriinspector.gui.fonts import uri_font
from uriinspector.gui.plain import code_name, is_risky

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QInputMethodEvent

    from uriinspector.gui.theme import Theme

CHIP = QTextFormat.ObjectTypes.UserObject.value + 1
CODE = QTextFormat.Property.UserProperty.value + 1
OBJECT = "\ufffc"
Run = tuple[int, int, QTextCharFormat]


class Chip(QPyTextObject):
    """Draws one code point that has no honest shape of its own."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Take the colours of the theme."""
        super().__init__(parent)
        self._theme = theme
        self._font = uri_font(12)

    def intrinsicSize(self, _doc: QTextDocument, _pos: int, format: QTextFormat) -> QSizeF:
        """Leave room for the number."""
        metrics = QFontMetricsF(self._font)
        return QSizeF(metrics.horizontalAdvance(_label(format)) + 10, metrics.height())

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _doc: QTextDocument,
        _pos: int,
        format: QTextFormat,
    ) -> None:
        """Paint the number in a rounded box."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("warning"))
        painter.setBrush(self._theme.color("warning_card"))
        painter.drawRoundedRect(QRectF(rect).adjusted(1.5, 0.5, -1.5, -0.5), 4, 4)
        painter.setFont(self._font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, _label(format))
        painter.restore()


class RunPainter(QSyntaxHighlighter):
    """Lays formats over the text without touching it."""

    def __init__(self, document: QTextDocument) -> None:
        """Start with nothing to paint."""
        super().__init__(document)
        self._runs: list[Run] = []

    def paint(self, runs: list[Run]) -> None:
        """Paint these runs, given in Qt's own count; where two meet, both are seen."""
        self._runs = runs
        self.rehighlight()

    def highlightBlock(self, _text: str) -> None:
        """Cut the runs where they meet, since a place can have only one format."""
        begins: dict[int, list[int]] = defaultdict(list)
        ends: dict[int, list[int]] = defaultdict(list)
        for number, (start, end, _) in enumerate(self._runs):
            begins[start].append(number)
            ends[end].append(number)
        open_runs: set[int] = set()
        for start, end in pairwise(sorted(begins.keys() | ends.keys())):
            open_runs |= set(begins.get(start, ()))
            open_runs -= set(ends.get(start, ()))
            merged = QTextCharFormat()
            for number in sorted(open_runs):
                merged.merge(self._runs[number][2])
            self.setFormat(start, end - start, merged)


class UriEdit(QTextEdit):
    """A field of one paragraph, whose text is exactly what was put in."""

    text_edited = Signal()

    def __init__(self, theme: Theme) -> None:
        """Set up an empty field."""
        super().__init__()
        self._chip = Chip(theme, self)
        self._painter = RunPainter(self.document())
        self._last = ""
        self.document().documentLayout().registerHandler(CHIP, self._chip)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.document().setDefaultTextOption(option)
        self.setFont(uri_font(19))
        self.setTabChangesFocus(True)
        self.setAccessibleName("URI reference")
        self.setPlaceholderText("Paste or type a URI reference")
        self.textChanged.connect(self._on_changed)
        self._fit()

    def text(self) -> str:
        """Return the text, code point by code point as it was given."""
        pieces = []
        fragments = self.document().begin().begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            form = fragment.charFormat()
            is_chip = form.objectType() == CHIP
            pieces.append(
                chr(form.property(CODE)) * fragment.length() if is_chip else fragment.text()
            )
            fragments += 1
        return "".join(pieces)

    def set_text(self, text: str) -> None:
        """Replace all that is there."""
        self.selectAll()
        self.insert_text(text)

    def insert_text(self, text: str) -> None:
        """Put a text where the cursor is: the one way in for typing, paste, drop and set_text."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        for risky, run in groupby(text, is_risky):
            if not risky:
                cursor.insertText("".join(run), QTextCharFormat())
                continue
            for character in run:
                form = QTextCharFormat()
                form.setObjectType(CHIP)
                form.setProperty(CODE, ord(character))
                form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
                cursor.insertText(OBJECT, form)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def paint_runs(self, runs: Iterable[Run]) -> None:
        """Lay formats over runs of code points."""
        units = self._units()
        self._painter.paint([(units[start], units[end], form) for start, end, form in runs])

    def select(self, start: int, end: int) -> None:
        """Select a run of code points."""
        units = self._units()
        self.setTextCursor(self._cursor(units[start], units[end]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let what is typed in by the same door as what is pasted; Enter adds no line."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.matches(QKeySequence.StandardKey.Cut):
            self._copy()
            self.textCursor().removeSelectedText()
        elif _is_typed(event):
            self.insert_text(event.text())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Take what an input method commits by the same door; show what it is still composing."""
        committed = event.commitString()
        if committed:
            self.insert_text(committed)
            event.setCommitString("")
        super().inputMethodEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take the text and nothing but the text."""
        self.insert_text(source.text())

    def resizeEvent(self, event: object) -> None:
        """Grow with the text."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _copy(self) -> None:
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return
        units = self._units()
        start = units.index(cursor.selectionStart())
        end = units.index(cursor.selectionEnd())
        QGuiApplication.clipboard().setText(self.text()[start:end])

    def _units(self) -> list[int]:
        """Return the place of each code point in Qt's own count, which is UTF-16 units."""
        sizes = (2 if c > "\uffff" and not is_risky(c) else 1 for c in self.text())
        return list(accumulate(sizes, initial=0))

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _on_changed(self) -> None:
        self._fit()
        text = self.text()
        if text != self._last:  # painting is a change to Qt, but not to the text
            self._last = text
            self.text_edited.emit()

    def _fit(self) -> None:
        height = self.document().size().height()
        self.setFixedHeight(round(min(max(height, 34), 140)) + 2)


def _is_typed(event: QKeyEvent) -> bool:
    """Tell text from commands: Delete and Ctrl+V have a text too, but AltGr is Ctrl and Alt."""
    keys = event.modifiers() & (
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    )
    is_command = keys == Qt.KeyboardModifier.ControlModifier
    return event.text() >= " " and event.text() != "\x7f" and not is_command


def _label(form: QTextFormat) -> str:
    return code_name(chr(form.property(CODE)))
