"""Excluded characters are flagged with the reason that the specification gives."""

from tests.for_each import for_each
from uriinspector import parse
from uriinspector.core.production import exclusion_of

GATEWAYS, DELIMITER = "gateways are known to change it", "it delimits URLs in text"
REASONS = {
    "2003": ("rfc2396bis-01 2.4.3", dict.fromkeys("{}|\\^`", GATEWAYS)),
    "1997": ("url-syntax-05 2.4.3", dict.fromkeys("{}|\\^[]`", GATEWAYS)),
    "1994": ("RFC 1738 2.2", dict.fromkeys("{}|\\^~[]`", GATEWAYS)),
}
COMMON = {
    **dict.fromkeys('<>"', DELIMITER),
    " ": "spaces get lost or added when a URL is copied",
    "\x01": "it is not printable",
    "\x7f": "it is not printable",
}


@for_each(
    "edition, character",
    *[(edition, each) for edition, (_, own) in REASONS.items() for each in (*own, *COMMON)],
)
def test_excluded_character_is_flagged_with_its_reason(edition: str, character: str) -> None:
    cite, own = REASONS[edition]
    (violation,) = parse(f"http://a/b{character}c", edition=edition).violations
    assert violation.message.endswith(f"; {(own | COMMON)[character]}")
    assert violation.cites[-1] == cite
    assert violation.cites.count(cite) == 1


@for_each(
    "text, edition",
    ("http://a/é", "1997"),  # 1997 does not list characters outside US-ASCII
    ("http://a/{|", "1997"),  # each may be excluded for another reason
    ("http://a:{/", "1997"),  # a port has only digits, so no reason is given
    ("http://a/[", "2003"),  # reserved for addresses
    ("http://a/{", "2005"),  # 2005 gives no reasons
)
def test_characters_excluded_without_a_reason_have_none(text: str, edition: str) -> None:
    (violation,) = parse(text, edition=edition).violations
    assert ";" not in violation.message
    assert not any(cite.endswith((" 2.4.3", " 2.2")) for cite in violation.cites)


def test_second_number_sign_is_flagged_in_the_fragment() -> None:
    (violation,) = parse("http://a/b#c#d", edition="1997").violations
    assert violation.message.endswith("; it begins a fragment")


def test_edition_without_reasons_gives_none_for_excluded_characters() -> None:
    assert exclusion_of("RFC 3986 3.3").reasons == {}
