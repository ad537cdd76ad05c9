"""Documents put together as a case: a report for people, an event for other programs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

from uriinspector.cli.errors import refuse
from uriinspector.cli.scanning.input_files import STANDARD_INPUT
from uriinspector.cli.scanning.machine_formats import worst_of
from uriinspector.cli.scanning.outcome import CasePart, Written, worse
from uriinspector.documents.cases.link_row import Trouble
from uriinspector.export.case.case_formats import CASE_FORMATS
from uriinspector.export.case.case_model import CaseExport, CaseLink, File
from uriinspector.export.case.report_words import counted
from uriinspector.export.case.scanned_documents import scanned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.cli.scanning.outcome import Outcome, ScanRequest
    from uriinspector.documents.document import Document

# Tables are written file by file; these speak of all of them together.
FORMS = tuple(name for name, each in CASE_FORMATS.items() if not each.is_table)


def as_case_part(document: Document, path: str, _: ScanRequest) -> Written:
    """What a case is made of."""
    name = "standard input" if path == STANDARD_INPUT else path
    file, found = scanned(document, name)
    links = list(found)
    worst = worst_of(document)
    for each in links:
        worst = worse(worst, each.row.severity)
    return Written("", worst, CasePart(file, links))


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
        found = datetime.now(UTC) if date is None else datetime.fromisoformat(date)
    except ValueError:
        refuse(f'--date: "{date}" is no date as 2026-11-21 or 2026-11-21T12:00:00Z')
    known = found if found.tzinfo else found.replace(tzinfo=UTC)
    return f"{known.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
