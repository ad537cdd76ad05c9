"""Rules that cite a clause, and the order of clauses."""

from tests.for_each import for_each
from uriinspector import EDITIONS
from uriinspector.documents.clauses import every_clause, is_within, others_citing, rules_citing

SCHEMES = {"data", "geo", "mailto", "news", "tel", "urn"}


@for_each(
    "cite, wanted, expected",
    ("RFC 3986 5.2.4", "RFC 3986 5.2.4", True), ("RFC 3986 5.2.4", "RFC 3986 5.2", True),
    ("RFC 3986 5.2.4", "RFC 3986 5.2.", True), ("RFC 3986 5.2.4", "rfc 3986 5", True),
    ("RFC 3986 5.2.4", "RFC 3986", True), ("RFC 3986 5.2.4", "5.2", True),
    ("RFC 3986 5.2.4", "3986 5.2", True), ("RFC 3986 5.2.4", "RFC 3986 5.2.4.1", False),
    ("RFC 3986 5.2.4", "RFC 3986 5.20", False), ("RFC 3986 5.20", "RFC 3986 5.2", False),
    ("RFC 3986 5.2.4", "RFC 1738 5.2", False), ("RFC 3986 5.2.4", "2.4", False),
    ("RFC 3986 5.2.4", "", False), ("", "RFC 3986", False),
    ("rfc2396bis-01 2.4.3", "rfc2396bis-01 2.4", True),
    ("own observation", "own", True),
)  # fmt: skip
def test_citation_matches_its_clause_and_parent_clauses(
    cite: str, wanted: str, *, expected: bool
) -> None:
    assert is_within(cite, wanted) is expected


def test_clauses_are_sorted_by_number() -> None:
    found = [each for each in every_clause() if each.startswith("RFC 3986 ")]
    numbers = [[int(n) for n in each.split()[-1].split(".") if n.isdecimal()] for each in found]
    digits = [each for each in numbers if each]
    assert digits == sorted(digits)
    assert {"RFC 3986 5.2.4", "RFC 3986 6.2.2.1", "RFC 3986 C"} <= {*found}
    assert len(found) == len({*found})


def test_rules_productions_and_levels_cite_clauses() -> None:
    assert "single-depth" in {each.code for each in rules_citing("RFC 3986 5.2.4")}
    assert rules_citing("RFC 9999") == ()
    found = others_citing("RFC 3986 3.2")
    assert list(found) == sorted(found)
    assert ("RFC 3986 3.2.1", "2005", "userinfo") in {each[:3] for each in found}
    levels = {each[1:] for each in others_citing("RFC 3986 6.2.2.1")}
    assert ("2005", "case", "a level of the comparison ladder") in levels
    practice = [each for each in others_citing("rfc2396bis-01") if each.name == "good practice"]
    assert [each[1:] for each in practice] == [
        ("2003", "good practice", "six rules for authors of URIs")
    ]
    assert {each.where for each in others_citing("RFC 6068")} == {"mailto"}


def test_clauses_belong_to_an_edition_or_a_scheme() -> None:
    found = {each.where for cite in every_clause() for each in others_citing(cite)}
    assert found == {*EDITIONS} | SCHEMES
    # The schemes of 1994 belong to its edition.
    assert {each.where for each in others_citing("RFC 1738 3.2")} == {"1994"}
