"""The exact text of the editor, with chips, excerpts and undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from uriinspector.core.model import NamedTuple, Span
from uriinspector.gui.editor.look import MOST_MARKS, CodeUnits, is_mark, pieces
from uriinspector.gui.text.pieces import label_of
from uriinspector.gui.theme import pixels, theme

CHIP = QTextFormat.ObjectTypes.UserObject.value + 1
CODE = QTextFormat.Property.UserProperty.value + 1
OBJECT = "\ufffc"


class Chip(QPyTextObject):
    """A text object that draws a character as a chip with its code point."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sizes: dict[int, QSizeF] = {}

    def intrinsicSize(self, _doc: QTextDocument, _pos: int, format: QTextFormat) -> QSizeF:
        code = format.property(CODE)  # called for every line that is measured
        size = self._sizes.get(code)
        if size is None:
            size = self._sizes[code] = self._size(code)
        return size

    def forget(self) -> None:
        self._sizes.clear()

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _doc: QTextDocument,
        _pos: int,
        format: QTextFormat,
    ) -> None:
        edge = pixels(2) * 0.75
        radius = pixels(4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("warning"))
        painter.setBrush(theme.color("warning_card"))
        painter.drawRoundedRect(QRectF(rect).adjusted(edge, 0.5, -edge, -0.5), radius, radius)
        painter.setFont(self._font())
        label = label_of(chr(format.property(CODE)))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)
        painter.restore()

    def _size(self, code: int) -> QSizeF:
        metrics = QFontMetricsF(self._font())
        width = metrics.horizontalAdvance(label_of(chr(code)))
        return QSizeF(width + pixels(10), metrics.height())

    def _font(self) -> QFont:
        return theme.uri_font(12)


def chip_format(character: str) -> QTextCharFormat:
    """Return the format of an inline object that stores a code point."""
    form = QTextCharFormat()
    form.setObjectType(CHIP)
    form.setProperty(CODE, ord(character))
    form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    return form


# Maximum number of characters to lay out; longer texts are shown in excerpts.
LIMIT = 65_536


class TextChange(NamedTuple):
    """A replacement in the shown excerpt."""

    start: int
    end: int
    text: str


class TextExcerpt:
    """The exact text, and the excerpt of it that is shown."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self.text = ""
        self.shown = Span(0, 0)

    @property
    def is_whole(self) -> bool:
        return self.shown == (0, len(self.text))

    def replace(self, start: int, end: int, new: str) -> list[TextChange]:
        """Replace a span of the text; return the resulting changes of the excerpt, in order."""
        first, last = self.shown
        self.text = self.text[:start] + new + self.text[end:]
        if start < first or end > last or len(new) > self._limit:
            return self._shown_from(self._first_around(start, start + len(new)))
        changes = [TextChange(start - first, end - first, new)]
        self.shown = Span(first, last + len(new) - (end - start))
        self._trim(changes, start + len(new))
        self._fill(changes)
        return changes

    def show(self, start: int, end: int) -> list[TextChange]:
        """Move the excerpt so that it contains a span, or at least the span's beginning."""
        first, last = self.shown
        if first <= start and (end <= last or end - start > self._limit):
            return []
        return self._shown_from(self._first_around(start, end))

    def page(self, pages: int) -> list[TextChange]:
        """Move the excerpt forward or back by its own length."""
        return self._shown_from(self.shown.start + pages * self._limit)

    def _first_around(self, start: int, end: int) -> int:
        """Return the start of an excerpt with a span in its middle, or a long span at its start."""
        spare = self._limit - (end - start)
        return start - spare // 2 if spare > 0 else start

    def _shown_from(self, first: int) -> list[TextChange]:
        before = self.shown.end - self.shown.start
        first = max(0, min(first, len(self.text) - self._limit))
        self.shown = Span(first, min(first + self._limit, len(self.text)))
        return [TextChange(0, before, self.shown.of(self.text))]

    def _trim(self, changes: list[TextChange], caret: int) -> None:
        """Cut the excess from the end of the excerpt that is farther from the caret."""
        first, last = self.shown
        surplus = last - first - self._limit
        if surplus <= 0:
            return
        if caret <= last - surplus:
            changes.append(TextChange(last - surplus - first, last - first, ""))
            self.shown = Span(first, last - surplus)
        else:
            changes.append(TextChange(0, surplus, ""))
            self.shown = Span(first + surplus, last)

    def _fill(self, changes: list[TextChange]) -> None:
        """Extend the excerpt up to the limit, first at its end."""
        first, last = self.shown
        spare = self._limit - (last - first)
        more = min(spare, len(self.text) - last)
        if more:
            changes.append(TextChange(last - first, last - first, self.text[last : last + more]))
        less = min(spare - more, first)
        if less:
            changes.append(TextChange(0, 0, self.text[first - less : first]))
        self.shown = Span(first - less, last + more)


class TextDocument:
    """Writes code points into a QTextDocument and reads them back."""

    def __init__(self, document: QTextDocument) -> None:
        """Set up the document: left to right, wrapped anywhere, without Qt's undo."""
        self.document = document
        self.text = ""  # the document's content
        self.units = CodeUnits("")
        self.is_busy = False  # True while this class itself changes the document
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
        document.setDefaultTextOption(option)
        document.setDocumentMargin(0)
        document.setUndoRedoEnabled(False)
        self.spacing = 0.0  # height of the space below each line

    @property
    def block(self) -> QTextBlock:
        """Return the only paragraph."""
        return self.document.begin()

    @property
    def layout(self) -> QTextLayout:
        return self.block.layout()

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Treat changes inside this context as this class's own."""
        before, self.is_busy = self.is_busy, True
        try:
            yield
        finally:
            self.is_busy = before

    @contextmanager
    def writing(self) -> Iterator[QTextCursor]:
        """Combine changes inside this context, so that the document is laid out once."""
        cursor = QTextCursor(self.document)
        with self.quiet():
            cursor.beginEditBlock()
            try:
                yield cursor
            finally:
                cursor.endEditBlock()

    def write(self, cursor: QTextCursor, changes: list[TextChange]) -> None:
        """Apply the changes in order."""
        for start, end, new in changes:
            # Rewrite combining marks and spaces that follow, since their drawing
            # depends on the text before them.
            rest = self._dependent_text(end)
            self._move(cursor, start, end + len(rest))
            cursor.removeSelectedText()
            before = self.text[max(start - MOST_MARKS - 1, 0) : start]
            for run, is_chip in pieces(new + rest, before):
                if is_chip:
                    cursor.insertText(OBJECT * len(run), chip_format(run[0]))
                else:
                    cursor.insertText(run, QTextCharFormat())
            self.text = self.text[:start] + new + self.text[end:]
            self.units = CodeUnits(self.text)

    def _dependent_text(self, start: int) -> str:
        """Return following text whose drawing depends on preceding text: marks or a space."""
        following = self.text[start : start + MOST_MARKS]
        return "".join(takewhile(is_mark, following)) or " " * following.startswith(" ")

    def restore(self) -> None:
        """Rewrite the document from the stored text."""
        with self.writing() as cursor:
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.removeSelectedText()
            text, self.text, self.units = self.text, "", CodeUnits("")
            self.write(cursor, [TextChange(0, 0, text)])

    def read(self) -> str:
        """Return the document's text, with chips as their code points."""
        return "\n".join(map(_read, self._blocks()))

    def _blocks(self) -> Iterator[QTextBlock]:
        """Yield the paragraphs; there is only one, except after a change from outside."""
        block = self.block
        while block.isValid():
            yield block
            block = block.next()

    def cursor(self, start: int, end: int) -> QTextCursor:
        """Return a cursor that selects a span of code points."""
        cursor = QTextCursor(self.document)
        self._move(cursor, start, end)
        return cursor

    def space(self, spacing: float) -> None:
        """Set the space below each line."""
        if spacing == self.spacing:
            return
        self.spacing = spacing
        form = QTextBlockFormat()
        form.setLineHeight(spacing, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        with self.writing() as cursor:
            cursor.mergeBlockFormat(form)

    def _move(self, cursor: QTextCursor, start: int, end: int) -> None:
        cursor.setPosition(self.units.of(start))
        cursor.setPosition(self.units.of(end), QTextCursor.MoveMode.KeepAnchor)


def _read(block: QTextBlock) -> str:
    result = []
    fragments = block.begin()
    while not fragments.atEnd():
        fragment = fragments.fragment()
        form = fragment.charFormat()
        if form.objectType() == CHIP:
            result.append(chr(form.property(CODE)) * fragment.length())
        else:
            result.append(fragment.text())
        fragments += 1
    return "".join(result)


# Maximum number of characters in all steps; the oldest steps are dropped first.
MOST_UNDONE = 1 << 24
# Typing extends a step until one of these characters is typed, which end a part or segment.
BREAKS = frozenset("/?#&@:")


class Edit(NamedTuple):
    """A replacement in the text."""

    at: int
    removed: str
    inserted: str

    @property
    def undone(self) -> Edit:
        return Edit(self.at, self.inserted, self.removed)

    @property
    def size(self) -> int:
        return len(self.removed) + len(self.inserted)


class UndoStack:
    """The steps to undo and redo."""

    def __init__(self) -> None:
        self._back: list[Edit] = []
        self._forward: list[Edit] = []
        self._size = 0
        self._is_open = False

    @property
    def can_undo(self) -> bool:
        return bool(self._back)

    @property
    def can_redo(self) -> bool:
        return bool(self._forward)

    def close(self) -> None:
        """Make the next edit begin a new step."""
        self._is_open = False

    def record(self, edit: Edit, *, typed: bool) -> None:
        """Add an edit; one made with a single key may extend the last step."""
        joined = _joined(self._back[-1], edit) if typed and self._is_open and self._back else None
        if joined:
            self._size -= self._back.pop().size
        self._back.append(joined or edit)
        self._size += self._back[-1].size
        self._forward.clear()
        self._is_open = typed
        while self._size > MOST_UNDONE and len(self._back) > 1:
            self._size -= self._back.pop(0).size

    def undo(self) -> Edit | None:
        """Return the edit that undoes the last step; None if there is none."""
        self.close()
        if not self._back:
            return None
        last = self._back.pop()
        self._size -= last.size
        self._forward.append(last)
        return last.undone

    def redo(self) -> Edit | None:
        """Return the step that was undone last; None if there is none."""
        self.close()
        if not self._forward:
            return None
        again = self._forward.pop()
        self._back.append(again)
        self._size += again.size
        return again


def _joined(last: Edit, edit: Edit) -> Edit | None:
    """Return both edits as one if the second continues the first, else None."""
    if edit.inserted and not edit.removed:
        goes_on = edit.at == last.at + len(last.inserted) and last.inserted[-1:] not in BREAKS
        if goes_on and last.inserted:
            return Edit(last.at, last.removed, last.inserted + edit.inserted)
    elif edit.removed and not edit.inserted and not last.inserted:
        if edit.at + len(edit.removed) == last.at:
            return Edit(edit.at, edit.removed + last.removed, "")
        if edit.at == last.at:
            return Edit(edit.at, last.removed + edit.removed, "")
    return None
