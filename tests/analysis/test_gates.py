"""Gates decide which rules run: behind a closed gate no rule would have found anything.

So running only the rules behind open gates gives the same findings as running all of them.
"""

import re
from base64 import b64encode, urlsafe_b64encode
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.analysis.expectations.row import Row
from tests.benchmarks.corpus import references
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.analysis.facts import Facts
from uriinspector.analysis.gates import ENCODED_AT, When, letters
from uriinspector.analysis.international.scripts import BIDI_CONTROLS, is_invisible
from uriinspector.analysis.nested import GATE, layers
from uriinspector.analysis.rules.table import RULES

ROWS = (*BENIGN, *MALICIOUS)
BRISK = settings(
    max_examples=at_most(1_500),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# Pieces of links and text that rules look for, to be combined in any order.
PIECES = [
    *("http", "https", "htps", "ftp", "file", "mailto", "data", "javascript", "hxxp", "url",
        "gopher"),
    *(":", "/", "//", "?", "#", "@", "[", "]", "\\", "=", "&", ";", "%", ".", "..", "-", "--", "_"),
    *("www.", "paypal", "paypa1", ".com", ".co.uk", ".info", ".example", "localhost", "evil.test"),
    *("10.0.0.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:10.0.0.1]", ":80", ":8080", ":",
        "xn--"),
    *("%2e", "%2F", "%5c", "%40", "%25", "%2520", "%20%20%20", "%C3%A9", "%e2%80%ae", "%zz", "%00"),
    *("aHR0cHM6Ly9ldmls", "eyJhIjoi", "687474703a2f2f", "YUBiLmRl", "token", "uid", "pass", "u"),
    *("safelinks.protection.outlook.com", "bit.ly", "t.co", "github.io", "web.archive.org"),
    *("my--site-example-org.translate.goog", "duskgobjzwx2w4lu.onion.ly", "www.google.de/url?q="),
    *(" ", "\t", "\u00e9", "\u0430", "\u202e", "\u200b", "\uff0f", "\ud800", "<", ">", '"', "(",
        ")"),
    *("&amp;", "a", "ab", "news", "index.html", "x" * 25, "(dot)", "[.]", "javascript:alert(1)"),
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
links = st.tuples(st.sampled_from(["", "/", "//", "http://", "https://a.b/", "a/"]), texts).map(
    "".join
)


def missed(facts: Facts) -> list[str]:
    """Return the rules behind closed gates that would find something."""
    shut = (rule for rule in RULES if not rule.when & facts.flags)
    return [rule.code for rule in shut if next(iter(rule.find(facts)), None) is not None]


def is_seen(facts: Facts) -> bool:
    """Return True if the gates for violations and nested links are right."""
    faults = facts.reference.rules.judge(facts.reference)
    if bool(facts.flags & When.INVALID) != (next(iter(faults), None) is not None):
        return False
    if facts.flags & GATE:
        return True
    facts.flags |= GATE
    return layers(facts) == ()


@cache
def known() -> list[str]:
    return references(4_000)


@for_each("row", *ROWS)
def test_no_gate_hides_an_expected_finding(row: Row) -> None:
    for edition in EDITIONS:
        facts = Facts(parse(row.text, edition=edition), row.base, None, row.protect)
        assert missed(facts) == []
        assert is_seen(facts)


@pytest.mark.parametrize("edition", EDITIONS)
@for_each("base", None, "http://a.example/b/c", "file:///a/b")
def test_no_gate_hides_a_finding_in_realistic_links(base: str | None, edition: str) -> None:
    for text in known()[:1_000] if base else known():
        facts = Facts(parse(text, edition=edition), base)
        assert (text, missed(facts)) == (text, [])
        assert is_seen(facts), text


@pytest.mark.long
def test_no_gate_hides_a_finding_in_the_whole_corpus() -> None:
    for text in references():
        facts = Facts(parse(text))
        assert (text, missed(facts), is_seen(facts)) == (text, [], True)


@BRISK
@given(st.one_of(texts, links), st.sampled_from([None, "https://a.example/", "file:///x"]))
def test_no_gate_hides_a_finding_in_generated_texts(text: str, base: str | None) -> None:
    for edition in ("2005", "1994"):
        facts = Facts(parse(text, edition=edition), base, None, ("mybank.example",))
        assert missed(facts) == []
        assert is_seen(facts)


def test_escaped_letters_are_ignored_only_if_they_are_visible() -> None:
    matches = letters().fullmatch
    found = [char for char in map(chr, range(0x110000)) if matches(char)]
    assert len(found) > 30_000
    assert [char for char in found if is_invisible(char) or char in BIDI_CONTROLS] == []


@given(
    st.from_regex(re.compile(r"[a-z0-9.+-]{1,20}@[a-z]{1,9}\.[a-z]{2,5}", re.ASCII), fullmatch=True)
)
def test_every_encoded_mail_address_opens_its_gate(mail: str) -> None:
    octets = mail.encode()
    for packed in (b64encode(octets).decode(), urlsafe_b64encode(octets).decode(), octets.hex()):
        assert ENCODED_AT.search(packed)
