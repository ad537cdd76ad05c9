"""The normalization rules that make two texts equal are named, and no others."""

import uriinspector
from tests.for_each import for_each
from uriinspector.core.compare import applied_rules, differences

LOWERCASE, UPPERCASE = "scheme and host in lowercase", "percent-encoding in uppercase"
DECODED = "unnecessary percent-encoding is decoded"
NAMESPACE, LEFT_OUT = "namespace in lowercase", "r-, q- and f-components are left out"
OWN = "the rules of the scheme"
DOTS = '"." and ".." segments are removed'


@for_each(
    "a, b, rules",
    ("http://a.test/", "http://a.test/", []),
    ("HTTP://a.test/", "http://a.test/", [LOWERCASE]),
    ("http://a.test/%2f", "http://a.test/%2F", [UPPERCASE]),
    ("HTTP://a.test/%7Ea", "HTTP://a.test/~a", [DECODED]),
    ("http://a.test/b/../c", "http://a.test/c", [DOTS]),
    ("http://a.test:80/", "http://a.test/", ["default port"]),
    ("http://a.test:/", "http://a.test/", ["empty port"]),
    ("http://a.test", "http://a.test/", ["empty path"]),
    ("http://a.test:80", "http://a.test/", ["default port", "empty path"]),
    ("HTTP://A.test:80/%7Ea/./b", "http://a.test/~a/b", [LOWERCASE, DECODED, DOTS, "default port"]),
)
def test_needed_normalization_rules_are_named(a: str, b: str, rules: list[str]) -> None:
    assert [each.note for each in applied_rules(uriinspector.compare(a, b))] == rules
    assert [each.note for each in applied_rules(uriinspector.compare(b, a))] == rules


@for_each(
    "a, b, edition, rules",
    ("HTTP://a.test/", "http://a.test/", "2005", [(LOWERCASE, "RFC 3986 6.2.2.1")]),
    ("http://a.test/%61", "http://a.test/a", "2005", [(DECODED, "RFC 3986 6.2.2.2")]),
    ("http://a.test/%61", "http://a.test/a", "1997", [(DECODED, "url-syntax-05 2.4.2")]),
    ("http://a.test/./a", "http://a.test/a", "2003", [(DOTS, "rfc2396bis-01 6.2.2.3")]),
    ("http://a.test:80/", "http://a.test/", "2005", [("default port", "RFC 3986 6.2.3")]),
    ("urn:EXAMPLE:a", "urn:example:a", "2005", [(NAMESPACE, "RFC 8141 3.1")]),
    ("urn:example:a#b", "urn:example:a", "2005", [(LEFT_OUT, "RFC 8141 3.1")]),
    ("urn:EXAMPLE:a", "urn:example:a?=b", "2005",
        [(NAMESPACE, "RFC 8141 3.1"), (LEFT_OUT, "RFC 8141 3.1")]),
    ("urn:isbn:0-395-36341-1", "urn:isbn:0395363411", "2005", [(OWN, "RFC 8141 3.1")]),
    ("mailto:a@B.test", "mailto:a@b.test", "2005", [(OWN, "RFC 6068 2")]),
    ("http://a.test/b", "http://a.test/c", "2005", []),
)  # fmt: skip
def test_applied_rules_have_their_clauses(
    a: str, b: str, edition: str, rules: list[tuple[str, str]]
) -> None:
    assert applied_rules(uriinspector.compare(a, b, edition=edition)) == rules


@for_each(
    "a, b, edition, differ",
    ("http://a.test/B?c", "http://a.test/b", "2005", [("path", "/B", "/b"), ("query", "c", None)]),
    ("http://a.test/#", "http://a.test/", "2005", [("fragment", "", None)]),
    ("x://a,b/", "x://a,c/", "2003", [("authority", "a,b", "a,c")]),
    ("http://a.test/", "http://a.test/", "2005", []),
)
def test_differing_components_are_named(
    a: str, b: str, edition: str, differ: list[tuple[str, str | None, str | None]]
) -> None:
    assert differences(uriinspector.compare(a, b, edition=edition).rungs[-2], edition) == differ
