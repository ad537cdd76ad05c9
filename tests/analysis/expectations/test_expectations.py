"""Honest and malicious references have the expected findings at the expected positions."""

from collections import Counter
from typing import Final

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.checking import inspected, missing, rank
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.analysis.expectations.row import UNCLEAR, Row
from tests.for_each import for_each
from uriinspector.analysis.rules.table import RULES

EVERY: Final = (*BENIGN, *MALICIOUS)
CODES: Final = sorted(rule.code for rule in RULES)
# The maximum severity of an honest reference, unless its row says otherwise.
CALM: Final = "low"


@for_each("row", *EVERY)
def test_expected_findings_have_the_expected_positions(row: Row) -> None:
    got = [(each.code, each.severity) for each in inspected(row).findings]
    assert not missing(row), f"{row.why}\n{got}"


@for_each("row", *MALICIOUS)
def test_verdict_has_the_expected_severity(row: Row) -> None:
    assert inspected(row).verdict.severity == row.worst, row.why


@for_each("row", *BENIGN)
def test_honest_reference_has_no_finding_above_its_limit(row: Row) -> None:
    limit = rank(row.verdict or CALM)
    assert rank(inspected(row).verdict.severity) <= limit, row.why
    assert [each.code for each in inspected(row).findings if rank(each.severity) > limit] == []


@for_each("row", *tuple(row for row in EVERY if row.forbidden))
def test_no_row_has_a_forbidden_finding(row: Row) -> None:
    codes = {each.code for each in inspected(row).findings}
    assert codes.isdisjoint(row.forbidden), row.why


@for_each("row", *tuple(row for row in EVERY if row.final_host != UNCLEAR))
def test_verdict_names_the_expected_final_host(row: Row) -> None:
    assert inspected(row).verdict.final_host == row.final_host, row.why


@for_each("row", *EVERY)
def test_expectation_rows_are_well_formed(row: Row) -> None:
    assert {each.code for each in row.said} | set(row.forbidden) <= {*CODES}
    assert {each.code for each in row.said}.isdisjoint(row.forbidden)
    assert all(mark and mark in row.text for each in row.said for mark in each.marks)
    assert row.source
    assert row.why


def test_no_reference_is_listed_twice() -> None:
    keys = Counter((row.text, row.base, row.protect) for row in EVERY)
    assert [key for key, count in keys.items() if count > 1] == []


def test_expectation_tables_have_enough_rows() -> None:
    assert len(BENIGN) >= 130
    assert len(MALICIOUS) >= 260


@for_each("code", *CODES)
def test_every_finding_code_has_several_expectation_rows(code: str) -> None:
    assert sum(any(each.code == code for each in row.said) for row in EVERY) >= 4
