"""The batch command: CSV rows answered, graded, and guarded against formulas."""

from tests.cli.conftest import Command
from tests.export.test_csv import rows
from tests.for_each import for_each
from uriinspector.export.csv import guarded


@for_each("cell", "=1+1", "+1", "-1", "@a", "\tx", "\rx")
def test_formula_in_a_batch_is_escaped(cell: str, uriinspect: Command) -> None:
    answer = uriinspect("batch", "valid", "-", given=f'"{cell}",\n'.encode())
    assert rows(answer.out)[1][0] == guarded(cell) == f"'{cell}"


def test_invalid_utf8_is_written_back_unchanged(uriinspect: Command) -> None:
    given = b"reference\n\xffx\n"
    from tests.cli.conftest import started

    assert b"\xffx,no," in started("batch", "valid", "-", given=given).stdout
    assert uriinspect("batch", "valid", "-").out == "reference,expected,got,mark,mistake,reason\n"
