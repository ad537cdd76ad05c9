"""The links of a case as a table: CSV defanged and guarded, JSON lines exact for machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Json
    from uriinspector.export.case.case_model import CaseExport, CaseLink

COLUMNS = (
    *("document", "part", "line", "column", "start", "end", "element", "attribute", "value"),
    *("text", "base", "target", "host", "severity", "code", "finding", "links", "mark", "note"),
)
# Cells that may hold links.
LINKS = frozenset({"value", "text", "base", "target", "host", "note"})


def csv(case: CaseExport) -> Iterator[str]:
    """A row for each link, with nothing in it that a spreadsheet would run."""
    yield ",".join(COLUMNS) + "\n"
    for link in case.links:
        cells = _record(case, link)
        yield csv_row(*(_cell(name, cells[name]) for name in COLUMNS))


def json_lines(case: CaseExport) -> Iterator[str]:
    """A line for each link, to the letter."""
    for link in case.links:
        yield json.dumps(_record(case, link)) + "\n"


def _cell(name: str, value: object) -> str:
    text = "" if value is None else str(value)
    return defang(text) if name in LINKS else text


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
