"""Comparing the rows of the tables with actual inspections."""

from functools import cache

import uriinspector
from tests.analysis.expectations.row import SEVERITIES, Row, Said
from uriinspector import Inspection


@cache
def inspected(row: Row) -> Inspection:
    """Return the inspection of a row, cached."""
    return uriinspector.inspect(row.text, base=row.base, protect=row.protect)


def missing(row: Row) -> list[Said]:
    """Return the expected findings that are missing: code, severity and one of the spans."""
    got = {
        (each.code, each.severity, row.text[each.start : each.end])
        for each in inspected(row).findings
    }
    return [
        said
        for said in row.said
        if not any(
            (code, severity) == (said.code, said.severity)
            and (not said.marks or mark in said.marks)
            for code, severity, mark in got
        )
    ]


def rank(severity: str | None) -> int:
    """Return the rank of a severity; -1 for none."""
    return -1 if severity is None else SEVERITIES.index(severity)
