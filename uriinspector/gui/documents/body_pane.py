"""The text of an email, loaded in the background; links are inert, hidden text is hatched."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator
from threading import Event

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from uriinspector.core.model import NamedTuple
from uriinspector.documents.body_text import Body, BodyPart, body_of
from uriinspector.documents.cases.link_row import WHOLE
from uriinspector.documents.scan import LIMIT
from uriinspector.gui.documents.source_octets import UNREADABLE, Octets, why
from uriinspector.gui.documents.source_view import line_starts
from uriinspector.gui.jobs.stream import ProcessEndedError, from_process
from uriinspector.gui.text.paragraph import TextStyle, font_of
from uriinspector.gui.text.pieces import plain_label, visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.cards import line_edit
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import MOST_MATCHES, SearchedPane, match_words, step_to

# Up to this size, reading is faster than starting a process.
AT_HAND = 1 << 19
MESSAGE_NAME = "message.eml"  # its suffix determines the type
HATCH = 110  # opacity of the hatching, of 255
EVIDENCE, WORDS = TextStyle(size=13), TextStyle("muted", 12)


class ContentsRequest(NamedTuple):
    """The email or file to read: ``key`` identifies it, ``octets`` reads its bytes."""

    key: Hashable
    size: int
    octets: Octets
    name: str
    part: str
    passwords: tuple[str, ...] = ()
    span: tuple[int, int] | None = None  # range of an unencoded email in the file


class SourceContents(NamedTuple):
    """The contents of a file: the offsets of its lines and its text, or a problem."""

    key: Hashable
    lines: array[int] = array("Q")
    body: Body = Body()
    problem: str = ""


def read_contents(request: ContentsRequest, stopped: Event) -> SourceContents:
    """Read a file; a large one is read in a separate process. No Qt."""
    try:
        octets = request.octets(0, min(request.size, LIMIT))
        given = (octets, request.name, request.part, request.passwords)
        start = 0
        if request.span is not None:
            start, end = request.span
            given = (octets[start:end], MESSAGE_NAME, WHOLE, request.passwords)
        is_little = len(given[0]) <= AT_HAND
        answers = bodies(*given) if is_little else from_process(bodies, given, stopped)
        body = next(iter(answers), Body())
        fields = {name: (a + start, b + start) for name, (a, b) in body.fields.items()}
        body = body._replace(fields=fields)
    except UNREADABLE as error:
        return SourceContents(request.key, problem=why(error))
    except ProcessEndedError:
        body = Body()
    return SourceContents(request.key, line_starts(octets), body)


def bodies(octets: bytes, name: str, part: str, passwords: tuple[str, ...]) -> Iterator[Body]:
    """Yield the text; the generator runs in a separate process."""
    yield body_of(octets, name, part, passwords)


class BodyEdit(QPlainTextEdit):
    """Read-only text; copied text is defanged."""

    left = Signal()

    def copy_defanged(self) -> None:
        """Copy the selected text, defanged."""
        self.copy()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return defanged plain text, which programs do not turn into links."""
        from uriinspector.analysis.defang import defang  # imported with the first copy

        data = QMimeData()
        data.setText(defang(self.textCursor().selectedText().replace("\u2029", "\n")))
        return data

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class BodyPane(SearchedPane):
    """The text of all parts, with a search field."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.edit = BodyEdit()
        self.edit.setReadOnly(True)
        self.edit.setUndoRedoEnabled(False)
        self.edit.setAccessibleName(say("Text"))
        self.edit.left.connect(self.left)
        self.edit.document().setDocumentMargin(pixels(16))
        self.search = line_edit(say("Find in the text"), say("Find in the text"))
        self.search.textEdited.connect(lambda: self.go_to_match(0))
        self.match = plain_label(role="quiet", wraps=False)
        self.setFocusProxy(self.edit)
        top = row(stretched(self.search), self.match, margins=(16, 8, 16, 8), spacing=8)
        column_of(top, stretched(self.edit), into=self, spacing=0)

    def show_contents(self, contents: SourceContents | None) -> None:
        """Show the text, or the reason why there is none."""
        self.match.clear()
        self.edit.clear()
        cursor = QTextCursor(self.edit.document())
        if contents is None:
            cursor.insertText(say("Reading…"), self._look(WORDS))
            return
        parts = [each for each in contents.body.parts if any(run.text for run in each.runs)]
        if not parts:
            words = contents.problem or say("No text.")
            cursor.insertText(words, self._look(WORDS))
        if any(run.is_hidden for each in parts for run in each.runs):
            words = say("Hatched text is hidden by its own style: readers do not see it.")
            cursor.insertText(f"{words}\n\n", self._look(WORDS))
        for part in parts:
            self._insert(cursor, part, is_titled=len(parts) > 1)
        self.edit.moveCursor(QTextCursor.MoveOperation.Start)

    def _insert(self, cursor: QTextCursor, part: BodyPart, *, is_titled: bool) -> None:
        if is_titled:
            title = visible(f"{part.type} \u00b7 {part.path}")
            cursor.insertText(f"{title}\n", self._look(WORDS._replace(weight=600)))
        for run in part.runs:
            text = "\n".join(map(visible, run.text.split("\n")))
            cursor.insertText(text, self._look(EVIDENCE, is_hidden=run.is_hidden))
            if run.target:
                chip = TextStyle("accent", 12, evidence=True)
                cursor.insertText(" ", self._look(EVIDENCE))
                cursor.insertText(
                    f"\u2192\u00a0{visible(run.target)}", self._look(chip, ground="low_card")
                )
                cursor.insertText(" ", self._look(EVIDENCE))
        rest = say("The rest is not shown.") if part.is_cut else ""
        cursor.insertText(f"\n{rest}\n", self._look(WORDS))

    def _look(
        self, style: TextStyle, *, is_hidden: bool = False, ground: str = ""
    ) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setFont(font_of(style))
        look.setForeground(theme.color("warning" if is_hidden else style.color))
        if is_hidden:
            hatch = theme.color("warning")
            hatch.setAlpha(HATCH)
            look.setBackground(QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        elif ground:
            look.setBackground(theme.color(ground))
        return look

    def go_to_match(self, steps: int) -> None:
        """Select the next or previous match; with 0, the first one at or after the selection."""
        document, words = self.edit.document(), self.search.text()
        found: list[QTextCursor] = []
        cursor = document.find(words) if words else QTextCursor()
        while not cursor.isNull() and len(found) < MOST_MATCHES:
            found.append(cursor)
            cursor = document.find(words, cursor)
        at = self.edit.textCursor().selectionStart()
        number = step_to([each.selectionStart() for each in found], at, steps)
        self.match.setText(match_words(number, len(found)) if words else "")
        if found:
            self.edit.setTextCursor(found[number])
