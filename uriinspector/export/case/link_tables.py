"""The links and messages of a case as tables: CSV defanged and without formulas, JSON Lines exact.

An email or file with a mark or a note has an additional row, which is not counted as a link.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from uriinspector.analysis.defang import defang
from uriinspector.analysis.safe_text import visible
from uriinspector.core.model import Json, json_of
from uriinspector.documents.authentication import claims_text
from uriinspector.documents.cases.link_row import WHOLE, LinkRow
from uriinspector.documents.document import MessageReport
from uriinspector.documents.document_values import Mailbox
from uriinspector.export.case.case_model import CaseExport, CaseLink, DecidedEntry, decided_files
from uriinspector.export.csv import csv_row
from uriinspector.export.options import ExportOptions

COLUMNS = (
    *("document", "part", "line", "column", "start", "end", "element", "attribute", "value"),
    *("text", "context", "base", "target", "host", "severity", "code", "finding", "codes"),
    *("headline", "links", "mark", "note"),
)
# The columns of JSON Lines.
RECORD = tuple(name for name in COLUMNS if name not in {"context", "codes", "headline"})
# Cells that may contain links.
LINKS = frozenset({"value", "text", "base", "target", "host", "headline", "note"})


def _with_columns(columns: tuple[str, ...], rows: Iterable[str]) -> Iterator[str]:
    """Yield the row with the column names, then the other rows."""
    return chain((csv_row(*columns),), rows)


def csv_rows(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    """Yield a row for each link and each file with a decision, without cells that spreadsheets
    would run as formulas.
    """
    guarded = frozenset() if options.exact else LINKS
    decided = (
        _decided_record(each) | {"headline": each.report.line if each.report else None}
        for each in decided_files(case)
    )
    links = (
        _record(case, link) | {"context": link.context, **link.words()._asdict()}
        for link in case.links
    )
    for cells in chain(decided, links):
        yield csv_row(*(_cell(cells.get(name), defanged=name in guarded) for name in COLUMNS))


with_header = partial(_with_columns, COLUMNS)


def json_lines(case: CaseExport, _options: ExportOptions) -> Iterator[str]:
    decided = map(_decided_record, decided_files(case))
    for record in chain(decided, (_record(case, link) for link in case.links)):
        yield json.dumps(record) + "\n"


def _cell(value: object, *, defanged: bool) -> str:
    text = "" if value is None else str(value)
    return defang(text) if defanged else text


def _decided_record(each: DecidedEntry) -> Json:
    return dict.fromkeys(RECORD) | {
        "document": each.file.name,
        "part": each.part,
        "value": "",
        "severity": each.report.severity if each.report else None,
        "links": 0,
        "mark": each.decision.mark or None,
        "note": each.decision.note or None,
    }


def _record(case: CaseExport, link: CaseLink) -> Json:
    element, _, attribute = link.row.element.partition(" ")
    return {
        "document": case.files[link.row.file].name,
        **json_of(link.row, "part line column start end"),
        "element": element or None,
        "attribute": attribute or None,
        "value": link.row.value,
        "text": link.shown,
        **json_of(link.row, "base target host severity"),
        "code": link.row.code or None,
        "finding": link.row.title or None,
        **json_of(link, "links mark"),
        "note": link.note or None,
    }


MESSAGE_COLUMNS = (
    *("document", "part", "date", "from", "name", "to", "reply_to", "return_path", "subject"),
    *("message_id", "checks", "severity", "assessment", "codes", "attachments", "links"),
    *("mark", "note"),
)


def message_rows(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    """Yield a row for each message: its header, findings and decision."""
    for file in case.files:
        reports = {each.part: each for each in file.messages}
        names = {part.path: part.name or part.type for part in file.parts}
        for envelope in file.envelopes:
            report = reports.get(envelope.part)
            decision = file.decision("" if envelope.part == WHOLE else envelope.part)
            cells = (
                *(file.name, envelope.part, envelope.date, _addresses(envelope.senders)),
                "; ".join(each.name for each in envelope.senders if each.name),
                *(_addresses(envelope.recipients), _addresses(envelope.reply_to)),
                *(envelope.return_path, envelope.subject, envelope.message_id),
                claims_text(envelope.claims),
                *(_assessment(report, names) if report else [""] * 5),
                *decision,
            )
            yield csv_row(*(visible(_cell(cell, defanged=not options.exact)) for cell in cells))


with_message_header = partial(_with_columns, MESSAGE_COLUMNS)


def _assessment(report: MessageReport, names: Mapping[str, str]) -> Iterator[object]:
    yield from (report.severity, report.line)
    yield " ".join(dict.fromkeys(each.code for each in report.findings))
    yield "; ".join(names.get(each, each) for each in report.attachments)
    yield report.links


def _addresses(mailboxes: Iterable[Mailbox]) -> str:
    return "; ".join(each.address for each in mailboxes)


TARGET_TABLE_COLUMNS = (
    *("document", "target", "host", "references", "written", "elements", "lines", "base"),
    *("severity", "finding"),
)
# The maximum number of spellings and of lines that are listed per target.
MOST = 20


@dataclass(slots=True)
class TargetReferences:
    target: str
    host: str
    base: str
    count: int = 0
    written: dict[str, None] = field(default_factory=dict)
    elements: dict[str, None] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    worst: LinkRow | None = None

    def add(self, row: LinkRow, links: int) -> None:
        self.count += links
        for names, name in ((self.written, row.value), (self.elements, row.element)):
            if name and len(names) < MOST:
                names.setdefault(name)
        if len(self.lines) < MOST:
            self.lines.append(row.line)
        if row.title and (self.worst is None or row.rank > self.worst.rank):
            self.worst = row


def target_rows(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    """Yield a row for each target and page; references without a target are listed as written."""
    references: dict[tuple[int, str, str], TargetReferences] = {}
    for link in case.links:
        row = link.row
        key = (row.file, row.target or "", "" if row.target else row.value)
        if key not in references:
            references[key] = TargetReferences(row.target or "", row.host or "", row.base or "")
        references[key].add(row, link.links)
    for (number, _, _), each in sorted(references.items(), key=_order):
        yield csv_row(*_cells(case.files[number].name, each, exact=options.exact))


def _order(item: tuple[tuple[int, str, str], TargetReferences]) -> tuple[int, int, str, str]:
    """Return the sort key: by page, then by the number of references."""
    (number, target, value), references = item
    return number, -references.count, target, value


with_target_header = partial(_with_columns, TARGET_TABLE_COLUMNS)


def _cells(name: str, references: TargetReferences, *, exact: bool) -> Iterator[str]:
    def shown(text: str) -> str:
        return text if exact else defang(text)

    yield name
    yield from map(shown, (references.target, references.host))
    yield str(references.count)
    yield " | ".join(map(shown, references.written))
    yield ", ".join(references.elements)
    yield ", ".join(map(str, references.lines))
    yield shown(references.base)
    yield (references.worst.severity if references.worst else None) or ""
    yield references.worst.title if references.worst else ""
