"""The headline above two compared references."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector import EDITIONS
from uriinspector.analysis.card import card_of
from uriinspector.gui.compare.comparison_view import ComparePair, Headline, headline, look_at, pairs

CYRILLIC = "http://\u0430pple.com"
SITES = "Lookalikes with different sites:"


def said(*pair: Any) -> Headline:
    return headline(look_at(ComparePair(*pair)))


ROWS = [
    # a, b, line, severity, clause it cites
    ("http://a/", "http://a/", "Equal: the same text", "info", "RFC 3986 6.2.1"),
    ("HTTP://A/", "http://a/", "Equal after case normalization", "info", "6.2.2.1"),
    ("a:%41", "a:A", "Equal after percent-encoding normalization", "info", "RFC 3986 6.2.2.2"),
    ("a:/b/../c", "a:/c", "Equal after dot-segment removal", "info", "RFC 3986 6.2.2.3"),
    ("http://a:80/", "http://a", "Equal after scheme-based normalization", "info", "9110 4.2.3"),
    ("urn:x-a:b?=c", "urn:x-a:b", "Equal after scheme-based normalization", "info", "8141 3.1"),
    ("http://a/b", "http://a/b/", "Not equal by any rule checked", "calm", "RFC 3986 6.2.4"),
    ("http://a/b", "https://c/", "Not equal by any rule checked", "calm", "RFC 3986 6.2.4"),
    ("http://apple.com", CYRILLIC,
        f"{SITES} 1 of 16 characters differs, U+0430 CYRILLIC SMALL LETTER A", "high",
        "RFC 3986 6.2.4"),
    (CYRILLIC, "http://apple.com",
        f"{SITES} 1 of 16 characters differs, U+0430 CYRILLIC SMALL LETTER A", "high",
        "RFC 3986 6.2.4"),
    ("http://paypal.com/", "http://paypaI.com/",
        f"{SITES} 1 of 18 characters differs, U+0049 LATIN CAPITAL LETTER I", "high",
        "RFC 3986 6.2.4"),
    ("http://localhostl/", "http://localhost1/",
        "Lookalikes with different hosts: 1 of 18 characters differs, U+0031 DIGIT ONE", "high",
        "RFC 3986 6.2.4"),
    ("http://example.com/modern", "http://example.com/rnodern",
        "Lookalikes: 2 of 26 characters differ, U+0072 LATIN SMALL LETTER R", "medium",
        "RFC 3986 6.2.4"),
    ("apple.com", "\u0430pple.com",
        "Lookalikes: 1 of 9 characters differs, U+0430 CYRILLIC SMALL LETTER A", "medium",
        "RFC 3986 6.2.4"),
]  # fmt: skip


@for_each("a, b, line, severity, clause", *ROWS)
def test_headline_states_strongest_result(
    a: str, b: str, line: str, severity: str, clause: str
) -> None:
    found = said(a, b)
    assert (found.line, found.severity) == (line, severity)
    assert found.cite.endswith(clause)


def test_missing_link_is_requested() -> None:
    assert headline(None).line == "Enter two links to compare"
    for pair in (("http://a/", ""), ("", "http://a/")):
        assert said(*pair).line == "One link is missing"


def test_remaining_differences_are_listed() -> None:
    detail = said("http://a:1/b?c", "http://d:2/b?e").detail
    assert "they still differ in: host, port, query." in detail
    assert "need the network (RFC 3986 §6.2.4)" in detail


def test_urns_are_compared_by_selected_edition() -> None:
    assert (
        said("urn:x-a:b?=c", "urn:x-a:b", "2005", "rfc2141").line == "Not equal by any rule checked"
    )


@for_each("edition", *EDITIONS)
@given(st.sampled_from(pairs()), st.text(max_size=8), st.text(max_size=8))
def test_every_headline_cites_a_clause_with_a_card(
    edition: str, example: tuple[str, ComparePair], a: str, b: str
) -> None:
    pair = example[1]
    for each in (pair, ComparePair(pair.a + a, pair.b + b), ComparePair(a or "x", b or "x")):
        found = headline(look_at(each._replace(edition=edition)))
        assert card_of(found.cite) is not None
        assert "different" not in found.line or found.line.startswith("Lookalikes")


@for_each(
    "edition, a, b, cite",
    ("1994", "http://a/", "http://a/", "RFC 1738 2.2"),
    ("1997", "http://a/", "http://a/", "RFC 3986 6.1"),
    ("1994", "http://a/", "http://b/c", "RFC 3986 6.1"),
    ("1997", "http://a/", "http://b/c", "RFC 3986 6.1"),
)
def test_edition_without_a_clause_cites_the_standard(
    edition: str, a: str, b: str, cite: str
) -> None:
    found = said(a, b, edition)
    assert found.cite == cite
    assert "RFC " in found.detail


def test_references_without_a_target_are_not_compared() -> None:
    found = said("g", "g", "2003", "rfc8141", "mailto:x", "mailto:x")
    assert found.line == "Not compared: no target"
    assert found.detail.startswith("The base is opaque")
    assert (found.severity, found.cite) == ("calm", "rfc2396bis-01 6.1")
    assert said("", "g", "2003").line == "One link is missing"
    assert said("#s", "g", "1997", "rfc8141", "http://a", "http://a").cite == "RFC 3986 6.1"


@for_each("edition", "1994", "1997", "2003", "2005")
def test_relative_references_without_a_base_are_not_equal(edition: str) -> None:
    found = said("../a", "../a", edition)
    assert found.line == "Not compared: relative reference without a base"
    assert "resolved before it is compared" in found.detail
    assert "same address" not in f"{found.line} {found.detail}"
    with_bases = said("../a", "../a", edition, "rfc8141", "http://a/b/c", "http://a/b/d")
    assert with_bases.line == "Equal: the same text"


def test_lookalike_hosts_without_a_scheme_are_reported() -> None:
    found = said("apple.com", "\u0430pple.com")
    assert found.line.startswith("Lookalikes")
    assert "resolved before it is compared" in found.detail


def test_fragment_only_difference_is_explained() -> None:
    assert "fragment only" in said("http://a/b#c", "http://a/b#d").detail
    assert "fragment only" not in said("http://a/b#c", "http://a/d#d").detail
