"""The tabs below the panes: only the visible tab is computed, and none is ever blank."""

from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.inspection import Inspection
from uriinspector.core.compare import normalize
from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse
from uriinspector.gui.inspect.component_rows import section
from uriinspector.gui.inspect.detail_tabs import TABS, Tabs
from uriinspector.gui.inspect.grammar_tab import GrammarTab
from uriinspector.gui.inspect.normal_tab import (
    TITLES,
    PracticeRow,
    RungRow,
    practice_rows,
    rung_rows,
)
from uriinspector.gui.inspect.readings_tab import PARTS, ReaderRow, reader_rows
from uriinspector.gui.inspect.scheme_tab import DossierRow, dossier_rows
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import Kind, outside, plain_text

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


@pytest.fixture
def tabs(window: Window) -> Tabs:
    window.resize(1320, 860)
    window.show()
    return window.inspect_page.tabs


def test_hidden_tabs_are_not_computed(
    window: Window, tabs: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in TABS:
        monkeypatch.setattr(
            tabs.tabs[name], "show_inspection", lambda _made, name=name: asked.append(name)
        )
    window.show_text(PUZZLE)
    assert asked == ["readings"]
    for name in TABS:
        tabs.open(name)
    assert sorted(asked) == sorted(TABS)
    tabs.open("readings")
    assert len(asked) == len(TABS)


def test_folded_tabs_are_not_computed(
    window: Window, tabs: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Inspection | None] = []
    tabs.unfold_requested.emit(False)
    monkeypatch.setattr(tabs.tabs["readings"], "show_inspection", asked.append)
    window.show_text(PUZZLE)
    assert asked == []
    tabs.fold_button.click()
    assert asked == [window.inspect_page.inspection]


def test_every_tab_has_its_own_empty_message(tabs: Tabs) -> None:
    said = set()
    for name in TABS:
        tabs.open(name)
        assert tabs.empty.isVisible()
        said.add(tabs.empty.text())
    assert len(said) == len(TABS)
    assert "" not in said


def test_tabs_are_created_when_first_shown(window: Window, tabs: Tabs) -> None:
    assert tabs.stack.count() == 1
    window.show_text(PUZZLE)
    assert tabs.stack.count() == 2
    tabs.open("grammar")
    assert tabs.stack.currentWidget() is tabs.tabs["grammar"]
    assert not tabs.empty.isVisible()
    window.show_text("")
    assert tabs.empty.isVisible()


def test_small_window_shows_panes_or_tab(window: Window, tabs: Tabs) -> None:
    page = window.inspect_page
    window.show_text(PUZZLE)
    window.resize(700, 460)
    assert tabs.is_folded
    assert page.components.isVisible()
    tabs.bar.tabBarClicked.emit(0)
    assert tabs.stack.isVisible()
    assert not page.components.isVisible()
    tabs.fold_button.click()
    assert page.components.isVisible()
    window.resize(1320, 860)
    assert tabs.stack.isVisible()
    assert page.components.isVisible()


def test_selection_is_shared_with_the_readings_tab(window: Window, tabs: Tabs) -> None:
    window.show_text(PUZZLE)
    page = window.inspect_page
    page.selection.select(Span(43, 51))
    grid = tabs.tabs["readings"].grid  # type: ignore[attr-defined]
    assert grid.currentIndex().column() == 1 + PARTS.index(Part.HOST)
    grid.setCurrentIndex(grid.model().index(1, 1 + PARTS.index(Part.PATH)))
    assert page.selection.span == Span(51, 65)
    assert "1997" in tabs.tabs["readings"].noted.note.text()  # type: ignore[attr-defined]


def test_hovering_a_differing_cell_highlights_its_characters(window: Window, tabs: Tabs) -> None:
    window.show_text(PUZZLE)
    hovered: list[Span | None] = []
    window.inspect_page.selection.span_hovered.connect(hovered.append)
    grid = tabs.tabs["readings"].grid  # type: ignore[attr-defined]
    grid.entered.emit(grid.model().index(4, 1 + PARTS.index(Part.USERINFO)))
    equals = PUZZLE.index("=")
    assert hovered == [Span(equals, equals + 1)]
    assert window.inspect_page.selection.span is None


def test_tab_key_moves_focus_into_the_shown_tab(qtbot: QtBot, window: Window, tabs: Tabs) -> None:
    with qtbot.waitActive(window):
        window.show()
    window.show_text("http://a.test/?u=http%3A%2F%2Fb.test%2F")
    for number in (5, 1, 3, 6, 1):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.AltModifier)
        assert tabs.bar.hasFocus()
        qtbot.keyClick(tabs.bar, Qt.Key.Key_Tab)
        qtbot.keyClick(tabs.fold_button, Qt.Key.Key_Tab)
        shown, focused = tabs.stack.currentWidget(), QApplication.focusWidget()
        assert shown is tabs.tabs[list(TABS)[number - 1]]
        assert focused is not None
        assert shown.isAncestorOf(focused)


def test_alt_digit_unfolds_a_tab_from_another_workspace(
    qtbot: QtBot, window: Window, tabs: Tabs
) -> None:
    with qtbot.waitActive(window):
        window.show()
    window.show_text(PUZZLE)
    tabs.fold_button.click()
    assert tabs.is_folded
    window.open_workspace("compare")
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert window.pages.shown() is window.inspect_page
    assert not tabs.is_folded
    assert tabs.stack.currentWidget() is tabs.tabs["normal"]


PRINTED = "http://www.ics.uci.edu/pub/ietf/uri/#Related"


def cells(grammar: GrammarTab) -> list[list[str]]:
    model = grammar.groups.grid.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[model.index(at, column).data() or "" for column in columns] for at in rows]


def test_appendix_b_example_matches_the_rfc(window: Window, grammar: GrammarTab) -> None:
    window.show_text(PRINTED)
    assert cells(grammar) == [
        ["scheme", "$1  http:", "$2  http"],
        ["authority", "$3  //www.ics.uci.edu", "$4  www.ics.uci.edu"],
        ["path", "", "$5  /pub/ietf/uri/"],
        ["query", "$6  undefined", "$7  undefined"],
        ["fragment", "$8  #Related", "$9  Related"],
    ]
    assert plain_text(grammar.groups.expression.pieces).startswith("^(([^:/?#]+):)?")
    assert grammar.groups.note.isHidden()
    assert grammar.groups.isVisible()


def test_empty_and_undefined_groups_are_distinguished(window: Window, grammar: GrammarTab) -> None:
    window.show_text("?")
    assert [row[2] for row in cells(grammar)] == [
        *("$2  undefined", "$4  undefined", "$5  empty", "$7  empty", "$9  undefined")
    ]


def test_invalid_scheme_shows_a_note(window: Window, grammar: GrammarTab) -> None:
    window.show_text("1a:b")
    assert cells(grammar)[0] == ["scheme", "$1  1a:", "$2  1a"]
    assert grammar.groups.note.text().startswith("The regular expression does not check $2")


@pytest.mark.parametrize(("column", "span"), [(1, Span(4, 19)), (2, Span(6, 19))])
def test_selected_cell_selects_its_span_and_keeps_the_panel(
    window: Window, grammar: GrammarTab, column: int, span: Span
) -> None:
    window.show_text("foo:" + "//www.example.c" + "/p")
    grid = grammar.groups.grid
    grid.setFocus()
    grid.setCurrentIndex(grid.model().index(1, column))
    assert window.inspect_page.selection.span == span
    assert grammar.groups.isVisible()


def test_clicked_rule_shows_its_card_until_appendix_is_chosen(
    qtbot: QtBot, window: Window, grammar: GrammarTab
) -> None:
    window.show_text(PRINTED)
    tree = grammar.tree
    place = tree.visualRect(tree.place_of(Span(0, 4))).center()
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert grammar.panel.isVisible()
    assert not grammar.appendix.isChecked()
    window.show_text("http://h/")
    assert grammar.panel.isVisible()
    grammar.appendix.click()
    assert grammar.groups.isVisible()


def test_appendix_clause_depends_on_the_edition(window: Window, grammar: GrammarTab) -> None:
    page = window.inspect_page
    asked: list[str] = []
    page.tabs.clause_requested.connect(asked.append)
    window.show_text(PRINTED)
    for edition in ("1997", "2003", "2005"):
        page.edition.setCurrentIndex(page.edition.findData(edition))
        grammar.groups.clause.click()
    assert asked == ["url-syntax-05 B", "rfc2396bis-01 B", "RFC 3986 B"]
    page.edition.setCurrentIndex(page.edition.findData("1997"))
    assert cells(grammar)[1][0] == "site"
    page.edition.setCurrentIndex(page.edition.findData("1994"))
    assert grammar.appendix.isHidden()
    assert grammar.panel.isVisible()


def test_groups_grid_is_a_valid_item_model(
    window: Window, grammar: GrammarTab, qtmodeltester: ModelTester
) -> None:
    window.show_text(PRINTED)
    qtmodeltester.check(grammar.groups.grid.model())


def rows_of(text: str, edition: str = "2005") -> dict[str, ReaderRow]:
    return {row.reader: row for row in reader_rows(uriinspector.inspect(text, edition=edition))}


def differing(row: ReaderRow) -> set[Part]:
    return {part for part, cell in zip(PARTS, row.cells, strict=True) if cell.differs}


def test_readers_are_listed_in_fixed_order() -> None:
    assert list(rows_of(PUZZLE)) == ["1994", "1997", "2003", "2005", "browser", "python"]


def test_only_differing_characters_are_marked() -> None:
    cell = rows_of(PUZZLE)["browser"].cells[PARTS.index(Part.USERINFO)]
    assert [piece.text for piece in cell.pieces if piece.kind is Kind.DIFFERS] == ["%3D"]
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
    ("https://a/", "1994", "scheme unknown in this edition"),
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
    "cite, sign", ("RFC 3986 3.2.2", "§3.2.2"), ("rfc2396bis-01 7.5", "§7.5"),
    ("WHATWG URL", "WHATWG URL"),
)  # fmt: skip
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


TEXT = "HTTP://EXAMPLE.com:80/%7euser/./a/../b%2fc"


def ladder(text: str, edition: str = "2005") -> dict[str, RungRow]:
    return {row.name: row for row in rung_rows(uriinspector.inspect(text, edition=edition))}


def marked(row: RungRow, kind: Kind) -> list[str]:
    return [piece.text for piece in row.shown if piece.kind is kind]


@for_each(
    "rung, cut, added",
    ("string", [], []),
    ("case", ["HTTP", "EXAMPLE", "e", "f"], ["http", "example", "E", "F"]),
    ("percent-encoding", ["%7E"], ["~"]),
    ("dot-segments", ["./a/../"], []),
    ("scheme", [":80"], []),
)
def test_each_normalization_step_marks_its_changes(
    rung: str, cut: list[str], added: list[str]
) -> None:
    row = ladder(TEXT)[rung]
    assert (marked(row, Kind.CUT), marked(row, Kind.ADDED)) == (cut, added)


def test_every_normalization_step_has_title_note_and_clause() -> None:
    for edition in uriinspector.EDITIONS:
        rows = ladder(TEXT, edition)
        assert list(rows) == list(TITLES)
        assert all(row.title and row.note for row in rows.values())
    assert all("RFC 3986 6.2" in plain_text(row.cell) for row in ladder(TEXT).values())
    assert plain_text(ladder("http://a/")["case"].shown) == "unchanged"
    assert plain_text(ladder("http://a/")["protocol"].shown) == "not reached"


@given(st.text(alphabet="hHtTpP:/.%7eEaA?#@8"))
def test_rows_match_the_normalization_engine(text: str) -> None:
    rows = list(ladder(text).values())
    rungs = normalize(parse(text))
    assert [row.text for row in rows] == [rung.text for rung in rungs]
    for before, row in pairwise(rows):
        if row.text not in (None, before.text):
            made = [piece for piece in row.shown if piece.kind is not Kind.CUT]
            assert plain_text(made) == plain_text(outside(row.text or ""))


def rules(text: str) -> list[PracticeRow]:
    return list(practice_rows(uriinspector.inspect(text)))


def test_checklist_counts_violations() -> None:
    signs = [plain_text(rule.sign) for rule in rules(TEXT)]
    assert signs == [
        "not followed", "not followed", "not followed", "not followed (2)", "followed",
        "not followed (2)",
    ]  # fmt: skip
    assert rules(TEXT)[0].spans == (Span(0, 4),)


def test_checklist_is_not_applicable_to_a_relative_path() -> None:
    assert [plain_text(rule.sign) for rule in rules("a")] == ["not applicable"] * 6


def dossier_rows_of(text: str) -> list[DossierRow]:
    dossier = uriinspector.inspect(text).dossier
    assert dossier is not None
    return list(dossier_rows(dossier))


def named(text: str, name: str) -> DossierRow:
    return next(row for row in dossier_rows_of(text) if plain_text(row.name) == name)


DOES = "What an app would do; nothing is done here"


@for_each(
    "text, headings",
    ("http://a/", ["Components", DOES]),
    ("foo:bar", [DOES]),
    ("jar:http://a/b!/c", ["Components", DOES, "Nested links"]),
)
def test_headings_without_rows_are_left_out(text: str, headings: list[str]) -> None:
    assert [plain_text(row.name) for row in dossier_rows_of(text) if row.is_heading] == headings


def test_alternative_readings_have_separate_headings() -> None:
    headings = [plain_text(row.name) for row in dossier_rows_of("ftp://h/a/b") if row.is_heading]
    assert headings[2:] == [
        "as written: relative to the login directory",
        'with "//": an empty CWD comes first', 'with "%2F": relative to the root',
    ]  # fmt: skip


def test_field_row_has_value_span_and_meaning() -> None:
    row = named("mailto:a@b?subject=Hi%20you", "subject")
    assert (plain_text(row.text), row.exact, row.span) == ("Hi you", "Hi you", Span(19, 27))
    assert plain_text(row.meaning) == "the subject"
    assert plain_text(named("http://a/", "port").text) == "not present"


def test_danger_row_is_first_and_marked() -> None:
    rows = dossier_rows_of("javascript:alert(1)")
    assert plain_text(rows[1].name) == "danger"
    assert rows[1].name[0].kind is Kind.FAULT


def test_grammar_violation_shows_the_expected_characters() -> None:
    row = named("http://h:x/", "does not match the scheme's grammar")
    assert "expected: digits (§3.2.3)" in plain_text(row.meaning)
    assert (row.span, row.cite) == (Span(9, 10), "RFC 3986 3.2.3")


def test_invisible_characters_are_not_shown_raw() -> None:
    for row in dossier_rows_of("javascript:\u202ealert(1)%E2%80%AE\u200b"):
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


def test_names_in_front_of_the_site_are_dimmed() -> None:
    (first, *_) = reader_rows(uriinspector.inspect("https://www.bank.com.evil.example/"))
    pieces = first.cells[PARTS.index(Part.HOST)].pieces
    assert plain_text(pieces) == "www.bank.com.evil.example"
    assert [(each.text, each.kind) for each in pieces] == [
        ("www.bank.com.", Kind.MUTED),
        ("evil.example", Kind.PLAIN),
    ]
