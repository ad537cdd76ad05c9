"""Two references climb the ladder of section 6 until they meet, each edition its own."""

import pytest

from uriinspector import EDITIONS, compare
from uriinspector.core.model import Part

every_edition = pytest.mark.parametrize("edition", EDITIONS)

STRING, CASE, ESCAPES, DOTS, SCHEME, PROTOCOL = (
    *("string", "case", "percent-encoding", "dot-segments", "scheme", "protocol"),
)


def meet(y1994: str | None, y1997: str | None, y2003: str | None, y2005: str | None) -> object:
    """The rung on which two references first meet, by edition; None: not shown equivalent."""
    return {"1994": y1994, "1997": y1997, "2003": y2003, "2005": y2005}


def meet_in_all(rung: str | None) -> object:
    """The same rung in every edition."""
    return meet(rung, rung, rung, rung)


NEVER = meet_in_all(None)
ROWS = [
    # a, b, where they meet, by which clause
    ("http://a/", "http://a/", meet_in_all(STRING), "6.2.1"),
    ("", "", meet_in_all(STRING), "6.2.1"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", meet_in_all(CASE), "6.2.2.1"),
    ("http://a/B", "http://a/b", NEVER, "6.2.2.1: only scheme and host"),
    ("http://U@a/", "http://u@a/", NEVER, "6.2.2.1: only scheme and host"),
    ("http://a/?B", "http://a/?b", NEVER, "6.2.2.1: only scheme and host"),
    # the digits of an escape: with the case in 2005, with the escapes in 2003, else not named
    ("http://a/%3a", "http://a/%3A", meet(None, None, ESCAPES, CASE), "2003 6.2.2.2, 2005 6.2.2.1"),
    # TRAPS 24: what may be unescaped
    ("http://a/%41", "http://a/A", meet_in_all(ESCAPES), "a letter"),
    ("http://a/%5F", "http://a/_", meet_in_all(ESCAPES), "an underscore"),
    ("http://a/%7Eu", "http://a/~u", meet(None, ESCAPES, ESCAPES, ESCAPES), "1738: national"),
    ("http://a/%2D", "http://a/-", meet(ESCAPES, ESCAPES, None, ESCAPES), "2003 2.3: not marks"),
    ("http://a/%2E", "http://a/.", meet(ESCAPES, ESCAPES, None, ESCAPES), "2003 2.3: not marks"),
    ("http://a/%21", "http://a/!", meet(ESCAPES, ESCAPES, None, None), "2005: a delimiter"),
    ("http://a/%24", "http://a/$", meet(ESCAPES, ESCAPES, None, None), "2003: reserved"),
    ("http://a/%2B", "http://a/+", meet(ESCAPES, None, None, None), "1997: reserved"),
    ("http://a/%2F", "http://a//", NEVER, "reserved in all"),
    ("http://a/%20", "http://a/ ", NEVER, "allowed in none"),
    ("http://a/%C3%A9", "http://a/\u00e9", NEVER, "allowed in none"),
    # RFC 3986 6.2.2
    (
        "example://a/b/c/%7Bfoo%7D",
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
        meet(None, None, DOTS, DOTS),
        "2005 6.2.2",
    ),
    # rfc2396bis-01 6.2.2
    (
        "example://a/b/c/%7A",
        "eXAMPLE://a/./b/../b/c/%7a",
        meet(None, None, DOTS, DOTS),
        "2003 6.2.2",
    ),
    ("/a/./b", "/a/b", meet(None, None, DOTS, DOTS), "6.2.2.3"),
    ("http://a/../b", "http://a/b", meet(None, None, None, DOTS), "2003 merge 7: kept"),
    ("a/./b", "a/b", NEVER, "dots of a relative path mean something only on resolution"),
    ("foo:a/./b", "foo:a/b", NEVER, "not a path from the root"),
    ("http://a/?x/../y", "http://a/?y", NEVER, "no path"),
    # 6.2.3: the port and the empty path
    ("http://example.com:80/", "http://example.com/", meet_in_all(SCHEME), "6.2.3, 1997 6"),
    ("http://example.com:0080/", "http://example.com/", meet_in_all(SCHEME), "a port is a number"),
    ("http://example.com:/", "http://example.com/", meet_in_all(SCHEME), "6.2.3"),
    ("http://example.com", "http://example.com/", meet(SCHEME, None, None, SCHEME), "1738 3.3"),
    ("ftp://example.com", "ftp://example.com/", meet(None, None, None, SCHEME), "2005 6.2.3"),
    ("foo://example.com", "foo://example.com/", meet(None, None, None, SCHEME), "2005 6.2.3"),
    ("//example.com", "//example.com/", NEVER, "no scheme"),
    ("//example.com:80/", "//example.com/", NEVER, "no scheme"),
    ("https://example.com:80/", "https://example.com/", NEVER, "another scheme's port"),
    ("https://example.com:443/", "https://example.com/", meet_in_all(SCHEME), "6.2.3"),
    ("ftp://example.com:21/", "ftp://example.com/", meet_in_all(SCHEME), "1738 3.2"),
    ("foo://example.com:0/", "foo://example.com/", NEVER, "no default is known"),
    # 6.2.3: delimiters of what is empty stay
    ("http://example.com/?", "http://example.com/", NEVER, "6.2.3"),
    ("http://example.com/#", "http://example.com/", NEVER, "6.2.3"),
    ("ftp://@example.com/", "ftp://example.com/", NEVER, "6.2.3"),
    ("ftp://u:@example.com/", "ftp://u@example.com/", NEVER, "6.2.3"),
    # the schemes' own rules
    ("mailto:Joe@Example.COM", "mailto:Joe@example.com", meet_in_all(SCHEME), "2005 6.2.3"),
    ("mailto:Joe@a", "mailto:joe@a", NEVER, "a mailbox may have a case"),
    ("mailto:JOE", "mailto:joe", NEVER, "no domain"),
    ("file://localhost/x", "file:///x", meet_in_all(SCHEME), "1738 3.10, 2005 6.2.3"),
    ("file://LOCALHOST/x", "file:///x", meet_in_all(SCHEME), "a host has no case"),
    ("file://u@localhost/x", "file://u@/x", NEVER, "2005 6.2.3: not beside a userinfo"),
    ("file://localhost:8/x", "file://:8/x", NEVER, "2005 6.2.3: not beside a port"),
    ("http://localhost/x", "http:///x", NEVER, "another scheme's rule"),
    ("URN:foo:a123", "urn:foo:a123", meet_in_all(CASE), "6.2.2.1"),
    ("urn:FOO:a123", "urn:foo:a123", meet_in_all(SCHEME), "RFC 8141 3.1"),
    ("urn:foo:A123", "urn:foo:a123", NEVER, "RFC 8141 3.1"),
    ("urn:foo:a%2Cb", "urn:foo:a,b", NEVER, "RFC 8141 3.1: not unescaped"),
    ("urn:foo:a%2c", "urn:foo:a%2C", meet(SCHEME, SCHEME, SCHEME, CASE), "RFC 8141 3.1"),
    ("urn:foo:a%41", "urn:foo:aA", NEVER, "RFC 8141 3.1: not unescaped"),
    ("urn:foo", "urn:FOO", NEVER, "no namespace before a colon"),
    # a bad escape is not made a good one
    ("http://a/%%34%31", "http://a/%41", NEVER, "the first % starts no escape"),
]


@every_edition
@pytest.mark.parametrize(("a", "b", "expected", "clause"), ROWS)
def test_two_references_meet_where_the_edition_says(
    a: str, b: str, expected: dict[str, str | None], clause: str, edition: str
) -> None:
    assert compare(a, b, edition=edition).first_equal == expected[edition], clause
    assert compare(b, a, edition=edition).first_equal == expected[edition], clause


HTTP = ["http://example.com", "http://example.com/", "http://example.com:/"]
HTTP.append("http://example.com:80/")


@pytest.mark.parametrize("a", HTTP)
@pytest.mark.parametrize("b", HTTP)
def test_the_four_forms_of_one_http_address_are_equivalent(a: str, b: str) -> None:
    """RFC 3986 6.2.3; the second of them is the normal form."""
    found = compare(a, b)
    assert found.first_equal == (STRING if a == b else SCHEME)
    assert found.rungs[-2].a.text == "http://example.com/"


@every_edition
def test_the_rungs_stand_in_the_order_of_section_6(edition: str) -> None:
    found = compare("http://a/", "http://b/", edition=edition)
    assert [rung.name for rung in found.rungs] == [STRING, CASE, ESCAPES, DOTS, SCHEME, PROTOCOL]


@every_edition
def test_a_protocol_is_shown_and_never_climbed(edition: str) -> None:
    last = compare("http://a/", "http://a/", edition=edition).rungs[-1]
    assert (last.name, last.equal, last.a.text, last.b.text) == (PROTOCOL, None, None, None)


@every_edition
def test_what_is_the_same_text_is_equal_on_every_rung(edition: str) -> None:
    found = compare("HTTP://A:80/%7e/..", "HTTP://A:80/%7e/..", edition=edition)
    assert [rung.equal for rung in found.rungs] == [True] * 5 + [None]


DIFFER = [
    ("http://a/", "http://a/", ()),
    ("HTTP://A:80", "http://a/", ()),
    ("http://a/x", "http://b/x", (Part.AUTHORITY, Part.HOST)),
    ("http://a/x", "https://a/y", (Part.SCHEME, Part.PATH)),
    ("http://u@a:1/", "http://v@a:2/", (Part.AUTHORITY, Part.USERINFO, Part.PORT)),
    ("http://a/?x#y", "http://a/#z", (Part.QUERY, Part.FRAGMENT)),
    ("http://a/?", "http://a/", (Part.QUERY,)),
    ("a", "", (Part.PATH,)),
]


@pytest.mark.parametrize(("a", "b", "parts"), DIFFER)
def test_what_differs_in_the_end_is_named(a: str, b: str, parts: tuple[Part, ...]) -> None:
    assert compare(a, b).differs == parts


@every_edition
def test_every_rung_cites_its_own_edition(edition: str) -> None:
    document = {
        "1994": "RFC 1738",
        "1997": "url-syntax-05",
        "2003": "rfc2396bis-01",
        "2005": "RFC 3986",
    }[edition]
    for rung in compare("a", "b", edition=edition).to_dict()["rungs"][1:]:
        assert all(cite.startswith(f"{document} ") for cite in rung["cites"])
        assert rung["cites"]


OWN_CLAUSES = [
    ("http://a", "https://a", ["RFC 9110 4.2.3"]),
    ("ws://a", "wss://a", ["RFC 6455 3"]),
    ("mailto:a@B", "tel:1", ["RFC 6068 2", "RFC 3966 4"]),
    ("file://localhost/", "file:///", ["RFC 1738 3.10", "RFC 8089 2"]),
    ("x:a", "a", []),
]


@pytest.mark.parametrize(("a", "b", "own"), OWN_CLAUSES)
def test_the_rung_of_schemes_cites_what_both_schemes_say(a: str, b: str, own: list[str]) -> None:
    cites = {rung["rung"]: rung["cites"] for rung in compare(a, b).to_dict()["rungs"]}
    assert cites[SCHEME] == ["RFC 3986 6.2.3", *own]
    assert cites[DOTS] == ["RFC 3986 6.2.2.3", "RFC 3986 5.2.4"]


def test_a_comparison_tells_every_field_by_its_name() -> None:
    found = compare("HTTP://a/", "http://a/").to_dict()
    assert {key: found[key] for key in ("schema", "a", "b", "edition")} == {
        "schema": 1,
        "a": "HTTP://a/",
        "b": "http://a/",
        "edition": "2005",
    }
    assert found["first_equal"] == CASE
    assert found["differs"] == []
    assert found["rungs"][0] == {
        "rung": STRING,
        "a": "HTTP://a/",
        "b": "http://a/",
        "equal": False,
        "cites": ["RFC 3986 6.2.1"],
    }
    assert found["appearance"]["differences"][0]["a"]["text"] == "HTTP"
