"""Sheets on pages of paper, as a PDF, drawn by Qt from their markup.

Qt breaks a table between any two lines. So each row is a document, which is moved to the next page
if it has no room, and the head of the student is drawn on every page. Pixels in the style are those
of a screen; a document scales them to the resolution of the paper.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextOption,
)

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.sheet_forms import ALONE
from uriinspector.export.sheet_page import TABLE
from uriinspector.gui.fonts import LIGATURES, interface_font, uri_font
from uriinspector.gui.text.legible_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Match

    from PySide6.QtCore import QUrl

    from uriinspector.export.sheet_page import SheetMarkup
    from uriinspector.gui.sheets.sheet_parts import SheetRequest

A4, LETTER = "a4", "letter"
PAPERS = {A4: QPageSize.PageSizeId.A4, LETTER: QPageSize.PageSizeId.Letter}
MARGIN = 18  # millimeters, as on the printed page of a browser
DOTS_PER_INCH, DOTS = 1200, 1200 / 72  # in a point
FOOTER, AROUND, AROUND_KEY = 20.0, 13.0, 6.5  # points: the room of the footer, and below a row
STYLE = """
div { color: #000 } table { border-collapse: collapse }
h1 { font-size: large; margin: 0 } .key h1 { font-size: medium }
p, td { line-height: 125%; margin: 0 }
li { line-height: 125%; margin: 2px 0 0 0 } ul, ol { margin: 1px 0 0 0 }
.choices { list-style-type: upper-alpha }
code { font-family: FAMILIES; font-size: 10.5pt; white-space: pre-wrap }
.head p { margin-top: 2px } .head .pack { color: #555; font-size: 9pt }
td { padding-top: 4px } thead td { border-bottom: 1px solid #444; padding: 0 0 6px 0 }
.label { color: #555 } .fields td { padding: 2px 6px 0 0 }
.answer { margin-top: 6px } .answer td { border: 1px solid #444; padding: 7px }
.form, .wrong, .cites, .end { color: #555; font-size: 9pt } .form { margin-top: 3px }
.lesson p { margin-bottom: 6px } .key li { font-size: 9pt } .key li code { font-size: 8.5pt }
"""
# What Qt writes of the moment, twice, with an identity that is drawn by chance: the same sheets are
# the same file, so none of it stays.
MOMENT = expression(
    rb"/(?:CreationDate|ModDate) \(D:[^)]*\)"
    rb'| xmp:(?:Create|Modify|Metadata)Date="[^"]*"| xmpMM:DocumentID="[^"]*"'
    rb"|/ID \[ <([0-9a-f]*)> <\1> \]"
)


class PaperText(QTextDocument):
    """Rows of a sheet. Whatever they name, nothing is loaded."""

    def __init__(self, writer: QPdfWriter, markup: str, kind: str) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.documentLayout().setPaintDevice(writer)
        self.setDocumentMargin(0)
        self.setIndentWidth(24)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setDefaultTextOption(option)
        self.setDefaultFont(words_font(11))
        families = ", ".join(f'"{each}"' for each in uri_font().families())
        self.setDefaultStyleSheet(STYLE.replace("FAMILIES", families))
        # As the faces here can draw it; Qt knows no <wbr>, but the character that does the same.
        shown = "\n".join(map(visible, markup.split("\n"))).replace("<wbr>", "\u200b")
        self.setHtml(f'<div class="{kind}">{TABLE}{shown}</table></div>')
        self.setTextWidth(writer.width())

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load no image and no style."""
        return None


class PlacedText(NamedTuple):
    """A document on a page, or the part of it that a page has room for."""

    text: PaperText
    top: float
    begins: float
    height: float


class PaperPages:
    """Draws one sheet after the other."""

    def __init__(self, request: SheetRequest) -> None:
        """Begin a file without pages."""
        form = request.form
        self._translate = form.translate
        self._is_key = form.key == ALONE
        self.count = 0
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = writer = QPdfWriter(self._buffer)
        writer.setResolution(DOTS_PER_INCH)
        writer.setCreator("URI Inspector")
        writer.setTitle(request.title)
        writer.setPageSize(QPageSize(PAPERS[request.paper]))
        margins = QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
        writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        self._bottom = writer.height() - FOOTER * DOTS
        self._painter = QPainter(writer)
        self._pages: list[list[PlacedText]] = []
        self._y = 0.0  # where the last of the pages goes on

    def add(self, sheet: SheetMarkup) -> None:
        """Draw a sheet; one that has answers alone goes on where the one before ended."""
        if self._is_key:
            first = sheet.head + "".join(sheet.rows[:1])  # a head is never the last on a page
            self._place((first, *sheet.rows[1:]))
            self._draw_keys(self._pages[:-1])
            del self._pages[:-1]
            return
        self._place(sheet.rows, self._text(sheet.head))
        words = self._translate("Page {number} of {count}")
        words = f"{sheet.code} \u00b7 {words}".replace("{count}", str(len(self._pages)))
        for number, page in enumerate(self._pages, 1):
            self._draw(page, words.replace("{number}", str(number)))
        self._pages.clear()

    def finish(self) -> bytes:
        """Give the whole file."""
        self._draw_keys(self._pages)
        self.close()
        return timeless(bytes(self._buffer.data().data()))

    def close(self) -> None:
        """End drawing: a device that is still drawn on must not be deleted."""
        if self._painter.isActive():
            self._painter.end()
        self._buffer.close()

    def _text(self, markup: str) -> PaperText:
        return PaperText(self._writer, markup, "key" if self._is_key else "")

    def _place(self, rows: Iterable[str], head: PaperText | None = None) -> None:
        """Put rows on pages: one that has room on a page is never on two."""
        gap = (AROUND_KEY if self._is_key else AROUND) * DOTS
        above, top = [], 0.0
        if head:
            height = min(head.size().height(), self._bottom / 2)  # a title can have any length
            above, top = [PlacedText(head, 0.0, 0.0, height)], height + gap
        if head or not self._pages:
            self._begin(above, top)
        for text in map(self._text, rows):
            for begins, height in pieces(text, self._bottom - top):
                if self._y + height > self._bottom + 1:
                    self._begin(above, top)
                self._pages[-1].append(PlacedText(text, self._y, begins, height))
                self._y += height
            self._y += gap

    def _begin(self, above: list[PlacedText], top: float) -> None:
        self._pages.append([*above])
        self._y = top

    def _draw_keys(self, pages: list[list[PlacedText]]) -> None:
        words = self._translate("Page {number}")
        for page in pages:
            self._draw(page, words.replace("{number}", str(self.count + 1)))

    def _draw(self, page: list[PlacedText], footer: str) -> None:
        painter = self._painter
        if self.count:
            self._writer.newPage()
        self.count += 1
        for each in page:
            painter.save()
            painter.translate(0.0, each.top - each.begins)
            each.text.drawContents(
                painter, QRectF(0.0, each.begins, self._writer.width(), each.height)
            )
            painter.restore()
        painter.setFont(words_font(9))
        metrics = painter.fontMetrics()
        place = self._writer.width() - metrics.horizontalAdvance(footer)
        painter.drawText(place, self._writer.height() - metrics.descent(), footer)


def words_font(points: float) -> QFont:
    """The font of what is ours: a shape that stands for several letters could not be copied."""
    font = interface_font()
    for ligature in LIGATURES:
        font.setFeature(QFont.Tag(ligature), 0)
    font.setPointSizeF(points)
    return font


def pieces(text: PaperText, room: float) -> list[tuple[float, float]]:
    """Where a text begins on each page that it needs, and how much is on that page."""
    height = text.size().height()
    if height <= room:
        return [(0.0, height)]
    text.setPageSize(QSizeF(text.textWidth(), room))
    layout, table = text.documentLayout(), text.rootFrame().childFrames()[0]
    end = layout.frameBoundingRect(table).bottom()
    return [(at * room, min(room, end - at * room)) for at in range(text.pageCount())]


def timeless(data: bytes) -> bytes:
    """A file without the moment at which it was made; its identity follows from what it holds."""
    bare = MOMENT.sub(lambda each: b" " * len(each[0]), data)
    digest = blake2b(bare).hexdigest().encode()

    def written(found: Match[bytes]) -> bytes:
        if not found[1]:
            return b" " * len(found[0])
        identity = (digest * 2)[: len(found[1])]
        return b"/ID [ <" + identity + b"> <" + identity + b"> ]"

    return MOMENT.sub(written, data)
