"""Documents for other programs, just as they were scanned: JSON, JSON lines, SARIF."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from uriinspector import __name__ as program
from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import RANK, worst_severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.core.model import Json
    from uriinspector.documents.document import Document
    from uriinspector.documents.link import Link

LEVELS = {"info": "note", "low": "note", "medium": "warning", "high": "error"}
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


class ScanText(NamedTuple):
    """What is written of a document, and the worst finding in it."""

    text: str
    worst: str | None


def as_json(document: Document, name: str, least: str) -> ScanText:
    """One object, with every link in it."""
    values = document.to_dict() | {"name": name}
    links = values["links"]
    worst = _worst(document, (link["verdict"]["severity"] for link in links))
    for each in (values, *links):
        each["findings"] = _wanted(each["findings"], least)
    return ScanText(json.dumps(values, indent=2) + "\n", worst)


def as_lines(document: Document, name: str, least: str) -> ScanText:
    """A line about the document, and a line for each link."""
    severities = []
    lines = [json.dumps(document.head() | {"name": name})]
    for link in document.links:
        record = link.to_dict()
        severities.append(record["verdict"]["severity"])
        record["findings"] = _wanted(record["findings"], least)
        lines.append(json.dumps({"document": name} | record))
    return ScanText("".join(f"{line}\n" for line in lines), _worst(document, severities))


def as_sarif(document: Document, name: str, least: str) -> ScanText:
    """Results alone, a line of JSON each: ``sarif_run`` puts them together."""
    severities = []
    results = [_result(each, name, None) for each in document.findings]
    for link in document.links:
        _, findings, verdict, _ = link.judged()
        severities.append(verdict.severity)
        wanted = (each for each in findings if RANK[each.severity] >= RANK[least])
        results += [_result(each, name, link) for each in wanted]
    text = "".join(json.dumps(each) + "\n" for each in results)
    return ScanText(text, _worst(document, severities))


def _worst(document: Document, severities: Iterable[str | None]) -> str | None:
    return worst_severity((*(each.severity for each in document.findings), *severities))


def _wanted(findings: list[Json], least: str) -> list[Json]:
    return [each for each in findings if RANK[each["severity"]] >= RANK[least]]


def _result(finding: Finding, name: str, link: Link | None) -> Json:
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
    place: Json = {"physicalLocation": {"artifactLocation": {"uri": name}, "region": region}}
    return {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": message},
        "locations": [place],
    }


def sarif_run(lines: Iterable[str]) -> Iterator[str]:
    """One run of the results of all documents (SARIF 2.1.0)."""
    results: list[Any] = [json.loads(line) for text in lines for line in text.splitlines()]
    codes = sorted({each["ruleId"] for each in results})
    driver = {"name": program, "rules": [{"id": code} for code in codes]}
    run = {"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}
    yield json.dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"
