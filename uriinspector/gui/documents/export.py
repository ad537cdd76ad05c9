"""The table for others: CSV defanged and guarded, JSON lines exact for machines.

No Qt here: it is written beside the window.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import uriinspector
from uriinspector.analysis.defang import defang
from uriinspector.export.csv import csv_row
from uriinspector.export.recipient import without_recipient
from uriinspector.gui.documents.cells import severity_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from threading import Event

    from uriinspector.documents.cases.row import LinkRow
    from uriinspector.gui.documents.case import Case

COLUMNS = (
    *("document", "part", "line", "column", "start", "end", "element", "value", "base", "target"),
    *("host", "severity", "code", "finding", "links", "mark"),
)


class Sheet(NamedTuple):
    """The rows that are shown, in their order; ``clean``: without recipient data."""

    case: Case
    numbers: tuple[int, ...]
    counts: dict[int, int]
    clean: bool = False


def csv(sheet: Sheet) -> Iterator[str]:
    """A row for each link, with nothing in it that a spreadsheet would run."""
    yield ",".join(COLUMNS) + "\n"
    for cells in cells_of(sheet):
        for name in ("value", "base", "target", "host"):
            cells[name] = defang(str(cells[name] or ""))
        yield csv_row(*(str(cells[name] or "") for name in COLUMNS))


def json_lines(sheet: Sheet) -> Iterator[str]:
    """A line for each link, to the letter."""
    for cells in cells_of(sheet):
        yield json.dumps(cells) + "\n"


def cells_of(sheet: Sheet) -> Iterator[dict[str, str | int | None]]:
    """What is told of each row."""
    for number in sheet.numbers:
        row = sheet.case.rows[number]
        value, target = row.value, row.target
        if sheet.clean:
            value, target = _cleaned(value, row.base), target and _cleaned(target, None)
        told = _told(row)
        yield {
            "document": sheet.case.heads[row.file].name,
            **told,
            "value": value,
            "base": row.base,
            "target": target,
            "links": sheet.counts.get(number, 1),
            "mark": sheet.case.marks.get(number),
        }


def _told(row: LinkRow) -> dict[str, str | int | None]:
    return {
        "part": row.part,
        "line": row.line,
        "column": row.column,
        "start": row.start,
        "end": row.end,
        "element": row.element,
        "host": row.host,
        "severity": severity_of(row.rank) or None,
        "code": row.code or None,
        "finding": row.title or None,
    }


def _cleaned(text: str, base: str | None) -> str:
    return without_recipient(uriinspector.inspect(text, base=base)).inspection.text


def write(path: Path, sheet: Sheet, form: Callable[[Sheet], Iterator[str]], stopped: Event) -> None:
    """Write the file; what was begun and not finished is taken away again."""
    with path.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file:
        for text in form(sheet):
            if stopped.is_set():
                break
            file.write(text)
    if stopped.is_set():
        path.unlink(missing_ok=True)
