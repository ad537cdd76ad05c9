"""Regression tests for corner cases, each with its clause."""

import pytest

import uriinspector
from tests.for_each import for_each
from uriinspector.core.compare import normal_form

NOT_SHOWN = [
    ("2005", "foo://h:None/", "foo://h/", "RFC 3986 6.2.3: the scheme has no default port"),
    ("1997", "foo://h:000None/", "foo://h/", "url-syntax-05 6"),
    ("2005", "urn::1#a", "urn::1#b", "RFC 8141 2: no namespace, no URN"),
    ("2005", "urn:x#a", "urn:x#b", "RFC 8141 2: no NSS, no URN"),
    ("2005", "urn:aa:b?=", "urn:aa:b", "RFC 8141 2.3.2: a q-component has a character"),
    ("1994", "http://h?q", "http://h/?q", "RFC 1738 3.3: only without a search"),
]


@for_each("edition, a, b, clause", *NOT_SHOWN)
def test_equivalence_is_not_shown_without_a_clause(
    edition: str, a: str, b: str, clause: str
) -> None:
    assert uriinspector.compare(a, b, edition=edition).first_equal is None, clause


# RFC 3986 6.2.3 removes only one port; without it, a host that contains a colon would be parsed
# differently.
STABLE = ["A://::", "http://h:80:80", "a://h::", "http://a]:80:80", "http://h:80:", "http://a]:80:"]


@for_each("edition", *uriinspector.EDITIONS)
@for_each("text", *STABLE)
def test_host_with_a_colon_keeps_its_port(text: str, edition: str) -> None:
    once = normal_form(uriinspector.parse(text, edition=edition))
    assert normal_form(uriinspector.parse(once, edition=edition)) == once


@for_each("edition", *uriinspector.EDITIONS)
def test_unsuitable_base_has_steps_and_a_clause(edition: str) -> None:
    found = uriinspector.resolve("a/b", "c", edition=edition)
    assert found.target is None
    assert found.problem is not None
    assert found.steps[-1].note == found.problem.message
    assert found.to_dict()["problem"]["cites"]


@for_each("edition", *uriinspector.EDITIONS)
def test_notes_contain_no_invisible_or_bidirectional_characters(edition: str) -> None:
    for base in ("http://a/b", "f:/a", "a/b"):
        for text in ("\u202e\0\ud800#\n", "#\u202e", ".//\u202e", "?\u202e"):
            for step in uriinspector.resolve(base, text, edition=edition).steps:
                assert step.note.isprintable()


def test_long_trace_is_abbreviated_in_json() -> None:
    found = uriinspector.resolve("http://a/b", "a/" * 20_000 + "../" * 20_000).to_dict()
    longest = max(len(step[key] or "") for step in found["steps"] for key in step if key != "part")
    assert longest < 10_000
    assert found["omitted"] > 10_000


def test_rootless_base_with_a_rooted_target_is_noted() -> None:
    assert (
        "other programs may give a different result"
        in uriinspector.resolve("foo:a/b", "../c").steps[-1].note
    )


def test_query_with_brackets_is_an_opaque_part_in_2003() -> None:
    found = uriinspector.parse("foo:?[x]", edition="2003")
    assert found.valid
    assert [part.term for part in found.edition_parts] == ["opaque-part"]
    assert "opaque-part" in str(found.derivation.to_dict())


@for_each("text", "http://[::1]x", "http://[::1", "http://[v1.a]")
def test_broken_literal_is_an_ipv6reference_in_2003(text: str) -> None:
    found = uriinspector.parse(text, edition="2003")
    assert "IPv6reference" in [part.term for part in found.edition_parts]
    assert "'IPv6reference'" in str(found.derivation.to_dict())


def test_colon_without_a_scheme_is_not_a_partial_form_in_1994() -> None:
    message = uriinspector.parse("g?a:b", edition="1994").violations[0].message
    assert message == "no scheme before the colon"


@for_each("edition", [], {}, None, "2004")
def test_unknown_edition_raises_value_error(edition: object) -> None:
    with pytest.raises(ValueError, match="unknown edition"):
        uriinspector.parse("a", edition=edition)  # type: ignore[arg-type]


def test_protected_name_must_be_a_str() -> None:
    assert uriinspector.inspect("http://a.example/", protect="b.example").options.protect == (
        "b.example",
    )
    with pytest.raises(TypeError, match="protect must be str"):
        uriinspector.inspect("a", protect=[1])  # type: ignore[list-item]


@for_each("a, b, name", (None, "b", "a"), ("a", b"b", "b"))
def test_compare_error_names_the_argument_that_is_not_a_str(
    a: object, b: object, name: str
) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be str"):
        uriinspector.compare(a, b)  # type: ignore[arg-type]
