"""Lexical equivalence: the examples of the specifications, and the comparison ladder."""

import uriinspector
from tests.core.schemes.urn.reading import EDITIONS
from tests.for_each import for_each
from uriinspector.core.schemes.urn import equivalent

# Section 5.1 of the draft, with its numbers; RFC 2141 has the first six.
EXAMPLES = {
    1: "URN:foo:a123,456",
    2: "urn:foo:a123,456",
    3: "urn:FOO:a123,456",
    4: "urn:foo:A123,456",
    5: "urn:foo:a123%2C456",
    6: "URN:FOO:a123%2c456",
    7: "urn:foo:a123,456?x=y",
    8: "urn:foo:a123,456#xyz",
}
CLASSES = {"5a": [{1, 2, 3, 7, 8}, {4}, {5, 6}], "5b": [{1, 2, 3, 8}, {4}, {5, 6}, {7}]}
UUID = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
PAIRS = [(a, b) for a in EXAMPLES for b in EXAMPLES]


def answer(a: str, b: str, urn_edition: str, rule: str) -> bool | None:
    """Return the result of one rule."""
    return {each.rule: each.equal for each in equivalent(a, b, urn_edition)}[rule]


def together(a: int, b: int, classes: list[set[int]]) -> bool:
    """Return True if both texts are in one class."""
    return any({a, b} <= each for each in classes)


@for_each("rule", *CLASSES)
@for_each("a, b", *PAIRS)
def test_urn_rules_of_the_draft_agree_with_its_examples(a: int, b: int, rule: str) -> None:
    assert answer(EXAMPLES[a], EXAMPLES[b], "draft2012", rule) is together(a, b, CLASSES[rule])


@for_each("a, b", *PAIRS)
def test_comparison_ladder_agrees_with_urn_rule_5a(a: int, b: int) -> None:
    found = uriinspector.compare(EXAMPLES[a], EXAMPLES[b], urn_edition="draft2012")
    assert (found.first_equal is not None) is together(a, b, CLASSES["5a"])


@for_each("a, b", *[pair for pair in PAIRS if max(pair) <= 6])
def test_urn_rule_of_rfc_2141_agrees_with_its_examples(a: int, b: int) -> None:
    found = answer(EXAMPLES[a], EXAMPLES[b], "rfc2141", "5")
    assert found is together(a, b, [{1, 2, 3}, {4}, {5, 6}])


# RFC 8141 3.2: the names in a row are equivalent to each other, and to no others.
CURRENT = [
    {"urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456"}
    | {"urn:example:a123,z456?+abc", "urn:example:a123,z456?=xyz", "urn:example:a123,z456#789"},
    {"urn:example:a123,z456/foo"},
    {"urn:example:a123,z456/bar"},
    {"urn:example:a123,z456/baz"},
    {"urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"},
    {"urn:example:A123,z456"},
    {"urn:example:a123,Z456"},
    {"urn:example:%D0%B0123,z456", "urn:example:%d0%b0123,z456?+a?=b#c"},
]
NAMES = sorted(set().union(*CURRENT))


@for_each("edition", *uriinspector.EDITIONS)
@for_each("a", *NAMES)
def test_urn_rule_of_rfc_8141_agrees_with_its_examples(a: str, edition: str) -> None:
    same = next(each for each in CURRENT if a in each)
    for b in NAMES:
        assert answer(a, b, "rfc8141", "3.1") is (b in same)
        met = uriinspector.compare(a, b, edition=edition).first_equal
        assert (met is not None) is (b in same)


@for_each(
    "a, b, urn_edition, expected",
    ("urn:ab:c?d=1&e=2", "urn:ab:c?e=2&d=1", "draft2012", True),
    ("urn:ab:c?d=1&d=2#f", "urn:ab:c?d=2&d=1", "draft2012", True),
    ("urn:ab:c?d=%2f", "urn:ab:c?d=%2F", "draft2012", True),
    ("urn:ab:c?d=1", "urn:ab:c?D=1", "draft2012", False),
    ("urn:ab:c?", "urn:ab:c", "draft2012", False),
)
def test_urn_rule_5b_sorts_directives(a: str, b: str, urn_edition: str, expected: bool) -> None:
    assert answer(a, b, urn_edition, "5b") is expected
    assert answer(a, b, urn_edition, "5a") is True


@for_each(
    "a, b, expected",
    ("urn:ab:c?d", "urn:ab:c", False), ("urn:ab:c?d#e", "urn:ab:c?d", True),
    ("urn:ab:c?%2f", "urn:ab:c?%2F", True), ("urn:ab:c#%2f", "urn:ab:c", True),
    ("urn:ab", "urn:AB", False),
)  # fmt: skip
def test_invalid_component_counts_in_equivalence(a: str, b: str, expected: bool) -> None:
    assert answer(a, b, "rfc8141", "3.1") is expected


def test_all_components_count_for_invalid_urns_and_in_rfc_2141() -> None:
    assert uriinspector.compare("urn:ab:c?d#e", "urn:ab:c?d").first_equal is None
    assert uriinspector.compare("urn:ab:c#%2f", "urn:ab:c").first_equal == "scheme"
    for more in ("?a=b", "?+a", "#a"):
        assert answer("urn:ab:c", f"urn:ab:c{more}", "rfc2141", "5") is False
        found = uriinspector.compare("urn:ab:c", f"urn:ab:c{more}", urn_edition="rfc2141")
        assert found.first_equal is None
    found = uriinspector.compare("urn:AB:%2c?a#b", "urn:ab:%2C?a#b", urn_edition="rfc2141")
    assert found.first_equal == "scheme"


@for_each("a, b",

        ("urn:ISBN:0-306-40615-2", "urn:isbn:0306406152"),
        ("urn:isbn:0-8044-2957-x", "urn:isbn:080442957X"),
        ("urn:isbn:978-0-306-40615-7", "urn:isbn:9780306406157"),
        ("urn:issn:0317-8471", "urn:issn:03178471"),
        ("urn:issn:2434-561x", "urn:issn:2434-561X"),
        (f"urn:uuid:{UUID.upper()}", f"urn:uuid:{UUID}"),
        ("urn:nbn:FI-fe19981001", "urn:nbn:fi-fe19981001"),
        ("urn:ietf:RFC:2648", "urn:ietf:rfc:2648"))  # fmt: skip
@for_each("urn_edition", *EDITIONS)
def test_namespace_adds_its_equivalence_rule(a: str, b: str, urn_edition: str) -> None:
    *general, own = equivalent(a, b, urn_edition)
    assert {each.equal for each in general} == {False}
    assert own.equal
    assert own.cites
    assert uriinspector.compare(a, b, urn_edition=urn_edition).first_equal == "scheme"


@for_each(
    "a, b",
    ("urn:nbn:fi-FE1", "urn:nbn:fi-fe1"),
    ("urn:nbn:x-1", "urn:nbn:X-1"),
    ("urn:isbn:030640615-2", "urn:isbn:0306406153"),
    ("urn:isbn:1-2", "urn:isbn:12"), ("urn:issn:1-2", "urn:issn:12"), ("urn:uuid:A", "urn:uuid:a"),
    ("urn:oid:1.2", "urn:oid:1.02"), ("urn:lex:eu:a", "urn:lex:EU:a"),
    ("urn:ietf:params:A", "urn:ietf:params:a"),
    ("urn:ietf:X", "urn:ietf:x"),
)  # fmt: skip
def test_namespace_rule_applies_only_to_the_namespace_string(a: str, b: str) -> None:
    assert answer(a, b, "rfc8141", "namespace") is False
    assert uriinspector.compare(a, b).first_equal is None


@for_each("other", "", "http://a/", "urn", "urn\u0130:a")
def test_text_that_is_not_a_urn_is_not_compared(other: str) -> None:
    for each in equivalent("urn:ab:c", other, "rfc8141"):
        assert each.equal is None
        assert each.to_dict()["b"] is None
    assert answer(other, "urn:ab:c", "rfc8141", "3.1") is None


def test_ruling_json_has_every_field() -> None:
    *_, ruling = equivalent("urn:ISSN:0317-8471", "urn:issn:2434561x?=q", "rfc8141")
    assert ruling.to_dict() == {
        "rule": "namespace",
        "a": "urn:issn:03178471",
        "b": "urn:issn:2434561X",
        "equal": False,
        "differs": ["nss"],
        "cites": ["RFC 3044", "RFC 8254"],
    }


def test_authority_is_not_a_namespace() -> None:
    assert uriinspector.compare("urn://h/A:b", "urn://h/a:b").first_equal is None


def test_urn_scheme_rung_cites_the_clause() -> None:
    for urn_edition, clause in zip(
        EDITIONS, ("RFC 2141 5", "rfc2141bis-urn-03 5", "RFC 8141 3.1"), strict=True
    ):
        rungs = uriinspector.compare("urn:a:b", "urn:A:b", urn_edition=urn_edition).rungs
        assert clause in next(each.a.cites for each in rungs if each.name == "scheme")
    other = uriinspector.compare("x://a", "x://a/").rungs
    assert next(each.a.cites for each in other if each.name == "scheme") == ("RFC 3986 6.2.3",)
