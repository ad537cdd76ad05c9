"""The sheets of a class, made in a process, one student after the other. No Qt here."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.model import NamedTuple
from uriinspector.export.language import speaking
from uriinspector.export.sheet_forms import WITHOUT, SheetForm
from uriinspector.export.sheet_page import sheet_markup, title_of
from uriinspector.gui.jobs.stream import JobBatch
from uriinspector.lessons.pack import Pack, sheet_of
from uriinspector.lessons.question import NoQuestionError

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
        return SheetForm(self.key, speaking(self.language), self.has_names)

    @property
    def title(self) -> str:
        """What the file is called in its head."""
        return title_of(self.pack, self.form)


class UndrawnItem(NamedTuple):
    """The item of a pack of which no question can be drawn."""

    code: str


def sheet_parts(request: SheetRequest) -> Iterator[JobBatch]:
    """The markup of each student's sheet; an item without a question ends it."""
    form, of = request.form, len(request.students)
    for done, student in enumerate(request.students, 1):
        try:
            sheet = sheet_of(request.pack, student)
        except NoQuestionError as fault:
            yield JobBatch([UndrawnItem(str(fault))], done, of)
            return
        yield JobBatch([sheet_markup(sheet, form)], done, of)
