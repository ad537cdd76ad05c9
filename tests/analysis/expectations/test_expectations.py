"""What should be said about honest and other references is said, where it should be said."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

import uriinspector
from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.analysis.expectations.row import CODES, SEVERITIES, UNCLEAR, Row

if TYPE_CHECKING:
    from uriinspector import Inspection

EVERY: Final = (*BENIGN, *MALICIOUS)
# An honest reference never gets worse than this, unless its row says so.
CALM: Final = "low"


def params(rows: tuple[Row, ...]) -> list[object]:
    """Name every row by its text."""
    return [pytest.param(row, id=f"{row.text[:60]!a}") for row in rows]


@cache
def inspected(row: Row) -> Inspection:
    """The inspection of a row; made once."""
    return uriinspector.inspect(row.text, base=row.base, protect=row.protect)


def rank(severity: str | None) -> int:
    """How bad it is; -1 for nothing at all."""
    return -1 if severity is None else SEVERITIES.index(severity)


@pytest.mark.parametrize("row", params(EVERY))
def test_what_should_be_said_is_said_at_its_place(row: Row) -> None:
    got = [
        (each.code, each.severity, row.text[each.start : each.end])
        for each in inspected(row).findings
    ]
    missing = [
        said
        for said in row.said
        if not any(
            (code, severity) == (said.code, said.severity)
            and (not said.marks or mark in said.marks)
            for code, severity, mark in got
        )
    ]
    assert not missing, f"{row.why}\n{got}"


@pytest.mark.parametrize("row", params(MALICIOUS))
def test_the_verdict_is_as_bad_as_the_reference(row: Row) -> None:
    assert inspected(row).verdict.severity == row.worst, row.why


@pytest.mark.parametrize("row", params(BENIGN))
def test_an_honest_reference_raises_no_alarm(row: Row) -> None:
    limit = rank(row.verdict or CALM)
    assert rank(inspected(row).verdict.severity) <= limit, row.why
    assert [each.code for each in inspected(row).findings if rank(each.severity) > limit] == []


@pytest.mark.parametrize("row", params(tuple(row for row in EVERY if row.forbidden)))
def test_what_would_be_wrong_is_not_said(row: Row) -> None:
    codes = {each.code for each in inspected(row).findings}
    assert codes.isdisjoint(row.forbidden), row.why


@pytest.mark.parametrize("row", params(tuple(row for row in EVERY if row.final_host != UNCLEAR)))
def test_the_verdict_names_the_host_that_comes_last(row: Row) -> None:
    assert inspected(row).verdict.final_host == row.final_host, row.why


@pytest.mark.parametrize("row", params(EVERY))
def test_a_row_can_be_checked(row: Row) -> None:
    assert {each.code for each in row.said} | set(row.forbidden) <= CODES
    assert {each.code for each in row.said}.isdisjoint(row.forbidden)
    assert all(mark and mark in row.text for each in row.said for mark in each.marks)
    assert row.source
    assert row.why


def test_no_reference_is_judged_twice() -> None:
    keys = Counter((row.text, row.base, row.protect) for row in EVERY)
    assert [key for key, count in keys.items() if count > 1] == []


def test_the_tables_are_large_enough() -> None:
    assert len(BENIGN) >= 130
    assert len(MALICIOUS) >= 260


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_expected_in_several_rows(code: str) -> None:
    assert sum(any(each.code == code for each in row.said) for row in EVERY) >= 4
