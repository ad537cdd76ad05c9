"""Documents for other programs: JSON, JSON lines, CSV, SARIF."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from uriinspector import __name__ as program
from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK
from uriinspector.cli.scanning.outcome import Written, worse
from uriinspector.export.csv import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.cli.scanning.outcome import ScanRequest
    from uriinspector.core.model import Json
    from uriinspector.documents.document import Document
    from uriinspector.documents.judge import Judgement
    from uriinspector.documents.link import Link

COLUMNS = (
    *("document", "part", "line", "column", "start", "end", "element", "attribute", "value"),
    *("text", "context", "base", "target", "host", "severity", "codes", "headline"),
)
LEVELS = {"info": "note", "low": "note", "medium": "warning", "high": "error"}
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def worst_of(document: Document) -> str | None:
    """The worst finding about the document as a whole."""
    found = None
    for each in document.findings:
        found = worse(found, each.severity)
    return found


def as_json(document: Document, path: str, request: ScanRequest) -> Written:
    """One object, with every link in it."""
    found = document.to_dict()
    found["name"] = path
    worst = worst_of(document)
    for link in found["links"]:
        worst = worse(worst, link["verdict"]["severity"])
        link["findings"] = _wanted(link["findings"], request)
    found["findings"] = _wanted(found["findings"], request)
    return Written(json.dumps(found, indent=2) + "\n", worst)


def _wanted(findings: list[Json], request: ScanRequest) -> list[Json]:
    least = RANK[request.least]
    return [each for each in findings if RANK[each["severity"]] >= least]


def as_lines(document: Document, path: str, request: ScanRequest) -> Written:
    """A line about the document, and a line for each link."""
    worst = worst_of(document)
    lines = [json.dumps(document.head() | {"name": path})]
    for link in document.links:
        found = link.to_dict()
        worst = worse(worst, found["verdict"]["severity"])
        found["findings"] = _wanted(found["findings"], request)
        lines.append(json.dumps({"document": path} | found))
    return Written("".join(f"{line}\n" for line in lines), worst)


def as_csv(document: Document, path: str, request: ScanRequest) -> Written:
    """A row for each link, with nothing in it that a spreadsheet would run."""
    worst = worst_of(document)
    rows = []
    for link in document.links:
        judged = link.judged()
        worst = worse(worst, judged.verdict.severity)
        rows.append(csv_row(*map(str, _row(link, path, judged, request))))
    return Written("".join(rows), worst)


def _row(link: Link, path: str, judged: Judgement, request: ScanRequest) -> Iterator[object]:
    shown = str if request.exact else defang
    source, verdict = link.source, judged.verdict
    yield from (path, link.part, source.line, source.column, source.start, source.end)
    yield from (link.element or "", link.attribute or "", shown(link.value))
    yield from (shown(link.text or ""), link.context or "", shown(link.base.text or ""))
    yield from (shown(judged.target or ""), shown(verdict.final_host or verdict.host or ""))
    yield verdict.severity or ""
    yield " ".join(dict.fromkeys(each.code for each in judged.findings))
    yield verdict.headline


def as_sarif(document: Document, path: str, request: ScanRequest) -> Written:
    """Results alone, a line of JSON each: ``sarif`` puts them together."""
    worst = worst_of(document)
    results = [_result(each, path, None) for each in document.findings]
    least = RANK[request.least]
    for link in document.links:
        _, findings, verdict, _ = link.judged()
        worst = worse(worst, verdict.severity)
        results += [_result(each, path, link) for each in findings if RANK[each.severity] >= least]
    return Written("".join(json.dumps(each) + "\n" for each in results), worst)


def _result(finding: Finding, path: str, link: Link | None) -> Json:
    region: Json = {"byteOffset": finding.start, "byteLength": finding.end - finding.start}
    message = finding.message
    if link is not None:
        source = link.source
        region = {
            "startLine": source.line,
            "startColumn": source.column,
            "byteOffset": source.start,
            "byteLength": source.end - source.start,
        }
        message = f"{defang(link.value[:400])}: {message}"
    place: Json = {"physicalLocation": {"artifactLocation": {"uri": path}, "region": region}}
    return {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": message},
        "locations": [place],
    }


def sarif(lines: list[str]) -> str:
    """One run of the results of all documents (SARIF 2.1.0)."""
    results: list[Any] = [json.loads(line) for text in lines for line in text.splitlines()]
    codes = sorted({each["ruleId"] for each in results})
    driver = {"name": program, "rules": [{"id": code} for code in codes]}
    run = {"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}
    return json.dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"
