"""The file with the sheets of a class: made beside the window, and written when it is whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple
from uriinspector.export.sheet_page import PAGE_END, page_start
from uriinspector.gui.jobs.stream import JobBatch, ProcessEndedError, from_process
from uriinspector.gui.sheets.paper_pages import PaperPages
from uriinspector.gui.sheets.sheet_parts import HTML, UndrawnItem, sheet_parts
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from uriinspector.export.sheet_page import SheetMarkup
    from uriinspector.gui.sheets.sheet_parts import SheetRequest


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
                yield JobBatch([SheetFile(place, problem=_undrawn(part))], of, of)
                return
            form.add(part)
            yield JobBatch([], batch.done, of)
        if not stopped.is_set():
            data = form.finish()
            with replacing(Path(place)) as file:
                file.write(data)
            yield JobBatch([SheetFile(place, of, form.count)], of, of)
    except OSError as error:
        yield JobBatch([SheetFile(place, problem=_unwritten(error))], of, of)
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
        """Go on with it."""
        self._pieces.append(sheet.section(self._form))

    def finish(self) -> bytes:
        """Give the whole page."""
        return "".join((*self._pieces, PAGE_END)).encode("utf-8")

    def close(self) -> None:
        """Leave nothing behind: there is nothing."""


def _undrawn(item: UndrawnItem) -> str:
    return say("No question of this item can be drawn: {item}", item=item.code)


def _unwritten(error: OSError) -> str:
    return say("Cannot write the file: {why}", why=error.strerror or str(error))
