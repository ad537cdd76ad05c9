"""Rows in batches limited by number and size."""

import io

import pyarrow as pa

from tests.for_each import for_each
from uriinspector.cli.row_inputs import MOST_BYTES, JsonInput, TableFaults, grouped_rows

SCHEMA = pa.schema([pa.field("text", pa.string())])


def sizes(*weights: int, most: int | None = None) -> list[int]:
    """Return the number of rows of each batch."""
    rows = (([str(number)], weight) for number, weight in enumerate(weights))
    return [batch.num_rows for batch in grouped_rows(rows, SCHEMA, most)]


HALF = MOST_BYTES // 2


@for_each(
    "weights, expected",
    ((), []), ((1, 1, 1), [3]), ((HALF, HALF, HALF, HALF), [2, 2]),
    ((HALF, HALF - 1, 1, HALF, HALF), [3, 2]), ((MOST_BYTES + 1, 1), [1, 1]),
    ((MOST_BYTES - 1, 1, 1), [2, 1]),
)  # fmt: skip
def test_table_batch_is_limited_by_size(weights: tuple[int, ...], expected: list[int]) -> None:
    assert sizes(*weights) == expected


def test_table_batch_is_limited_by_rows() -> None:
    assert sizes(*[1] * 7, most=3) == [3, 3, 1]
    assert sizes(*[1] * 16_385) == [16_384, 1]


def test_table_batches_contain_every_row() -> None:
    rows = (([str(number)], HALF) for number in range(5))
    batches = list(grouped_rows(rows, SCHEMA))
    assert [each for batch in batches for each in batch["text"].to_pylist()] == list("01234")


@for_each(
    "values, kind",
    (("1", "-9223372036854775808", "9223372036854775807"), pa.int64()),
    (("1", "9223372036854775808"), pa.string()),
    (("1", "-9223372036854775809"), pa.string()),
    (("1", "1.5"), pa.float64()), (("1.5", "null"), pa.float64()), (("true", "null"), pa.bool_()),
    (("true", "1"), pa.string()), (("null", "null"), pa.string()), (('"a"', "null"), pa.string()),
    (('{"b": 1}', '"a"'), pa.string()),
)  # fmt: skip
def test_json_column_has_the_type_of_its_values(values: tuple[str, ...], kind: pa.DataType) -> None:
    text = "".join(f'{{"a": {each}}}\n' for each in values)
    read = JsonInput(io.BytesIO(text.encode()), TableFaults("line"))
    assert read.schema.field("a").type == kind
    assert sum(batch.num_rows for batch in read.batches()) == len(values)


def test_table_column_may_have_any_name() -> None:
    read = JsonInput(io.BytesIO(b'{"": 1, "\\ud800": 2}'), TableFaults("line"))
    assert read.schema.names == ["", "\ufffd"]
