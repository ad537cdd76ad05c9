"""The grammar tab: derivation tree, rule card, and faults."""

import pytest
from pytestqt.modeltest import ModelTester

import uriinspector
from uriinspector.core.model import Span
from uriinspector.gui.inspect.grammar_tab import DerivedRow, GrammarTab
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import plain_text

TEXT = "http://user@[2001:db8::1]:80x/a%zz;b?q#f"


def chosen(grammar: GrammarTab) -> DerivedRow:
    row: DerivedRow = grammar.tree.branches.value(grammar.tree.currentIndex())
    return row


def test_grammar_tree_is_a_valid_item_model(
    window: Window, grammar: GrammarTab, qtmodeltester: ModelTester
) -> None:
    window.show_text(TEXT)
    qtmodeltester.check(grammar.tree.branches)


@pytest.mark.parametrize(
    ("span", "rule"),
    [
        (Span(12, 25), "host"),  # the topmost of rules with the same span
        (Span(13, 24), "IPv6address"),
        (Span(0, 40), "URI-reference"),
        (Span(13, 15), "h16"),  # the smallest rule around the span
        (Span(4, 7), "URI"),
    ],
    ids=str,
)
def test_selected_span_is_found_in_the_tree(
    window: Window, grammar: GrammarTab, span: Span, rule: str
) -> None:
    window.show_text(TEXT)
    window.inspect_page.selection.select(span)
    assert chosen(grammar).node.rule in {rule, "HEXDIG"}
    assert window.inspect_page.selection.span == span


def test_selected_rule_is_selected_in_the_editor(window: Window, grammar: GrammarTab) -> None:
    window.show_text(TEXT)
    grammar.tree.choose(grammar.tree.place_of(Span(13, 24)))
    assert window.inspect_page.selection.span == Span(13, 24)


def test_selected_rule_shows_its_card(window: Window, grammar: GrammarTab) -> None:
    window.show_text("http://h/")
    grammar.tree.choose(grammar.tree.place_of(Span(0, 4)))
    panel = grammar.panel
    assert plain_text(panel.heading.pieces) == "scheme"
    assert plain_text(panel.grammar.pieces) == 'scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )'
    assert panel.words.text().startswith("The scheme sets the rules")
    assert panel.place.text() == "from 0 to 4, 4 characters"
    asked: list[str] = []
    window.inspect_page.tabs.clause_requested.connect(asked.append)
    panel.clause.click()
    assert asked == ["RFC 3986 3.1"]


def test_rule_names_follow_the_edition(window: Window, grammar: GrammarTab) -> None:
    page = window.inspect_page
    page.edition.setCurrentIndex(page.edition.findData("1997"))
    window.show_text("http://h/")
    grammar.tree.choose(grammar.tree.place_of(Span(7, 8)))
    assert plain_text(grammar.panel.heading.pieces) == "site"
    assert grammar.panel.clause.text() == "url-syntax-05 4.3.1"


def test_next_button_steps_through_the_grammar_faults(window: Window, grammar: GrammarTab) -> None:
    window.show_text(TEXT)
    places = []
    for _ in range(3):
        grammar.next.click()
        places.append(chosen(grammar).span)
        assert chosen(grammar).is_fault
    assert places == [Span(28, 29), Span(31, 32), Span(28, 29)]
    assert "expected: digits" in plain_text(grammar.panel.fault.pieces)
    assert window.inspect_page.selection.span == Span(28, 29)


def test_zero_width_fault_is_found(window: Window, grammar: GrammarTab) -> None:
    window.show_text("http://[::1")
    grammar.next.click()
    assert chosen(grammar).span == Span(11, 11)
    assert "not closed" in plain_text(grammar.panel.fault.pieces)


def test_valid_text_is_reported_as_matching(window: Window, grammar: GrammarTab) -> None:
    window.show_text("http://h/")
    assert grammar.next.isHidden()
    assert grammar.summary.text() == "The text matches the 2005 grammar."
    assert grammar.panel.words.text() == "The whole text matches."


def test_huge_text_has_few_tree_rows(grammar: GrammarTab) -> None:
    text = "http://h/" + "a/" * 30_000 + "%zz" * 500
    grammar.show_inspection(uriinspector.inspect(text))
    index, count = grammar.tree.branches.index(0, 0), 0
    while index.isValid() and count <= 100:
        index, count = grammar.tree.indexBelow(index), count + 1
    assert 5 < count < 100
