"""Derivation trees are valid: replaying them by the published grammar results in the text."""

import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import uriinspector
from tests.architecture.source import ROOT
from tests.conformance.aimed_references import INTERESTING
from tests.conformance.grammar_file import grammar_file, names_in
from tests.conformance.replay import replayed, sound_parts
from tests.conformance.test_validity import INVALID, SOMEWHERE, VALID
from uriinspector.core.model import Node

every_edition = pytest.mark.parametrize("edition", uriinspector.EDITIONS)
START = {"1994": "url", "1997": "URL-reference", "2003": "URI-reference", "2005": "URI-reference"}
# Rules of RFC 1738 5 that its grammar does not use, and rules that are never needed for valid
# texts: a component has one canonical rule, and generic-URL includes the texts of opaque-URL (4.4).
UNUSED = {
    "1994": {"national", "punctuation", "partial form", "fragment-id"},
    "1997": {"opaque-URL", "path"},
    "2003": {"absolute-URI-reference", "path", "delims", "unwise"},
    "2005": {"absolute-URI", "path", "reserved", "gen-delims"},
}


def from_grammar(edition: str, chance: Random) -> str:
    """Generate a text from the edition's grammar; in 1994 from all schemes with equal frequency."""
    grammar = grammar_file(edition)
    if edition != "1994":
        return grammar.text(START[edition], chance)
    schemes = [rule for rule in grammar.rules if rule.endswith("url") and rule != "url"]
    url = grammar.text(chance.choice(schemes), chance)
    front, back = chance.choice([("", ""), ("", ""), ("URL:", ""), ("<", ">"), ("<url:", ">")])
    return f"{front}{url}{back}"


def mutated(text: str, chance: Random) -> str:
    """Return the text with one character inserted, removed or replaced."""
    at, more = chance.randint(0, len(text)), chance.randint(0, 1)
    put: str = chance.choice([*INTERESTING, "", "a", "1"])
    return text[:at] + put + text[at + more :]


@cache
def examples() -> tuple[str, ...]:
    """Return the texts in the conformance tests and in the program's example menus."""
    menu = (ROOT / "resources" / "examples.toml").read_text("utf-8")
    valid, invalid = (row.text for _, row in VALID), (row.text for _, row in INVALID)
    somewhere = (row.text for _, row in SOMEWHERE)
    return (*valid, *invalid, *somewhere, *texts_in(tomllib.loads(menu)))


def texts_in(value: object) -> Iterator[str]:
    """Yield every string in a table, recursively."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def nodes(tree: Node) -> Iterator[Node]:
    yield tree
    for child in tree.children:
        yield from nodes(child)


def assert_derived(text: str, edition: str) -> bool:
    """Check a tree, or its parts without faults if it has any; return True if the text is
    valid.
    """
    reference = uriinspector.parse(text, edition=edition)
    tree = reference.derivation
    if reference.valid:
        assert replayed(tree, text, edition) == text, (edition, text)
        return True
    for part in sound_parts(tree):
        if part.rule in grammar_file(edition).rules:
            assert replayed(part, text, edition) == part.span.of(text), (edition, text)
    return False


@every_edition
def test_tree_of_every_example_is_a_derivation(edition: str) -> None:
    for text in examples():
        assert_derived(text, edition)


@every_edition
@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.long)])
def test_tree_derives_exactly_the_text(edition: str, count: int) -> None:
    chance = Random(f"{edition} {count}")
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[from_grammar(edition, chance)] = None
    valid = sum(assert_derived(text, edition) for text in texts)
    # In 1997, an invalid site makes a text invalid (4.4), and so does a query right after a
    # site.
    assert valid >= count * (0.8 if edition == "1997" else 1)
    for text in texts:
        assert_derived(mutated(text, chance), edition)


@every_edition
def test_every_rule_of_the_grammar_occurs(edition: str) -> None:
    chance = Random(edition)
    met: set[str] = set()
    for _ in range(1_500):
        tree = uriinspector.parse(from_grammar(edition, chance), edition=edition).derivation
        met |= {each.rule for each in nodes(tree)}
    rules = set(grammar_file(edition).texts)
    assert {rule for rule in met - rules if not rule.startswith('"')} == set()
    assert rules - met == UNUSED[edition]


@every_edition
def test_every_name_in_a_rule_is_a_rule(edition: str) -> None:
    grammar = grammar_file(edition)
    named = {rule for what in grammar.rules.values() for rule in names_in(what)}
    assert named <= set(grammar.rules)
