"""Rule cards agree with the grammars of the conformance tests."""

import re
from collections.abc import Iterator

import uriinspector
from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.core.model import Node
from uriinspector.gui.inspect.grammar_tab import card_of, cards

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
def test_number_of_rule_cards_per_edition(edition: str, count: int) -> None:
    assert len(set(cards(edition)) - ADDED[edition]) == count
