"""The document under the editor: one paragraph that always holds exactly what it was given."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import takewhile
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption

from uriinspector.gui.editor.chip import CHIP, CODE, OBJECT, chip_format
from uriinspector.gui.editor.code_units import MOST_MARKS, CodeUnits, is_mark, pieces
from uriinspector.gui.editor.text_excerpt import TextChange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QTextBlock, QTextDocument, QTextLayout


class TextDocument:
    """Writes code points into a document and reads them back."""

    def __init__(self, document: QTextDocument) -> None:
        """Set the document up: left to right, cut anywhere, no undo of its own."""
        self.document = document
        self.text = ""  # what it holds
        self.units = CodeUnits("")
        self.is_busy = False  # what changes meanwhile is our own doing
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAnywhere)
        option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
        document.setDefaultTextOption(option)
        document.setDocumentMargin(0)
        document.setUndoRedoEnabled(False)
        self.spacing = 0.0  # below each line

    @property
    def block(self) -> QTextBlock:
        """Give the one paragraph."""
        return self.document.begin()

    @property
    def layout(self) -> QTextLayout:
        """Give what the paragraph is laid out in."""
        return self.block.layout()

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Let what changes meanwhile count as our own doing."""
        before, self.is_busy = self.is_busy, True
        try:
            yield
        finally:
            self.is_busy = before

    @contextmanager
    def writing(self) -> Iterator[QTextCursor]:
        """Change the document in one go: it is laid out once, at the end."""
        cursor = QTextCursor(self.document)
        with self.quiet():
            cursor.beginEditBlock()
            try:
                yield cursor
            finally:
                cursor.endEditBlock()

    def write(self, cursor: QTextCursor, changes: list[TextChange]) -> None:
        """Make the changes, one after the other."""
        for start, end, new in changes:
            # Marks and spaces are drawn by what stands before them: those are written again.
            rest = self._touched(end)
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

    def _touched(self, start: int) -> str:
        """Give what is drawn by what stands before it: the marks that it may carry, or a space."""
        following = self.text[start : start + MOST_MARKS]
        return "".join(takewhile(is_mark, following)) or " " * following.startswith(" ")

    def restore(self) -> None:
        """Write what it should hold over whatever it holds."""
        with self.writing() as cursor:
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.removeSelectedText()
            text, self.text, self.units = self.text, "", CodeUnits("")
            self.write(cursor, [TextChange(0, 0, text)])

    def read(self) -> str:
        """Read the text, code point by code point as it was given."""
        return "\n".join(map(_read, self._blocks()))

    def _blocks(self) -> Iterator[QTextBlock]:
        """Give the paragraphs: only somebody else could have made more than one."""
        block = self.block
        while block.isValid():
            yield block
            block = block.next()

    def cursor(self, start: int, end: int) -> QTextCursor:
        """Make a cursor over a run of code points."""
        cursor = QTextCursor(self.document)
        self._move(cursor, start, end)
        return cursor

    def space(self, spacing: float) -> None:
        """Leave so much room below each line."""
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
