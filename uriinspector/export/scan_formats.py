"""Write scanned documents for other programs: JSON, JSON Lines, SARIF; and sites as CSV and JSON.

The texts stay compressed until they are written, since a file may have millions of links.
"""

import json
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from urllib.parse import quote

from uriinspector import __name__ as program
from uriinspector import __version__
from uriinspector.analysis.correction import fix_codes
from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK, Finding, worst_severity
from uriinspector.core.expression import expression
from uriinspector.core.model import Json, NamedTuple, json_of
from uriinspector.documents.document import Document, Link
from uriinspector.documents.fixes.proposals import LinkFix, file_edits_of, fix_link
from uriinspector.documents.fixes.value_spelling import is_in_base64
from uriinspector.documents.rules.table import ALL_RULES
from uriinspector.documents.site.site_check import SiteCheck, finding_of
from uriinspector.documents.site.site_store import PageRow, SiteFinding
from uriinspector.export.csv import csv_row
from uriinspector.export.options import ExportOptions
from uriinspector.export.packed_text import PackedText

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


DRIVE = expression(r"[A-Za-z]:[\\/]")
# Characters that a segment may contain unescaped (RFC 3986 section 3.3), and the slash.
PLAIN = "/:@!$&'()*+,;=-._~"


def file_reference(name: str) -> str:
    """Return a file URI for an absolute path, or a relative reference without a scheme."""
    is_drive = bool(DRIVE.match(name))
    path = name.replace("\\", "/") if is_drive or os.sep == "\\" else name
    written = quote(path.encode("utf-8", "surrogateescape"), safe=PLAIN)
    if is_drive:
        return f"file:///{written}"
    if written.startswith("/"):
        return f"file://{written}" if not written.startswith("//") else f"file:{written}"
    is_like_scheme = ":" in written.partition("/")[0]
    return f"./{written}" if is_like_scheme else written


LEVELS = {"info": "note", "low": "note", "medium": "warning", "high": "error"}
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


class ScanText(NamedTuple):
    text: PackedText
    worst: str | None


def as_json(document: Document, name: str, least: str) -> ScanText:
    head = document.head() | {"name": name}
    severities: set[str | None] = {each.severity for each in document.findings}
    head["findings"] = _wanted(head["findings"], least)

    def record_of(link: Link) -> Json:
        record = link.to_dict()
        severities.add(record["verdict"]["severity"])
        return record | {"findings": _wanted(record["findings"], least)}

    commented = (each.to_dict() for each in document.commented)
    pieces = chain(
        [json.dumps(head, indent=2).removesuffix("\n}"), ',\n  "links": '],
        _array(map(record_of, document.links), 2),
        [',\n  "commented": '],
        _array(commented, 2),
        ["\n}\n"],
    )
    return ScanText(PackedText(pieces), worst_severity(severities))


def _array(records: Iterable[Json], indent: int | None = None) -> Iterator[str]:
    before = "[\n    "
    for each in records:
        yield before + json.dumps(each, indent=indent).replace("\n", "\n    ")
        before = ",\n    "
    yield "[]" if before[0] == "[" else "\n  ]"


def as_lines(document: Document, name: str, least: str) -> ScanText:
    """Return a line about the document, then a line for each link."""
    severities: set[str | None] = {each.severity for each in document.findings}

    def line_of(link: Link) -> str:
        record = link.to_dict()
        severities.add(record["verdict"]["severity"])
        record["findings"] = _wanted(record["findings"], least)
        return json.dumps({"document": name} | record) + "\n"

    head = json.dumps(document.head() | {"name": name}) + "\n"
    text = PackedText(chain([head], map(line_of, document.links)))
    return ScanText(text, worst_severity(severities))


def as_sarif(document: Document, name: str, least: str) -> ScanText:
    """Return the results, one line of JSON each, which ``sarif_run`` combines later."""
    severities: set[str | None] = {each.severity for each in document.findings}

    def results() -> Iterator[Json]:
        yield from (_result(each, name, None) for each in document.findings)
        for number, link in enumerate(document.links):
            _, findings, verdict, _ = link.judged()
            severities.add(verdict.severity)
            wanted = [each for each in findings if RANK[each.severity] >= RANK[least]]
            fix = fix_link(number, link) if wanted else None
            yield from (_result(each, name, link, fix) for each in wanted)

    text = PackedText(json.dumps(each) + "\n" for each in results())
    return ScanText(text, worst_severity(severities))


def _wanted(findings: list[Json], least: str) -> list[Json]:
    return [each for each in findings if RANK[each["severity"]] >= RANK[least]]


def _result(finding: Finding, name: str, link: Link | None, fix: LinkFix | None = None) -> Json:
    region: Json = {"byteOffset": finding.start, "byteLength": finding.end - finding.start}
    message: str = finding.message
    if link is not None:
        source = link.source
        region = {
            "startLine": source.line,
            "startColumn": source.column,
            "byteOffset": source.start,
            "byteLength": source.end - source.start,
        }
        message = f"{defang(link.value[:400])}: {message}"
    place: Json = {
        "physicalLocation": {"artifactLocation": {"uri": file_reference(name)}, "region": region}
    }
    result = {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": message},
        "locations": [place],
    }
    if fix is not None and (changes := _changes(fix.only(fix_codes(finding.code)), name)):
        result["fixes"] = changes
    return result


def _changes(fix: LinkFix, name: str) -> list[Json]:
    """Return the fix for a finding as byte replacements (SARIF 2.1.0 3.55)."""
    # In base64, each fix would rewrite all of the text after it.
    if not fix.edits or is_in_base64(fix.link.leaf.octets):
        return []
    replacements = [
        {
            "deletedRegion": {"byteOffset": each.start, "byteLength": each.end - each.start},
            "insertedContent": _content(each.octets),
        }
        for each in file_edits_of([fix])
    ]
    titles = ", ".join(dict.fromkeys(each.title for each in fix.fixes))
    change = {"artifactLocation": {"uri": file_reference(name)}, "replacements": replacements}
    return [{"description": {"text": titles}, "artifactChanges": [change]}]


def _content(octets: bytes) -> Json:
    """Return inserted content as text, or as binary unless it is ASCII."""
    if octets.isascii() and b"\0" not in octets:
        return {"text": octets.decode("ascii")}
    return {"binary": b64encode(octets).decode("ascii")}


def _rule(code: str) -> Json:
    rule = next((each for each in ALL_RULES if each.code == code), None)
    if rule is None:
        return {"id": code}
    level = {"level": LEVELS[rule.severity]}
    return {"id": code, "shortDescription": {"text": rule.title}, "defaultConfiguration": level}


def sarif_run(lines: Iterable[str]) -> Iterator[str]:
    """Combine the results of all documents into one run (SARIF 2.1.0)."""
    results: list[Any] = [json.loads(line) for text in lines for line in text.splitlines()]
    codes = sorted({each["ruleId"] for each in results})
    driver = {"name": program, "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}
    yield json.dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"
