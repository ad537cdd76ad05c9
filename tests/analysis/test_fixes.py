"""A fix shows the same link without the finding, and introduces no new fault."""

from collections import Counter

import pytest

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.benchmarks.corpus import references
from tests.for_each import for_each
from uriinspector import EDITIONS, inspect, parse
from uriinspector.analysis.finding import Finding
from uriinspector.core.compare import normalize
from uriinspector.core.model import ESCAPES

# A nested link is another reference and is shown unchanged.
INSIDE = "Show the link inside"
# Texts that produce every kind of fix, in places where an edition could object.
TEXTS = (
    "ftp://@host.com/", "ftp://:@host.com/", "http://@host.com/", "//@host.com/",
    "<URL:ftp://@host.com/>", "http://h.example:/", "http://h.example:", "//h.example:/x",
    "<http://h.example:/>", "gopher://h.example:/1", "http://u@h.example:/",
    "http://u:p@h.example/", "http://www.bank.example@h.example?x", "http:h.example",
    "http:h.example?x", "http:h.example#x", "http:///h.example?x", "http:/h.example",
    "HTTP:h.example", "URL:http:h.example/x", "<http:h.example?x>", "http:8hhd4xb0/3988",
    "http:-a.example/x", "www.-a.example/x", "http:\\\\h.example\\login", "http:\\\\h.example",
    "http:/\\h.example?a\\b", "<http://http://h.example/>", "URL:http://https//h.example/",
    "http://http//h.example?x", "www.h.example", "www.h.example?x", "www.h.example#x",
    "www.h.example:80?x", "http://h.example/%7Eu%41", "http://h.example/%21%2A%2D",
    "http://h.example/%2E%2E/%2e", "http://%41.example/?%7E", "http://a%5Fb.example/",
    "mailto:%61@b.example", "urn:foo:%61bc", "URN:foo:a%2Db", "gopher://h.example/0%41%09%42",
    "http://0x7f.1/", "http://u@2130706433:80/x?y", "<http://017.1/>", "gopher://2130706433/1",
    "telnet://0x7f000001/", "http://1.2.3.4./", "http://h.example/?a&amp;b",
    "http://h.example/a&amp;b?a&amp;c#d&amp;e", "hxxp://h[.]example/",
    "http%3A%2F%2Fh.example%2Fa%20b", "http%3A%2F%2F%5B%3A%3A1%5D%2F", "<http://h.example/a\n b>",
)  # fmt: skip
BASES = (None, "http://base.example/a/b")


def found(text: str, edition: str, base: str | None) -> list[Finding]:
    return [each for each in inspect(text, base=base, edition=edition).findings if each.fix]


def faults(text: str, edition: str) -> Counter[str]:
    """Count the edition's violations: a whole host, single characters, or missing parts."""
    return Counter(
        each.rule if each.rule == "host" or each.start == each.end else text[each.start : each.end]
        for each in parse(text, edition=edition).violations
    )


def broken(text: str, edition: str, base: str | None) -> list[tuple[str, str]]:
    """Return the fixes that introduce a fault."""
    before = faults(text, edition)
    return [
        (each.code, each.fix.text)
        for each in found(text, edition, base)
        if each.fix and each.fix.title != INSIDE and faults(each.fix.text, edition) - before
    ]


@for_each("edition", *EDITIONS)
@for_each("text", *TEXTS)
def test_fix_introduces_no_fault(text: str, edition: str) -> None:
    assert [each for base in BASES for each in broken(text, edition, base)] == []


@for_each("edition", *EDITIONS)
def test_fixes_in_the_tables_introduce_no_faults(edition: str) -> None:
    for row in (*BENIGN, *MALICIOUS):
        assert broken(row.text, edition, row.base) == [], row.text


@pytest.mark.long
@for_each("edition", *EDITIONS)
def test_fixes_in_realistic_links_introduce_no_faults(edition: str) -> None:
    for text in references(4_000):
        assert broken(text, edition, None) == [], text


@for_each("edition", *EDITIONS)
@for_each("text", "ftp://@host.com/", "http://:@host.com/", "//@host.com/x")
def test_empty_userinfo_is_not_removed(text: str, edition: str) -> None:
    fixed = [each.fix.text for each in found(text, edition, None) if each.fix]
    assert [each for each in fixed if "@" not in each] == []


def normal(text: str, edition: str) -> str | None:
    """Return the text at the rung of the edition's ladder that decodes escapes."""
    rungs = normalize(parse(text, edition=edition))
    return next(each.text for each in rungs if each.name == ESCAPES)


@for_each("edition", *EDITIONS)
@for_each("mark", "", "%7E", "%2D", "%21", "%24", "%2A%2E", "%zz%42", "%5F")
def test_only_escapes_that_the_edition_decodes_are_decoded(mark: str, edition: str) -> None:
    for text in (f"http://h.example/%41{mark}", f"//%61.example/%41{mark}"):
        fixes = [each.fix.text for each in found(text, edition, None) if each.fix]
        assert normal(text, edition) in fixes


@for_each("edition", *EDITIONS)
@for_each("text", "urn:example:%41", "URN:example:a%2Db%41", "urn:x-y:%7e")
def test_escape_in_a_urn_has_no_fix(text: str, edition: str) -> None:
    assert found(text, edition, None) == []


@for_each("edition", *EDITIONS)
def test_bare_name_becomes_a_host_only_without_a_base(edition: str) -> None:
    def fixes(base: str | None) -> list[str]:
        return [e.fix.text for e in found("www.h.example/x", edition, base) if e.fix]

    assert fixes(None) == ["https://www.h.example/x"]
    assert fixes("http://base.example/") == []


@for_each("edition", *EDITIONS)
def test_wrapper_is_kept_around_the_fixed_link(edition: str) -> None:
    rare = [each for each in found("<http://0x7f.1/>", "1994", None) if each.code == "rare-ip"]
    assert [each.fix and each.fix.text for each in rare] == ["<http://127.0.0.1/>"]
    for each in found("<http:h.example?x>", edition, None):
        if each.code == "missing-authority":
            assert each.fix
            assert each.fix.text == "<http://h.example/?x>"


@for_each("edition", *EDITIONS)
def test_html_entity_is_decoded_only_in_the_query(edition: str) -> None:
    text = "http://h.example/a&amp;b?c&amp;d#e&amp;f"
    texts = [each.fix.text for each in found(text, edition, None) if each.fix]
    assert texts == ["http://h.example/a&amp;b?c&d#e&amp;f"]
