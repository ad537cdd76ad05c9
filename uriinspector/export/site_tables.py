"""A site as tables: a row for each page; in JSON, also each finding with its position."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from uriinspector.core.model import Json, json_of
from uriinspector.documents.site.site_check import SiteCheck, finding_of
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.export.csv import csv_row
from uriinspector.export.options import ExportOptions

COLUMNS = ("page", "bytes", "links", "links_in_site", "broken", "findings", "severity")


def page_rows(check: SiteCheck, _options: ExportOptions) -> Iterator[str]:
    """Yield a row for each page and style sheet, in the order of the folder."""
    yield csv_row(*COLUMNS)
    for each in check.store.pages():
        numbers = (each.size, each.links, each.inside, each.broken, each.findings)
        yield csv_row(each.path, *map(str, numbers), each.severity or "")


def site_json(check: SiteCheck, _options: ExportOptions) -> Iterator[str]:
    """Yield a JSON object with the totals, the pages and the findings."""
    yield json.dumps(_head(check), indent=2).removesuffix("\n}")
    yield ',\n  "pages": '
    yield from _array(map(_page, check.store.pages()))
    yield ',\n  "findings": '
    yield from _array(_findings(check))
    yield "\n}\n"


def _head(check: SiteCheck) -> Json:
    totals = check.store.totals()
    counts = check.store.counts().items()
    return {
        "schema": 1,
        "root": check.root,
        "base": check.address.text if check.address.is_known else None,
        "complete": check.is_whole,
        "files": check.files,
        "checked": totals.number,
        "links": totals.links,
        "links_in_site": totals.inside,
        "broken": totals.broken,
        "codes": {code: {"severity": worst, "count": count} for code, (worst, count) in counts},
        "not_read": [{"path": each.path, "reason": each.why} for each in check.unread],
        "not_read_omitted": check.omitted,
    }


def _page(row: PageRow) -> Json:
    numbers = (row.path, row.size, row.links, row.inside, row.broken, row.findings, row.severity)
    return dict(zip(COLUMNS, numbers, strict=True))


def _findings(check: SiteCheck) -> Iterator[Json]:
    path = number = None
    for each in check.store.findings():
        if each.page != number:
            number, path = each.page, check.store.page(each.page).path
        yield finding_record(each, path or "")


def finding_record(row: SiteFinding, path: str) -> Json:
    finding = finding_of(row)
    source = json_of(row, "start end line column")
    return {"page": path, "value": row.value or None, "source": source, **finding.to_dict()}


def _array(records: Iterable[Json]) -> Iterator[str]:
    before = "[\n    "
    for each in records:
        yield before + json.dumps(each)
        before = ",\n    "
    yield "[]" if before[0] == "[" else "\n  ]"
