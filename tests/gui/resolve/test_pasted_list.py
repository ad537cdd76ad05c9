"""Pasted lists: detecting the shape, resolving each row and exporting CSV."""

import csv
import io
from pathlib import Path

from tests.for_each import for_each
from uriinspector.gui.resolve.pair_cards import (
    ALL,
    LINES,
    MARKED,
    NAMED,
    PAIRS,
    ListAnswer,
    ListFormat,
    PastedList,
    answered,
    csv_text,
    fits,
    saved,
    shape_of,
)
from uriinspector.gui.resolve.variant_rows import STRICT_2005, VARIANTS
from uriinspector.gui.transfer.incoming import is_list, listed_references

BASE = "http://a/b/c"
LOOKS = (
    ("g\n../g\n", LINES),
    ("g;x=1/../y\nhttp://a/b,c\n", LINES),
    ("g,http://a/b/g\n..,\n", MARKED),
    ("g\thttp://a/b/g\nh,i\tnone\n", MARKED),
    ("http://x/y,../z\nhttp://x/,g\n", PAIRS),
    ("http://x/y,g,http://x/g\n,h,\n", ALL),
    ("reference,expected\ng,\n", NAMED),
    ("Base;URI;Target\nhttp://x/;g;\n", NAMED),
    ("http://x/y\t../z\nno table\nhttp://x/\tg\n", PAIRS),
    ("no table\nhttp://x/y\t../z\nhttp://x/\tg\n", PAIRS),
    ("", LINES),
    ('g,"' + "x" * 140_000 + "\n", PAIRS),
)
IS_LIST = (
    ("g\nh", True),
    ("g\r\n\r\nh", True),
    ("g\rh", True),
    ("g\n", False),
    ("\n\n g", False),
    ("", False),
    ("g", False),
)


def answers(text: str, shape: ListFormat | None = None) -> list[ListAnswer]:
    pasted = PastedList(text, shape or shape_of(text))
    return [row for part in answered(pasted, BASE, STRICT_2005) for row in part.rows]


@for_each("text, shape", *LOOKS)
def test_list_shape_is_detected(text: str, shape: ListFormat) -> None:
    assert shape_of(text) == shape


@for_each("text, holds", *IS_LIST)
def test_list_needs_two_nonempty_lines(text: str, holds: bool) -> None:
    assert is_list(text) is holds
    assert (len(listed_references(text)) > 1) is holds


def test_lines_are_exact_references() -> None:
    found = answers("g,h\r\n\n \u202e\n")
    assert [(each.line, each.reference, each.got) for each in found] == [
        (1, "g,h", "http://a/b/g,h"),
        (3, " \u202e", "http://a/b/ \u202e"),
    ]
    assert {each.mark for each in found} == {""}


def test_rows_can_have_their_own_base() -> None:
    found = answers("base,reference,expected\nhttp://x/y,g,http://x/g\n,g,http://x/g\n")
    assert [(each.base, each.got, each.mark) for each in found] == [
        ("http://x/y", "http://x/g", "right"),
        (BASE, "http://a/b/g", "wrong"),
    ]


@for_each(
    "text, shape, expected",
    ("a,b", PAIRS, True),
    ("a,b", LINES, True),
    ("a,b", ALL, False),
    ("reference,expected\ng,", PAIRS, False),
    ("", PAIRS, False),
)
def test_chosen_columns_must_fit_the_text(text: str, shape: ListFormat, expected: bool) -> None:
    assert fits(text, shape) is expected


def test_missing_target_is_explained() -> None:
    refused, missing = answers("base,reference\nb,g\nhttp://x/\n")
    assert (refused.explanation, refused.is_fault) == (
        "The reference needs a scheme from the base, and the base has none.",
        False,
    )
    assert (missing.explanation, missing.is_fault) == ("missing column: reference", True)
    assert missing.reference == "http://x/"
    pasted = PastedList("\n#x", LINES)
    (part,) = answered(pasted, BASE, VARIANTS[1])
    assert [each.explanation for each in part.rows] == ["the current document"]


def test_list_is_answered_in_parts_with_progress() -> None:
    parts = list(answered(PastedList("g\n" * 1_200, LINES), BASE, STRICT_2005))
    assert [(len(part.rows), part.done, part.of) for part in parts] == [
        (500, 500, 1_201),
        (500, 1_000, 1_201),
        (200, 1_201, 1_201),
    ]


def test_csv_escapes_formulas() -> None:
    text = csv_text(answers("=1+1,http://a/b/=1+1\n-x,none\n"))
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["base", "reference", "expected", "got", "mark", "finding"],
        [BASE, "'=1+1", "http://a/b/=1+1", "http://a/b/=1+1", "right", ""],
        [BASE, "'-x", "none", "http://a/b/-x", "wrong", ""],
    ]


def test_csv_includes_the_finding() -> None:
    text = csv_text(answers("//www.paypal.com@evil.test/\n"))
    (row,) = list(csv.DictReader(io.StringIO(text, newline="")))
    assert row["finding"] == "Userinfo that may mislead"


def test_csv_round_trip_keeps_base_and_reference() -> None:
    first = answers("g\nh?x,y\n")
    again = answers(csv_text(first))
    assert [(each.base, each.reference) for each in again] == [
        (each.base, each.reference) for each in first
    ]


def test_saving_csv_writes_file_or_reports_error(tmp_path: Path) -> None:
    found = answers("g\n\ud800\n")
    assert saved((tmp_path / "x.csv", found)) == (None, "")
    assert (tmp_path / "x.csv").read_text("utf-8", "surrogatepass") == csv_text(found)
    assert saved((tmp_path, found)).trouble
    assert saved((None, found)).text == csv_text(found)
