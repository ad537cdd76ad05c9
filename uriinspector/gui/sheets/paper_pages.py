"""Sheets on pages of paper, as a PDF: the head and the number are on each page of a student."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.sheet_content import SheetFields
from uriinspector.gui.sheets.paper_blocks import (
    BLACK,
    HEAD,
    QUIET,
    SMALL,
    WORDS,
    PaperMeasures,
    PaperPart,
    label_room,
    words_font,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from re import Match

    from uriinspector.gui.sheets.sheet_parts import PaperSheet

A4, LETTER = "a4", "letter"
PAPERS = {A4: QPageSize.PageSizeId.A4, LETTER: QPageSize.PageSizeId.Letter}
MARGIN = 18  # millimeters, as on the printed page of a browser
DOTS_PER_INCH, POINTS_PER_INCH = 1200, 72
FOOTER, AROUND = 20.0, 13.0  # points: the room of the footer, and below a question
# What Qt writes of the moment, twice, with an identity that is drawn by chance: the same sheets are
# the same file, so none of it stays.
MOMENT = expression(
    rb"/(?:CreationDate|ModDate) \(D:[^)]*\)"
    rb'| xmp:(?:Create|Modify|Metadata)Date="[^"]*"| xmpMM:DocumentID="[^"]*"'
    rb"|/ID \[ <([0-9a-f]*)> <\1> \]"
)


class PlacedPart(NamedTuple):
    """A part on a page, or as much of one as a page has room for."""

    part: PaperPart
    top: float
    begins: float
    ends: float


class PaperPages:
    """Draws one sheet after the other."""

    def __init__(self, paper: str, title: str, translate: Callable[[str], str]) -> None:
        """Begin a file without pages."""
        self._translate = translate
        self.count = 0
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = writer = QPdfWriter(self._buffer)
        writer.setResolution(DOTS_PER_INCH)
        writer.setCreator("URI Inspector")
        writer.setTitle(title)
        writer.setPageSize(QPageSize(PAPERS[paper]))
        margins = QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
        writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        self._dots = DOTS_PER_INCH / POINTS_PER_INCH
        self._width, self._height = float(writer.width()), float(writer.height())
        self._painter = QPainter(writer)
        self._flowing: list[PlacedPart] = []  # a page that has room for the key of the next one
        self._used = 0.0

    def add(self, sheet: PaperSheet) -> None:
        """Draw a sheet; one that has answers alone goes on where the one before ended."""
        if sheet.is_key:
            self._add_key(sheet)
            return
        head = self._head_of(sheet)
        top = head.height + AROUND * self._dots
        pages = list(self._pages(self._parts_of(sheet), top))
        for number, parts in enumerate(pages, 1):
            words = self._translate("Page {number} of {count}")
            words = words.replace("{number}", str(number)).replace("{count}", str(len(pages)))
            footer = f"{sheet.head.code} \u00b7 {words}"
            self._draw([_whole(head, 0.0), *parts], footer, rule=head.height)

    def finish(self) -> bytes:
        """Give the whole file."""
        self._end_flowing()
        self.close()
        return timeless(bytes(self._buffer.data().data()))

    def close(self) -> None:
        """End drawing: a device that is still drawn on must not be deleted."""
        if self._painter.isActive():
            self._painter.end()
        self._buffer.close()

    def _measures(self, sheet: PaperSheet) -> PaperMeasures:
        measures = PaperMeasures(self._writer, self._width, self._dots)
        blocks = [each for part in (*sheet.openings, *sheet.rows) for each in part]
        fields = (each for each in blocks if isinstance(each, SheetFields))
        labels = {label for each in fields for label, _ in each.rows}
        return measures._replace(label=label_room(labels, measures))

    def _head_of(self, sheet: PaperSheet) -> PaperPart:
        head = sheet.head
        made = PaperPart(PaperMeasures(self._writer, self._width, self._dots), 0.0)
        made.add_words(head.title, WORDS if sheet.is_key else HEAD, is_bold=True)
        made.add_words(f"{head.student} \u00b7 {head.questions}", WORDS)
        made.add_words(head.pack, SMALL)
        return made

    def _parts_of(self, sheet: PaperSheet) -> Iterator[PaperPart]:
        measures = self._measures(sheet)
        for opening in sheet.openings:
            yield PaperPart(measures, 0.0).add(opening)
        for number, blocks in enumerate(sheet.rows, 1):
            yield PaperPart(measures).add(blocks, f"{number}.")
        if sheet.end:
            yield PaperPart(measures, 0.0).add(sheet.end)

    def _pages(self, parts: Iterator[PaperPart], top: float) -> Iterator[list[PlacedPart]]:
        """Parts on pages: what has room on one is never on two."""
        bottom = self._height - FOOTER * self._dots
        page: list[PlacedPart] = []
        y = top
        for each in parts:
            height = each.height
            if page and y + height > bottom:
                yield page
                page, y = [], top
            if y + height <= bottom:
                page.append(_whole(each, y))
            else:
                *whole, last = _cut(each, top, bottom - top)
                yield from ([part] for part in whole)
                page, height = [last], last.ends - last.begins
            y += height + AROUND * self._dots
        yield page

    def _add_key(self, sheet: PaperSheet) -> None:
        """Put a key below the one before: its head is never the last on a page."""
        head, parts = self._head_of(sheet), list(self._parts_of(sheet))
        bottom = self._height - FOOTER * self._dots
        first = parts[0].height if parts else 0.0
        needed = head.height + first + AROUND * self._dots
        if self._flowing and self._used + needed > bottom:
            self._end_flowing()
        for each in (head, *parts):
            height = each.height
            if self._flowing and self._used + height > bottom:
                self._end_flowing()
            if height > bottom:
                *whole, last = _cut(each, 0.0, bottom)
                for part in whole:
                    self._flowing = [part]
                    self._end_flowing()
                self._flowing, self._used = [last], last.ends - last.begins
                continue
            self._flowing.append(_whole(each, self._used))
            self._used += height + AROUND / 2 * self._dots
        self._used += AROUND * self._dots

    def _end_flowing(self) -> None:
        if self._flowing:
            words = self._translate("Page {number}").replace("{number}", str(self.count + 1))
            self._draw(self._flowing, words)
        self._flowing, self._used = [], 0.0

    def _draw(self, parts: list[PlacedPart], footer: str, rule: float = 0.0) -> None:
        """Draw one page."""
        painter = self._painter
        if self.count:
            self._writer.newPage()
        self.count += 1
        for each in parts:
            painter.save()
            painter.translate(0.0, each.top - each.begins)
            each.part.draw(painter, each.begins, each.ends)
            painter.restore()
        if rule:
            y = rule + AROUND / 3 * self._dots
            painter.fillRect(QRectF(0.0, y, self._width, self._dots / 2), QUIET)
        painter.setFont(words_font(SMALL))
        painter.setPen(BLACK)
        metrics = painter.fontMetrics()
        place = self._width - metrics.horizontalAdvance(footer)
        painter.drawText(int(place), int(self._height - metrics.descent()), footer)


def _whole(part: PaperPart, top: float) -> PlacedPart:
    return PlacedPart(part, top, 0.0, part.height)


def _cut(part: PaperPart, top: float, room: float) -> Iterator[PlacedPart]:
    """What is higher than a page, cut where no line is."""
    lines = part.lines()
    ways = [y for _, y in lines if not any(begin < y - 1 and y + 1 < end for begin, end in lines)]
    begins = ends = 0.0
    for y in sorted(ways):
        if y - begins > room and ends > begins:
            yield PlacedPart(part, top, begins, ends)
            begins = ends
        ends = y
    yield PlacedPart(part, top, begins, part.height)


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
