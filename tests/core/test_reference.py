"""References as values: their properties and equality."""

import pytest

from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.core.model import Part, Span
from uriinspector.core.reference import reader
from uriinspector.core.schemes.lookup import is_registered, names_host

TEXT = "http://user@example.com:80/a/b;c?query#fragment"
PARTS = {
    Part.SCHEME: "http",
    Part.AUTHORITY: "user@example.com:80",
    Part.USERINFO: "user",
    Part.HOST: "example.com",
    Part.PORT: "80",
    Part.PATH: "/a/b;c",
    Part.QUERY: "query",
    Part.FRAGMENT: "fragment",
}
every_edition = for_each("edition", *EDITIONS)


@every_edition
@for_each("part", *PARTS)
def test_every_part_has_a_text_and_a_span(part: Part, edition: str) -> None:
    reference = parse(TEXT, edition=edition)
    assert getattr(reference, part.value) == PARTS[part]
    span = reference.span(part)
    assert span
    assert span.of(TEXT) == PARTS[part]
    assert reference.components[part].span == span
    assert reference.components[part].text == PARTS[part]


@every_edition
@for_each("part", *[part for part in Part if part is not Part.PATH])
def test_undefined_part_has_no_text_or_span(part: Part, edition: str) -> None:
    reference = parse("", edition=edition)
    assert getattr(reference, part.value) is None
    assert reference.span(part) is None
    assert part not in reference.components


@every_edition
def test_path_is_never_undefined(edition: str) -> None:
    reference = parse("", edition=edition)
    assert (reference.path, reference.span(Part.PATH)) == ("", Span(0, 0))
    assert list(reference.components) == [Part.PATH]


@every_edition
@for_each(
    "text, part",
    *[("http://h?", Part.QUERY), ("http://h/#", Part.FRAGMENT), ("http://h:/", Part.PORT)],
    *[("http://@h/", Part.USERINFO), ("http:///", Part.HOST), ("http:///", Part.AUTHORITY)],
)
def test_empty_part_differs_from_an_undefined_one(text: str, part: Part, edition: str) -> None:
    reference = parse(text, edition=edition)
    assert getattr(reference, part.value) == ""
    assert reference.components[part].text == ""


def test_references_are_equal_by_text_and_edition() -> None:
    assert parse("a") == parse("a")
    assert hash(parse("a")) == hash(parse("a"))
    assert parse("a") != parse("b")
    assert parse("a") != parse("a", edition="2003")
    assert parse("a") != "a"
    assert len({parse("a"), parse("a"), parse("a", edition="1994"), parse("b")}) == 3


@every_edition
def test_components_and_violations_are_computed_once(edition: str) -> None:
    reference = parse("http://h/|", edition=edition)
    assert reference.components is reference.components
    assert reference.violations is reference.violations


def test_components_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        parse("a").components[Part.PATH] = None  # type: ignore[index]


AUTHORITIES = [
    # authority, userinfo, host, port: the last "@", and no colon inside a literal
    ("h", None, "h", None), ("h:1", None, "h", "1"), ("u@h:1", "u", "h", "1"),
    ("u:p@h", "u:p", "h", None), ("a@b@c", "a@b", "c", None), ("a:b@c:d@e:f", "a:b@c:d", "e", "f"),
    ("a:b:c", None, "a:b", "c"), ("[::1]", None, "[::1]", None), ("[::1]:1", None, "[::1]", "1"),
    ("u@[::1]:1", "u", "[::1]", "1"), ("[::1", None, "[::1", None), ("u@[::1", "u", "[::1", None),
    ("[::1]x:1", None, "[::1]x", "1"), ("[::1]]:1", None, "[::1]]", "1"),
    ("x[::1]:1", None, "x[::1]", "1"), ("[a@b]", "[a", "b]", None), ("", None, "", None),
    ("@", "", "", None), (":", None, "", ""), ("@:", "", "", ""), ("@@", "@", "", None),
    ("::", None, ":", ""),
]  # fmt: skip


@for_each("edition", "1994", "1997", "2005")
@for_each("authority, userinfo, host, port", *AUTHORITIES)
def test_authority_of_any_form_is_split(
    authority: str, userinfo: str | None, host: str, port: str | None, edition: str
) -> None:
    for text in (f"http://{authority}/p", f"http://{authority}", f"//{authority}?q#f"):
        reference = parse(text, edition=edition)
        assert reference.authority == authority
        assert (reference.userinfo, reference.host, reference.port) == (userinfo, host, port)


def test_question_mark_can_be_data_in_an_authority() -> None:
    read = reader("[a-z]+", has_query=False)
    text = "x://a?b@c@d:e?f/g?h#i"
    found = [None if start < 0 else text[start:end] for start, end in read(text)]
    assert found == [text, "x", "a?b@c@d:e?f", "a?b@c", "d", "e?f", "/g?h", None, "i"]


PARTS_OF_EDITIONS = [
    # text, edition, the parts that only this edition names
    ("http://u:p@h/a;b", "1994", "schemepart=//u:p@h/a;b login=u:p@h user=u password=p hostport=h"
     " hostname=h url-path=a;b"),
    ("ftp://1.2.3.4:5/", "1994", "schemepart=//1.2.3.4:5/ login=1.2.3.4:5 hostport=1.2.3.4:5"
     " hostnumber=1.2.3.4 url-path="),
    ("file://h/a", "1994", "schemepart=//h/a hostname=h url-path=a"),
    ("file://h:1/a", "1994", "schemepart=//h:1/a hostport=h:1 hostname=h url-path=a"),
    ("foo://h", "1994", "schemepart=//h login=h hostport=h hostname=h"),
    ("<URL:x:y>", "1994", "wrapper=< prefix=URL: schemepart=y wrapper=>"),
    ("http://h", "1994", "schemepart=//h hostport=h hostname=h"),
    ("//u@1.2.3.4:5/a;b;c/;d?e;f", "1997", "site=u@1.2.3.4:5 user=u hostport=1.2.3.4:5"
     " hostnumber=1.2.3.4 param=b param=c param=d"),
    ("//h", "1997", "site=h hostport=h hostname=h"),
    ("///a", "1997", "site="),
    ("//:1", "1997", "site=:1 hostport=:1"),
    ("//h:1/", "2003", "server=h:1 hostport=h:1 hostname=h"),
    ("//1.2.3.4", "2003", "server=1.2.3.4 hostport=1.2.3.4 IPv4address=1.2.3.4"),
    ("//[::1]", "2003", "server=[::1] hostport=[::1] IPv6reference=[::1]"),
    ("//[v1.a]", "2003", "server=[v1.a] hostport=[v1.a] IPv6reference=[v1.a]"),
    ("//a_b", "2003", "reg-name=a_b"), ("//", "2003", "server="),
    ("foo:a?b#c", "2003", "opaque-part=a?b"), ("foo:/a", "2003", ""),
    ("//[::1]", "2005", "IP-literal=[::1] IPv6address=::1"),
    ("//[v1.a]", "2005", "IP-literal=[v1.a] IPvFuture=v1.a"),
    ("//h", "2005", "reg-name=h"), ("//1.2.3.4", "2005", ""), ("//[::1", "2005", ""),
    ("a", "2005", ""),
]  # fmt: skip


@for_each("text, edition, expected", *PARTS_OF_EDITIONS)
def test_edition_parts_have_the_names_of_the_edition(
    text: str, edition: str, expected: str
) -> None:
    found = parse(text, edition=edition).edition_parts
    assert " ".join(f"{each.term}={each.text}" for each in found) == expected
    assert all(each.span.of(text) == each.text for each in found)


def test_edition_part_json_has_every_field() -> None:
    (found,) = parse("//a_b", edition="2003").edition_parts
    assert found.to_dict() == {"term": "reg-name", "start": 2, "end": 5, "text": "a_b"}


TERMS = [
    # text, edition, the edition's terms for some of the parts
    (TEXT, "1994", "login user host port path search fragment-id"),
    ("http://h/", "1994", "hostport host path"),
    ("file://h/", "1994", "host host path"),
    ("ftp://u:p@h/a", "1994", "login user:password host path"),
    ("mailto:a@b", "1994", "schemepart"),
    ("a/b", "1994", "partial form"),
    (TEXT, "1997", "site user host port abs_path query fragment"),
    ("//u:p@h", "1997", "site user:password host path"),
    ("a:b", "1997", "rel_path"),
    (TEXT, "2003", "authority userinfo host port abs-path query fragment"),
    ("foo:a", "2003", "opaque-part"),
    ("a", "2003", "rel-path"),
    ("//a", "2003", "authority host path"),
    (TEXT, "2005", "authority userinfo host port path-abempty query fragment"),
    ("foo:/a", "2005", "path-absolute"), ("foo:a", "2005", "path-rootless"),
    ("a", "2005", "path-noscheme"), ("?a", "2005", "path-empty query"),
]  # fmt: skip


@for_each("text, edition, terms", *TERMS)
def test_component_has_the_term_of_the_edition(text: str, edition: str, terms: str) -> None:
    found = parse(text, edition=edition).components
    named = " ".join(each.term for part, each in found.items() if part is not Part.SCHEME)
    assert named == terms


def test_component_json_is_the_same_alone_and_in_its_reference() -> None:
    reference = parse("http://u@a:1/b?c#d")
    alone = {part.value: each.to_dict() for part, each in reference.components.items()}
    assert alone == reference.to_dict()["components"]


def test_reference_repr_has_text_and_edition() -> None:
    assert repr(parse("a", edition="1994")) == "Reference('a', edition='1994')"


def test_parsing_bytes_raises() -> None:
    with pytest.raises(TypeError, match="must be str, not bytes"):
        parse(b"a")  # type: ignore[arg-type]


@for_each(
    "text, is_host",
    *(("http://h/", True), ("foo://h:1", True), ("foo://u@h", True), ("foo://a.example/", True)),
    *(("foo://open/", False), ("foo:x", False), ("intent://scan/", False)),
)
def test_text_after_slashes_is_a_host_where_programs_use_it_as_one(
    text: str, is_host: bool
) -> None:
    assert names_host(parse(text)) is is_host


def test_only_schemes_of_the_registry_are_registered() -> None:
    assert [is_registered(name) for name in ("ves", "zqxj", None)] == [True, False, False]
