"""The sheets of a class made in a process of its own, one student after the other.  No Qt here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.export.language import translation_into
from uriinspector.export.sheet_content import (
    END,
    SheetBlock,
    SheetHead,
    SheetParagraph,
    SheetRun,
    end_words,
    opening_blocks,
    row_blocks,
    sheet_head,
    sheet_title,
    title_of,
)
from uriinspector.export.sheet_forms import ALONE, WITHOUT, SheetForm
from uriinspector.export.sheet_page import PAGE_END, page_of, page_start
from uriinspector.gui.jobs.stream import JobBatch
from uriinspector.lessons.pack import sheet_of
from uriinspector.lessons.question import NoQuestionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.pack import Pack, Sheet

PDF, HTML = "pdf", "html"


class SheetRequest(NamedTuple):
    """Which sheets are wanted, and how."""

    pack: Pack
    students: tuple[str, ...]
    has_names: bool  # whether students have names, and not codes
    key: str = WITHOUT
    language: str = "en"
    ending: str = PDF
    paper: str = "a4"

    @property
    def form(self) -> SheetForm:
        """How they are written; what translates is made where it is used."""
        return SheetForm(self.key, translation_into(self.language), self.language, self.has_names)

    @property
    def title(self) -> str:
        """What the file is called in its head."""
        return title_of(self.pack, self.form)


class PaperSheet(NamedTuple):
    """What is on the pages of a student."""

    head: SheetHead
    openings: tuple[tuple[SheetBlock, ...], ...]
    rows: tuple[tuple[SheetBlock, ...], ...]
    end: tuple[SheetBlock, ...] = ()
    is_key: bool = False


class UndrawnItem(NamedTuple):
    """The item of a pack of which no question can be drawn."""

    code: str


def sheet_parts(request: SheetRequest) -> Iterator[JobBatch]:
    """A part for each student; an item without a question ends it."""
    form, of = request.form, len(request.students)
    is_page = request.ending == HTML
    if is_page:
        yield JobBatch([page_start(request.title, form)], 0, of)
    for done, student in enumerate(request.students, 1):
        try:
            sheet = sheet_of(request.pack, student)
        except NoQuestionError as fault:
            yield JobBatch([UndrawnItem(str(fault))], done, of)
            return
        part = "".join(page_of(sheet, form)) if is_page else paper_sheet(sheet, form)
        yield JobBatch([part], done, of)
    if is_page:
        yield JobBatch([PAGE_END], of, of)


def paper_sheet(sheet: Sheet, form: SheetForm) -> PaperSheet:
    """The blocks of a sheet."""
    is_key = form.key == ALONE
    head = sheet_head(sheet, sheet_title(sheet.pack, form), form)
    rows = tuple(tuple(row_blocks(row, form, sheet.pack)) for row in sheet.rows)
    end = () if is_key else (SheetParagraph(END, (SheetRun(end_words(sheet, form)),)),)
    return PaperSheet(head, tuple(opening_blocks(sheet.pack, form)), rows, end, is_key)
