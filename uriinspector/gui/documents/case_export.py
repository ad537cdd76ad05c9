"""What leaves the table of links: the rows that are shown, or the case as a whole.

No Qt here: it is written beside the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, overload

from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple
from uriinspector.documents.scan_state import PARQUET
from uriinspector.export.case.case_model import (
    CaseExport,
    CaseLink,
    FileDecision,
    file_of,
    link_of,
)
from uriinspector.export.case.recipient_removal import cleaned
from uriinspector.export.formats import CASE_FORMATS, export_case_as
from uriinspector.export.language import english
from uriinspector.export.options import ExportOptions
from uriinspector.export.refusal import RefusedError
from uriinspector.gui.documents.file_reader import NO_LIBRARY

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase


class ExportSheet(NamedTuple):
    """Rows of a case in their order; ``counts`` tells of each how many links it stands for."""

    case: OpenCase
    numbers: Sequence[int]
    counts: dict[int, int]
    options: ExportOptions = ExportOptions()
    edition: str = "2005"
    name: str = ""  # under which the user saved the case


class ExportRequest(NamedTuple):
    """A file, what goes into it, and in which form."""

    path: Path
    sheet: ExportSheet
    form: str


class ExportResult(NamedTuple):
    """What was written, or why it could not be."""

    request: ExportRequest
    problem: str = ""


class StoppedError(Exception):
    """Nobody waits for it any more."""


class SheetEntries(Sequence[CaseLink]):
    """The rows of a sheet as they are handed on, each made when it is asked for."""

    def __init__(self, sheet: ExportSheet, stopped: Event) -> None:
        self._sheet = sheet
        self._stopped = stopped

    def __len__(self) -> int:
        return len(self._sheet.numbers)

    @overload
    def __getitem__(self, index: int) -> CaseLink: ...
    @overload
    def __getitem__(self, index: slice) -> SheetEntries: ...
    def __getitem__(self, index: int | slice) -> CaseLink | SheetEntries:
        sheet = self._sheet
        if isinstance(index, slice):
            return SheetEntries(sheet._replace(numbers=sheet.numbers[index]), self._stopped)
        if self._stopped.is_set():
            raise StoppedError
        number = sheet.numbers[index]
        row, case = sheet.case.rows[number], sheet.case
        head, links = case.heads[row.file], sheet.counts.get(number, 1)
        return link_of(row, head, sheet.edition, case.decision(number), links=links)


def whole(sheet: ExportSheet) -> ExportSheet:
    """All rows of the case, each for itself."""
    return sheet._replace(numbers=range(len(sheet.case.rows)), counts={})


def export_case(sheet: ExportSheet, stopped: Event) -> CaseExport:
    """The case as it is handed on."""
    heads = sheet.case.heads
    many = sheet.options.say("{count} files", count=len(heads))
    title = heads[0].name if len(heads) == 1 else sheet.name or many
    explanation = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return CaseExport(
        title,
        explanation,
        tuple(file_of(head, decided_in(sheet.case, at)) for at, head in enumerate(heads)),
        SheetEntries(sheet, stopped),
        tuple(sheet.case.troubles),
    )


def decided_in(case: OpenCase, file: int) -> tuple[FileDecision, ...]:
    """What was decided of a file and of the messages in it."""
    keys = [entry.key for entry in case.files.in_file(file)]
    decisions = (FileDecision(key.part, case.decision(key)) for key in keys)
    return tuple(each for each in decisions if any(each.decision))


def pieces(sheet: ExportSheet, form: str, stopped: Event) -> Iterator[str]:
    """What is written: a table has the rows that are shown, all else speaks of the whole."""
    wanted = sheet if CASE_FORMATS[form].is_table else whole(sheet)
    if CASE_FORMATS[form].is_exact:
        # Machines are told English, and the same by whatever window.
        wanted = wanted._replace(options=sheet.options._replace(say=english, language="en"))
    return export_case_as(export_case(wanted, stopped), form, wanted.options)


def write(path: Path, sheet: ExportSheet, form: str, stopped: Event) -> None:
    """Write the file; where that is stopped, what was there before stays."""
    if form == PARQUET:
        _write_table(path, sheet, stopped)
        return
    with suppress(StoppedError), replacing(path) as file:
        for text in pieces(sheet, form, stopped):
            if stopped.is_set():
                raise StoppedError
            file.write(text.encode("utf-8", "surrogatepass"))


def _write_table(path: Path, sheet: ExportSheet, stopped: Event) -> None:
    """The rows that are shown, with the column that ``uriinspect table`` adds."""
    try:
        from uriinspector.arrow.results import write_links
    except ImportError as error:
        raise OSError(NO_LIBRARY) from error
    case = export_case(sheet, stopped)
    if sheet.options.without_recipient:
        case = cleaned(case)
    with suppress(StoppedError), replacing(path) as file:
        write_links(case, file)


def written(request: ExportRequest, stopped: Event) -> ExportResult:
    """Write the file, and say how it went."""
    try:
        write(*request, stopped)
    except RefusedError as fault:
        return ExportResult(request, fault.why)
    except (OSError, ValueError) as trouble:
        return ExportResult(request, getattr(trouble, "strerror", None) or str(trouble))
    return ExportResult(request)
