"""The tab of escapes, used by hand."""

import pytest
from PySide6.QtGui import QGuiApplication

import uriinspector
from uriinspector.core.model import Part, Span
from uriinspector.gui.inspect.escapes_tab import PARTS, EscapesTab
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.table_model import PAGE
from uriinspector.gui.text.pieces import plain_text

TEXT = "http://h/%2541?q=a%20b%26c"


@pytest.fixture
def escapes(window: Window) -> EscapesTab:
    window.resize(1320, 860)
    window.show()
    tabs = window.inspect_page.tabs
    tabs.open("escapes")
    tab = tabs.tabs["escapes"]
    assert isinstance(tab, EscapesTab)
    return tab


def test_a_triplet_that_is_chosen_is_selected_in_the_text(
    window: Window, escapes: EscapesTab
) -> None:
    window.show_text(TEXT)
    escapes.grid.selectRow(1)
    assert window.inspect_page.selection.span == Span(18, 21)
    assert window.inspect_page.editor.textCursor().selectedText() == "%20"
    assert escapes.noted.note.text().startswith("%20 · U+0020 SPACE")


def test_a_component_that_is_selected_selects_its_first_escape(
    window: Window, escapes: EscapesTab
) -> None:
    window.show_text(TEXT)
    window.inspect_page.selection.select(Span(15, len(TEXT)))
    assert escapes.grid.currentIndex().row() == 1


def test_one_click_takes_one_layer_off_and_another_puts_it_back(
    window: Window, escapes: EscapesTab
) -> None:
    window.show_text(TEXT)
    peeling = escapes.peeling
    shown = [plain_text(peeling.text.pieces)]
    while peeling.on.isEnabled():
        peeling.on.click()
        shown.append(plain_text(peeling.text.pieces))
    assert shown == [TEXT, "http://h/%41?q=a b&c", "http://h/A?q=a b&c"]
    peeling.back.click()
    peeling.back.click()
    assert plain_text(peeling.text.pieces) == TEXT
    assert not peeling.back.isEnabled()


def test_a_component_is_decoded_and_encoded(window: Window, escapes: EscapesTab) -> None:
    window.show_text(TEXT)
    coding = escapes.coding
    assert coding.field.text() == "q=a%20b%26c"
    assert plain_text(coding.decoded.pieces) == "q=a b&c"
    coding.copy_decoded.click()
    assert QGuiApplication.clipboard().text() == "q=a b&c"
    coding.field.set_text("a b/\u202e")
    assert plain_text(coding.encoded.pieces) == "a%20b%2F%E2%80%AE"
    coding.copy_encoded.click()
    assert QGuiApplication.clipboard().text() == "a%20b%2F%E2%80%AE"
    assert plain_text(coding.decoded.pieces) == "a b/‹U+202E›"


def test_a_component_without_escapes_says_so(window: Window, escapes: EscapesTab) -> None:
    window.show_text(TEXT)
    coding = escapes.coding
    coding.part.setCurrentIndex(PARTS.index(Part.PORT))
    coding.field.set_text("8 0")
    assert "allows no percent-encoding" in plain_text(coding.encoded.pieces)
    assert not coding.copy_encoded.isEnabled()


def test_half_a_pair_is_no_trouble(window: Window, escapes: EscapesTab) -> None:
    window.show_text("a:\ud800?\udfff%ed%a0%80")
    escapes.peeling.on.click()
    escapes.coding.copy_decoded.click()
    escapes.coding.copy_encoded.click()
    assert "\ud800" not in QGuiApplication.clipboard().text()


def test_without_escapes_the_table_says_so(window: Window, escapes: EscapesTab) -> None:
    window.show_text("http://a/")
    assert escapes.none.isVisible()
    assert not escapes.grid.isVisible()


def test_a_huge_text_makes_one_page_of_rows(escapes: EscapesTab) -> None:
    escapes.show_inspection(uriinspector.inspect("http://a/" + "%41" * 20_000))
    assert escapes.grid.lazy.rowCount() == PAGE
    assert escapes.grid.lazy.canFetchMore()
