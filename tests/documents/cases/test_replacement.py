"""Renumbering of a case's links after one of its files was read again."""

from tests.documents.cases.test_store import ROWS
from tests.for_each import for_each
from uriinspector.documents.cases.row_columns import renumbering

ONE = ROWS[0]


def links(*values: str) -> list:  # type: ignore[type-arg]
    """Return links with these values, each at a different position."""
    return [ONE._replace(value=each, start=ord(each[0]), end=ord(each[0]) + 1) for each in values]


@for_each(
    "old, new, numbers",
    ("abc", "abc", [0, 1, 2, 3, 4, 5, 6]), ("abc", "ac", [0, 1, 2, None, 3, 4, 5]),
    ("abc", "xaybc", [0, 1, 3, 5, 6, 7, 8]), ("abc", "cba", [0, 1, 4, 3, 2, 5, 6]),
    ("abc", "", [0, 1, None, None, None, 2, 3]), ("", "ab", [0, 1, 4, 5, 6, 7, 8]),
    ("aab", "aba", [0, 1, 2, 4, 3, 5, 6]), ("aab", "ab", [0, 1, 2, None, 3, 4, 5]),
)  # fmt: skip
def test_links_are_matched_to_their_new_numbers(
    old: str, new: str, numbers: list[int | None]
) -> None:
    number_of = renumbering(links(*old), links(*new), 2)
    assert [number_of(each) for each in range(len(numbers))] == numbers


@for_each("field", "part", "element", "start", "end", "value")
def test_link_at_another_position_is_not_matched(field: str) -> None:
    other = 7 if field in {"start", "end"} else "other"
    assert renumbering(links("a"), [links("a")[0]._replace(**{field: other})], 0)(0) is None
