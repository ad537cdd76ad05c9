"""The encoding tab, driven through its widgets."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtTest import QTest

import uriinspector
from tests.for_each import for_each
from tests.linear import is_linear
from uriinspector.analysis.escapes import KINDS, SIGNS
from uriinspector.core.model import Span
from uriinspector.export.language import speaking
from uriinspector.gui.editor.look import LEGEND, PATTERNS
from uriinspector.gui.inspect.escapes_tab import EscapesTab, matrix_rows
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.marked_text import MarkedLayout
from uriinspector.gui.text.pieces import INDENT, NEW_LINE, Kind, ours, outside, plain_text

TEXT = "http://h/%2541?q=a%20b%26c"
BRACKET = (
    "U+005B LEFT SQUARE BRACKET: only for hosts like [::1]; programs may reject it; "
    "browsers keep it"
)
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
        ["/a␣␣␣b/  path", "3 spaces: not allowed; can end links", "RFC 3986 §3.3",
            "%20%20%20", "3 spaces", "%20%20%20"],
        ["b/%zz ①  path", "% without two hex digits; programs may reject it", "RFC 3986 §2.1",
            "kept as it is", "programs differ",
            "☑ %25  The percent sign itself.\n☐ A typo: write the correct two digits."],
        ["%7e  path", '"~": encoding not needed', "RFC 3986 §6.2.2.2", "kept as it is", "~", "~"],
        ["%252e ②  path", 'encoded repeatedly: servers may get %2e or "."',
            "RFC 3986 §2.4", "kept as it is", "%2e → .",
            '☐ .  "." was meant: encoded too often.\n☑ %252e  Text "%2e", or decoded twice.'],
        ["q=[1]  query", "only for hosts like [::1]; programs may reject it", "RFC 3986 §3.4",
            "kept as it is", "[", "%5B"],
        ["[1]&A  query", "only for hosts like [::1]; programs may reject it", "RFC 3986 §3.4",
            "kept as it is", "]", "%5D"],
        ["1]&AT ③  query", "separates two values, or belongs to one", "WHATWG URL §5.1",
            "kept as it is", "&",
            "☑ &  A separator between parameters.\n☐ %26  A part of a value."],
        ["AT+T# ④  query", "a space in form data, elsewhere a plus sign", "WHATWG URL §5.1",
            "kept as it is", "+ or space",
            "☑ +  A space between words.\n☐ %2B  The plus sign itself."],
        ["T#é  fragment", "not ASCII; not sent to the server", "RFC 3986 §3.5",
            "%C3%A9", "\xe9", "%C3%A9"],
    ]  # fmt: skip
    assert escapes.part.currentText() == "Whole link: 9 rows"
    escapes.part.setCurrentIndex(escapes.part.findData("query"))
    assert [row[0][-5:] for row in cells(escapes.grid)] == ["query"] * 4


def test_rows_are_in_the_order_of_the_link(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/a b/%zz?%20q=%0A|%252e")
    assert [row[0].partition("  ")[0] for row in cells(escapes.grid)] == [
        "/a␣b/", "b/%zz ①", "%0A ②", "0A|%2", "%252e ③", "%20",
    ]  # fmt: skip
    escapes.grid.selectRow(2)
    assert window.inspect_page.editor.textCursor().selectedText() == "%0A"


@for_each("width, height", (1320, 860), (900, 600))
def test_five_rows_are_visible(
    window: Window, escapes: EscapesTab, width: int, height: int
) -> None:
    window.resize(width, height)
    window.show_text(MESSY)
    window.inspect_page.tabs.reveal("escapes")
    QGuiApplication.processEvents()  # lays out the rows
    grid = escapes.grid
    bottom = grid.visualRect(grid.lazy.index(4, 0)).bottom()
    assert 0 < bottom <= grid.viewport().height()
    assert grid.verticalScrollBar().maximum() > 0  # for the other rows
    assert escapes.noted.more.isVisible()


def test_host_is_written_as_a_whole(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://b\xfccher.example/")
    assert cells(escapes.grid)[0][5] == cells(escapes.grid)[0][3] == "xn--bcher-kva.example"
    window.show_text("http://m\xfcller-b\xfcro.example/")
    assert [row[0] for row in cells(escapes.grid)] == ["m\xfcller-b\xfcro.example  host"]
    window.show_text("http://%41b.example/")
    assert cells(escapes.grid)[0][0] == "%41b.example  host"


@for_each("edition, problem", ("1994", "not allowed in this edition"), ("2005", None))
def test_characters_of_later_editions_are_not_said_to_be_rejected(
    edition: str, problem: str | None
) -> None:
    rows = uriinspector.inspect("http://h.example/~", edition=edition).escapes
    assert [each.brief for each in rows] == [problem] * bool(problem)


UP = 'an encoded "..": browsers read "one folder up", others may not'
SAME = 'an encoded ".": browsers read "this folder", others may not'


@for_each(
    "text, problem",
    ("http://b\xfccher.example/", "not ASCII; browsers look up its xn-- form"),
    ("foo://b\xfccher.example/", "not ASCII; browsers use UTF-8, others may not"),
    ("http://h.example/\xfc", "not ASCII; browsers use UTF-8, others may not"),
    ("http://h.example/?\xfc", "not ASCII; sent in UTF-8 or the encoding of the page"),
    ("foo:/?\xfc", "not ASCII; browsers use UTF-8, others may not"),
    ("http://h.example/#\xfc", "not ASCII; not sent to the server"),
    ("http://h.example/a|b", "not allowed in any part; programs may reject it"),
    ("http://h.example/#a#b", "only one # is allowed, before the fragment"),
    ('http://h.example/"', "not allowed: can end the link in text or HTML"),
    ("http://%zz/", "% without two hex digits; browsers reject the link"),
    ("foo://%zz/", "% without two hex digits; programs may reject it"),
    ("http://h.example/#%zz", "% without two hex digits; scripts may fail"),
    ("http://a%40b@h.example/", 'an encoded "@": programs may find another host'),
    ("http://h.example/a%2Fb", 'an encoded "/": servers may read it as a separator'),
    ("http://h.example/a/%2E%2E/b", UP),
    ("file:///%2E", SAME),
    ("/a/.%2E?", UP),
    ("/a/%2e.", UP),
    ("/a/..%2e", '".": encoding not needed'),
    ("http:///%2E%2E/", '"." (2 times): encoding not needed'),
    ("foo:%2E%2E/", '"." (2 times): encoding not needed'),
    ("http://h.example/a%2E%2E/", '"." (2 times): encoding not needed'),
)
def test_problem_depends_on_the_component(text: str, problem: str) -> None:
    assert [each.brief for each in uriinspector.inspect(text).escapes] == [problem]


def test_escaped_host_is_shown_as_browsers_decode_it(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://%41b.example/")
    assert cells(escapes.grid)[0][3] == "ab.example"
    window.show_text("foo://%41b.example/")
    assert cells(escapes.grid)[0][3] == "kept as it is"


def test_equal_places_are_shown_with_their_neighbors(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/a%2Fb%2Fc%3F")
    shown = [row[0].partition("  ")[0] for row in cells(escapes.grid)]
    assert shown == ["/a%2Fb%", "Fb%2Fc%", "%3F"]


def test_legend_explains_only_marks_of_rows(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/?next=https%3A%2F%2Fevil.example%252F")
    assert legend(escapes) == [*CHOICE, "encoded repeatedly"]
    window.show_text("http://h.example/a b?a=1&amp;b=2")
    assert legend(escapes) == ["changed", *CHOICE, "must be encoded", "see the findings"]
    escapes.correction.words.grab()


def test_legend_explains_the_marks_that_occur(window: Window, escapes: EscapesTab) -> None:
    window.show_text(MESSY)
    assert legend(escapes) == [
        "changed", *CHOICE, "encoded repeatedly", "broken % code", "must be encoded",
        "unusual % code",
    ]  # fmt: skip
    escapes.correction.words.grab()
    window.show_text("http://h.example/%20")
    assert legend(escapes) == []


CHOICE = ["① choice"]


def told(escapes: EscapesTab) -> list[str]:
    """Return the words about the corrected link, and the entries of the legend."""
    texts = escapes.correction.words.accessibleName().replace("\xa0", " ").split("   ")
    return [each.strip(f"{INDENT} ") for each in texts if each.strip(f"{INDENT} ")]


def legend(escapes: EscapesTab) -> list[str]:
    titles = {"changed", *CHOICE, *LEGEND.values()}
    return [each for each in told(escapes) if each in titles]


VALID = "The link is valid as it is; any change is optional."


@for_each(
    "text, state, left",
    ("a b", "The corrected link is valid.", ""),
    ("{id}/a b", "The corrected link is valid, except for placeholders.", "Left as it is: {id}"),
    ('{{ "id" }}/a b', "The corrected link is valid, except for placeholders.",
        'Left as it is: {{ "id" }}'),
    ("a b?%0A%0D%2525", "The corrected link is valid. Places that need your decision: 2.",
        "Left as it is: %0A%0D and %2525"),
    ("a b?a+b", "The corrected link is valid. Places that need your decision: 1.",
        "Left as it is: +"),
    ("%2f", VALID, "Left as it is: %2f"),
    ("%c3%a9", VALID, ""),
    ("?%C0%AE", "Every character is allowed. Places that need your decision: 1.",
        "Left as it is: %C0%AE"),
    ("%20", "", ""),
)  # fmt: skip
def test_state_of_the_corrected_link_is_shown(
    window: Window, escapes: EscapesTab, text: str, state: str, left: str
) -> None:
    window.show_text(f"http://h.example/{text}")
    assert [*told(escapes), ""][0] == state
    found = window.inspect_page.inspection
    assert found is not None
    assert (found.to_dict()["left"] or "") == left


@for_each(
    "text, kept",
    ("a b/%2F?%3A", ['keep encoded: a plain "/" separates', "keep: correct"]),
    ("a b/%2E%2E/", ["your decision: .. or %2E%2E"]),
    ("%2e/", ["your decision: . or %2e"]),
    ("%2f?%7e%c3%a9", ['keep encoded: a plain "/" separates; optional: write %2F',
        "optional: write ~", "optional: write %C3%A9"]),
    ("a b?%C0%AE%0A", ["your decision: %C0%AE or nothing", "your decision: %0A or nothing"]),
    ("a b?%FC", ["your decision: %C3%BC or %FC"]),
    ("a b?%25252e%252F", ["your decision: . or %25252e", "your decision: %2F or %252F"]),
    ("a b?%252F%2500", ["your decision: %2F or %252F", "your decision: %2500 or nothing"]),
    ("a b?%81", ["encode it in UTF-8, unless these bytes are intentional"]),
    ("{id}/a b", ["keep: a placeholder that a program fills in"] * 2),
    ("?%252e", ["your decision: . or %252e"]),
    ("?a+b&c", []),
    ("\xe9", []),
)  # fmt: skip
def test_text_that_stays_has_a_reason(text: str, kept: list[str]) -> None:
    rows = uriinspector.inspect(f"http://h.example/{text}").to_dict()["escapes"]
    assert [each["reason"] for each in rows if each["write"] is None] == kept
    assert all(each["reason"] == "" for each in rows if each["write"] is not None)


def test_change_that_does_not_solve_a_problem_has_a_reason(
    window: Window, escapes: EscapesTab
) -> None:
    window.show_text("http://h.example/a b%2f")
    assert cells(escapes.grid)[1][5] == (
        '%2F  only changed to uppercase digits; keep encoded: a plain "/" separates'
    )


@for_each(
    "text, decoded",
    ("/%E4?%C0%80", ["no text in UTF-8 (bytes E4)", "2 bytes for null, not valid UTF-8"]),
    (
        "/?%FF%FE%C0%AE%C0%AE",
        ["no text in UTF-8 (bytes FF FE)", '4 bytes for "..", not valid UTF-8'],
    ),
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
    escapes.grid.selectRow(4)
    assert "allowed in the query: letters, digits, - . _ ~" in escapes.noted.note.text()


def test_patterns_differ_between_groups_of_problems() -> None:
    groups = (
        "excluded-char raw-non-ascii", "encoded-unreserved line-end lowercase-hex",
        "invalid-percent",
        "double-encoding",
        "dot-segments encoded-delimiter encoded-control invalid-utf8 overlong-utf8",
        "control-char backslash", SIGNS["&amp;"],
    )  # fmt: skip
    patterns = [{PATTERNS[each][1] for each in group.split()} for group in groups]
    assert all(len(each) == 1 for each in patterns)
    assert len({*map(tuple, patterns)}) == len(groups)
    assert sorted(" ".join(groups).split()) == sorted(PATTERNS)
    assert {*KINDS} - {*PATTERNS} == {"", SIGNS["&"], SIGNS["+"]}
    assert {*map(min, patterns)} == {*LEGEND}


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
    assert "only for hosts like" in editor.viewport().toolTip()


def test_correction_can_be_applied_and_undone(window: Window, escapes: EscapesTab) -> None:
    page, pane = window.inspect_page, escapes.correction
    window.show_text(MESSY)
    corrected = "http://h.example/a%20%20%20b/%25zz/~user/%252e?q=%5B1%5D&AT+T#%C3%A9"
    assert plain_text(pane.after.pieces) == (
        "http://h.example/a%20%20%20b/%25①zz/~user/%252e②?q=%5B1%5D&③AT+④T#%C3%A9"
    )
    assert told(escapes)[0] == "The corrected link is valid. Places that need your decision: 4."
    pane.copy.click()
    assert QGuiApplication.clipboard().text() == corrected
    pane.apply.click()
    page.inspection_job.finish()
    assert page.editor.text() == corrected
    assert "is in the editor" in pane.words.accessibleName()
    pane.undo.click()
    page.inspection_job.finish()
    assert page.editor.text() == MESSY


def corrected(escapes: EscapesTab) -> str:
    """Return the corrected link without the numbers of choices."""
    pieces = escapes.correction.after.pieces
    return plain_text(each for each in pieces if each.kind is not Kind.NUMBER)


def test_enter_on_a_row_uses_its_next_option(window: Window, escapes: EscapesTab) -> None:
    window.show_text(MESSY)
    for end in (".?q=%5B1%5D&AT+T", ".?q=%5B1%5D%26AT+T", ".?q=%5B1%5D%26AT%2BT"):
        escapes.correction.next.click()
        if escapes.grid.current_value.spot.text == "%":
            QTest.keyClick(escapes.grid, Qt.Key.Key_Return)  # only the author knows a typo
            escapes.correction.next.click()
        QTest.keyClick(escapes.grid, Qt.Key.Key_Return)
        assert corrected(escapes) == f"http://h.example/a%20%20%20b/%25zz/~user/{end}#%C3%A9"
    assert "☑ %26" in cells(escapes.grid)[6][5]
    QTest.keyClick(escapes.grid, Qt.Key.Key_Return)
    assert corrected(escapes).endswith("%26AT+T#%C3%A9")
    escapes.correction.next.click()
    assert window.inspect_page.selection.span == Span(23, 24)  # the first choice


def test_link_encoded_too_often_is_chosen_as_a_whole(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/?u=https%253A%252F%252Fb.example%252Fa%25252520&v=%252F")
    assert cells(escapes.grid)[0][1] == (
        'a link encoded once too often: a server gets %3A%2F%2F, not "://"'
    )
    escapes.grid.selectRow(0)
    QTest.keyClick(escapes.grid, Qt.Key.Key_Return)
    assert corrected(escapes).endswith("?u=https%3A%2F%2Fb.example%2Fa%20&v=%252F")
    QTest.keyClick(escapes.grid, Qt.Key.Key_Return)
    assert corrected(escapes).endswith("%25252520&v=%252F")
    assert not escapes.correction.apply.isVisible()


def test_choices_have_the_same_numbers_in_the_link_and_in_their_rows(
    window: Window, escapes: EscapesTab
) -> None:
    for text in (MESSY, "http://h.example/a b%zz%FC?a+b&c&amp;d=%252F%2Fhttps" + "&x" * 9):
        window.show_text(text)
        pieces = escapes.correction.after.pieces
        shown = [each.text for each in pieces if each.kind is Kind.NUMBER]
        rows = sorted(escapes.grid.lazy.rows, key=lambda each: each.span)
        assert shown == [each.number for each in rows if each.spot.options]
        assert len({*shown}) == len(shown) > 3
        assert all(each.number == "" for each in rows if not each.spot.options)
    window.show_text("http://h.example/%252F")  # valid, with a choice
    assert [each.number for each in escapes.grid.lazy.rows] == ["①"]


@for_each("width, height", (1320, 860), (900, 600))
def test_rows_below_the_visible_ones_can_be_reached(
    window: Window, escapes: EscapesTab, width: int, height: int
) -> None:
    window.resize(width, height)
    window.show_text(MESSY)
    window.inspect_page.tabs.reveal("escapes")
    QGuiApplication.processEvents()
    grid, more = escapes.grid, escapes.noted.more
    hidden, words = more.text().split(" ", 1)
    assert words == "more rows ▾"
    more.click()
    QGuiApplication.processEvents()
    assert grid.currentIndex().row() == 9 - int(hidden) >= 5
    assert grid.verticalScrollBar().isVisible()
    while "more" in more.text():
        more.click()
        QGuiApplication.processEvents()
    more.click()
    assert grid.currentIndex().row() == 0
    window.show_text("http://h.example/a b")
    QGuiApplication.processEvents()
    assert not more.isVisible()
    escapes.grid.selectRow(0)  # its note needs little room
    QGuiApplication.processEvents()
    assert escapes.noted.note.isVisible()
    assert not more.isVisible()


@for_each(
    "text, before, options",
    ("/a/%2e%2e/b", 'browsers read "one folder up"', ["..", "%2e%2e"]),
    ("/a/.%2E", 'browsers read "one folder up"', ["..", ".%2E"]),
    ("/a/%2E?b", 'browsers read "this folder"', [".", "%2E"]),
    ("/a/%252e", "servers may get %2e", [".", "%252e"]),
    ("/a%252Fb", "servers may get %2F", ["%2F", "%252F"]),
    ("/%2%2541", "servers may get %41", ["%41", "%2541"]),  # "A" would make a new code
)
def test_encoded_text_can_be_meant_literally(text: str, before: str, options: list[str]) -> None:
    row = uriinspector.inspect(f"http://h.example{text}").escapes[-1]
    assert before in row.brief
    assert [each.replacement for each in row.options] == options
    assert uriinspector.inspect("urn:a:%2541").escapes[0].options[0].replacement == "%41"


def test_ampersand_in_the_subject_of_an_email_is_a_choice() -> None:
    rows = uriinspector.inspect("mailto:a@b.example?subject=50% off & more+1").escapes
    assert [each.text for each in rows if each.options] == ["&"]


def test_decoded_host_is_shown_in_unicode(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://M\xfcller.example/")
    assert cells(escapes.grid)[0][3:5] == ["xn--mller-kva.example", "m\xfcller.example"]
    window.show_text("http://m\xfcl\xdfe a.example/")  # rejected: each character has a row
    assert [row[0].partition("  ")[0] for row in cells(escapes.grid)] == [
        "/m\xfcl\xdf", "\xfcl\xdfe␣", "\xdfe␣a.",
    ]  # fmt: skip


def test_open_choice_is_marked_in_the_corrected_link(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://h.example/a b?c&amp;d=%252F")
    marked = [each.text for each in escapes.correction.after.pieces if each.kind is Kind.DIFFERS]
    assert marked == ["&amp;", "%252F"]


@for_each(
    "body, options", ("a%0Ab", ["%0D%0A", "%0A"]), ("a%0d", ["%0D%0A", "%0D"]), ("a%0D%0Ab", [])
)
def test_line_of_an_email_ends_with_two_characters(body: str, options: list[str]) -> None:
    rows = uriinspector.inspect(f"mailto:a@b.example?subject=a b&body={body}").escapes
    assert [each.replacement for each in rows[-1].options] == options
    assert ("emails end lines with %0D%0A" in rows[-1].brief) == bool(options)
    assert "line break" in uriinspector.inspect("mailto:a@b.example?body=%0D%0A").escapes[0].brief


def test_names_of_characters_are_translated() -> None:
    say = speaking("de")
    names = {
        "a b": "U+0020 Leerzeichen",
        "[": "U+005B öffnende eckige Klammer",
        "\xe9": "U+00E9 lateinischer Kleinbuchstabe E mit Akut",
        "\u1ec7": "U+1EC7 lateinischer Kleinbuchstabe E mit Zirkumflex und Punkt darunter",
        "\u0430": "U+0430 kyrillischer Kleinbuchstabe A",
        "\u0e01": "U+0E01 Unicode-Name THAI CHARACTER KO KAI",
    }
    for text, name in names.items():
        [row] = uriinspector.inspect(f"http://h.example/{text}").escapes
        assert say(row.sentence).startswith(f"{name}: ")
    [row] = uriinspector.inspect("http://h.example/%0A").escapes
    assert say(row.brief).startswith("Zeilenvorschub: ")


@for_each(
    "text, row, options",
    ("/a%FC%zz", 0, ['☐ %C3%BC  "ü" was meant (old Windows-1252).',
        "☑ %FC  These bytes are intended."]),
    ("/a%FC", 0, ['☐ %C3%BC  "ü" was meant (old Windows-1252).',
        "☑ %FC  These bytes are intended."]),
    ("/%E0%A4%A", 1, ["☑ %25A  The percent sign itself.",
        "☐ A typo: write the correct two digits."]),
    ("/%E0%A4%A", 0, ["encode it in UTF-8, unless these bytes are intentional"]),
    ("/%2500|", 0, ["☑ %2500  If the receiver expects it.",
        "☐ nothing  In the link by accident."]),
    ("/%00|", 0, ["☑ %00  If the receiver expects it.", (
        "☐ nothing  In the link by accident."
    )]),
    ("/%c0%af|", 0, ["☑ %C0%AF  Left as it is: programs differ.",
        "☐ nothing  In the link by accident."]),
    ("/%25252f|", 0, ['☐ %2F  "/" was meant: encoded too often.',
        '☑ %25252f  Text "%252f", or decoded twice.']),
    ("/%u00e9", 0, ["☐ %C3%A9  A character in an old JavaScript notation.",
        "☑ %25u00e9  The percent sign itself.", "☐ A typo: write the correct two digits."]),
    ("/\xe9\u200b", 0, ["☐ %C3%A9  In the link by accident.",
        "☑ %C3%A9%E2%80%8B  The character is part of the name."]),
    ("/?u=https%3A%2F%2Fb.example%2F%2520|", 0, ["keep: the link inside needs this encoding"]),
    ("/?u=https%3A%2F%2Fb.example%2F%2500|", 0, [(
        "☑ %2500  If the receiver expects it."
    ),
        "☐ nothing  In the link by accident."]),
)  # fmt: skip
def test_marked_option_is_the_one_in_the_corrected_link(
    window: Window, escapes: EscapesTab, text: str, row: int, options: list[str]
) -> None:
    window.show_text(f"http://h.example{text}")
    assert cells(escapes.grid)[row][5].split("\n") == options


def test_wrapped_option_is_indented() -> None:
    words = (*outside("☑ a"), *ours(" bb" * 30), *NEW_LINE, *outside("☐ c"))
    layout = MarkedLayout(words, QFont(), 200, wraps=True).layout
    lines = [layout.lineAt(each).x() for each in range(layout.lineCount())]
    assert lines[0] == lines[-1] == 0
    assert all(each > 0 for each in lines[1:-1])


def test_encoding_inside_an_encoded_link_is_explained() -> None:
    text = "http://h.example/?u=https%3A%2F%2Fb.example%2Fa%2520b"
    row = next(each for each in uriinspector.inspect(text).escapes if each.text == "%2520")
    assert row.brief == "encoded once more for the link inside, which receives %20"
    row = uriinspector.inspect(f"{text}%26v%3Dhttps%253A%252F%252Fc.example%252F%25253F").escapes[
        -1
    ]
    assert row.brief == "encoded once more for the link inside, which receives %253F"
    row = uriinspector.inspect(text.replace("u=https", "u=x")).escapes[-1]
    assert row.brief.startswith("encoded repeatedly")


def test_places_have_the_names_of_the_scheme(window: Window, escapes: EscapesTab) -> None:
    window.show_text("mailto:a b@c.example?subject=x y")
    assert [row[0].partition("  ")[2] for row in cells(escapes.grid)] == ["email address", "query"]
    assert escapes.part.findText("email address only: 1 row") > 0


def test_choices_of_a_long_link_take_linear_time(escapes: EscapesTab) -> None:
    def show(count: int) -> Callable[[], None]:
        inspection = uriinspector.inspect("http://h.example/?" + "%zz+&" * count)
        assert inspection.corrected
        return lambda: escapes.correction.show_inspection(inspection)

    assert is_linear(show(250), show(1_000))


def test_uncorrectable_link_shows_the_reason(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://a b/")
    assert escapes.correction.words.accessibleName().startswith(
        "Not corrected: Browsers reject the link"
    )
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
