"""A pasted list in classes."""

from __future__ import annotations

import pytest

from uriinspector.gui.compare.grouped import Listing, group, group_rows
from uriinspector.gui.lists import references_in
from uriinspector.gui.pieces import Kind, told

LIST = ("b:c", "HTTP://a/", "http://a:80", "http://a/")


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("", ()),
        ("\n \n\t\n", ()),
        ("a\nb", ("a", "b")),
        ("a\r\n b \rc\n\n", ("a", " b ", "c")),
        ("http://a/\u2028b\u202e\x0b", ("http://a/\u2028b\u202e\x0b",)),
    ],
)
def test_each_line_is_a_reference_exactly(text: str, references: tuple[str, ...]) -> None:
    assert references_in(text) == references


def test_the_largest_class_comes_first_with_its_members_below() -> None:
    rows = list(group_rows(group(Listing(LIST, "scheme", "2005", "rfc8141"))))
    assert [told(row.written) for row in rows] == [
        "3 references are the same  http://a/",
        "HTTP://a/",
        "http://a:80",
        "http://a/",
        "1 reference by itself  b:c",
        "b:c",
    ]
    assert [row.first for row in rows] == ["HTTP://a/"] * 4 + ["b:c"] * 2


def test_what_makes_a_member_the_same_is_marked() -> None:
    rows = list(group_rows(group(Listing(LIST, "scheme", "2005", "rfc8141"))))
    kinds = {piece.kind: piece.text for piece in rows[2].change}
    assert kinds[Kind.CUT] == ":80"
    assert rows[0].change == ()


def test_the_rung_says_what_is_the_same() -> None:
    sizes = {
        rung: [len(each.texts) for each in group(Listing(LIST, rung, "2005", "rfc8141"))]
        for rung in ("string", "case", "scheme")
    }
    assert sizes == {"string": [1, 1, 1, 1], "case": [2, 1, 1], "scheme": [3, 1]}
