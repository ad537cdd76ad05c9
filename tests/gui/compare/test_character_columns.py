"""Two texts aligned in columns, and their differing characters."""

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.core.appearance import align
from uriinspector.gui.compare.comparison_view import (
    MOST_COLUMNS,
    MOST_ROWS,
    NO_CHARACTER,
    columns,
    difference_rows,
    drawn,
    left_out,
    spelled,
)
from uriinspector.gui.text.pieces import plain_text

TEXTS = st.text(alphabet="abc\u0430\u202e\u0301\u05d0%/", max_size=24)
ROWS = [
    # a, b, upper line, lower line, which columns differ
    ("abc", "abc", "abc", "abc", ""),
    ("abc", "axc", "abc", "axc", " ^ "),
    ("ac", "abc", f"a{NO_CHARACTER}c", "abc", " ^ "),
    ("m", "rn", f"m{NO_CHARACTER}", "rn", "^^"),
    ("a\u202eb", "ab", "a‹U+202E›b", f"a{NO_CHARACTER}b", " ^ "),
    ("ae\u0301", "ae", "ae\u25cc\u0301", f"ae{NO_CHARACTER}", "  ^"),
]


@for_each("a, b, upper, lower, marks", *ROWS)
def test_characters_are_aligned_in_columns(
    a: str, b: str, upper: str, lower: str, marks: str
) -> None:
    found = columns(align(a, b))
    assert "".join(each.upper for each in found) == upper
    assert "".join(each.lower for each in found) == lower
    assert "".join("^" if each.change >= 0 else " " for each in found).rstrip() == marks.rstrip()


@given(TEXTS, TEXTS)
def test_columns_contain_all_characters_escaped(a: str, b: str) -> None:
    found = columns(align(a, b))
    for text, side in ((a, 0), (b, 1)):
        assert [each[side] for each in found if each[side] != NO_CHARACTER] == [*map(drawn, text)]
    assert not any(is_unsafe(char) for each in found for char in each.upper + each.lower)


@given(TEXTS, TEXTS)
def test_each_difference_has_rows(a: str, b: str) -> None:
    rows = difference_rows(align(a, b))
    for row in rows:
        for side, text in enumerate((a, b)):
            assert row.span(side).of(text) == row.chars[side]
    marked = [each.change for each in columns(align(a, b)) if each.change >= 0]
    assert [row.change for row in rows] == marked


def test_row_shows_position_character_name_and_script() -> None:
    (row,) = difference_rows(align("http://apple", "http://\u0430pple"))
    assert [plain_text(row.position(side)) for side in (0, 1)] == ["8", "8"]
    assert plain_text(row.character(1)) == "\u0430"
    assert plain_text(row.description(0)) == "U+0061 LATIN SMALL LETTER A · Latin"
    assert plain_text(row.description(1)) == "U+0430 CYRILLIC SMALL LETTER A · Cyrillic"


def test_inserted_character_has_no_counterpart() -> None:
    (row,) = difference_rows(align("ab", "a\u200bb"))
    assert [plain_text(row.position(side)) for side in (0, 1)] == ["–", "2"]
    assert [plain_text(row.character(side)) for side in (0, 1)] == ["nothing", "‹U+200B›"]
    assert plain_text(row.description(0)) == ""
    assert plain_text(row.description(1)) == "U+200B ZERO WIDTH SPACE"


def test_long_texts_are_cut_and_the_rest_is_counted() -> None:
    found = align("a" * 10_000, "b" * 9_000)
    assert len(columns(found)) == MOST_COLUMNS
    assert len(difference_rows(found)) == MOST_ROWS
    assert left_out(found) == 10_000 - MOST_COLUMNS
    assert left_out(align("a", "b")) == 0


def test_differences_are_spelled_for_screen_readers() -> None:
    assert spelled(columns(align("abc", "axc"))) == "b / x"
    assert spelled(columns(align("a" * 9, "b" * 9)), most=2) == "a / b, a / b…"


def test_columns_take_linear_time() -> None:
    def work(text: str) -> object:
        return columns(align(text, text.replace("a", "b")))

    assert is_linear_over(work, lambda size: "ac" * size, 2_000)
