"""The grammar tab: derivation tree, rule cards, and faults."""

import re
from collections.abc import Iterator

import pytest
from pytestqt.modeltest import ModelTester

import uriinspector
from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.core.model import Node, Span
from uriinspector.gui.inspect.grammar_tab import DerivedRow, GrammarTab, card_of, cards
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
    grammar.show_inspection(uriinspector.inspect("http://h/" + "a/" * 30_000 + "%zz" * 500))
    index, count = grammar.tree.branches.index(0, 0), 0
    while index.isValid() and count <= 100:
        index, count = grammar.tree.indexBelow(index), count + 1
    assert 5 < count < 100


# Rules that the RFCs do not define formally: those that RFC 1738's appendix and draft 02
# describe in prose, and the core rules of ABNF.
ADDED = {
    "1994": {"text", "prefix", "partial form", "fragment-id"},
    "1997": set(),
    "2003": {"ALPHA", "DIGIT", "HEXDIG"},
    "2005": {"ALPHA", "DIGIT", "HEXDIG"},
}

# Rules that the test grammars leave to ABNF or write case-insensitively.
CORE = {"alpha", "lowalpha", "hialpha", "upalpha", "digit", "hex", "ftptype", "punctuation"}

TEXTS = [
    "http://u:p@h.example:80/a/b;c?q#f", "//[v1.a]:x/%zz", "http://[::1.2.3.4]/a", "http://1.2.3.4",
    "a:b", "a/b", "/a", "?q", "#", "", "mailto:a@b?c", "<URL:http://h/>", "ftp://u:p@h/a;type=i",
    "ftp://h/a;type=x", "foo://h_x/y?z", "g?y", "http://\u202e/ ", "http://999.1.1.1/", "news:*",
    "news:a@b.c", "news:@b", "news:", "news:1", "gopher://h/1x", "prospero://h/a;b=c",
    "prospero://h/a;b", "prospero://h", "wais://h/d/t/p", "wais://h/d/t", "wais://h", "telnet://u@h/x",
    "file:///a", "file://u@h:8", "nntp://h/g/1", "nntp://h", "nntp://h/g/", "mailto:", "foo:",
    "//a_b:c@d", "http://[::1", "http://[::1]x/", "http://a..b/", "http://-a-/", "http://h?q",
    "http://h:/", "http:x", "//u@h@e:99x", "f:a%2Fb", "http://a/" + "b/" * 5_000,
]  # fmt: skip


def rules_of(node: Node) -> Iterator[str]:
    yield node.rule
    for child in node.children:
        yield from rules_of(child)


@for_each("edition", *uriinspector.EDITIONS)
def test_every_rule_in_a_derivation_has_a_card(edition: str) -> None:
    for text in TEXTS:
        for rule in set(rules_of(uriinspector.parse(text, edition=edition).derivation)):
            card = card_of(edition, rule)
            assert card.words, (edition, rule, text)
            assert card.cite or rule.startswith('"') or rule == "…"


def grammar_of(edition: str) -> dict[str, str]:
    """Return the rules of an edition's conformance grammar, each on one line."""
    file = ROOT / "tests" / "conformance" / "grammars" / f"{edition}.abnf"
    lines = [re.sub(r"(?:^|\s);.*", "", line) for line in file.read_text("ascii").splitlines()]
    rules = re.split(r"\n(?=\S)", "\n".join(lines))
    parts = (rule.partition("=") for rule in rules if "=" in rule)
    return {name.strip(): " ".join(body.split()) for name, _, body in parts}


def plain(rule: str) -> str:
    """Undo the changes that the test grammars make: bars, brackets, names of core rules."""
    quoted = re.split(r'("[^"]*")', rule)
    quoted[::2] = [
        re.sub(r"\b(?:low)?alpha\b", "ALPHA", part.replace("gopher+_string", "gopher-plus-string"))
        .replace("digit", "DIGIT")
        .replace("alphaDIGIT", "alphadigit")
        .replace("DIGITs", "digits")
        .replace("|", "/")
        .replace("_", "-")
        .replace("[", "(")
        .replace("]", ")")
        for part in quoted[::2]
    ]
    return "".join("".join(quoted).split())


@for_each("edition", *uriinspector.EDITIONS)
def test_card_grammar_matches_the_conformance_grammar(edition: str) -> None:
    grammar = {plain(name): plain(body) for name, body in grammar_of(edition).items()}
    shown = {rule: card for rule, card in cards(edition).items() if rule not in ADDED[edition]}
    assert {plain(rule) for rule in shown} | ADDED[edition] >= set(grammar) - {"ALPHA", "DIGIT"}
    for rule, card in shown.items():
        if rule not in CORE:
            assert plain(card.grammar) == grammar[plain(rule)], rule
    assert all(cards(edition)[rule].words for rule in ADDED[edition])


def test_rules_described_in_prose_cite_their_source() -> None:
    assert card_of("1994", "partial form").cite == "url-draft-02 Partial form"
    assert card_of("1994", "prefix").cite == "RFC 1738 appendix"


@for_each("edition, count", ("1994", 67), ("1997", 37), ("2003", 43), ("2005", 36))
def test_each_edition_has_the_expected_number_of_rule_cards(edition: str, count: int) -> None:
    assert len(set(cards(edition)) - ADDED[edition]) == count
