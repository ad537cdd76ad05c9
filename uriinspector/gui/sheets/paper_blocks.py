"""The blocks of a sheet as pieces of text on paper, measured and placed; always black on white.

Each piece is a document by itself: margins, tab stops and frames of a document are scaled by the
resolution of the screen, and paper has another one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.sheet_content import (
    ANSWER,
    ANSWER_FORM,
    CHOICES,
    CITES,
    CODE,
    DUE,
    END,
    LESSON,
    MISSING,
    WRONG_ANSWERS,
    WRONG_HEAD,
    SheetFields,
    SheetParagraph,
    SheetRun,
)
from uriinspector.gui.fonts import LIGATURES, interface_font, uri_font
from uriinspector.gui.text.legible_text import visible
from uriinspector.lessons.choice import letter_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtGui import QPagedPaintDevice, QPainter

    from uriinspector.export.sheet_content import Runs, SheetBlock, SheetList

BLACK, QUIET = Qt.GlobalColor.black, Qt.GlobalColor.darkGray
LINE_END = "\N{LINE SEPARATOR}"  # a new line of the same paragraph
# What stays in one line: an octet (RFC 3986 2.1), and the name of a character that is not drawn.
PIECES = expression(r"%[0-9A-Fa-f]{2}|\u2039[^\u2039\u203a]*\u203a|[\s\S]")
# In points: sizes of letters; the room of numbers, between things, and of the place for an answer.
WORDS, EVIDENCE, SMALL, HEAD = 11.0, 10.5, 9.0, 14.0
NUMBER, GAP, PADDING, BOX, SPACE, AFTER = 24.0, 10.0, 4.0, 28.0, 2.0, 6.0
LINES = 125.0  # percent
SMALL_ROLES = frozenset({ANSWER_FORM, WRONG_HEAD, CITES, END})


class PaperMeasures(NamedTuple):
    """The width there is, and how many dots a point has."""

    device: QPagedPaintDevice
    width: float
    dots: float  # in a point
    label: float = 0.0  # the room of labels, in dots


class TextPiece(NamedTuple):
    """A document and its place."""

    document: QTextDocument
    x: float
    y: float

    @property
    def baseline(self) -> float:
        """That of the first line, from the top of the document."""
        line = self.document.begin().layout().lineAt(0)
        return line.y() + line.ascent()

    def lines(self) -> Iterator[tuple[float, float]]:
        """Where each line begins and ends."""
        layout, block = self.document.documentLayout(), self.document.begin()
        while block.isValid():
            top, lines = self.y + layout.blockBoundingRect(block).top(), block.layout()
            for number in range(lines.lineCount()):
                line = lines.lineAt(number)
                yield top + line.y(), top + line.y() + line.height()
            block = block.next()


@cache
def words_font(points: float, *, is_bold: bool = False) -> QFont:
    """The font of what is ours: a shape that stands for several letters could not be copied."""
    font = interface_font()
    for ligature in LIGATURES:
        font.setFeature(QFont.Tag(ligature), 0)
    font.setPointSizeF(points)
    font.setBold(is_bold)
    return font


@cache
def evidence_font(points: float) -> QFont:
    """The font of the texts of links."""
    font = uri_font()
    font.setPointSizeF(points)
    return font


def label_room(labels: Iterable[str], measures: PaperMeasures) -> float:
    """What the widest label needs, up to a third of the width."""
    metrics = QFontMetricsF(words_font(WORDS), measures.device)
    widest = max(map(metrics.horizontalAdvance, labels), default=0.0)
    return min(widest + GAP * measures.dots, measures.width / 3)


def in_columns(text: str, columns: int) -> str:
    """A text in lines of so many characters; an octet in percent-encoding stays in one."""
    lines = []
    for line in text.split("\n"):
        length, part = 0, ""
        for piece in PIECES.findall(line):
            if length and length + len(piece) > columns:
                lines.append(part)
                length, part = 0, ""
            part += piece
            length += len(piece)
        lines.append(part)
    return LINE_END.join(lines)


class PaperPart:
    """What stays together on a page: a question, or what is in front of the questions."""

    def __init__(self, measures: PaperMeasures, indent: float = NUMBER) -> None:
        """Begin empty; ``indent`` is in points."""
        self._measures = measures
        self._indent = indent * measures.dots
        self.pieces: list[TextPiece] = []
        self.boxes: list[QRectF] = []
        self.height = 0.0

    def add(self, blocks: Iterable[SheetBlock], number: str = "") -> PaperPart:
        """Put blocks below each other, beside their number."""
        if number:
            self._place((SheetRun(number),), 0.0)
        for block in blocks:
            if isinstance(block, SheetParagraph):
                self._add_paragraph(block)
            elif isinstance(block, SheetFields):
                for label, runs in block.rows:
                    self._add_pair(SheetRun(label), runs, self._measures.label, color=QUIET)
            else:
                self._add_list(block)
        return self

    def add_words(self, text: str, points: float, *, is_bold: bool = False) -> None:
        """Put a line of ours below what is there."""
        runs = (SheetRun(text),)
        self._advance(self._place(runs, self._indent, points=points, is_bold=is_bold))

    def lines(self) -> list[tuple[float, float]]:
        """Where lines and boxes begin and end, from the top."""
        lines = [each for piece in self.pieces for each in piece.lines()]
        return sorted([*lines, *((box.top(), box.bottom()) for box in self.boxes)])

    def draw(self, painter: QPainter, begins: float, ends: float) -> None:
        """Draw what is between these places."""
        painter.setClipRect(QRectF(0.0, begins, self._measures.width, ends - begins))
        for each in self.pieces:
            painter.save()
            painter.translate(each.x, each.y)
            each.document.drawContents(painter)
            painter.restore()
        painter.setPen(QUIET)
        for box in self.boxes:
            painter.drawRect(box)

    def _add_paragraph(self, block: SheetParagraph) -> None:
        if block.role == ANSWER:
            self._add_answer(block.runs)
            return
        is_small = block.role in SMALL_ROLES
        color, points = (QUIET, SMALL) if is_small else (BLACK, WORDS)
        self._advance(self._place(block.runs, self._indent, points=points, color=color))
        if block.role in {LESSON, DUE}:
            self.height += AFTER * self._measures.dots

    def _add_list(self, block: SheetList) -> None:
        points = SMALL if block.role == WRONG_ANSWERS else WORDS
        for at, runs in enumerate(block.items):
            sign = f"{letter_of(at)}." if block.role == CHOICES else "\u2022"
            room = (NUMBER - GAP / 2) * self._measures.dots
            self._add_pair(SheetRun(sign), runs, room, points=points)

    def _add_pair(
        self,
        first: SheetRun,
        runs: Runs,
        room: float,
        *,
        points: float = WORDS,
        color: Qt.GlobalColor = BLACK,
    ) -> None:
        """Put two things beside each other, on one line."""
        width = room - GAP / 4 * self._measures.dots
        label = self._place((first,), self._indent, width, points=points, color=color)
        value = self._place(runs, self._indent + room, points=points)
        base = max(label.baseline, value.baseline)
        self.pieces[-2:] = [
            each._replace(y=each.y + base - each.baseline) for each in (label, value)
        ]
        self._advance(*self.pieces[-2:])

    def _add_answer(self, runs: Runs) -> None:
        """Draw a box, in which the answer is or is to be written."""
        dots = self._measures.dots
        top, padding = self.height + 2 * SPACE * dots, PADDING * dots
        self.height = top + padding
        if runs:
            self._advance(self._place(runs, self._indent + padding))
        self.height = max(self.height, top + BOX * dots)
        width = self._measures.width - self._indent - dots
        self.boxes.append(QRectF(self._indent, top, width, self.height - top))

    def _advance(self, *pieces: TextPiece) -> None:
        ends = max(each.y + each.document.size().height() for each in pieces)
        self.height = ends + SPACE * self._measures.dots

    def _place(
        self,
        runs: Runs,
        x: float,
        width: float | None = None,
        *,
        points: float = WORDS,
        color: Qt.GlobalColor = BLACK,
        is_bold: bool = False,
    ) -> TextPiece:
        """Put a piece where the next one goes."""
        room = self._measures.width - x if width is None else width
        document = QTextDocument()
        document.setUndoRedoEnabled(False)
        document.documentLayout().setPaintDevice(self._measures.device)
        document.setDocumentMargin(0)
        document.setDefaultFont(words_font(points))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        document.setTextWidth(room)
        cursor = QTextCursor(document)
        form = QTextBlockFormat()
        form.setLineHeight(LINES, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(form)
        for run in runs:
            shown = "\n".join(map(visible, run.text.split("\n")))  # as the faces here can draw it
            if run.style == CODE:
                size = points - (WORDS - EVIDENCE)
                is_alone = len(runs) == 1
                text = self._in_columns(shown, size, room) if is_alone else shown
                cursor.insertText(text, _letters(evidence_font(size), BLACK))
            else:
                letters = _letters(words_font(points, is_bold=is_bold), color)
                letters.setFontItalic(run.style == MISSING)
                cursor.insertText(shown, letters)
        piece = TextPiece(document, x, self.height)
        self.pieces.append(piece)
        return piece

    def _in_columns(self, text: str, points: float, room: float) -> str:
        metrics = QFontMetricsF(evidence_font(points), self._measures.device)
        return in_columns(text, max(int(room / metrics.horizontalAdvance("m")), 1))


def _letters(font: QFont, color: Qt.GlobalColor) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setFont(font)
    form.setForeground(color)
    return form
