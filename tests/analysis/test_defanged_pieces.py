"""The defanged form, character by character."""

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.for_each import for_each
from uriinspector.analysis.defang import defang, pieces

BITING = st.lists(
    st.sampled_from(
        [
            *("[]().:@/tTxXhpa1 "),
            *("http", "hxxp", "HTTPS:", "[.]", "[dot]", "[at]", "[://]", "://"),
            *("mailto:", "a.example", "[::1]", "h**p:", "\u202e", "user@"),
        ]
    )
).map("".join)


def check(text: str) -> None:
    found = pieces(text)
    assert len(found) == len(text)
    assert "".join(found) == defang(text)


@for_each(
    "text, found",
    ("", []),
    ("http://a.b/", ["h", "x", "x", "p", ":", "/", "/", "a", "[.]", "b", "/"]),
    ("a@b.cc", ["a", "[@]", "b", "[.]", "c", "c"]),
    ("[.]", ["[", "[.]", "]"]),
    ("[dot]", ["[", "[d", "o", "t", "]]"]),
)
def test_defanged_text_has_a_piece_for_each_character(text: str, found: list[str]) -> None:
    assert pieces(text) == found


@given(st.one_of(BITING, st.text()))
def test_pieces_join_to_the_defanged_text(text: str) -> None:
    check(text)


def test_defanged_pieces_join_to_the_text_for_all_expectations() -> None:
    for row in (*BENIGN, *MALICIOUS):
        check(row.text)


def test_defanged_piece_contains_its_character() -> None:
    for row in MALICIOUS:
        for char, piece in zip(row.text, pieces(row.text), strict=True):
            assert char in piece or char + piece in {"tx", "TX"}
