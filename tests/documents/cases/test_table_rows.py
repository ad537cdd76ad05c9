"""Table rows are read in order and only once, even from a damaged table."""

from typing import Any

from tests.for_each import for_each
from uriinspector.documents.cases.schema import PAGE, TableRows

MOST = 67_108_864  # the highest row number of a case


@for_each(
    "pages, numbers, is_torn",
    ([[1, 2, 3]], [1, 2, 3], False),
    ([list(range(PAGE)), [PAGE, PAGE + 1]], list(range(PAGE + 2)), False),
    ([[MOST, MOST + 1]], [MOST], True), ([[5, 6, 2]], [5, 6], True), ([[5, 5]], [5], True),
    ([[5, 6], [3, 4], [7]], [5, 6], True), ([[7, 5, 6], [4, 6, 5]], [7], True),
)  # fmt: skip
def test_table_with_rows_out_of_order_is_not_read_forever(
    pages: list[list[int]], numbers: list[int], is_torn: bool
) -> None:
    asked: list[tuple[Any, ...]] = []

    def ask(_question: str, values: tuple[Any, ...]) -> list[tuple[int]]:
        assert len(asked) < 10
        asked.append(values)
        return [(number,) for number in (pages[len(asked) - 1 :] or [[]])[0]]

    rows = TableRows(ask)
    assert [number for (number,) in rows.rows("links", "number")] == numbers
    assert rows.is_torn is is_torn
