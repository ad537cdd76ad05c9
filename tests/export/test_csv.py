"""CSV rows: guarded against formulas, and unguarded when read back."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.export.csv import csv_row, guarded, unguarded

FORMULAS = [
    *("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "=cmd|' /C calc'!A0"),
    '=HYPERLINK("http://evil.test/","x")',
    *("\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)"),
]


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@for_each("cell", *FORMULAS)
def test_csv_formula_is_guarded(cell: str) -> None:
    assert guarded(cell) == f"'{cell}"
    assert rows(csv_row("a", cell)) == [["a", f"'{cell}"]]


def test_csv_cells_without_formula_are_unchanged() -> None:
    assert [guarded(cell) for cell in ("", "a=b", "http://a")] == ["", "a=b", "http://a"]


@for_each("cell", *FORMULAS, "", "a=b", "x=1+1", "it's", "'quoted'", "''", "-")
def test_guarded_csv_cell_round_trips(cell: str) -> None:
    assert unguarded(guarded(cell)) == cell


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2))
def test_csv_row_keeps_its_number_of_cells(cells: list[str]) -> None:
    assert rows(csv_row(*cells)) == [[guarded(cell) for cell in cells]]
