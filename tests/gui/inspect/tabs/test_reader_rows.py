"""A row for each reader, held against what the chosen edition reads."""

from __future__ import annotations

import pytest

import uriinspector
from uriinspector.core.model import Part, Span
from uriinspector.gui.inspect.tabs.reader_rows import PARTS, ReaderRow, reader_rows, section
from uriinspector.gui.text.pieces import Kind, plain_text

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


def rows_of(text: str, edition: str = "2005") -> dict[str, ReaderRow]:
    return {row.reader: row for row in reader_rows(uriinspector.inspect(text, edition=edition))}


def differing(row: ReaderRow) -> set[Part]:
    return {part for part, cell in zip(PARTS, row.cells, strict=True) if cell.differs}


def test_every_reader_has_a_row_in_its_order() -> None:
    assert list(rows_of(PUZZLE)) == ["1994", "1997", "2003", "2005", "browser", "python"]


def test_only_the_characters_that_differ_are_marked() -> None:
    cell = rows_of(PUZZLE)["browser"].cells[PARTS.index(Part.USERINFO)]
    marked = [piece.text for piece in cell.pieces if piece.kind is Kind.DIFFERS]
    assert marked == ["%3D"]
    assert cell.parting == Span(PUZZLE.index("="), PUZZLE.index("=") + 1)


@pytest.mark.parametrize(
    ("text", "reader", "parts"),
    [
        (PUZZLE, "1994", set()),
        (PUZZLE, "browser", {Part.USERINFO}),
        ("HTTP://A:80", "browser", {Part.SCHEME, Part.HOST, Part.PORT, Part.PATH}),
        ("http://h/?", "python", {Part.QUERY}),
        ("mailto:a@b?c", "1994", {Part.PATH, Part.QUERY}),
        ("http://[::1", "python", set()),
        ("http://a\\b/", "browser", {Part.HOST, Part.PATH}),
    ],
)
def test_cells_that_differ_from_the_chosen_edition(
    text: str, reader: str, parts: set[Part]
) -> None:
    assert differing(rows_of(text)[reader]) == parts


@pytest.mark.parametrize("edition", ["1994", "1997", "2003", "2005"])
def test_the_chosen_edition_is_the_measure(edition: str) -> None:
    assert not differing(rows_of("mailto:a@b?c=%41#f", edition)[edition])


@pytest.mark.parametrize(
    ("text", "reader", "told_of_it"),
    [
        (PUZZLE, "1994", "no user in http (§3.3)"),
        (PUZZLE, "1997", "yes"),
        (PUZZLE, "browser", "accepted"),
        ("http://[::1]:x/%zz", "2003", "not allowed in port (§3.2.2) and 1 more"),
        ("//[", "python", "rejected"),
        ("http://[", "browser", "rejected"),
        ("http://a/\tb", "browser", "white space was removed · accepted"),
    ],
)
def test_what_its_own_grammar_says(text: str, reader: str, told_of_it: str) -> None:
    assert told_of_it in plain_text(rows_of(text)[reader].grammar.pieces)


def test_a_fault_is_pointed_at_in_the_text() -> None:
    row = rows_of(PUZZLE)["1994"]
    assert row.grammar.parting == Span(7, PUZZLE.index("@"))
    assert row.cite == "RFC 1738 3.3"


def test_empty_not_present_and_refused_stay_apart() -> None:
    cells = rows_of("http://h?")["2005"].cells
    assert plain_text(cells[PARTS.index(Part.QUERY)].pieces) == "empty"
    assert plain_text(cells[PARTS.index(Part.FRAGMENT)].pieces) == "not present"
    assert {plain_text(cell.pieces) for cell in rows_of("http://[")["browser"].cells} == {"–"}


@pytest.mark.parametrize(
    ("cite", "sign"),
    [("RFC 3986 3.2.2", "§3.2.2"), ("rfc2396bis-01 7.5", "§7.5"), ("WHATWG URL", "WHATWG URL")],
)
def test_a_clause_as_a_sign(cite: str, sign: str) -> None:
    assert section(cite) == sign


def test_who_refuses_a_text_finds_nothing_in_it() -> None:
    rows = rows_of("http://[fe80::1%25eth0]:99999/")
    assert [name for name, row in rows.items() if row.is_refused] == ["browser", "python"]
    assert not any(row.is_refused for row in rows_of(PUZZLE).values())
