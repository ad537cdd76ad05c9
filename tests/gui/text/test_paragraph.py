"""Styled paragraphs: markup is shown literally, and cut text ends in an ellipsis."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.gui.text.paragraph import (
    Paragraph,
    ParagraphLabel,
    TextRun,
    TextStyle,
    advance,
    cut,
    host_runs,
    units,
)
from uriinspector.gui.theme import Theme

LONG = "login.secure.account." * 12 + "example.co.uk"


def test_narrow_paragraph_is_taller(theme: Theme) -> None:
    runs = [
        TextRun("Goes to "),
        TextRun("10.0.0.1", TextStyle(evidence=True)),
        TextRun(", not to there"),
    ]
    wide, narrow = Paragraph(theme, runs, 1_000), Paragraph(theme, runs, 80)
    assert wide.layout.lineCount() == 1
    assert narrow.layout.lineCount() > 2
    assert narrow.height > 2 * wide.height
    assert narrow.width <= 80


def test_overlong_text_ends_in_ellipsis(theme: Theme) -> None:
    runs = [TextRun("one two three "), TextRun("four five six 😀 " * 30, TextStyle(evidence=True))]
    cut_off = Paragraph(theme, runs, 100, most=2)
    assert cut_off.layout.lineCount() <= 2
    assert cut_off.layout.text().endswith("…")
    assert cut_off.layout.text().startswith("one two")


def test_very_long_word_wraps(theme: Theme) -> None:
    assert Paragraph(theme, [TextRun("a" * 500)], 200).width <= 200


@for_each("text, length", ("a", 1), ("é", 1), ("😀", 2), ("\ud800", 1))
def test_units_count_utf16_code_units(text: str, length: int) -> None:
    assert units(text) == length


def test_markup_is_shown_literally(theme: Theme, qtbot: QtBot) -> None:
    told = ParagraphLabel(theme)
    qtbot.addWidget(told)
    told.tell([TextRun("<b>bold</b> &lt;")])
    assert told.text() == "<b>bold</b> &lt;"
    assert told.accessibleName() == "<b>bold</b> &lt;"


def test_paragraph_grows_with_zoom(theme: Theme, qtbot: QtBot) -> None:
    told = ParagraphLabel(theme)
    qtbot.addWidget(told)
    told.tell([TextRun("Destination")])
    before = told.heightForWidth(300)
    theme.zoom = 200
    told.setStyleSheet("/* another style */")
    assert told.heightForWidth(300) > 1.7 * before


def test_host_is_cut_on_the_left_and_its_domain_is_bold(theme: Theme) -> None:
    first, last = host_runs(theme, LONG, TextStyle(size=18, evidence=True), 300)
    assert (first.text[0], last.text) == ("…", "example.co.uk")
    assert last.look.weight > first.look.weight
    assert advance(theme, [first, last]) <= 310


@for_each("host", "10.0.0.1", "[::1]", "localhost", "example.com")
def test_host_without_subdomain_is_one_run(theme: Theme, host: str) -> None:
    assert [run.text for run in host_runs(theme, host, TextStyle(evidence=True), 900)] == [host]


def test_text_that_fits_is_not_cut(theme: Theme) -> None:
    run = TextRun("abc")
    assert cut(theme, run, 500, Qt.TextElideMode.ElideLeft) == run
