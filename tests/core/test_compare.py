"""Comparison of two references by the ladder of section 6, in each edition."""

import pytest

from tests.for_each import for_each
from uriinspector import EDITIONS, compare, parse
from uriinspector.core.compare import classes, normal_form
from uriinspector.core.model import Part

every_edition = for_each("edition", *EDITIONS)

STRING, CASE, ESCAPES, DOTS, SCHEME, PROTOCOL = (
    *("string", "case", "percent-encoding", "dot-segments", "scheme", "protocol"),
)


def meet(y1994: str | None, y1997: str | None, y2003: str | None, y2005: str | None) -> object:
    """Return the rung on which two references become equal, by edition; None if not shown
    equal.
    """
    return {"1994": y1994, "1997": y1997, "2003": y2003, "2005": y2005}


def meet_in_all(rung: str | None) -> object:
    return meet(rung, rung, rung, rung)


NEVER = meet_in_all(None)
ROWS = [
    # a, b, the rung on which they become equal, the clause
    ("http://a/", "http://a/", meet_in_all(STRING), "6.2.1"),
    ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", meet_in_all(CASE), "6.2.2.1"),
    ("http://a/B", "http://a/b", NEVER, "6.2.2.1: only scheme and host"),
    ("http://U@a/", "http://u@a/", NEVER, "6.2.2.1: only scheme and host"),
    ("http://a/?B", "http://a/?b", NEVER, "6.2.2.1: only scheme and host"),
    # the digits of an escape: only 1997 does not mention them
    ("http://a/%3a", "http://a/%3A", meet(ESCAPES, None, ESCAPES, CASE), "1738 2.2, 6.2.2"),
    ("http://a/%7e", "http://a/%7E", meet(ESCAPES, ESCAPES, ESCAPES, CASE), "1738 2.2, 1997 2.4.2"),
    ("foo:%c3%a9?%c3#%c3", "foo:%C3%A9?%C3#%C3", meet(ESCAPES, None, ESCAPES, CASE), "1738 2.2"),
    # characters that may be unescaped; in 2003 an encoded mark equals the mark, 2.3 and 6.2.2.2
    ("http://a/%41", "http://a/A", meet_in_all(ESCAPES), "a letter"),
    ("http://a/%5F", "http://a/_", meet_in_all(ESCAPES), "an underscore"),
    ("http://a/%7Eu", "http://a/~u", meet(None, ESCAPES, ESCAPES, ESCAPES), "1738: national"),
    ("http://a/%2D", "http://a/-", meet_in_all(ESCAPES), "2003 2.3: a mark"),
    ("http://a/%2E", "http://a/.", meet_in_all(ESCAPES), "2003 2.3: a mark"),
    ("http://a/%2e%2E/b", "http://a/../b", meet_in_all(ESCAPES), "2003 2.3: a mark"),
    ("http://a/%21%27(%2a%29", "http://a/!'(*)", meet(ESCAPES, ESCAPES, ESCAPES, None), "2005"),
    ("http://a/%24", "http://a/$", meet(ESCAPES, ESCAPES, None, None), "2003: reserved"),
    ("http://a/%2B", "http://a/+", meet(ESCAPES, None, None, None), "1997: reserved"),
    ("http://a/%2F", "http://a//", NEVER, "reserved in all"),
    ("http://a/%20", "http://a/ ", NEVER, "allowed in none"),
    ("http://a/%C3%A9", "http://a/\u00e9", NEVER, "allowed in none"),
    # RFC 3986 6.2.2
    ("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
        meet(None, None, DOTS, DOTS), "2005 6.2.2"),
    # rfc2396bis-01 6.2.2
    ("example://a/b/c/%7A", "eXAMPLE://a/./b/../b/c/%7a", meet(None, None, DOTS, DOTS),
        "2003 6.2.2"),
    ("x:/a/./b", "x:/a/b", meet(None, None, DOTS, DOTS), "6.2.2.3"),
    ("http://a/../b", "http://a/b", meet(None, None, None, DOTS), "2003 merge 7: kept"),
    ("foo:a/./b", "foo:a/b", meet(None, None, None, DOTS), "6.2.2.3"),
    ("http://a/?x/../y", "http://a/?y", NEVER, "no path"),
    # 6.2.3: the port and the empty path
    ("http://example.com:80/", "http://example.com/", meet_in_all(SCHEME), "6.2.3, 1997 6"),
    ("http://example.com:0080/", "http://example.com/", meet_in_all(SCHEME), "a port is a number"),
    ("http://example.com:/", "http://example.com/", meet_in_all(SCHEME), "6.2.3"),
    ("http://example.com", "http://example.com/", meet(SCHEME, None, None, SCHEME), "1738 3.3"),
    ("http://a?q", "http://a/?q", meet(None, None, None, SCHEME),
        "1738 3.3: only without a search"),
    ("telnet://h", "telnet://h/", meet(SCHEME, None, None, SCHEME), "1738 3.8"),
    ("telnet://u:p@h:23", "telnet://u:p@h/", meet(SCHEME, None, None, SCHEME), "1738 3.8"),
    ("gopher://h", "gopher://h/1", meet_in_all(SCHEME), "1738 3.4.1"),
    ("ftp://example.com", "ftp://example.com/", meet(None, None, None, SCHEME), "2005 6.2.3"),
    # draft 02, Fragment-id: an empty one means the whole object
    ("http://a/b#", "http://a/b", meet(SCHEME, None, None, None), "draft 02, 2005 6.2.3"),
    ("x:a/b#", "x:a/b", meet(SCHEME, None, None, None), "draft 02, 2005 6.2.3"),
    ("mailto:a@b#", "mailto:a@b", meet(SCHEME, None, None, None), "draft 02, 2005 6.2.3"),
    ("http://a/b#", "http://a/b#c", NEVER, "not void"),
    ("http://a/b?", "http://a/b", NEVER, "a search, not a fragment-id"),
    ("foo://example.com", "foo://example.com/", meet(None, None, None, SCHEME), "2005 6.2.3"),
    ("https://example.com:80/", "https://example.com/", NEVER, "another scheme's port"),
    ("https://example.com:443/", "https://example.com/", meet_in_all(SCHEME), "6.2.3"),
    ("ftp://example.com:21/", "ftp://example.com/", meet_in_all(SCHEME), "1738 3.2"),
    ("foo://example.com:0/", "foo://example.com/", NEVER, "no default is known"),
    # 6.2.3: the delimiters of empty components are kept
    ("http://example.com/?", "http://example.com/", NEVER, "6.2.3"),
    ("http://example.com/#", "http://example.com/", meet(SCHEME, None, None, None), "6.2.3"),
    ("ftp://@example.com/", "ftp://example.com/", NEVER, "6.2.3"),
    ("ftp://u:@example.com/", "ftp://u@example.com/", NEVER, "6.2.3"),
    # the schemes' rules
    ("ftp://h/a;type=a", "ftp://h/a;type=A", meet_in_all(SCHEME), "1738 3.2.2, 5: ftptype"),
    ("ftp://h/a;type=I", "ftp://h/a;type=i", meet_in_all(SCHEME), "1738 3.2.2, 5: ftptype"),
    ("ftp://h/D;type=D", "ftp://h/D;type=d", meet_in_all(SCHEME), "1738 3.2.2, 5: ftptype"),
    ("ftp://h/a;type=a", "ftp://h/a;type=i", NEVER, "another type"),
    ("ftp://h/a;type=X", "ftp://h/a;type=x", NEVER, "no typecode"),
    ("ftp://h/;type=A/b", "ftp://h/;type=a/b", NEVER, "not at the end"),
    ("http://h/a;type=a", "http://h/a;type=A", NEVER, "another scheme's rule"),
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
    # a malformed escape does not become a valid one
    ("http://a/%%34%31", "http://a/%41", NEVER, "the first % starts no escape"),
]  # fmt: skip


@every_edition
@for_each("a, b, expected, clause", *ROWS)
def test_references_become_equal_at_the_rung_of_the_edition(
    a: str, b: str, expected: dict[str, str | None], clause: str, edition: str
) -> None:
    assert compare(a, b, edition=edition).first_equal == expected[edition], clause
    assert compare(b, a, edition=edition).first_equal == expected[edition], clause


HTTP = ["http://example.com", "http://example.com/", "http://example.com:/"]
HTTP.append("http://example.com:80/")


@for_each("a", *HTTP)
@for_each("b", *HTTP)
def test_four_forms_of_one_http_address_are_equivalent(a: str, b: str) -> None:
    """RFC 3986 6.2.3; the second form is the normal one."""
    found = compare(a, b)
    assert found.first_equal == (STRING if a == b else SCHEME)
    assert found.rungs[-2].a.text == "http://example.com/"


@every_edition
def test_rungs_are_in_the_order_of_section_6(edition: str) -> None:
    found = compare("http://a/", "http://b/", edition=edition)
    assert [rung.name for rung in found.rungs] == [STRING, CASE, ESCAPES, DOTS, SCHEME, PROTOCOL]


@every_edition
def test_protocol_rung_is_listed_but_never_compared(edition: str) -> None:
    last = compare("http://a/", "http://a/", edition=edition).rungs[-1]
    assert (last.name, last.equal, last.a.text, last.b.text) == (PROTOCOL, None, None, None)


@every_edition
def test_identical_texts_are_equal_at_every_rung(edition: str) -> None:
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
    ("x:a", "x:", (Part.PATH,)),
]


@for_each("a, b, parts", *DIFFER)
def test_comparison_names_the_differing_parts(a: str, b: str, parts: tuple[Part, ...]) -> None:
    assert compare(a, b).differs == parts


# The edition's own clauses about a rung; rungs without a clause are compared, too.
CLAUSES = {
    "1994": (["2.2"], ["2.1", "3.1"], ["2.2"], [], ["3.1"], []),
    "1997": ([], ["4.1", "6"], ["2.4.2"], [], ["6"], []),
    "2003": (
        *(["6.2.1"], ["6.2.2.1"], ["6.2.2.2", "2.3"], ["6.2.2.3", "5.2"], ["6.2.3"], ["6.2.4"]),
    ),
    "2005": (
        *(["6.2.1"], ["6.2.2.1"], ["6.2.2.2", "2.3"], ["6.2.2.3", "5.2.4"], ["6.2.3"], ["6.2.4"]),
    ),
}
DOCUMENTS = {
    "1994": "RFC 1738", "1997": "url-syntax-05", "2003": "rfc2396bis-01", "2005": "RFC 3986",
}  # fmt: skip


@every_edition
def test_every_rung_cites_only_its_own_edition(edition: str) -> None:
    cites = [rung["cites"] for rung in compare("a", "b", edition=edition).to_dict()["rungs"]]
    document = DOCUMENTS[edition]
    assert cites == [[f"{document} {each}" for each in rung] for rung in CLAUSES[edition]]


OWN_CLAUSES_1994 = [
    ("http://a/", ["RFC 1738 3.1", "RFC 1738 3.3", "RFC 9110 4.2.3"]),
    ("telnet://a", ["RFC 1738 3.1", "RFC 1738 3.8"]),
    ("gopher://a", ["RFC 1738 3.1", "RFC 1738 3.4.1"]),
    ("ftp://a", ["RFC 1738 3.1", "RFC 1738 3.2.2", "RFC 1738 5"]),
    ("foo:a#", ["RFC 1738 3.1", "url-draft-02 Fragment-id"]),
]


@for_each("text, cites", *OWN_CLAUSES_1994)
def test_scheme_rung_of_1994_cites_the_section_of_the_scheme(text: str, cites: list[str]) -> None:
    assert list(compare(text, text, edition="1994").rungs[-2].cites) == cites


NOTES = [
    # edition, rung, words in its note, words not in its note
    ("1994", SCHEME, "empty fragment", "empty path"),
    ("1997", SCHEME, "default port and", "path"), ("2003", SCHEME, "default port and", "path"),
    ("2005", SCHEME, "empty path", "void"), ("1994", ESCAPES, "uppercase", "equal"),
    ("1997", ESCAPES, "decoded", "uppercase"), ("2003", ESCAPES, "count as plain", "decoded"),
    ("2005", ESCAPES, "decoded", "uppercase"),
]  # fmt: skip


@for_each("edition, name, included, excluded", *NOTES)
def test_rung_note_names_what_the_edition_allows(
    edition: str, name: str, included: str, excluded: str
) -> None:
    (rung,) = (
        each for each in compare("http://a", "http://b", edition=edition).rungs if each.name == name
    )
    assert included in rung.a.note
    assert excluded not in rung.a.note


def test_comparing_in_2003_leaves_the_normal_form_unchanged() -> None:
    """2.3: an encoded mark equals the mark, but a normalizer leaves it encoded."""
    assert compare("http://a/%2D", "http://a/-", edition="2003").first_equal == ESCAPES
    assert normal_form(parse("http://a/%2d", edition="2003")) == "http://a/%2D"
    assert [each.form for each in classes(["foo:%2D", "foo:-"], edition="2003")] == ["foo:-"]


WITH_BASES = [
    # a, its base, b, its base, edition, the rung on which they become equal
    ("g", "http://a/b/c", "../b/g", "http://a/b/d", "2005", STRING),
    ("g", "http://a/b/c", "http://a/b/g", None, "2005", STRING),
    ("g", "HTTP://A/b/c", "http://a/b/g", None, "2005", CASE),
    ("../g", "http://a", "http://a/g", None, "2005", STRING),
    ("../g", "http://a", "http://a/g", None, "2003", None),
    ("g", "http://a", "http://ag", None, "1997", STRING),
    ("g", "http://a", "http://ag", None, "1994", STRING),
    ("#s", "http://a/b", "http://a/b#s", None, "2005", STRING),
    ("g", "http://a/b", "g", "http://c/b", "2005", None),
    ("http://a/./b", "http://x/", "http://a/b", "http://y/", "2005", STRING),
]


@for_each("a, base_a, b, base_b, edition, expected", *WITH_BASES)
def test_references_are_compared_by_their_targets(
    a: str, base_a: str | None, b: str, base_b: str | None, edition: str, expected: str | None
) -> None:
    """RFC 3986 6.1: a relative reference is resolved before it is compared."""
    assert compare(a, b, edition=edition, base_a=base_a, base_b=base_b).first_equal == expected
    assert compare(b, a, edition=edition, base_a=base_b, base_b=base_a).first_equal == expected


def test_comparison_json_has_the_resolved_targets() -> None:
    record = compare("g?y", "http://a/x", base_a="http://a/b").to_dict()
    assert record["sides"] == {
        "a": {"base": "http://a/b", "target": "http://a/g?y", "problem": None,
            "same_document": False},
        "b": {"base": None, "target": None, "problem": None, "same_document": False},
    }  # fmt: skip
    assert (record["a"], record["b"]) == ("g?y", "http://a/x")
    assert record["rungs"][0]["a"] == "http://a/g?y"
    assert record["differs"] == ["path", "query"]


RELATIVE = ["../a", "a", "/a/b", "?q", "#f", "", "//example.com/a", "a/./b", "www.example.com"]


@every_edition
@for_each("text", *RELATIVE)
def test_relative_reference_without_a_base_is_not_compared(text: str, edition: str) -> None:
    """RFC 3986 6.1: the same text leads to different targets on different pages."""
    for other in (text, "http://a/b"):
        found = compare(text, other, edition=edition)
        assert found.first_equal is None
        assert {rung.equal for rung in found.rungs} == {None}
        assert found.to_dict()["sides"]["a"]["problem"]["code"] == "no-base"


@every_edition
def test_same_relative_reference_on_two_pages_is_not_equal(edition: str) -> None:
    def met(other: str) -> str | None:
        base = "http://a/b/c"
        return compare("g", "g", edition=edition, base_a=base, base_b=other).first_equal

    assert met("http://a/d/c") is None
    assert met("http://a/b/d") == STRING


@for_each(
    "a, b, is_only",
    ("http://a/b#c", "http://a/b#d", True), ("HTTP://A:80/b#c", "http://a/b", True),
    ("http://a/b#c", "http://a/c#d", False), ("http://a/b#c", "http://a/b#c", False),
    ("#c", "#d", False),
)  # fmt: skip
def test_difference_in_the_fragment_only_is_reported(a: str, b: str, *, is_only: bool) -> None:
    found = compare(a, b)
    assert found.differs_in_fragment_only is is_only
    assert found.to_dict()["differs_in_fragment_only"] is is_only
    assert not compare(a, b, fragments=False).differs_in_fragment_only


NO_TARGET = [
    ("g", "mailto:x", "2003", "base-opaque"),
    ("g", "b", "2005", "base-relative"), ("g", "", "2005", "base-relative"),
    ("", "http://a/b", "2003", None), ("#s", "http://a/b", "1997", None),
]  # fmt: skip


@for_each("text, base, edition, code", *NO_TARGET)
def test_reference_without_a_target_is_not_compared(
    text: str, base: str, edition: str, code: str | None
) -> None:
    """The same text against two unusable bases is not shown equivalent."""
    found = compare(text, text, edition=edition, base_a=base, base_b=base)
    assert found.first_equal is None
    assert {rung.equal for rung in found.rungs} == {None}
    assert found.differs == ()
    record = found.to_dict()["sides"]["a"]
    assert record["target"] is None
    assert (record["problem"] or {"code": None})["code"] == code
    assert record["same_document"] is (code is None)
    one = compare(text, "http://a/b", edition=edition, base_a=base)
    assert one.first_equal is None
    assert one.rungs[0].a.text is None
    assert one.rungs[0].b.text == "http://a/b"


FRAGMENTS = [
    ("http://a/b#c", "http://a/b#d", "2005", STRING),
    ("http://a/b#c", "http://a/b", "2005", STRING),
    ("http://a/b#", "http://a/b", "2003", STRING),
    ("x:#c", "x:#d", "1997", STRING),
    ("<URL:http://a/b#c>", "URL:http://a/b", "1994", CASE),
    ("HTTP://a/b#c", "http://a/b", "1994", CASE),
    ("http://a/b#c", "http://a/c#c", "2005", None),
]


@pytest.mark.parametrize(("a", "b", "edition", "expected"), FRAGMENTS)
def test_comparison_can_ignore_fragments(
    a: str, b: str, edition: str, expected: str | None
) -> None:
    """RFC 3986 6.1: as when deciding whether a request is needed."""
    found = compare(a, b, edition=edition, fragments=False)
    assert found.first_equal == expected
    assert (found.a, found.b) == (a, b)
    assert found.to_dict()["fragments"] is False
    assert Part.FRAGMENT not in found.differs


def test_fragments_are_ignored_after_resolution() -> None:
    found = compare("#c", "http://a/b#d", base_a="http://a/b", fragments=False)
    assert found.first_equal == STRING
    assert found.rungs[0].a.text == "http://a/b"


URNS = [
    # 5.1 of the draft: examples 7 and 8 compared with 1
    ("urn:foo:a123,456?x=y", "draft2012", {"5a": [], "5b": ["query"], "namespace": []}),
    ("urn:foo:a123,456#xyz", "draft2012", {"5a": [], "5b": [], "namespace": []}),
    ("urn:foo:A123,456", "draft2012", {"5a": ["nss"], "5b": ["nss"], "namespace": ["nss"]}),
    ("urn:bar:a", "draft2012", {rule: ["nid", "nss"] for rule in ("5a", "5b", "namespace")}),
    ("urn:foo:a123,456?+x", "rfc8141", {"3.1": [], "namespace": []}),
    ("urn:foo:a123,456#x", "rfc2141", {"5": ["nss"], "namespace": ["nss"]}),
]


@for_each("text, urn_edition, expected", *URNS)
def test_each_urn_rule_names_the_differing_parts(
    text: str, urn_edition: str, expected: dict[str, list[str]]
) -> None:
    found = compare("URN:FOO:a123,456", text, urn_edition=urn_edition).to_dict()
    rules = {each["rule"]: each for each in found["urn_rules"]}
    assert {name: each["differs"] for name, each in rules.items()} == expected
    for each in rules.values():
        assert each["equal"] is (each["differs"] == [])


@for_each("a, b", ("urn:a:b", "http://a"), ("http://a", "http://b"), ("", ""))
def test_urn_rules_apply_only_to_two_urns(a: str, b: str) -> None:
    assert compare(a, b).to_dict()["urn_rules"] == []


OWN_CLAUSES = [
    ("http://a", "https://a", ["RFC 9110 4.2.3"]),
    ("ws://a", "wss://a", ["RFC 6455 3"]),
    ("mailto:a@B", "tel:1", ["RFC 6068 2", "RFC 3966 4"]),
    ("file://localhost/", "file:///", ["RFC 1738 3.10", "RFC 8089 2"]),
    ("ftp://a", "gopher://a", ["RFC 1738 3.2.2", "RFC 1738 5", "RFC 1738 3.4.1"]),
    ("x:a", "a", []),
]


@for_each("a, b, own", *OWN_CLAUSES)
def test_scheme_rung_cites_the_clauses_of_both_schemes(a: str, b: str, own: list[str]) -> None:
    cites = {rung["rung"]: rung["cites"] for rung in compare(a, b).to_dict()["rungs"]}
    assert cites[SCHEME] == ["RFC 3986 6.2.3", *own]
    assert cites[DOTS] == ["RFC 3986 6.2.2.3", "RFC 3986 5.2.4"]


def test_comparison_json_has_every_field() -> None:
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


@for_each("name", "base_a", "base_b")
def test_base_that_is_not_a_str_raises_type_error(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        compare("a", "b", **{name: 1})  # type: ignore[arg-type]


@for_each(
    "edition, cites",
    *(("1994", ()), ("1997", ()), ("2003", ("rfc2396bis-01 6.1",)), ("2005", ("RFC 3986 6.1",))),
)
def test_only_2003_and_2005_cite_comparison_of_targets(
    edition: str, cites: tuple[str, ...]
) -> None:
    assert compare("a", "b", edition=edition).equivalence_cites == cites


@for_each(
    "a, b, first",
    ("foo:a/../b", "foo:/b", "dot-segments"),
    ("foo:./a", "foo:a", "dot-segments"), ("foo:a/..//b", "foo://b", None),
    ("urn:x:a/../b", "urn:x:b", None), ("urn:x:a/../b", "urn:/b", None),
    ("mailto:a/../b", "mailto:/b", None),
    ("view-source:http://h/a/../b", "view-source:http://h/b", None),
    ("a/../b", "/b", None),
)  # fmt: skip
def test_dots_are_removed_from_rootless_hierarchical_paths(
    a: str, b: str, first: str | None
) -> None:
    assert compare(a, b).first_equal == first
    assert compare(a, b, edition="2003").first_equal is None  # in 2003, the text is opaque


def test_unknown_edition_of_urns_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown urn_edition 'rfc9999'"):
        compare("urn:a:b", "urn:a:b", urn_edition="rfc9999")
