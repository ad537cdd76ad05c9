"""Pieces of text: marked, laid out, escaped, compared and cut."""

import pytest
import shiboken6
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTextCharFormat
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.core.appearance import align
from uriinspector.gui.text.paragraph import (
    LaidRun,
    LaidText,
    Paragraph,
    ParagraphLabel,
    TextRun,
    TextStyle,
    Wrap,
    advance,
    cut,
    host_runs,
    units,
)
from uriinspector.gui.text.pieces import (
    LONGEST,
    MARKED,
    MOST_MARKS,
    Kind,
    changed,
    common_start,
    differences,
    differing,
    file_name,
    fitted,
    ours,
    outside,
    own,
    plain_label,
    plain_text,
    show_tip,
    tip,
)
from uriinspector.gui.theme import Theme


def written(pieces: object) -> str:
    """Write pieces as text: {cut}, [added], (different)."""
    signs = {Kind.CUT: ("{", "}"), Kind.ADDED: ("[", "]"), Kind.DIFFERS: ("(", ")")}
    shown = ""
    for text, kind, *_ in pieces:  # type: ignore[attr-defined]
        before, after = signs.get(kind, ("", ""))
        shown += f"{before}{text}{after}"
    return shown


@for_each(
    "before, after, shown",
    ("http://A/b", "http://a/b", "http://{A}[a]/b"),
    ("/a/./b", "/a/b", "/a/{./}b"), ("http://a", "http://a/", "http://a[/]"),
    ("same", "same", "same"), ("", "x", "[x]"), ("a\u202eb", "ab", "a{‹U+202E›}b"),
)  # fmt: skip
def test_change_shows_both_texts(before: str, after: str, shown: str) -> None:
    assert written(changed(before, after)) == shown


@for_each(
    "usual, text, shown",
    ("a=b", "a%3Db", "a(%3D)b"),
    ("EXAMPLE.com", "example.com", "(example).com"),
    ("/a\tb", "/ab", "/a{‹U+0009›}b"),
    ("/a", "/a/b", "/a(/b)"),
)
def test_difference_shows_the_replacement(usual: str, text: str, shown: str) -> None:
    assert written(differing(usual, text)) == shown


@for_each(
    "other, text, shown",
    ("http://a:80/./x", "http://a/x", "http://a/x"),
    ("http://a/x", "http://a:80/./x", "http://a(:80/.)/x"),
    ("HTTP://a", "http://a", "(http)://a"),
)
def test_own_pieces_omit_characters_of_the_other_text(other: str, text: str, shown: str) -> None:
    assert written(own(other, text)) == shown


@given(st.text(), st.text())
def test_own_pieces_contain_the_whole_text(other: str, text: str) -> None:
    assert "".join(each.text for each in own(other, text)) == "".join(
        each.text for each in outside(text)
    )


@given(st.text(), st.text())
def test_change_contains_both_whole_texts(before: str, after: str) -> None:
    pieces = changed(before, after)
    kept = [piece for piece in pieces if piece.kind is not Kind.ADDED]
    made = [piece for piece in pieces if piece.kind is not Kind.CUT]
    assert (plain_text(kept), plain_text(made)) == (
        plain_text(outside(before)),
        plain_text(outside(after)),
    )


def test_invisible_character_is_a_separate_chip() -> None:
    assert [(piece.text, piece.is_chip) for piece in outside("a\u200bb")] == [
        ("a", False),
        ("‹U+200B›", True),
        ("b", False),
    ]


@for_each(
    "pieces",
    outside("a" * 1_000_000),
    changed("a" * 1_000_000, "a" * 500_000 + "b" + "a" * 500_000),
    changed("ab" * 400_000, "ac" * 400_000),
    differing("x" * 300_000, "y" * 400_000),
    outside("\u200b" * 500_000),
    ids=["plain", "one added", "all over", "nothing alike", "invisible"],
)
def test_pieces_of_huge_text_are_limited(pieces: tuple[object, ...]) -> None:
    assert len(pieces) <= max(4 * MOST_MARKS + 4, LONGEST + 1)
    assert "\u2026" in plain_text(pieces)  # type: ignore[arg-type]


def test_mark_deep_inside_huge_text_is_shown() -> None:
    pieces = changed("a" * 900_000, "a" * 450_000 + "b" + "a" * 450_000)
    assert "b" in [piece.text for piece in pieces if piece.kind in MARKED]


@for_each(
    "pieces, room, keeps_end, shown",
    (outside("abcdef"), 6, False, "abcdef"), (outside("abcdef"), 4, False, "abc…"),
    (outside("abcdef"), 4, True, "…def"), (ours("abcdef"), 4, True, "abc…"),
    (differing("abcdefgh", "abXdefgh"), 5, False, "ab(X)d…"),
    (differing("abcdefgh", "abcdefXh"), 5, False, "…ef(X)h"),
    (differing("abcdefgh", "abcdefgX"), 4, False, "…fg(X)"),
    (differing("abcdef", "abUVWXYZ"), 4, False, "…(UV)…"),
    (ours(""), 0, False, ""),
)  # fmt: skip
def test_clipped_pieces_keep_the_marked_piece(
    pieces: tuple[object, ...], room: int, *, keeps_end: bool, shown: str
) -> None:
    fit = fitted(pieces, room, len, keeps_end=keeps_end)  # type: ignore[arg-type]
    assert written(fit) == shown


@given(st.text(max_size=40), st.text(max_size=40), st.integers(2, 40), st.booleans())
def test_fitted_pieces_fit_the_available_length(
    usual: str, text: str, room: int, keeps_end: bool
) -> None:
    assert len(plain_text(fitted(differing(usual, text), room, len, keeps_end=keeps_end))) <= room


def test_very_long_file_name_is_cut() -> None:
    (piece,) = file_name("\u202e" * 1_000_000)
    assert len(piece.text) <= 20 * LONGEST
    assert file_name("a" * LONGEST)[0].text == "a" * LONGEST


PLAIN = QTextCharFormat()


def starts(laid: LaidText) -> list[int]:
    """Return the text positions at which the lines start."""
    return [laid.layout.lineAt(line).textStart() for line in range(laid.layout.lineCount())]


def test_wrapped_lines_keep_the_hanging_indent(theme: Theme) -> None:
    laid = LaidText([LaidRun("one two " * 9, PLAIN)], theme.uri_font(13), 200, hanging=30)
    places = [laid.layout.lineAt(line).x() for line in range(laid.layout.lineCount())]
    assert places[0] == 0
    assert set(places[1:]) == {30}
    assert laid.height == laid.layout.boundingRect().height()


def test_unbreakable_run_is_not_broken(theme: Theme) -> None:
    runs = [LaidRun("a" * 7, PLAIN), LaidRun("WHOLE", PLAIN, is_whole=True), LaidRun("b", PLAIN)]
    font = theme.uri_font(13)
    room = LaidText([LaidRun("a" * 10, PLAIN)], font, 10_000).width + 1
    assert starts(LaidText(runs, font, room, wrap=Wrap.WrapAnywhere)) == [0, 7]
    broken = [run._replace(is_whole=False) for run in runs]
    assert starts(LaidText(broken, font, room, wrap=Wrap.WrapAnywhere)) == [0, 10]


@for_each("behind", None, QColor("red"))
def test_background_is_drawn_behind_its_run(theme: Theme, behind: QColor | None) -> None:
    picture = QImage(60, 30, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    LaidText([LaidRun("    ", PLAIN, behind)], theme.uri_font(13), 60).draw(painter, 10, 5)
    painter.end()
    assert picture.pixelColor(20, 12) == (behind or QColor("white"))


@pytest.mark.usefixtures("qapp")
def test_tooltip_breaks_only_between_its_own_lines() -> None:
    assert tip("a\nb", "", "c") == '<p style="white-space: pre-wrap">a‹U+000A›b\nc</p>'


def test_tooltip_text_is_set_as_accessible_description() -> None:
    field = QLineEdit()
    show_tip(field, "Goes to <b>a</b> & \u202eb")
    assert "<" not in field.accessibleDescription().replace("<b>", "").replace("</b>", "")
    assert field.accessibleDescription().startswith("Goes to <b>a</b> & ")
    assert "\u202e" not in field.accessibleDescription()
    assert field.toolTip().startswith("<p")
    show_tip(field, "Another")
    assert field.accessibleDescription() == "Another"
    show_tip(field, "")
    assert field.accessibleDescription() == ""


@pytest.mark.usefixtures("qapp")
def test_tooltip_keeps_an_existing_description() -> None:
    field = QLineEdit()
    field.setAccessibleDescription("Its own")
    show_tip(field, "A tip")
    assert field.accessibleDescription() == "Its own"


MANY = 1_000


def runs(before: str, after: str) -> list[tuple[str, str]]:
    return [(each.a.of(before), each.b.of(after)) for each in differences(before, after, MANY)]


def rebuilt(before: str, after: str) -> str:
    """Apply the differences to the earlier text, and return the result."""
    made, left = "", 0
    for each in differences(before, after, MANY):
        made += before[left : each.a.start] + each.b.of(after)
        left = each.a.end
    return made + before[left:]


@given(st.text(alphabet="ab/.%", max_size=60), st.text(alphabet="ab/.%", max_size=60))
def test_short_texts_are_compared_by_character(before: str, after: str) -> None:
    assert differences(before, after, MANY) == align(before, after).differences
    assert rebuilt(before, after) == after


LONG = "".join(f"/segment-{number}" for number in range(400))


@given(
    st.lists(st.tuples(st.integers(0, len(LONG)), st.sampled_from(["", "x", "%7E"])), max_size=9)
)
def test_long_text_is_rebuilt_from_differences(changes: list[tuple[int, str]]) -> None:
    after = LONG
    for at, instead in changes:
        after = after[:at] + instead + after[at + 1 :]
    assert rebuilt(LONG, after) == after


@given(st.text(alphabet="ab", min_size=250, max_size=900), st.text(alphabet="ab", max_size=900))
def test_any_text_is_rebuilt_from_differences(before: str, after: str) -> None:
    assert rebuilt(before, after) == after


@for_each(
    "old, new",
    ("%7e", "~"), ("%7e", "%7E"), ("x/../", ""), (":80", ""), ("y" * 900, ""), ("", "z" * 900),
)  # fmt: skip
def test_changes_in_long_text_are_located(old: str, new: str) -> None:
    before = LONG + "/<" + old + ">" + LONG + "/<" + old + ">"
    after = LONG + "/<" + new + ">" + LONG + "/<" + new + ">"
    found = runs(before, after)
    assert len(found) == 2
    assert all(len(cut) <= len(old) and len(added) <= len(new) for cut, added in found)


def test_number_of_differences_is_limited() -> None:
    assert len(differences("a%2fb" * 100_000, "a%2Fb" * 100_000 + "c", 64)) == 64


@given(st.text(alphabet="a"), st.text(alphabet="ab"), st.integers(0, 3))
def test_common_start_is_maximal(a: str, b: str, skipped: int) -> None:
    size = common_start(a, b, skipped, skipped)
    assert a[skipped : skipped + size] == b[skipped : skipped + size]
    end_a, end_b = a[skipped + size :][:1], b[skipped + size :][:1]
    assert not end_a or end_a != end_b


LONG_TEXT = "login.secure.account." * 12 + "example.co.uk"


@pytest.mark.usefixtures("theme")
def test_narrow_paragraph_is_taller() -> None:
    runs = [
        TextRun("Goes to "),
        TextRun("10.0.0.1", TextStyle(evidence=True)),
        TextRun(", not to there"),
    ]
    wide, narrow = Paragraph(runs, 1_000), Paragraph(runs, 80)
    assert wide.layout.lineCount() == 1
    assert narrow.layout.lineCount() > 2
    assert narrow.height > 2 * wide.height
    assert narrow.width <= 80


@pytest.mark.usefixtures("theme")
def test_overlong_text_ends_in_ellipsis() -> None:
    runs = [TextRun("one two three "), TextRun("four five six 😀 " * 30, TextStyle(evidence=True))]
    cut_off = Paragraph(runs, 100, most=2)
    assert cut_off.layout.lineCount() <= 2
    assert cut_off.layout.text().endswith("…")
    assert cut_off.layout.text().startswith("one two")


@pytest.mark.usefixtures("theme")
def test_very_long_word_wraps() -> None:
    assert Paragraph([TextRun("a" * 500)], 200).width <= 200


@for_each("text, length", ("a", 1), ("é", 1), ("😀", 2), ("\ud800", 1))
def test_units_count_utf16_code_units(text: str, length: int) -> None:
    assert units(text) == length


@pytest.mark.usefixtures("theme")
def test_markup_is_shown_literally(qtbot: QtBot) -> None:
    told = ParagraphLabel()
    qtbot.addWidget(told)
    told.set_runs([TextRun("<b>bold</b> &lt;")])
    assert told.text() == "<b>bold</b> &lt;"
    assert told.accessibleName() == "<b>bold</b> &lt;"


def test_paragraph_grows_with_zoom(theme: Theme, qtbot: QtBot) -> None:
    told = ParagraphLabel()
    qtbot.addWidget(told)
    told.set_runs([TextRun("Destination")])
    before = told.heightForWidth(300)
    theme.zoom = 200
    told.setStyleSheet("/* another style */")
    assert told.heightForWidth(300) > 1.7 * before


@pytest.mark.usefixtures("theme")
def test_host_is_cut_on_the_left_and_its_domain_is_bold() -> None:
    first, last = host_runs(LONG_TEXT, TextStyle(size=18, evidence=True), 300)
    assert (first.text[0], last.text) == ("…", "example.co.uk")
    assert last.look.weight > first.look.weight
    assert advance([first, last]) <= 310


@pytest.mark.usefixtures("theme")
@for_each("host", "10.0.0.1", "[::1]", "localhost", "example.com")
def test_host_without_subdomain_is_one_run(host: str) -> None:
    assert [run.text for run in host_runs(host, TextStyle(evidence=True), 900)] == [host]


@pytest.mark.usefixtures("theme")
def test_text_that_fits_is_not_cut() -> None:
    run = TextRun("abc")
    assert cut(run, 500, Qt.TextElideMode.ElideLeft) == run


def test_shortened_label_ends_with_an_ellipsis_but_keeps_its_text(qapp: QApplication) -> None:  # noqa: ARG001
    label = plain_label("one two three four five", wraps=False, yields=True)
    label.resize(60, 20)
    label.show()
    assert QLabel.text(label).endswith("\u2026")
    assert label.text() == label.accessibleName() == "one two three four five"
    label.resize(400, 20)
    assert QLabel.text(label) == "one two three four five"
    label.clear()
    assert label.text() == label.accessibleName() == ""
    shiboken6.delete(label)
