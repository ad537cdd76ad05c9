"""Documents in the forms of the tables: file by file, or put together as a case."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import worst_severity
from uriinspector.cli.errors import refuse
from uriinspector.cli.scanning.input_files import STANDARD_INPUT
from uriinspector.cli.scanning.outcome import CasePart, Written
from uriinspector.documents.cases.link_row import Trouble
from uriinspector.export.case.case_model import CaseExport, CaseLink, File, scanned
from uriinspector.export.case.case_report import counted
from uriinspector.export.formats import CASE_FORMATS, SCAN_FORMATS, case_pieces, export_case_as
from uriinspector.export.scan_formats import PackedText
from uriinspector.export.templates import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.cli.scanning.outcome import Outcome, ScanRequest
    from uriinspector.documents.document import Document
    from uriinspector.export.formats import ExportOptions

# What is written file by file; the others speak of all files together.
BY_FILE = {name: each for name, each in CASE_FORMATS.items() if each.is_table} | SCAN_FORMATS


def as_document(
    document: Document, path: str, request: ScanRequest, *, form: str, options: ExportOptions
) -> Written:
    """A file in a form, or the part of a case that it makes."""
    if form in SCAN_FORMATS:
        return Written(*SCAN_FORMATS[form].write(document, path, request.least))
    is_part = form not in BY_FILE
    name = "standard input" if is_part and path == STANDARD_INPUT else path
    file, case_links = scanned(document, name)
    links = list(case_links)
    own = (each.severity for each in file.findings)
    worst = worst_severity(chain(own, (each.row.severity for each in links)))
    if is_part:
        return Written(PackedText(), worst, CasePart(file, links))
    case = CaseExport(name, "", (file,), links)
    return Written(PackedText(case_pieces(case, form, options)), worst)


def pieces(
    outcomes: Iterable[Outcome], form: str, moment: str, options: ExportOptions
) -> Iterable[str]:
    """All files in a form."""
    if form in BY_FILE:
        return BY_FILE[form].gather(chain.from_iterable(each.written for each in outcomes))
    case = case_of(outcomes, moment)
    if not options.without_recipient:
        return export_case_as(case, form, options)
    try:
        # Nothing of it is written where something would remain.
        return PackedText(export_case_as(case, form, options))
    except RefusedError as fault:
        refuse(str(fault))


def case_of(outcomes: Iterable[Outcome], created: str) -> CaseExport:
    """All files together."""
    files: list[File] = []
    links: list[CaseLink] = []
    troubles = []
    for outcome in outcomes:
        if outcome.case_part is None:
            troubles.append(Trouble(outcome.path, outcome.trouble or ""))
            continue
        links += (
            each._replace(row=each.row._replace(file=len(files)))
            for each in outcome.case_part.links
        )
        files.append(outcome.case_part.file)
    title = (
        PurePath(files[0].name).name if len(files) == 1 else counted(len(files), "file", "files")
    )
    return CaseExport(title, created, tuple(files), links, tuple(troubles))


def moment(date: str | None) -> str:
    """The time that is told: the one given, or now."""
    try:
        result = datetime.now(UTC) if date is None else datetime.fromisoformat(date)
    except ValueError:
        refuse(f'--date: "{date}" is not a date such as 2026-11-21 or 2026-11-21T12:00:00Z')
    known = result if result.tzinfo else result.replace(tzinfo=UTC)
    return f"{known.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
