"""A row for each escape: what it is, and whether it is needed."""

from itertools import islice

from tests.for_each import for_each
from uriinspector.core.model import Span
from uriinspector.core.parse import parse
from uriinspector.gui.inspect.escapes_tab import OctetRow, octet_rows
from uriinspector.gui.text.pieces import MARKED, plain_text


def rows_of(text: str, edition: str = "2005") -> list[OctetRow]:
    return list(octet_rows(parse(text, edition=edition)))


@for_each(
    "triplet, value, character, meaning, reason",
    ("%41", " 65 · 41", "A", "U+0041 LATIN CAPITAL LETTER A", "not needed"),
    ("%2F", " 47 · 2F", "/", "U+002F SOLIDUS", "it can be a delimiter"),
    ("%20", " 32 · 20", "␠", "U+0020 SPACE", "not allowed unencoded"),
    ("%00", "  0 · 00", "‹U+0000›", "U+0000 NULL", "control character"),
    ("%25", " 37 · 25", "%", "U+0025 PERCENT SIGN", "start an encoded byte"),
    ("%ff", "255 · FF", "–", "a byte that never occurs in UTF-8", "lowercase"),
)
def test_an_escape(triplet: str, value: str, character: str, meaning: str, reason: str) -> None:
    (row,) = rows_of(f"http://a/{triplet}")
    assert row.span == Span(9, 12)
    assert (plain_text(row.triplet), plain_text(row.value)) == (triplet, value)
    assert (plain_text(row.character), plain_text(row.meaning)) == (character, meaning)
    assert reason in plain_text(row.reason)


def test_octets_of_one_character_are_counted() -> None:
    assert [plain_text(row.meaning).rpartition(", ")[2] for row in rows_of("a:%E2%98%83")] == [
        "byte 1 of 3",
        "byte 2 of 3",
        "byte 3 of 3",
    ]


def test_an_escape_inside_of_an_escape_says_what_lies_at_the_bottom() -> None:
    (row,) = rows_of("a:%25252e")
    assert plain_text(row.meaning) == "3 layers of encoding, innermost U+002E FULL STOP"


def test_a_needless_escape_cites_the_edition() -> None:
    (row,) = rows_of("http://a/%7E")
    assert plain_text(row.reason) == "not needed (unreserved) (§6.2.2.2)"
    (row,) = rows_of("http://a/%7E", edition="1994")  # "~" is national there
    assert not any(piece.kind in MARKED for piece in row.reason)


def test_a_percent_sign_that_starts_no_escape_stands_among_them() -> None:
    rows = rows_of("http://a/%41%zz%42")
    assert [plain_text(row.triplet) for row in rows] == ["%41", "%", "%42"]
    assert "two hexadecimal digits must follow" in plain_text(rows[1].meaning)


def test_of_a_huge_text_only_what_is_asked_for_is_made() -> None:
    rows = octet_rows(parse("http://a/" + "%41" * 400_000 + "%z" * 100_000))
    assert [row.span.start for row in islice(rows, 3)] == [9, 12, 15]
