"""Validity agrees with an ABNF engine that runs the editions' grammars."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import uriinspector
from tests.conformance.aimed_references import AIMS, aimed, derived
from tests.conformance.oracle import is_in_language
from tests.examples import at_most
from tests.for_each import for_each

# Cases that the specifications themselves decide, to check the oracle first.
DECIDED = [
    # edition, text, in the language, clause
    ("2005", "", True, "RFC 3986 4.2: path-empty"),
    ("2005", "ftp://ftp.is.co.za/rfc/rfc1808.txt", True, "RFC 3986 1.1.2"),
    ("2005", "ldap://[2001:db8::7]/c=GB?objectClass?one", True, "RFC 3986 1.1.2"),
    ("2005", "tel:+1-816-555-1212", True, "RFC 3986 1.1.2"),
    ("2005", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", True, "RFC 3986 1.1.2"),
    ("2005", "this:that", True, "RFC 3986 4.2: a scheme, not a path"),
    ("2005", "./this:that", True, "RFC 3986 4.2"),
    ("2005", "a_b:c", False, "RFC 3986 4.2: path-noscheme"),
    ("2005", ":a", False, "RFC 3986 4.2: path-noscheme"),
    ("2005", "1a:b", False, "RFC 3986 3.1"),
    ("2005", "//[v1.a:b]:", True, "RFC 3986 3.2.2: IPvFuture; 3.2.3: port may be empty"),
    ("2005", "//[V1.a]", True, "RFC 5234 2.3: literals have no case"),
    ("2005", "//[v1.%41]", False, "RFC 3986 3.2.2: no pct-encoded in IPvFuture"),
    ("2005", "//[1:2:3:4:5:6:7::]", True, "RFC 3986 3.2.2"),
    ("2005", "//[1:2:3:4:5:6:7:8::]", False, "RFC 3986 3.2.2"),
    ("2005", "//[::1::]", False, "RFC 3986 3.2.2"),
    ("2005", "//[::256.1.1.1]", False, "RFC 3986 3.2.2: dec-octet"),
    ("2005", "//[::1%25eth0]", False, "RFC 3986 3.2.2: no zone"),
    ("2005", "//a:b:c", False, "RFC 3986 3.2"), ("2005", "//u@v@h", False, "RFC 3986 3.2.1"),
    ("2005", "/a[b]", False, "RFC 3986 3.3"), ("2005", "?a[b]", False, "RFC 3986 3.4"),
    ("2005", "#a#b", False, "RFC 3986 3.5"), ("2005", "a%4", False, "RFC 3986 2.1"),
    ("2005", "\u00e9", False, "RFC 3986 2: ASCII only"),
    ("2005", "//\u212a", False, "RFC 3986 2: ASCII only"),
    ("2003", "", True, "rfc2396bis-01 4: everything is optional"),
    ("2003", "foo:", True, "rfc2396bis-01 G.2: about: and DAV:"),
    ("2003", "foo:?q", True, "rfc2396bis-01 3: hier-part"),
    ("2003", "foo:?[", True, "rfc2396bis-01 3: opaque-part; TRAPS 13"),
    ("2003", "foo:a[b]?c[d]", True, "rfc2396bis-01 G.1: brackets in the opaque part"),
    ("2003", "foo:/a[b]", False, "rfc2396bis-01 G.1: not in the hierarchical syntax"),
    ("2003", "foo:a#b[", False, "rfc2396bis-01 4.1"),
    ("2003", "//a_b", True, "rfc2396bis-01 3.2.1; TRAPS 12"),
    ("2003", "//u@h@e:99x", True, "rfc2396bis-01 3.2.1; TRAPS 12"),
    ("2003", "//256.1.1.1", True, "rfc2396bis-01 3.2.2; TRAPS 12"),
    ("2003", "//u@[::1]:80", True, "rfc2396bis-01 3.2.2"),
    ("2003", "//u@v@[::1]", False, "rfc2396bis-01 3.2.1: no brackets in reg-name"),
    ("2003", "//[v1.a]", False, "rfc2396bis-01 3.2.2: IPv6 only"),
    ("2003", "//", True, "rfc2396bis-01 3.2.2; TRAPS 16"),
    ("2003", "//h?q", True, "rfc2396bis-01 3; TRAPS 14"),
    ("2003", "a_b:c", False, "rfc2396bis-01 5: rel-segment"),
    ("2003", "1:a", False, "rfc2396bis-01 3.1; TRAPS 15"),
    ("1997", "", True, "1997 3: everything is optional"),
    ("1997", "ftp://@host.com/", True, "1997 4.3.1"),
    ("1997", "ftp://foo:@host.com/", True, "1997 4.3.1"),
    ("1997", "//u:p:q@h", False, "1997 4.3.1: no second colon"),
    ("1997", "//h:", True, "1997 4.3.1: port"),
    ("1997", "//", True, "1997 4.3.1; TRAPS 16"),
    ("1997", "//a_b", False, "1997 4.4: the site wins"),
    ("1997", "foo://a_b", False, "1997 4.4: the site wins; TRAPS 11"),
    ("1997", "foo:a//a_b", True, "1997 4.2"), ("1997", "//h?q", False, "1997 5; TRAPS 14"),
    ("1997", "//h/?q", True, "1997 5"), ("1997", "//h#f", True, "1997 3"),
    ("1997", "//999.9.9.9", True, "1997 4.3.1; TRAPS 16"),
    ("1997", "//1.2.3", False, "1997 4.3.1: toplabel"),
    ("1997", "//h.", False, "1997 4.3.1; TRAPS 16"),
    ("1997", "//[::1]", False, "1997 4.3.1; TRAPS 16"),
    ("1997", "127.0.0.1:8080", True, "1997 4.1; TRAPS 15"),
    ("1997", "a_b:c", True, "1997 4.3.2: a path with a colon"),
    ("1997", ":a", True, "1997 4.3.2: a path with a colon"),
    ("1997", "a;b;c=d/;/e", True, "1997 4.3.2"),
    ("1997", "a#b#c", False, "1997 2.4.3"),
    ("1994", "<URL:ftp://info.cern.ch/pub/www/doc;type=d>", True, "RFC 1738, appendix"),
    ("1994", "http://ds.internic.net/instructions/overview.html#WARNING", False, "RFC 1738 5"),
    ("1994", "http://h/~u", False, "RFC 1738 5; TRAPS 18"),
    ("1994", "http://u@h/", False, "RFC 1738 3.3"),
    ("1994", "http://h?q", False, "RFC 1738 5; TRAPS 14"),
    ("1994", "http://h:/", False, "RFC 1738 5; TRAPS 16"),
    ("1994", "HTTP://h", True, "RFC 1738 2.1"),
    ("1994", "ftp://u?:p?@h/", True, "RFC 1738 5; TRAPS 16"),
    ("1994", "ftp://h/a;type=x", False, "RFC 1738 5: ftptype"),
    ("1994", "ftp://h/%2Fetc;TYPE=A", True, "RFC 1738 3.2.2"),
    ("1994", "file:///a", True, "RFC 1738 5"),
    ("1994", "file:/a", False, "RFC 1738 5"),
    ("1994", "file://h", False, "RFC 1738 5: the slash is not optional"),
    ("1994", "gopher://h:70/1x%09y%09+", True, "RFC 1738 3.4"),
    ("1994", "mailto:", False, "RFC 1738 5: 1*xchar"),
    ("1994", "news:*", True, "RFC 1738 3.6"),
    ("1994", "news:a@b.c", True, "RFC 1738 3.6"),
    ("1994", "news:", False, "RFC 1738 5"),
    ("1994", "news:1", False, "RFC 1738 5: group begins with a letter"),
    ("1994", "nntp://h/g", True, "RFC 1738 5; TRAPS 21"),
    ("1994", "nntp://h/g/x", False, "RFC 1738 5"),
    ("1994", "telnet://u:p@h:23/", True, "RFC 1738 3.8"),
    ("1994", "telnet://h/a", False, "RFC 1738 5; TRAPS 21"),
    ("1994", "wais://h/d?s", True, "RFC 1738 3.9"),
    ("1994", "wais://h/d/t/p", True, "RFC 1738 3.9"),
    ("1994", "wais://h/d/t/p/q", False, "RFC 1738 5; TRAPS 21"),
    ("1994", "prospero://h//p;a=b;c=", True, "RFC 1738 3.11"),
    ("1994", "prospero://h/p;a", False, "RFC 1738 5: fieldspec"),
    ("1994", "foo://a_b:c@d@e", True, "RFC 1738 5: *xchar"),
    ("1994", "foo:", True, "RFC 1738 5: *xchar"),
    ("1994", "g", False, "TRAPS 17: no partial forms"),
    ("1994", "", False, "TRAPS 17: no partial forms"),
]  # fmt: skip


@for_each("edition, text, expected, clause", *DECIDED)
def test_oracle_agrees_with_the_specifications(
    edition: str, text: str, expected: bool, clause: str
) -> None:
    assert is_in_language(text, edition) is expected, clause


@for_each("edition", "2003", "2005")
@settings(max_examples=at_most(60), derandomize=True)
@given(data=st.data())
def test_texts_derived_from_the_grammar_are_valid(edition: str, data: st.DataObject) -> None:
    assert is_in_language(data.draw(derived(edition)), edition)


def every_text(frame: str, longest: int) -> Iterator[str]:
    """Yield every text of these characters up to a length, between a beginning and an end."""
    for length in range(longest + 1):
        for characters in product(":/?#[]@%.;a1-+~!", repeat=length):
            yield frame.replace("{}", "".join(characters))


def assert_agreement(text: str, edition: str) -> None:
    judged = uriinspector.parse(text, edition=edition)
    in_language = is_in_language(text, edition)
    assert judged.valid is in_language, (text, edition, judged.violations)


@pytest.mark.parametrize("edition", uriinspector.EDITIONS)
@for_each("aim", *AIMS)
@settings(max_examples=at_most(200), derandomize=True)
@given(data=st.data())
def test_validity_agrees_with_the_grammar(aim: str, edition: str, data: st.DataObject) -> None:
    assert_agreement(data.draw(aimed(edition)[aim]), edition)


@for_each("edition", *uriinspector.EDITIONS)
def test_validity_of_all_three_character_texts_agrees_with_the_grammar(edition: str) -> None:
    for frame, longest in (("{}", 3), ("//{}", 2), ("http://{}", 2)):
        for text in every_text(frame, longest):
            assert_agreement(text, edition)


@pytest.mark.full
@for_each("edition", *uriinspector.EDITIONS)
def test_validity_of_all_four_character_texts_agrees_with_the_grammar(edition: str) -> None:
    for frame in ("{}", "//{}"):
        for text in every_text(frame, 4):
            assert_agreement(text, edition)


@pytest.mark.full
@for_each("edition", *uriinspector.EDITIONS)
@for_each("aim", *AIMS)
@settings(max_examples=2_000, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_validity_agrees_with_the_grammar_at_length(
    aim: str, edition: str, data: st.DataObject
) -> None:
    assert_agreement(data.draw(aimed(edition)[aim]), edition)
