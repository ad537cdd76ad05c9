"""The strip that switches between the forms of a text."""

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
        (WRAPPED, WRAPPED[1:-1], "Text that is not part of the link was removed.",
            "Show as written"),
        ("http%3A%2F%2Fa.example", "http://a.example", "Percent-encoded link, decoded.",
            "Show as written"),
        (HOST, HOST, "Read according to the grammar.", "Read as in an address bar"),
        ("user@a.example", None, "Read according to the grammar.", "Read as in an email app"),
        ("//a.example/x", None, "Read according to the grammar.",
            "Read as a link on an https page"),
    ],
)  # fmt: skip
def test_derived_text_offers_its_other_form(
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
def test_strip_is_hidden_for_text_with_one_form(text: str, window: Window) -> None:
    window.show_text(DEFANGED)
    window.show_text(text)
    assert window.inspect_page.derived_strip.isHidden()
    assert window.inspect_page.editor.text() == text


def test_strip_switches_between_the_forms(window: Window) -> None:
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


def test_undo_and_redo_switch_between_the_forms(window: Window) -> None:
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


def test_components_and_findings_follow_the_chosen_reading(window: Window) -> None:
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


def test_undo_returns_to_the_grammar_reading(window: Window) -> None:
    window.show_text(HOST)
    page = window.inspect_page
    page.derived_strip.does.click()
    page.editor.undo()
    assert page.editor.text() == HOST
    assert page.derived_strip.words.text() == "Read according to the grammar."
    page.editor.redo()
    assert page.derived_strip.does.text() == "Read according to the grammar"


def test_wrapped_host_has_three_forms(window: Window) -> None:
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


def test_typed_text_is_not_replaced_by_a_derived_form(window: Window, qtbot: QtBot) -> None:
    page = window.inspect_page
    qtbot.keyClicks(page.editor, HOST)
    assert page.editor.text() == HOST
    assert page.derived_strip.words.text() == "Read according to the grammar."


def test_strip_is_accessible_by_keyboard_and_screen_reader(window: Window, qtbot: QtBot) -> None:
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


def test_shown_form_is_copied(window: Window) -> None:
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
def test_text_has_its_derived_forms(text: str, hows: list[str]) -> None:
    inspection = inspect(text)
    forms = forms_of(inspection)
    assert [each.how for each in forms] == hows
    assert len({each.text for each in forms}) == len(forms)
    assert forms[0].inspection is inspection


def test_missing_form_falls_back_to_the_inspected_text() -> None:
    assert defanged_form(inspect(DEFANGED), None) == "hxxps://paypa1[.]com/x"
    assert defanged_form(inspect(HOST), "wrapped") == "paypa1[.]com/login"


def test_chosen_reading_is_restored_with_the_page_state(window: Window) -> None:
    window.show_text(HOST)
    page = window.inspect_page
    page.derived_strip.does.click()
    state = page.page_state()
    page.show_text("https://b.example/")
    page.restore(state)
    assert page.editor.text() == READ
    assert page.inspection is not None
    assert page.inspection.text == HOST
    assert page.derived_strip.does.text() == "Read according to the grammar"
