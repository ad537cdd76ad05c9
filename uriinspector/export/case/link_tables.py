"""The links of a case as a table: CSV defanged and guarded, JSON lines exact for machines."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.core.model import Json
    from uriinspector.export.case.case_model import CaseExport, CaseLink

COLUMNS = (
    *("document", "part", "line", "column", "start", "end", "element", "attribute", "value"),
    *("text", "context", "base", "target", "host", "severity", "code", "finding", "codes"),
    *("headline", "links", "mark", "note"),
)
# Cells that may hold links.
LINKS = frozenset({"value", "text", "base", "target", "host", "headline", "note"})


def csv_rows(case: CaseExport, *, exact: bool = False) -> Iterator[str]:
    """A row for each link, with nothing in it that a spreadsheet would run."""
    guarded = frozenset() if exact else LINKS
    for link in case.links:
        cells = _record(case, link) | {"context": link.context, **link.words()._asdict()}
        yield csv_row(*(_cell(cells[name], defanged=name in guarded) for name in COLUMNS))


def with_header(rows: Iterable[str]) -> Iterator[str]:
    """The rows of all files below the names of the columns."""
    return chain((csv_row(*COLUMNS),), rows)


def json_lines(case: CaseExport) -> Iterator[str]:
    """A line for each link, to the letter."""
    for link in case.links:
        yield json.dumps(_record(case, link)) + "\n"


def _cell(value: object, *, defanged: bool) -> str:
    text = "" if value is None else str(value)
    return defang(text) if defanged else text


def _record(case: CaseExport, link: CaseLink) -> Json:
    element, _, attribute = link.row.element.partition(" ")
    return {
        "document": case.files[link.row.file].name,
        "part": link.row.part,
        "line": link.row.line,
        "column": link.row.column,
        "start": link.row.start,
        "end": link.row.end,
        "element": element or None,
        "attribute": attribute or None,
        "value": link.row.value,
        "text": link.shown,
        "base": link.row.base,
        "target": link.row.target,
        "host": link.row.host,
        "severity": link.row.severity,
        "code": link.row.code or None,
        "finding": link.row.title or None,
        "links": link.links,
        "mark": link.mark,
        "note": link.note or None,
    }
