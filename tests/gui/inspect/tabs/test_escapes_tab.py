"""The encoding tab, driven through its widgets."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

import uriinspector
from tests.for_each import for_each
from tests.linear import is_linear
from uriinspector.analysis.escapes import KINDS, SIGNS
from uriinspector.core.model import Span
from uriinspector.gui.editor.look import PATTERNS
from uriinspector.gui.inspect.escapes_tab import EscapesTab, matrix_rows
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import INDENT, Kind, plain_text

TEXT = "http://h/%2541?q=a%20b%26c"
BRACKET = "U+005B LEFT SQUARE BRACKET: only for IPv6 hosts; may be rejected; browsers keep it"
MESSY = "http://h.example/a   b/%zz/%7euser/%252e?q=[1]&AT+T#\xe9"


@pytest.fixture
def escapes(window: Window) -> EscapesTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("escapes")
    tab = tabs.tabs["escapes"]
    assert isinstance(tab, EscapesTab)
    return tab


def choose(tab: EscapesTab, view: str) -> None:
    tab.view.setCurrentIndex(tab.view.findData(view))


def cells(grid: Grid) -> list[list[str]]:
    """Return the texts of a table by row and column."""
    model = grid.lazy
    return [
        [
            model.index(number, column).data().replace("\xa0", " ").lstrip(INDENT)
            for column in range(model.columnCount())
        ]
        for number in range(model.rowCount())
    ]


def test_every_encoding_problem_has_a_row(window: Window, escapes: EscapesTab) -> None:
    window.show_text(MESSY)
    assert cells(escapes.grid) == [
        ["%252e  path", 'encoded again: a filter may see %2e, a program "."', "RFC 3986 §2.4",
            "unchanged", "%2e → .",
            "%2e  Encoded twice by mistake.\n✓? %252e  If decoded twice, as in a link in a link."],
        ["%  path", "two hexadecimal digits must follow; programs may reject the link", "RFC "
        "3986 §2.4",
            "unchanged", "programs differ",
            f"✓ %25  The percent sign itself.\n{INDENT}A typo: write the correct two digits."],
        ["␣␣␣  path", "3 spaces: not allowed; can cut links short", "RFC 3986 §3.3",
            "%20%20%20", "3 spaces", "%20%20%20"],
        ["[  query", "only for IPv6 hosts; may be rejected", "RFC 3986 §3.4", "unchanged",
            "[", "%5B"],
        ["]  query", "only for IPv6 hosts; may be rejected", "RFC 3986 §3.4", "unchanged",
            "]", "%5D"],
        ["é  fragment", "not ASCII; not sent to the server; browsers use UTF-8", "RFC 3986 §3.5",
            "%C3%A9", "\xe9", "%C3%A9"],
        ["&  query", "separates two values, or belongs to one", "WHATWG URL §5.1",
            "unchanged", "&",
            f"✓? &  It separates parameters.\n{INDENT}%26  It is part of a value."],
        ["+  query", "a space in form data, elsewhere a plus sign", "WHATWG URL §5.1",
            "unchanged", "+ or space",
            f"✓? +  A space between words.\n{INDENT}%2B  The plus sign itself."],
        ["%7e  path", '"~": encoding not needed', "RFC 3986 §6.2.2.2", "unchanged", "~", "~"],
    ]  # fmt: skip
    escapes.part.setCurrentIndex(escapes.part.findData("query"))
    assert [row[0][-5:] for row in cells(escapes.grid)] == ["query"] * 4


def test_worst_problems_are_first(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/a b/%zz?q=%0A|%252e")
    assert [row[0].partition("  ")[0] for row in cells(escapes.grid)] == [
        "%0A", "%252e", "%", "␣", "|",
    ]  # fmt: skip
    escapes.grid.selectRow(0)
    assert window.inspect_page.editor.textCursor().selectedText() == "%0A"


def test_five_rows_are_visible_in_a_small_window(window: Window, escapes: EscapesTab) -> None:
    window.resize(900, 600)
    window.show_text(MESSY)
    window.inspect_page.tabs.reveal("escapes")
    window.grab()  # lays out the rows
    grid = escapes.grid
    bottom = grid.visualRect(grid.lazy.index(4, 0)).bottom()
    assert 0 < bottom <= grid.viewport().height()
    assert not escapes.correction.before.isVisible()


def test_host_is_written_as_a_whole(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://b\xfccher.example/")
    assert cells(escapes.grid)[0][5] == cells(escapes.grid)[0][3] == "xn--bcher-kva.example"


@for_each("edition, problem", ("1994", "not allowed in this edition"), ("2005", None))
def test_characters_of_later_editions_are_not_said_to_be_rejected(
    edition: str, problem: str | None
) -> None:
    rows = uriinspector.inspect("http://h.example/~", edition=edition).escapes
    assert [each.brief for each in rows] == [problem] * bool(problem)


@for_each(
    "text, problem",
    ("http://b\xfccher.example/", "not ASCII; name lookup needs the ASCII form (xn--…)"),
    ("foo://b\xfccher.example/", "not ASCII; browsers use UTF-8, others may not"),
    ("http://h.example/\xfc", "not ASCII; browsers use UTF-8, others may not"),
    ("http://h.example/?\xfc", "not ASCII; sent in UTF-8 or the encoding of the page"),
    ("foo:/?\xfc", "not ASCII; browsers use UTF-8, others may not"),
    ("http://h.example/#\xfc", "not ASCII; not sent to the server; browsers use UTF-8"),
    ("http://h.example/a|b", "not allowed in any part; may be rejected"),
    ("http://h.example/#a#b", "only one # is allowed, before the fragment"),
    ('http://h.example/"', "not allowed: encloses links in text or HTML and can end them"),
    ("http://%zz/", "two hexadecimal digits must follow; browsers reject the link"),
    ("foo://%zz/", "two hexadecimal digits must follow; programs may reject the link"),
    ("http://h.example/#%zz", "two hexadecimal digits must follow; scripts may fail"),
    ("http://a%40b@h.example/", 'an encoded "@": programs may find another host'),
    ("http://h.example/a%2Fb", 'an encoded "/": servers may read it as a separator'),
)
def test_problem_depends_on_the_component(text: str, problem: str) -> None:
    assert [each.brief for each in uriinspector.inspect(text).escapes] == [problem]


def test_escaped_host_is_shown_as_browsers_decode_it(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://%41b.example/")
    assert cells(escapes.grid)[0][3] == "ab.example"
    window.show_text("foo://%41b.example/")
    assert cells(escapes.grid)[0][3] == "unchanged"


def test_equal_places_are_shown_with_their_neighbors(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/a%2Fb%2Fc%3F")
    shown = [row[0].partition("  ")[0] for row in cells(escapes.grid)]
    assert shown == ["/a%2Fb%", "Fb%2Fc%", "%3F"]


def test_marks_without_rows_are_explained(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/?next=https%3A%2F%2Fevil.example%252F")
    assert escapes.legend.text().strip() == "Possible open redirect"
    escapes.legend.grab()
    window.show_text("http://h.example/%7e?%252e")
    assert escapes.legend.text() == ""
    escapes.legend.grab()


@for_each(
    "text, left",
    ("http://h.example/a b", ""),
    ("http://h.example/{id}/a b", "Left as it is: {id}"),
    ("http://h.example/a b?%0A%0D%2525", "Left as it is: %0A%0D and %2525"),
    ("http://h.example/a b?a+b", "Left as it is: +"),
    ("http://h.example/%2f",
        "The link is valid: nothing needs to be corrected. Any change is optional. Left as it "
        "is: %2f"),
    ("http://h.example/%c3%a9",
        "The link is valid: nothing needs to be corrected. Any change is optional."),
    ("http://h.example/?%C0%AE", "The link is valid: nothing needs to be corrected. Any change "
    "is optional. Left as it is: %C0%AE"),
    ("http://h.example/%20", ""),
)  # fmt: skip
def test_problems_that_stay_are_named(
    window: Window, escapes: EscapesTab, text: str, left: str
) -> None:
    window.show_text(text)
    pane = escapes.correction
    assert pane.words.text().partition(". Open choices")[0] == left
    assert (uriinspector.inspect(text).to_dict()["left"] or "") == left


@for_each(
    "text, kept",
    ("a b/%2F?%3A", ["keep: decoded, it could mean something else", "keep: correct"]),
    ("a b/%2E%2E/", ["keep: decoded, it could mean something else"]),
    ("a b?%C0%AE%0A",
        ["remove it: no correct program writes it", "remove it, unless the receiver expects it"]),
    ("a b?%FC", ["your decision: %C3%BC or %FC"]),
    ("a b?%25252e%252F",
        ["write the character itself and encode it once", "your decision: %2F or %252F"]),
    (
        "a b?%252F%2500",
        ["your decision: %2F or %252F",
            "remove it, unless the text %00 is meant or a link in a link needs it"],
    ),
    ("a b?%81", ["write it in UTF-8, unless these bytes are meant"]),
    ("{id}/a b", ["keep: a placeholder", "keep: a placeholder"]),
    ("?%252e", ["your decision: %2e or %252e"]),
    ("?a+b&c", []),
    ("\xe9", []),
)  # fmt: skip
def test_text_that_stays_has_a_reason(text: str, kept: list[str]) -> None:
    rows = uriinspector.inspect(f"http://h.example/{text}").to_dict()["escapes"]
    assert [each["reason"] for each in rows if each["write"] is None] == kept
    assert all(each["reason"] == "" for each in rows if each["write"] is not None)


@for_each(
    "text, decoded",
    ("/%E4?%C0%80", ["byte E4, not UTF-8", "2 bytes for U+0000 NULL, not valid UTF-8"]),
    ("/?%FF%FE%C0%AE%C0%AE", ["bytes FF FE, not UTF-8", '4 bytes for "..", not valid UTF-8']),
    ("/%20%20", ["2 spaces"]),
    ("/\t\xe9", ["nothing", "\xe9"]),
)
def test_decoded_text_is_described(
    window: Window, escapes: EscapesTab, text: str, decoded: list[str]
) -> None:
    window.show_text(f"http://h.example{text}")
    assert sorted(row[4] for row in cells(escapes.grid)) == sorted(decoded)


def test_characters_of_a_rejected_link_are_not_sent(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://a b/%20|")
    assert [row[3:] for row in cells(escapes.grid)] == [
        ["link rejected", "link rejected", "not corrected"],
        ["link rejected", "link rejected", "not corrected"],
        ["link rejected", "1 space", "keep: correct"],
    ]


def test_selected_row_is_selected_in_the_editor(window: Window, escapes: EscapesTab) -> None:
    window.show_text(TEXT)
    escapes.grid.selectRow(1)
    assert window.inspect_page.selection.span == Span(18, 21)
    assert window.inspect_page.editor.textCursor().selectedText() == "%20"
    assert escapes.noted.note.text().startswith("%20 · U+0020 SPACE")


def test_note_on_a_raw_character_lists_allowed_characters(
    window: Window, escapes: EscapesTab
) -> None:
    window.show_text(MESSY)
    escapes.grid.selectRow(3)
    assert "allowed in the query: letters, digits, - . _ ~" in escapes.noted.note.text()


def test_patterns_differ_between_groups_of_problems() -> None:
    groups = (
        "excluded-char raw-non-ascii", "encoded-unreserved lowercase-hex", "invalid-percent",
        "double-encoding", "encoded-delimiter encoded-control invalid-utf8 overlong-utf8",
        "control-char backslash",
    )  # fmt: skip
    patterns = [{PATTERNS[each][1] for each in group.split()} for group in groups]
    assert all(len(each) == 1 for each in patterns)
    assert len({*map(tuple, patterns)}) == len(groups)
    assert sorted(" ".join(groups).split()) == sorted(PATTERNS)
    assert {*KINDS} - {*PATTERNS} == {"", *SIGNS.values()}


def test_underline_pattern_depends_on_the_problem(window: Window) -> None:
    window.show_text(MESSY)
    look = window.inspect_page.editor.look
    marks = {MESSY[each.start : each.end]: each.pattern for each in look.underlines}
    assert marks["   "] == marks["["] == marks["\xe9"] == "dots"
    assert (marks["%"], marks["%7e"], marks["%252e"]) == ("dash-dots", "dashes", "double")
    bracket, accent = (look.problem_at(MESSY.index(each)) for each in "[\xe9")
    assert bracket
    assert bracket.words == BRACKET
    assert accent
    assert accent.words.endswith("Browsers write %C3%A9.")
    assert look.problem_at(0) is None


def test_enter_on_a_problem_opens_its_row(window: Window, escapes: EscapesTab) -> None:
    page = window.inspect_page
    window.show_text(MESSY)
    choose(escapes, "bytes")
    page.tabs.open("query")
    page.editor.setFocus()
    page.editor.select(MESSY.index("["), MESSY.index("["))
    QTest.keyClick(page.editor, Qt.Key.Key_Return)
    assert escapes.noted.isVisible()
    assert escapes.grid.hasFocus()
    assert escapes.grid.currentIndex().row() == 3
    page.editor.select(1, 1)
    QTest.keyClick(page.editor, Qt.Key.Key_Return)
    assert escapes.grid.currentIndex().row() == 3


def test_arrow_key_explains_the_next_problem(window: Window) -> None:
    window.show()
    window.show_text(MESSY)
    editor = window.inspect_page.editor
    editor.select(MESSY.index("[") - 1, MESSY.index("[") - 1)
    QTest.keyClick(editor, Qt.Key.Key_Right)
    assert window.status_bar.selection.text() == BRACKET
    QTest.keyClick(editor, Qt.Key.Key_Right)
    assert window.status_bar.selection.text() == ""


def test_tooltip_explains_an_invalid_character(window: Window) -> None:
    window.show()
    window.show_text("http://h/[")
    editor = window.inspect_page.editor
    places = (QPointF(x, y) for y in range(4, 30, 4) for x in range(editor.viewport().width()))
    place = next(each for each in places if editor.point_at(each) == 9)
    QTest.mouseMove(editor.viewport(), QPoint(1, 1))  # the pointer may be at the target already
    QTest.mouseMove(editor.viewport(), place.toPoint())
    assert "only for IPv6 hosts" in editor.viewport().toolTip()


def test_correction_can_be_applied_and_undone(window: Window, escapes: EscapesTab) -> None:
    page, pane = window.inspect_page, escapes.correction
    window.show_text(MESSY)
    corrected = "http://h.example/a%20%20%20b/%25zz/~user/%252e?q=%5B1%5D&AT+T#%C3%A9"
    assert plain_text(pane.before.pieces) == MESSY.replace(" ", "␣")
    assert plain_text(pane.after.pieces) == corrected
    assert pane.words.text().startswith("Left as it is: %252e, & and +. Open choices: 4. Next: %: ")
    pane.copy.click()
    assert QGuiApplication.clipboard().text() == corrected
    pane.apply.click()
    page.inspection_job.finish()
    assert page.editor.text() == corrected
    assert "is in the editor" in pane.words.text()
    pane.undo.click()
    page.inspection_job.finish()
    assert page.editor.text() == MESSY


def test_next_button_cycles_through_the_choices(window: Window, escapes: EscapesTab) -> None:
    pane = escapes.correction
    window.show_text(MESSY)
    shown, names = [], []
    for _ in range(5):
        names.append(pane.next.text())
        pane.next.click()
        shown.append(plain_text(pane.after.pieces).partition("b/")[2].partition("  ")[0])
    assert shown == [
        "%zz/~user/%252e?q=%5B1%5D&AT+T#%C3%A9", "%25zz/~user/%2e?q=%5B1%5D&AT+T#%C3%A9",
        "%25zz/~user/%252e?q=%5B1%5D%26AT+T#%C3%A9", "%25zz/~user/%252e?q=%5B1%5D&AT%2BT#%C3%A9",
        "%25zz/~user/%252e?q=%5B1%5D&AT+T#%C3%A9",
    ]  # fmt: skip
    assert names == [*["Next choice"] * 4, "Show without choices"]
    pane.next.click()
    assert pane.words.text() == "Choice 1 of 4, %: A typo: write the correct two digits."
    pane.next.click()
    pane.next.click()
    assert pane.words.text() == "Choice 3 of 4, & → %26: It is part of a value."
    for _ in range(3):
        pane.next.click()
    assert window.inspect_page.selection.span == Span(23, 24)


def test_marked_option_is_the_one_in_the_corrected_link(
    window: Window, escapes: EscapesTab
) -> None:
    window.show_text("http://h.example/?a=%FC%zz")
    assert [row[5].replace(INDENT, "") for row in cells(escapes.grid)] == [
        "✓ %25  The percent sign itself.\nA typo: write the correct two digits.",
        '%C3%BC  "ü" in Windows-1252.\n✓? %FC  These bytes are intended.',
    ]
    escapes.correction.next.click()
    assert "✓ %C3%BC" in cells(escapes.grid)[1][5]


def test_places_have_the_names_of_the_scheme(window: Window, escapes: EscapesTab) -> None:
    window.show_text("mailto:a b@c.example?subject=x y")
    assert [row[0].partition("  ")[2] for row in cells(escapes.grid)] == ["email address", "query"]
    assert escapes.part.findText("email address") > 0


def test_choices_of_a_long_link_take_linear_time(escapes: EscapesTab) -> None:
    def show(count: int) -> Callable[[], None]:
        inspection = uriinspector.inspect("http://h.example/?" + "%zz+&" * count)
        assert inspection.corrected
        return lambda: escapes.correction.show_inspection(inspection)

    assert is_linear(show(250), show(1_000))


def test_uncorrectable_link_shows_the_reason(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://a b/")
    assert escapes.correction.words.text().startswith("Browsers reject the link")
    assert not escapes.correction.apply.isVisible()


def test_iri_form_is_shown(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://xn--bcher-kva.example/%C3%A9")
    iri = "http://b\xfccher.example/\xe9"
    assert plain_text(escapes.correction.iri.pieces) == f"{iri}  easier to read, RFC 3987 §3.2"
    window.show_text(iri)
    uri = "http://xn--bcher-kva.example/%C3%A9"
    assert plain_text(escapes.correction.after.pieces) == f"{uri}  RFC 3987 §3.1"
    escapes.correction.copy.click()
    assert QGuiApplication.clipboard().text() == uri


@for_each(
    "edition, tilde, bracket", ("1994", "– %7E •", "– –"), ("1997", "unreserved ~ •", "– –"),
    ("2005", "unreserved ~ •", "reserved ["),
)  # fmt: skip
def test_character_matrix_depends_on_the_edition(
    window: Window, escapes: EscapesTab, edition: str, tilde: str, bracket: str
) -> None:
    window.inspect_page.edition.setCurrentIndex(window.inspect_page.edition.findData(edition))
    window.show_text("http://h.example/~")
    choose(escapes, "matrix")
    assert "~  U+007E TILDE" in {row[0] for row in cells(escapes.matrix)}
    rows = {row[0][0]: row[1:] for row in cells(escapes.matrix)}
    assert f"{rows['~'][0]} {rows['~'][3]}" == tilde
    assert f"{rows['['][0]} {rows['['][2]}" == bracket
    assert rows["+"][1] == "+"


@for_each("column, characters", (2, "?~"), (3, "!$&'()*+,:;=[]_~"), (4, "~"), (5, "/?~"), (6, ""))
def test_character_matrix_marks_changes_since_1994(column: int, characters: str) -> None:
    rows = list(matrix_rows(uriinspector.inspect("http://h.example/"), in_browsers=False))
    marked = [plain_text(each[0])[0] for each in rows if each[column][0].kind is Kind.DIFFERS]
    assert "".join(sorted(marked)) == characters


def test_browser_view_shows_encoding_per_component(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/|?'")
    choose(escapes, "browsers")
    rows = {row[0][0]: row[2:] for row in cells(escapes.matrix)}
    assert rows["|"] == ["%7C", "–", "| •", "|", "|"]
    assert rows["'"] == ["'", "'", "'", "%27 •", "'"]
    assert rows["\\"] == ["–", "–", "/", "\\", "\\"]
    assert rows["\xe9"][1] == "xn--ab-bja"


def test_bytes_view_aligns_the_decoding_stages(window: Window, escapes: EscapesTab) -> None:
    window.show_text(TEXT)
    choose(escapes, "bytes")
    assert cells(escapes.bytes)[2:5] == [
        ["%2541", "25 32 35 34 31", "25 34 31", "41"],
        ["?q=a", "3F 71 3D 61", "3F 71 3D 61", "3F 71 3D 61"],
        ["%20", "25 32 30", "20", "20"],
    ]


def test_lone_surrogates_are_accepted_in_every_view(window: Window, escapes: EscapesTab) -> None:
    window.show_text("a:\ud800?\udfff%ed%a0%80")
    for view in ("matrix", "browsers", "bytes", "table"):
        choose(escapes, view)
    assert cells(escapes.grid)


def test_link_without_problems_shows_the_empty_message(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://a/")
    choose(escapes, "table")
    assert escapes.none.isVisible()
    assert not escapes.correction.isVisible()


def test_row_count_is_limited_for_a_huge_text(escapes: EscapesTab) -> None:
    escapes.show_inspection(uriinspector.inspect("http://a/" + "%41%2F" * 1_000))
    assert escapes.grid.lazy.rowCount() < 1_000
