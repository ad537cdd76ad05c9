"""The forms of a text that stands for another one: what is shown of each, and the way back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.core.model import Part
from uriinspector.gui.shell.commands import export
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import defanged_form, forms_of

DEFANGED, LINK = "hxxps://paypa1[.]com/x", "https://paypa1.com/x"
WRAPPED = "<https://a.example/x>"
HOST, READ = "paypa1.com/login", "https://paypa1.com/login"
BOTH = "<paypa1.com/login>"


def copied(window: Window) -> str:
    export(window, "copy_defanged")
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize(
    ("text", "shown", "words", "does"),
    [
        (DEFANGED, LINK, "Defanged link: 2 changes undone.", "Show as written"),
        ("hxxps://a.example/", None, "Defanged link: 1 change undone.", "Show as written"),
        (WRAPPED, WRAPPED[1:-1], "The text around the link was removed.", "Show as written"),
        (
            "http%3A%2F%2Fa.example",
            "http://a.example",
            "Percent-encoded link, decoded.",
            "Show as written",
        ),
        (HOST, HOST, "Read by the grammar.", "Read as in an address bar"),
        ("user@a.example", None, "Read by the grammar.", "Read as in an email app"),
        ("//a.example/x", None, "Read by the grammar.", "Read as in an https page"),
    ],
)
def test_a_text_from_outside_is_shown_with_its_other_form(
    text: str, shown: str | None, words: str, does: str, window: Window
) -> None:
    window.show_text(text)
    page = window.inspect_page
    strip = page.derived_strip
    assert not strip.isHidden()
    assert (strip.words.text(), strip.does.text()) == (words, does)
    if shown is not None:
        assert page.editor.text() == shown
    assert page.inspection
    assert page.inspection.text == text


@pytest.mark.parametrize("text", ["https://a.example/", "a/b", "?q", "", "mailto:a@b.example"])
def test_a_text_of_one_form_has_no_strip(text: str, window: Window) -> None:
    window.show_text(DEFANGED)
    window.show_text(text)
    assert window.inspect_page.derived_strip.isHidden()
    assert window.inspect_page.editor.text() == text


def test_the_strip_goes_back_and_forth(window: Window) -> None:
    window.show_text(DEFANGED)
    page = window.inspect_page
    strip = page.derived_strip
    strip.does.click()
    assert page.editor.text() == DEFANGED
    assert (strip.words.text(), strip.does.text()) == (
        "Defanged link, as written.",
        "Show original link",
    )
    assert page.shown is not None
    assert page.shown.text == LINK
    strip.does.click()
    assert page.editor.text() == LINK
    assert page.inspection is not None
    assert page.inspection.text == DEFANGED


def test_undo_goes_back_and_redo_comes_again(window: Window) -> None:
    window.show_text(DEFANGED)
    page = window.inspect_page
    page.editor.undo()
    assert page.editor.text() == DEFANGED
    assert page.derived_strip.words.text() == "Defanged link, as written."
    page.editor.redo()
    assert page.editor.text() == LINK
    assert page.derived_strip.words.text() == "Defanged link: 2 changes undone."
    assert page.inspection is not None
    assert page.inspection.text == DEFANGED


def test_colours_components_and_findings_speak_of_the_reading_that_is_chosen(
    window: Window,
) -> None:
    window.show_text(HOST)
    page = window.inspect_page
    assert page.shown is not None
    assert page.shown.reference.host is None
    assert {each.code for each in page.shown.findings} == {"lookalike", "suffix-reference"}
    page.derived_strip.does.click()
    assert page.editor.text() == READ
    assert page.derived_strip.words.text() == 'Read as in an address bar: "https://" added.'
    assert page.shown.text == READ
    assert page.shown.components[Part.HOST].text == "paypa1.com"
    assert {each.code for each in page.shown.findings} == {"lookalike"}
    assert page.shown.verdict.headline == "Goes to paypa1.com, which looks like paypal.com"
    assert page.inspection is not None
    assert page.inspection.text == HOST
    page.step_finding(1)
    assert page.selection.span is not None
    assert page.selection.span.of(page.editor.text()) == "paypa1.com"
    page.derived_strip.does.click()
    assert page.editor.text() == HOST
    assert page.shown.reference.host is None


def test_undo_leaves_a_reading(window: Window) -> None:
    window.show_text(HOST)
    page = window.inspect_page
    page.derived_strip.does.click()
    page.editor.undo()
    assert page.editor.text() == HOST
    assert page.derived_strip.words.text() == "Read by the grammar."
    page.editor.redo()
    assert page.derived_strip.does.text() == "Read by the grammar"


def test_a_wrapped_host_has_three_forms(window: Window) -> None:
    window.show_text(BOTH)
    page = window.inspect_page
    strip = page.derived_strip
    assert page.editor.text() == HOST
    assert (strip.does.text(), strip.does_also.text()) == (
        "Show as written",
        "Read as in an address bar",
    )
    strip.does_also.click()
    assert page.editor.text() == READ
    assert (strip.does.text(), strip.does_also.text()) == (
        "Show as written",
        "Show the link inside",
    )
    strip.does_also.click()
    assert page.editor.text() == HOST
    strip.does.click()
    assert page.editor.text() == BOTH
    assert page.inspection is not None
    assert page.inspection.text == BOTH


def test_what_is_typed_is_never_replaced(window: Window, qtbot: QtBot) -> None:
    page = window.inspect_page
    qtbot.keyClicks(page.editor, HOST)
    assert page.editor.text() == HOST
    assert page.derived_strip.words.text() == "Read by the grammar."


def test_keys_and_screen_readers_reach_it(window: Window, qtbot: QtBot) -> None:
    window.show()
    window.show_text(BOTH)
    strip = window.inspect_page.derived_strip
    for each in (strip.does, strip.does_also):
        interface = QAccessible.queryAccessibleInterface(each)
        assert interface.text(QAccessible.Text.Name) == each.text()
        assert interface.text(QAccessible.Text.Description) == strip.words.text()
        assert each.focusPolicy() & Qt.FocusPolicy.TabFocus
    strip.does.setFocus()
    qtbot.keyClick(strip.does, Qt.Key.Key_Tab)
    qtbot.keyClick(strip.does_also, Qt.Key.Key_Space)
    assert window.inspect_page.editor.text() == READ


def test_what_is_copied_is_the_form_that_is_shown(window: Window) -> None:
    window.show_text(DEFANGED)
    strip = window.inspect_page.derived_strip
    assert copied(window) == "hxxps://paypa1[.]com/x"
    strip.does.click()
    assert copied(window) == DEFANGED
    window.show_text(WRAPPED)
    assert copied(window) == "hxxps://a[.]example/x"
    strip.does.click()
    assert copied(window) == "<hxxps://a[.]example/x>"
    window.show_text(HOST)
    assert copied(window) == "paypa1[.]com/login"
    strip.does.click()
    assert copied(window) == "hxxps://paypa1[.]com/login"


@for_each(
    "text, hows",
    ("https://a.example/", ["written"]),
    (DEFANGED, ["written", "defanged"]),
    ("http%3A%2F%2Fa.example", ["written", "percent-encoded"]),
    (BOTH, ["written", "wrapped", "address-bar"]),
    (HOST, ["written", "address-bar"]),
)
def test_all_forms_of_a_text(text: str, hows: list[str]) -> None:
    inspection = inspect(text)
    forms = forms_of(inspection)
    assert [each.how for each in forms] == hows
    assert len({each.text for each in forms}) == len(forms)
    assert forms[0].inspection is inspection


def test_without_a_form_what_is_meant_is_defanged() -> None:
    assert defanged_form(inspect(DEFANGED), None) == "hxxps://paypa1[.]com/x"
    assert defanged_form(inspect(HOST), "wrapped") == "paypa1[.]com/login"


def test_the_reading_outlasts_a_change_of_the_language(window: Window) -> None:
    window.show_text(HOST)
    page = window.inspect_page
    page.derived_strip.does.click()
    state = page.page_state()
    page.show_text("https://b.example/")
    page.restore(state)
    assert page.editor.text() == READ
    assert page.inspection is not None
    assert page.inspection.text == HOST
    assert page.derived_strip.does.text() == "Read by the grammar"
