"""How a line of the tables is held against what the program says."""

from functools import cache

import uriinspector
from tests.analysis.expectations.row import SEVERITIES, Row, Said
from uriinspector import Inspection


@cache
def inspected(row: Row) -> Inspection:
    """The inspection of a row; made once."""
    return uriinspector.inspect(row.text, base=row.base, protect=row.protect)


def missing(row: Row) -> list[Said]:
    """What should be said and is not: the code, its severity and one of its places."""
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
    """How bad it is; -1 for nothing at all."""
    return -1 if severity is None else SEVERITIES.index(severity)
