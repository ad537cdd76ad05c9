"""The links of a case as a table: CSV defanged and guarded, JSON lines exact for machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Json
    from uriinspector.export.case.model import Case, Entry

COLUMNS = (
    *("document", "part", "line", "column", "start", "end", "element", "attribute", "value"),
    *("text", "base", "target", "host", "severity", "code", "finding", "links", "mark", "note"),
)
# Cells that may hold links.
LINKS = frozenset({"value", "text", "base", "target", "host", "note"})


def csv(case: Case) -> Iterator[str]:
    """A row for each link, with nothing in it that a spreadsheet would run."""
    yield ",".join(COLUMNS) + "\n"
    for entry in case.entries:
        cells = _told(case, entry)
        yield csv_row(*(_cell(name, cells[name]) for name in COLUMNS))


def json_lines(case: Case) -> Iterator[str]:
    """A line for each link, to the letter."""
    for entry in case.entries:
        yield json.dumps(_told(case, entry)) + "\n"


def _cell(name: str, value: object) -> str:
    text = "" if value is None else str(value)
    return defang(text) if name in LINKS else text


def _told(case: Case, entry: Entry) -> Json:
    return {
        "document": case.files[entry.file].name,
        "part": entry.part,
        "line": entry.line,
        "column": entry.column,
        "start": entry.start,
        "end": entry.end,
        "element": entry.element or None,
        "attribute": entry.attribute or None,
        "value": entry.value,
        "text": entry.shown,
        "base": entry.base,
        "target": entry.target,
        "host": entry.host,
        "severity": entry.severity,
        "code": entry.code or None,
        "finding": entry.title or None,
        "links": entry.links,
        "mark": entry.mark,
        "note": entry.note or None,
    }
