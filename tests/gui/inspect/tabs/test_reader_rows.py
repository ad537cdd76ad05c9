"""One row per reader, compared with the chosen edition."""

import uriinspector
from tests.for_each import for_each
from uriinspector.core.model import Part, Span
from uriinspector.gui.inspect.component_rows import section
from uriinspector.gui.inspect.readings_tab import PARTS, ReaderRow, reader_rows
from uriinspector.gui.text.pieces import Kind, plain_text

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


def rows_of(text: str, edition: str = "2005") -> dict[str, ReaderRow]:
    return {row.reader: row for row in reader_rows(uriinspector.inspect(text, edition=edition))}


def differing(row: ReaderRow) -> set[Part]:
    return {part for part, cell in zip(PARTS, row.cells, strict=True) if cell.differs}


def test_readers_are_listed_in_fixed_order() -> None:
    assert list(rows_of(PUZZLE)) == ["1994", "1997", "2003", "2005", "browser", "python"]


def test_only_differing_characters_are_marked() -> None:
    cell = rows_of(PUZZLE)["browser"].cells[PARTS.index(Part.USERINFO)]
    marked = [piece.text for piece in cell.pieces if piece.kind is Kind.DIFFERS]
    assert marked == ["%3D"]
    assert cell.parting == Span(PUZZLE.index("="), PUZZLE.index("=") + 1)


@for_each(
    "text, reader, parts",
    (PUZZLE, "1994", set()),
    (PUZZLE, "browser", {Part.USERINFO}),
    ("HTTP://A:80", "browser", {Part.SCHEME, Part.HOST, Part.PORT, Part.PATH}),
    ("http://h/?", "python", {Part.QUERY}),
    ("mailto:a@b?c", "1994", {Part.PATH, Part.QUERY}),
    ("http://[::1", "python", set()),
    ("http://a\\b/", "browser", {Part.HOST, Part.PATH}),
)
def test_differing_cells_are_marked(text: str, reader: str, parts: set[Part]) -> None:
    assert differing(rows_of(text)[reader]) == parts


@for_each("edition", "1994", "1997", "2003", "2005")
def test_chosen_edition_has_no_differing_cells(edition: str) -> None:
    assert not differing(rows_of("mailto:a@b?c=%41#f", edition)[edition])


@for_each(
    "text, reader, told_of_it",
    (PUZZLE, "1994", "http URLs allow no user (§3.3)"),
    (PUZZLE, "1997", "yes"),
    (PUZZLE, "browser", "accepted"),
    ("http://[::1]:x/%zz", "2003", "not allowed in port (§3.2.2) and 1 more"),
    ("//[", "python", "rejected"),
    ("http://[", "browser", "rejected"),
    ("http://a/\tb", "browser", "white space was removed · accepted"),
    ("https://a/", "1994", "unknown scheme in this edition"),
    ("afs:a", "1994", "a scheme name that this edition only reserves"),
)
def test_grammar_column_shows_the_result_of_each_reader(
    text: str, reader: str, told_of_it: str
) -> None:
    assert told_of_it in plain_text(rows_of(text)[reader].grammar.pieces)


def test_grammar_fault_has_span_and_clause() -> None:
    row = rows_of(PUZZLE)["1994"]
    assert row.grammar.parting == Span(7, PUZZLE.index("@"))
    assert row.cite == "RFC 1738 3.3"


def test_empty_absent_and_rejected_cells_are_distinguished() -> None:
    cells = rows_of("http://h?")["2005"].cells
    assert plain_text(cells[PARTS.index(Part.QUERY)].pieces) == "empty"
    assert plain_text(cells[PARTS.index(Part.FRAGMENT)].pieces) == "not present"
    assert {plain_text(cell.pieces) for cell in rows_of("http://[")["browser"].cells} == {"–"}


@for_each(
    "cite, sign",
    ("RFC 3986 3.2.2", "§3.2.2"),
    ("rfc2396bis-01 7.5", "§7.5"),
    ("WHATWG URL", "WHATWG URL"),
)
def test_section_abbreviates_a_clause(cite: str, sign: str) -> None:
    assert section(cite) == sign


def test_rejecting_readers_are_marked_as_refused() -> None:
    rows = rows_of("http://[fe80::1%25eth0]:99999/")
    assert [name for name, row in rows.items() if row.is_refused] == ["browser", "python"]
    assert not any(row.is_refused for row in rows_of(PUZZLE).values())


BASE = "http://a/b/c"


def resolved(text: str, edition: str = "2005") -> dict[str, ReaderRow]:
    inspection = uriinspector.inspect(text, edition=edition, base=BASE)
    return {row.reader: row for row in reader_rows(inspection)}


@for_each("edition", "1994", "1997", "2003", "2005")
@for_each("text", "g", "../g", "/g?y#s", "//h/g", "g?x=1")
def test_resolving_against_a_base_adds_no_differences(text: str, edition: str) -> None:
    assert not any(row.differs for row in resolved(text, edition).values())


def test_differently_resolved_component_is_marked_as_a_whole() -> None:
    cell = resolved("../../g")["1997"].cells[PARTS.index(Part.PATH)]
    assert plain_text(cell.pieces) == "/../g"
    assert cell.differs
    # The editor shows the reference, so no span of the target is valid in it.
    assert cell.parting == Span(0, 7)


def test_same_document_reference_has_no_differences() -> None:
    rows = resolved("#s", "2003")
    assert plain_text(rows["2003"].grammar.pieces) == "the current document"
    assert {plain_text(cell.pieces) for cell in rows["2003"].cells} == {"–"}
    assert not any(row.differs for row in rows.values())


def test_unusable_base_is_reported_in_the_grammar_column() -> None:
    inspection = uriinspector.inspect("g", edition="2003", base="mailto:x")
    row = next(each for each in reader_rows(inspection) if each.reader == "2003")
    assert "The base is opaque" in plain_text(row.grammar.pieces)
    assert row.grammar.differs
