"""The comparison ladder for two references, and how browsers compare them."""

from typing import Any

from tests.for_each import for_each
from uriinspector.analysis.card import card_of
from uriinspector.gui.compare.comparison_view import (
    ComparePair,
    RungCard,
    look_at,
    pairs,
    rung_cards,
)
from uriinspector.gui.text.pieces import Kind, plain_text


def cards(*pair: Any) -> dict[str, RungCard]:
    both = look_at(ComparePair(*pair)).both
    assert both is not None
    return {each.title: each for each in rung_cards(both)}


def marked(card: RungCard, form: int, kind: Kind) -> list[str]:
    return [piece.text for piece in card.forms[form] if piece.kind is kind]


SIGNS = [
    # a, b, signs of the rungs from "as written" to "protocol", then browsers and site
    ("http://a.org/", "http://a.org/", "=====–", "=="),
    ("HTTP://A.org/", "http://a.org/", "≠====–", "=="),
    ("http://a.org:80", "http://a.org/", "≠≠≠≠=–", "=="),
    ("http://a.org/b", "https://www.a.org/", "≠≠≠≠≠–", "≠="),
    ("http://a.org/", "http://b.org/", "≠≠≠≠≠–", "≠≠"),
    ("a/b", "a/b", "––––––", "––"),
    ("http://1/", "http://0.0.0.1/", "≠≠≠≠≠–", "=–"),
]


@for_each("a, b, ladder, followed", *SIGNS)
def test_each_rung_shows_equality(a: str, b: str, ladder: str, followed: str) -> None:
    found = [each.sign for each in cards(a, b).values()]
    assert "".join(found) == ladder + followed


def test_rung_marks_changes_in_both_forms() -> None:
    found = cards("HTTP://A/%7eb", "http://a/~B")
    assert marked(found["case"], 0, Kind.CUT) == ["HTTP", "A", "e"]
    assert marked(found["case"], 0, Kind.ADDED) == ["http", "a", "E"]
    assert plain_text(found["case"].forms[1]) == "http://a/~B"
    assert marked(found["as written"], 1, Kind.DIFFERS) == ["http", "a", "~B"]


def test_as_written_forms_are_unchanged() -> None:
    texts = ("HTTP://a:80/./b", "http://a/b#c")
    for each, text in zip(cards(*texts)["as written"].forms, texts, strict=True):
        assert plain_text(each) == text


def test_first_equal_rung_is_flagged() -> None:
    found = cards("HTTP://a/", "http://a/")
    assert [title for title, each in found.items() if each.is_first] == ["case"]
    assert not any(each.is_first for each in cards("a:b", "a:c").values())


def test_rung_without_effect_shows_no_forms() -> None:
    found = cards("http://a/b", "http://a/c")["case"]
    assert found.forms == ()
    assert found.note.startswith("rule without effect here: ")


@for_each(
    "urn_edition, rules",
    ("rfc2141", {"URNs (RFC 2141)": "≠", "URNs (namespace)": "≠"}),
    ("draft2012", {"URNs (2012, 5a)": "=", "URNs (2012, 5b)": "≠", "URNs (namespace)": "="}),
    ("rfc8141", {"URNs (RFC 8141)": "=", "URNs (namespace)": "="}),
)  # fmt: skip
def test_urns_have_their_own_rungs(urn_edition: str, rules: dict[str, str]) -> None:
    query = "?x" if urn_edition == "draft2012" else "?=x"
    found = cards(f"urn:example:a{query}", "URN:Example:a", "2005", urn_edition)
    signs = {title: each.sign for title, each in found.items() if title.startswith("URNs")}
    assert signs == rules


def test_urn_rungs_require_two_urns() -> None:
    assert not any(title.startswith("URNs") for title in cards("urn:a-b:c", "http://a/"))


def test_every_clause_of_the_ladder_has_a_card() -> None:
    found = {cite for each in pairs() for card in cards(*each.pair).values() for cite in card.cites}
    assert {cite for cite in found if card_of(cite) is None} == set()
    assert found


def test_outcomes_never_claim_nonequivalence() -> None:
    said = {
        card.outcome for each in pairs() for card in cards(*each.pair).values() if not card.is_met
    }
    assert said <= {
        *("not yet equivalent", "not reached", "equivalence not shown"),
        *("different URLs", "different sites", "not accepted", "no site"),
    }


BASES = ComparePair("g", "../b/g", base_a="http://a.org/b/c", base_b="http://a.org/x/y")


def test_targets_are_compared_if_bases_are_given() -> None:
    found = cards(*BASES)
    target = found["target"]
    assert [plain_text(each) for each in target.forms] == ["http://a.org/b/g"] * 2
    assert (target.sign, target.cites) == ("–", ("RFC 3986 6.1",))
    assert found["as written"].is_met
    assert found["browsers (WHATWG)"].is_met
    assert "target" not in cards("http://a/", "http://b/")


def test_missing_target_is_explained() -> None:
    found = cards(*BASES._replace(base_b="b"))
    assert "the base has none" in plain_text(found["target"].forms[1])
    assert {found[title].sign for title in ("as written", "case", "by the scheme")} == {"–"}
    assert found["case"].note == "no target to compare"


def test_ignored_fragments_have_a_card() -> None:
    found = cards(*ComparePair("http://a/#b", "http://a/#c", fragments=False))
    assert found["fragment"].outcome == "not compared"
    assert found["as written"].is_met
    assert found["fragment"].cites == ("RFC 3986 6.1",)
    earlier = cards(*ComparePair("http://a/#b", "http://a/#c", "1997", fragments=False))
    assert earlier["fragment"].cites == ()


def test_urn_rules_name_the_difference() -> None:
    found = cards("urn:foo:a,b", "urn:foo:a,b?x=y", "2005", "draft2012")
    assert (found["URNs (2012, 5a)"].sign, found["URNs (2012, 5a)"].note) == ("=", "")
    assert found["URNs (2012, 5b)"].sign == "≠"
    assert found["URNs (2012, 5b)"].note == "differs in: query"
