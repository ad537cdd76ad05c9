"""References are resolved as each edition specifies."""

from typing import Final

import uriinspector
from tests.conformance import resolution_1994 as urls
from tests.conformance import resolution_1997 as draft05
from tests.conformance import resolution_2003 as bis01
from tests.conformance import resolution_2005 as rfc3986
from tests.conformance.resolution_row import Row
from tests.for_each import for_each

APPENDICES: Final = (
    *(("1997", row) for row in draft05.APPENDIX_C),
    *(("2003", row) for row in bis01.APPENDIX_C),
    *(("2005", row) for row in rfc3986.EXAMPLES),
)
WORKED_OUT: Final = (
    *(("1994", row) for row in urls.ROWS), *(("1997", row) for row in draft05.MORE),
    *(("2003", row) for row in bis01.MORE), *(("2005", row) for row in rfc3986.MORE),
)  # fmt: skip


def answer(edition: str, row: Row) -> tuple[str | None, str | None, bool]:
    """Return target, problem code and whether the reference is to the same document."""
    got = uriinspector.resolve(
        row.base, row.reference, edition=edition, strict=row.strict, above_root=row.above
    )
    return got.target, got.problem.code if got.problem else None, got.same_document


@for_each("edition, row", *APPENDICES)
def test_printed_examples_resolve_as_printed(edition: str, row: Row) -> None:
    assert answer(edition, row) == (row.target, row.problem, row.same), row.clause


@for_each("edition, row", *WORKED_OUT)
def test_examples_worked_out_by_hand_resolve_as_expected(edition: str, row: Row) -> None:
    assert answer(edition, row) == (row.target, row.problem, row.same), f"{row.clause} {row.why}"


@for_each("printed, ours, reason", *draft05.DEVIATIONS)
def test_known_deviation_from_a_printed_example_persists(
    printed: Row, ours: Row, reason: str
) -> None:
    got = answer("1997", printed)
    assert got == (ours.target, ours.problem, ours.same), reason
    assert got != (printed.target, printed.problem, printed.same), "no deviation: strike the row"


def test_all_examples_of_rfc_3986_are_included() -> None:
    assert len(rfc3986.EXAMPLES) == 43  # "http:g" counts twice, strict and lenient


@for_each("rows", urls.ROWS, draft05.MORE, bis01.MORE, rfc3986.MORE)
def test_resolution_tables_have_forty_more_examples_per_edition(rows: tuple[Row, ...]) -> None:
    assert len({row.name for row in rows}) == len(rows) >= 40
