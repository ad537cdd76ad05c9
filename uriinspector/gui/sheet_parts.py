"""The sheets of a class, created in a worker process, one student at a time. No Qt here."""

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
    """The requested sheets and their format."""

    pack: Pack
    students: tuple[str, ...]
    has_names: bool  # True if students have names, False if they have codes
    key: str = WITHOUT
    language: str = "en"
    ending: str = PDF
    paper: str = "a4"

    @property
    def form(self) -> SheetForm:
        """Return the form of the sheets; each process creates its own translator."""
        return SheetForm(self.key, speaking(self.language), self.has_names)

    @property
    def title(self) -> str:
        return title_of(self.pack, self.form)


class UndrawnItem(NamedTuple):
    """The code of a pack's item from which no question can be drawn."""

    code: str


def sheet_parts(request: SheetRequest) -> Iterator[JobBatch]:
    """Yield the markup of each student's sheet; stop at an item from which nothing can be drawn."""
    form, of = request.form, len(request.students)
    for done, student in enumerate(request.students, 1):
        try:
            sheet = sheet_of(request.pack, student)
        except NoQuestionError as fault:
            yield JobBatch([UndrawnItem(str(fault))], done, of)
            return
        yield JobBatch([sheet_markup(sheet, form)], done, of)
