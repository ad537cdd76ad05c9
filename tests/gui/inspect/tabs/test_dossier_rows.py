"""Rows of the scheme dossier."""

from itertools import islice

import uriinspector
from tests.for_each import for_each
from uriinspector.core.model import Span
from uriinspector.gui.inspect.scheme_tab import DossierRow, dossier_rows
from uriinspector.gui.text.pieces import Kind, plain_text


def rows_of(text: str) -> list[DossierRow]:
    dossier = uriinspector.inspect(text).dossier
    assert dossier is not None
    return list(dossier_rows(dossier))


def named(text: str, name: str) -> DossierRow:
    return next(row for row in rows_of(text) if plain_text(row.name) == name)


DOES = "What an app would do; nothing is done here"


@for_each(
    "text, headings",
    (
        "http://a/",
        ["Components", DOES],
    ),
    ("foo:bar", [DOES]),
    (
        "jar:http://a/b!/c",
        [
            "Components",
            DOES,
            "Nested links",
        ],
    ),
)
def test_headings_without_rows_are_left_out(text: str, headings: list[str]) -> None:
    assert [plain_text(row.name) for row in rows_of(text) if row.is_heading] == headings


def test_gopher_command_is_shown_exactly() -> None:
    sent = [row.exact for row in rows_of("gopher://h/7/s%09jazz") if plain_text(row.name) == "send"]
    assert sent == ["/s\\tjazz\\r\\n"]


def test_alternative_readings_have_separate_headings() -> None:
    headings = [plain_text(row.name) for row in rows_of("ftp://h/a/b") if row.is_heading]
    assert headings[2:] == [
        "plain: from the login directory",
        '"//": an empty CWD first',
        '"%2F": from the root',
    ]


def test_field_row_has_value_span_and_meaning() -> None:
    row = named("mailto:a@b?subject=Hi%20you", "subject")
    assert (plain_text(row.text), row.exact, row.span) == ("Hi you", "Hi you", Span(19, 27))
    assert plain_text(row.meaning) == "the subject"
    assert plain_text(named("http://a/", "port").text) == "not present"


def test_danger_row_is_first_and_marked() -> None:
    rows = rows_of("javascript:alert(1)")
    assert plain_text(rows[1].name) == "danger"
    assert rows[1].name[0].kind is Kind.FAULT


def test_grammar_violation_shows_the_expected_characters() -> None:
    row = named("http://h:x/", "does not match the scheme's grammar")
    assert "expected: digits (§3.2.3)" in plain_text(row.meaning)
    assert (row.span, row.cite) == (Span(9, 10), "RFC 3986 3.2.3")


def test_invisible_characters_are_not_shown_raw() -> None:
    for row in rows_of("javascript:\u202ealert(1)%E2%80%AE\u200b"):
        assert set(plain_text((*row.name, *row.text, *row.meaning))).isdisjoint(
            "\u202e\u200b\u2028"
        )


def test_data_url_content_is_shown_as_text() -> None:
    row = named("data:text/html,%3Cb%3Ehi", "content")
    assert (plain_text(row.text), row.exact) == ("<b>hi", "<b>hi")


def test_dossier_rows_are_created_lazily() -> None:
    dossier = uriinspector.inspect("ftp://h/" + "a/" * 20_000).dossier
    assert dossier is not None
    assert len(list(islice(dossier_rows(dossier), 200))) == 200
