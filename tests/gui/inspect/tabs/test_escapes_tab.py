"""The encoding tab, driven through its widgets."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

import uriinspector
from tests.for_each import for_each
from tests.linear import is_linear
from uriinspector.core.model import Span
from uriinspector.gui.editor.look import PATTERNS
from uriinspector.gui.inspect.escapes_tab import EscapesTab, matrix_rows
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import Kind, plain_text

TEXT = "http://h/%2541?q=a%20b%26c"
BRACKET = "U+005B LEFT SQUARE BRACKET: must be encoded here. Browsers send that unchanged."
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
            model.index(number, column).data().replace("\xa0", " ")
            for column in range(model.columnCount())
        ]
        for number in range(model.rowCount())
    ]


def test_every_encoding_problem_has_a_row(window: Window, escapes: EscapesTab) -> None:
    window.show_text(MESSY)
    assert cells(escapes.grid) == [
        ["␣␣␣  3 times U+0020 SPACE", "must be encoded here  RFC 3986 §3.3", "path",
            "%20%20%20", "–", "%20%20%20"],
        ["%  U+0025 PERCENT SIGN", "two hexadecimal digits are missing  RFC 3986 §2.4",
            "path", "%", "–", "%25"],
        ['%7e  "~" (U+007E TILDE)',
            "encoded without need, lowercase hexadecimal  RFC 3986 §6.2.2.2", "path",
            "%7e", "~", "~"],
        ['%252e  "." (U+002E FULL STOP)', "encoded more than once  RFC 3986 §2.4", "path",
            "%252e", "%2e → .", "–"],
        ["[  U+005B LEFT SQUARE BRACKET", "must be encoded here  RFC 3986 §3.4", "query",
            "[", "–", "%5B"],
        ["]  U+005D RIGHT SQUARE BRACKET", "must be encoded here  RFC 3986 §3.4", "query",
            "]", "–", "%5D"],
        ["é  U+00E9 LATIN SMALL LETTER E WITH ACUTE", "must be encoded in a URI  RFC 3986 §3.5",
            "fragment", "%C3%A9", "–", "%C3%A9"],
    ]  # fmt: skip
    escapes.part.setCurrentIndex(escapes.part.findData("query"))
    assert [row[2] for row in cells(escapes.grid)] == ["query", "query"]


def test_invalid_utf_8_is_shown_as_hexadecimal_bytes(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/%E4?%C0%80")
    assert [row[4] for row in cells(escapes.grid)] == ["E4", "C0 80"]


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
    escapes.grid.selectRow(4)
    assert "allowed in the query: letters, digits, - . _ ~" in escapes.noted.note.text()


def test_patterns_differ_between_groups_of_problems() -> None:
    groups = (
        "excluded-char raw-non-ascii",
        "encoded-unreserved",
        "lowercase-hex",
        "invalid-percent",
        "double-encoding",
        "encoded-delimiter encoded-control invalid-utf8 overlong-utf8",
        "control-char backslash",
    )
    patterns = [{PATTERNS[each][1] for each in group.split()} for group in groups]
    assert all(len(each) == 1 for each in patterns)
    assert len({*map(tuple, patterns)}) == len(groups)
    assert sorted(" ".join(groups).split()) == sorted(PATTERNS)


def test_underline_pattern_depends_on_the_problem(window: Window) -> None:
    window.show_text(MESSY)
    look = window.inspect_page.editor.look
    marks = {MESSY[each.start : each.end]: each.pattern for each in look.underlines}
    assert marks["   "] == marks["["] == marks["\xe9"] == "dots"
    assert (marks["%"], marks["%7e"], marks["%252e"]) == ("wave", "dashes", "double")
    bracket, accent = (look.problem_at(MESSY.index(each)) for each in "[\xe9")
    assert bracket
    assert bracket.words == BRACKET
    assert accent
    assert accent.words.endswith("Browsers send %C3%A9.")
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
    assert escapes.grid.currentIndex().row() == 4
    page.editor.select(1, 1)
    QTest.keyClick(page.editor, Qt.Key.Key_Return)
    assert escapes.grid.currentIndex().row() == 4


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
    assert "must be encoded here" in editor.viewport().toolTip()


def test_correction_can_be_applied_and_undone(window: Window, escapes: EscapesTab) -> None:
    page, pane = window.inspect_page, escapes.correction
    window.show_text(MESSY)
    corrected = "http://h.example/a%20%20%20b/%25zz/~user/%252e?q=%5B1%5D&AT+T#%C3%A9"
    assert plain_text(pane.before.pieces) == MESSY.replace(" ", "␣")
    assert plain_text(pane.after.pieces) == corrected
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
    shown = []
    for _ in range(5):
        pane.next.click()
        shown.append(plain_text(pane.after.pieces).partition("b/")[2])
    assert shown == [
        "%zz/~user/%252e?q=%5B1%5D&AT+T#%C3%A9",
        "%25zz/~user/%2e?q=%5B1%5D&AT+T#%C3%A9",
        "%25zz/~user/%252e?q=%5B1%5D%26AT+T#%C3%A9",
        "%25zz/~user/%252e?q=%5B1%5D&AT%2BT#%C3%A9",
        "%25zz/~user/%252e?q=%5B1%5D&AT+T#%C3%A9",
    ]
    pane.next.click()
    assert pane.words.text() == "Choice 1 of 4: A slip in the two digits: write the right ones."
    assert window.inspect_page.selection.span == Span(23, 24)


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
    assert plain_text(escapes.correction.iri.pieces) == f"{iri}  RFC 3987 §3.2"
    window.show_text(iri)
    uri = "http://xn--bcher-kva.example/%C3%A9"
    assert plain_text(escapes.correction.after.pieces) == f"{uri}  RFC 3987 §3.1"
    escapes.correction.copy.click()
    assert QGuiApplication.clipboard().text() == uri


@for_each(
    "edition, tilde, bracket",
    ("1994", "– %7E •", "– –"),
    ("1997", "unreserved ~ •", "– –"),
    ("2005", "unreserved ~ •", "reserved ["),
)
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
