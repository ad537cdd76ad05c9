"""Grouping the references of a pasted list by equivalence."""

from tests.for_each import for_each
from uriinspector.core.compare import EquivalenceClass
from uriinspector.gui.compare.comparison_view import GroupRequest, group, group_rows
from uriinspector.gui.text.pieces import Kind, plain_text
from uriinspector.gui.transfer.incoming import listed_references

LIST = ("b:c", "HTTP://a/", "http://a:80", "http://a/")


@for_each(
    "text, references",
    ("", ()),
    ("\n \n\t\n", ()),
    ("a\nb", ("a", "b")),
    ("a\r\n b \rc\n\n", ("a", " b ", "c")),
    ("http://a/\u2028b\u202e\x0b", ("http://a/\u2028b\u202e\x0b",)),
)
def test_lines_are_exact_references(text: str, references: tuple[str, ...]) -> None:
    assert listed_references(text) == references


def grouped(rung: str = "scheme", texts: tuple[str, ...] = LIST) -> list[EquivalenceClass]:
    listing = GroupRequest(texts, rung, "2005", "rfc8141")
    return [each for part in group(listing) for each in part.rows]


def test_groups_are_sorted_by_size() -> None:
    rows = list(group_rows(grouped()))
    assert [plain_text(row.written) for row in rows] == [
        "3 equivalent references  http://a/",
        "HTTP://a/",
        "http://a:80",
        "http://a/",
        "1 reference without equivalents  b:c",
        "b:c",
    ]
    assert [row.first for row in rows] == ["HTTP://a/"] * 4 + ["b:c"] * 2


def test_normalization_changes_are_marked() -> None:
    rows = list(group_rows(grouped()))
    kinds = {piece.kind: piece.text for piece in rows[2].change}
    assert kinds[Kind.CUT] == ":80"
    assert rows[0].change == ()


def test_grouping_depends_on_the_rung() -> None:
    sizes = {
        rung: [len(each.texts) for each in grouped(rung)] for rung in ("string", "case", "scheme")
    }
    assert sizes == {"string": [1, 1, 1, 1], "case": [2, 1, 1], "scheme": [3, 1]}


def test_grouping_reports_progress() -> None:
    parts = list(group(GroupRequest(LIST * 300, "string", "2005", "rfc8141")))
    assert [(len(part.rows), part.done, part.of) for part in parts] == [
        (0, 0, 1_200),
        (0, 500, 1_200),
        (0, 1_000, 1_200),
        (4, 1_200, 1_200),
    ]
