"""The references of each page by target, as CSV: what is referred to, how often, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.documents.cases.link_row import LinkRow
    from uriinspector.export.case.case_model import CaseExport

COLUMNS = (
    *("document", "target", "host", "references", "written", "elements", "lines", "base"),
    *("severity", "finding"),
)
# So many different ways to write the same target are named, and so many lines.
MOST = 20


@dataclass(slots=True)
class TargetReferences:
    """The references to one target on one page."""

    target: str
    host: str
    base: str
    count: int = 0
    written: dict[str, None] = field(default_factory=dict)
    elements: dict[str, None] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    worst: LinkRow | None = None

    def add(self, row: LinkRow, links: int) -> None:
        """One more."""
        self.count += links
        for names, name in ((self.written, row.value), (self.elements, row.element)):
            if name and len(names) < MOST:
                names.setdefault(name)
        if len(self.lines) < MOST:
            self.lines.append(row.line)
        if row.title and (self.worst is None or row.rank > self.worst.rank):
            self.worst = row


def target_rows(case: CaseExport, *, exact: bool = False) -> Iterator[str]:
    """A row for each target of each page; what has none is told apart as it is written."""
    references: dict[tuple[int, str, str], TargetReferences] = {}
    for link in case.links:
        row = link.row
        key = (row.file, row.target or "", "" if row.target else row.value)
        if key not in references:
            references[key] = TargetReferences(row.target or "", row.host or "", row.base or "")
        references[key].add(row, link.links)
    for (number, _, _), each in sorted(references.items(), key=_order):
        yield csv_row(*_cells(case.files[number].name, each, exact=exact))


def _order(item: tuple[tuple[int, str, str], TargetReferences]) -> tuple[int, int, str, str]:
    """By page, what is referred to most first."""
    (number, target, value), references = item
    return number, -references.count, target, value


def with_target_header(rows: Iterable[str]) -> Iterator[str]:
    """The rows of all files below the names of the columns."""
    return chain((csv_row(*COLUMNS),), rows)


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
