"""The file with the sheets of a class: their HTML, or a PDF that Qt makes of it.

Qt breaks a table between any two lines. So each row is a document, which is moved to the next page
if it has no room, and the head of the student is drawn on every page.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUuid
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextOption,
)

from uriinspector.analysis.whole_files import replacing
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.sheet_forms import ALONE
from uriinspector.export.sheet_page import PAGE_END, TABLE, page_start
from uriinspector.gui.fonts import LIGATURES, interface_font, uri_font
from uriinspector.gui.jobs.stream import JobBatch, ProcessEndedError, from_process
from uriinspector.gui.sheets.sheet_parts import HTML, UndrawnItem, sheet_parts
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from threading import Event

    from PySide6.QtCore import QUrl

    from uriinspector.export.sheet_page import SheetMarkup
    from uriinspector.gui.sheets.sheet_parts import SheetRequest

A4, LETTER = "a4", "letter"
PAPERS = {A4: QPageSize.PageSizeId.A4, LETTER: QPageSize.PageSizeId.Letter}
MARGINS = QMarginsF(18, 18, 18, 18)  # millimeters, as on the printed page of a browser
RESOLUTION, POINT = 1200, 1200 / 72
FOOTER, AROUND, AROUND_KEY = 20 * POINT, 13 * POINT, 6.5 * POINT  # below all rows, below a row
# Pixels are those of a screen: a document scales them to the resolution of the paper.
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
# What Qt writes of the moment; without it the same sheets are the same file.
MOMENT = expression(
    rb"/(?:CreationDate|ModDate) \(D:[^)]*\)| xmp:(?:Create|Modify|Metadata)Date=\"[^\"]*\""
)


class SheetFile(NamedTuple):
    """What was written: the pages are counted on paper alone; or why nothing was."""

    place: str
    students: int = 0
    pages: int = 0
    problem: str = ""


def sheet_file(request: SheetRequest, place: str, stopped: Event) -> Iterator[JobBatch]:
    """How far it is, and in the last batch the file; one that was there stays until then."""
    of = len(request.students)
    form = BrowserPage(request) if request.ending == HTML else PaperPages(request)
    try:
        for batch in from_process(sheet_parts, (request,), stopped):
            (part,) = batch.rows
            if isinstance(part, UndrawnItem):
                problem = say("No question of this item can be drawn: {item}", item=part.code)
                yield JobBatch([SheetFile(place, problem=problem)], of, of)
                return
            form.add(part)
            yield JobBatch([], batch.done, of)
        if not stopped.is_set():
            data = form.finish()
            with replacing(Path(place)) as file:
                file.write(data)
            yield JobBatch([SheetFile(place, of, form.count)], of, of)
    except OSError as error:
        problem = say("Cannot write the file: {why}", why=error.strerror or str(error))
        yield JobBatch([SheetFile(place, problem=problem)], of, of)
    except ProcessEndedError:
        yield JobBatch([SheetFile(place, problem=say("The sheets could not be made."))], of, of)
    finally:
        form.close()


class BrowserPage:
    """A page for browsers, whose pages on paper are not known here."""

    count = 0

    def __init__(self, request: SheetRequest) -> None:
        self._form = request.form
        self._pieces = [page_start(request.title, self._form)]

    def add(self, sheet: SheetMarkup) -> None:
        """Add the sheet of a student."""
        self._pieces.append(sheet.section(self._form))

    def finish(self) -> bytes:
        """Return the whole page."""
        return "".join((*self._pieces, PAGE_END)).encode("utf-8")

    def close(self) -> None:
        """Leave nothing behind: there is nothing."""


class PaperText(QTextDocument):
    """Rows of a sheet. Whatever they name, nothing is loaded."""

    def __init__(self, writer: QPdfWriter, markup: str, kind: str = "") -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.documentLayout().setPaintDevice(writer)
        self.setDocumentMargin(0)
        self.setIndentWidth(24)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # as in browsers
        self.setDefaultTextOption(option)
        font = interface_font()
        font.setPointSizeF(11)
        for ligature in LIGATURES:  # a shape for several letters could not be copied
            font.setFeature(QFont.Tag(ligature), 0)
        self.setDefaultFont(font)
        families = ", ".join(f'"{each}"' for each in uri_font().families())
        self.setDefaultStyleSheet(STYLE.replace("FAMILIES", families))
        # As the fonts here can draw it; Qt knows no <wbr>, but the character that does the same.
        shown = "\n".join(map(visible, markup.split("\n"))).replace("<wbr>", "\u200b")
        self.setHtml(f'<div class="{kind}">{TABLE}{shown}</table></div>')
        self.setTextWidth(writer.width())

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load no image and no style."""
        return None

    def pieces(self, room: float) -> list[tuple[float, float]]:
        """Where it begins on each page that it needs, and how much is on that page."""
        height = self.size().height()
        if height <= room:
            return [(0.0, height)]
        self.setPageSize(QSizeF(self.textWidth(), room))
        table = self.rootFrame().childFrames()[0]
        end = self.documentLayout().frameBoundingRect(table).bottom()
        return [(at * room, min(room, end - at * room)) for at in range(self.pageCount())]


class PlacedText(NamedTuple):
    """A document on a page, or the part of it that a page has room for."""

    text: PaperText
    top: float
    begins: float
    height: float


class PaperPages:
    """A PDF, drawn one sheet after the other."""

    def __init__(self, request: SheetRequest) -> None:
        form, pack = request.form, request.pack
        self._translate = form.translate
        self._is_key = form.key == ALONE
        self.count = 0
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = writer = QPdfWriter(self._buffer)
        writer.setResolution(RESOLUTION)
        writer.setCreator("URI Inspector")
        writer.setTitle(request.title)
        name = repr((pack.code, pack.version, *request[1:])).encode()
        writer.setDocumentId(QUuid.createUuidV5(QUuid(), name))  # Qt would draw one by chance
        writer.setPageSize(QPageSize(PAPERS[request.paper]))
        writer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
        self._painter = QPainter(writer)
        self._pages: list[list[PlacedText]] = []
        self._y = 0.0  # where the last of the pages goes on

    def add(self, sheet: SheetMarkup) -> None:
        """Draw a sheet; one that has answers alone goes on where the one before ended."""
        if self._is_key:
            first = sheet.head + "".join(sheet.rows[:1])  # a head is never the last on a page
            self._place((first, *sheet.rows[1:]))
            self._draw(self._pages[:-1], self.count)
            del self._pages[:-1]
        else:
            self._place(sheet.rows, PaperText(self._writer, sheet.head))
            self._draw(self._pages, 0, sheet.code)
            self._pages.clear()

    def finish(self) -> bytes:
        """Return the whole file."""
        self._draw(self._pages, self.count)
        self.close()
        return MOMENT.sub(lambda each: b" " * len(each[0]), bytes(self._buffer.data().data()))

    def close(self) -> None:
        """End drawing: a device that is still drawn on must not be deleted."""
        if self._painter.isActive():
            self._painter.end()
        self._buffer.close()

    def _place(self, rows: Iterable[str], head: PaperText | None = None) -> None:
        """Put rows on pages: one that has room on a page is never on two."""
        kind, gap = ("key", AROUND_KEY) if self._is_key else ("", AROUND)
        bottom, above, top = self._writer.height() - FOOTER, [], 0.0
        if head:
            height = min(head.size().height(), bottom / 2)  # a title can have any length
            above, top = [PlacedText(head, 0.0, 0.0, height)], height + gap
        if head or not self._pages:
            self._begin(above, top)
        for each in rows:
            text = PaperText(self._writer, each, kind)
            for begins, height in text.pieces(bottom - top):
                if self._y + height > bottom + 1:
                    self._begin(above, top)
                self._pages[-1].append(PlacedText(text, self._y, begins, height))
                self._y += height
            self._y += gap

    def _begin(self, above: list[PlacedText], top: float) -> None:
        self._pages.append([*above])
        self._y = top

    def _draw(self, pages: list[list[PlacedText]], before: int, code: str = "") -> None:
        """Draw pages, numbered after those before; the code of a sheet goes with their count."""
        words = self._translate("Page {number} of {count}" if code else "Page {number}")
        words = words.replace("{count}", str(len(pages)))
        for number, page in enumerate(pages, before + 1):
            shown = " \u00b7 ".join(filter(None, (code, words.replace("{number}", str(number)))))
            line = f'<tr><td class="end" align="right">{shown}</td></tr>'
            footer = PaperText(self._writer, line)
            height = footer.size().height()
            if self.count:
                self._writer.newPage()
            self.count += 1
            last = PlacedText(footer, self._writer.height() - height, 0.0, height)
            for each in (*page, last):
                self._painter.save()
                self._painter.translate(0.0, each.top - each.begins)
                clip = QRectF(0.0, each.begins, self._writer.width(), each.height)
                each.text.drawContents(self._painter, clip)
                self._painter.restore()
