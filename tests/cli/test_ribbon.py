"""Brackets and marks under the parts of a link, at any width."""

from hypothesis import given
from hypothesis import strategies as st

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.safe_text import cells, drawn, visible
from uriinspector.cli.inspection_report import marks, ribbon, stretches
from uriinspector.cli.styled_line import Line, clipped, run, table, wrapped


def plain(lines: list[Line]) -> list[str]:
    return ["".join(each.text for each in line).rstrip() for line in lines]


def of(text: str, most: int = 80) -> list[str]:
    return plain(list(ribbon(text, stretches(uriinspector.parse(text)), most)))


def test_ribbon_label_is_in_its_bracket_or_below() -> None:
    assert of("http://u@host.example:8/a?b#c") == [
        "http://u@host.example:8/a?b#c", "└──┘   ╵ └───host───┘ ╵└┘ ╵ ╵",
        "scheme │              ││  │ fragment", "       │              ││  query",
        "       │              │path", "       │              port",
        "       userinfo, not the host",
    ]  # fmt: skip


def test_ribbon_bracket_continues_in_the_next_row() -> None:
    assert of("http://a/" + "b" * 30, 20) == [
        "http://a/bbbbbbbbbbb", "└──┘   ╵└───path────", "scheme host", "bbbbbbbbbbbbbbbbbbb",
        "────────path──────┘",
    ]  # fmt: skip


def test_invisible_character_is_as_wide_as_its_code_point() -> None:
    assert of("a:\u202e") == ["a:‹U+202E›", "╵ └─path─┘", "scheme"]
    assert of("\u6f22://a")[1].startswith("└")
    assert cells("\u6f22a\u0301") == 3


MARKS = [
    ("http://a/b", 7, 8, ["http://a/b", "       ^"]),
    ("http://a/b", 0, 4, ["http://a/b", "~~~^"]),
    ("abc", 3, 3, ["abc", "   ^"]),
    ("", 0, 0, ["", "^"]),
    ("a\u202eb", 1, 2, ["a‹U+202E›b", " ~~~~~~~^"]),
    ("x" * 50, 40, 42, ["…xxxxxxxxxxxxxxxxxx…", "           ~^"]),
    ("x" * 50, 2, 50, ["xxxxxxxxxxxxxxxxxx…", "  ~~~~~~~~~~~~~~~~"]),
]


@for_each("text, start, end, expected", *MARKS)
def test_finding_mark_is_below_its_span(
    text: str, start: int, end: int, expected: list[str]
) -> None:
    assert plain(list(marks(text, start, end, 20))) == expected


def test_zero_width_part_has_no_bracket() -> None:
    assert of("\u0301?a") == ["\u0301?a", " ╵", "│query", "path"]


TEXTS = st.text(st.sampled_from("ab:/?#@[]%.\u202e\u6f22\u0301\x1b\ud800"), max_size=80)


@given(TEXTS, st.integers(40, 80))
def test_ribbon_rows_fit_the_width(text: str, most: int) -> None:
    assert all(cells(row) <= most for row in of(text, most))


@given(TEXTS, st.data())
def test_finding_mark_is_always_visible(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    upper, lower = plain(list(marks(text, start, end, 40)))
    assert cells(upper) <= 40
    assert lower.strip()
    assert cells(lower) <= 41
    if start < end:
        assert lower.index(lower.strip()[0]) <= cells(upper)


@given(st.text(max_size=60), st.integers(20, 60))
def test_wrapping_a_line_loses_no_words(text: str, most: int) -> None:
    rows = list(wrapped(text, most))
    assert all(cells(row) <= most for row in rows)
    assert "".join(rows).replace(" ", "") == visible(text).replace(" ", "")


@given(st.text(max_size=60), st.integers(2, 60))
def test_line_that_does_not_fit_is_cut(text: str, most: int) -> None:
    assert cells(clipped(text, most)) <= most
    assert clipped("abc", 3) == "abc"


def test_long_host_is_cut_at_the_front() -> None:
    (row,) = table([(run("a" * 100 + ".example", "host"), run("x"))])(60)
    assert "".join(each.text for each in row).startswith("  …a")
    assert ".example" in row[1].text


@given(st.characters())
def test_character_is_drawn_as_itself_or_as_its_code_point(char: str) -> None:
    assert drawn(char) in {char, f"‹U+{ord(char):04X}›"}
    assert visible(visible(char)) == visible(char)


def test_table_row_with_an_empty_last_cell_is_kept() -> None:
    rows = [(run("a"), run("b")), (run("c"), run(""))]
    assert plain(list(table(rows)(40))) == ["  a  b", "  c"]
    assert plain(list(table([])(40))) == []


@for_each("start", *range(40))
@for_each("size", 20, 28, 31, 40)
def test_long_text_is_cut_before_a_distant_mark(start: int, size: int) -> None:
    text = ("abcdefghij" * 4)[:size]
    end = min(start + 2, size)
    if start >= end:
        return
    above, below = plain(list(marks(text, start, end, 30)))
    assert above[below.index(below.strip()[0]) : below.rindex("^") + 1] == text[start:end]
    # A text that fits is shown whole; otherwise its beginning is cut off if the mark is in its
    # last third.
    assert above.strip().startswith("\u2026") == (size > 30 and start > 20)
