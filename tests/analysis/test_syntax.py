"""Findings about the grammar cite the chosen edition."""

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.for_each import for_each
from uriinspector import EDITIONS, inspect
from uriinspector.analysis.finding import one_for_each_place

DOCUMENTS = {
    "1994": ("RFC 1738", "url-draft-02"), "1997": ("url-syntax-05",), "2003": ("rfc2396bis-01",),
    "2005": ("RFC 3986",),
}  # fmt: skip
INVALID = (
    "http://h/a b", "http://h:x/", "http://h_/", "http://h/%zz", "http://h?q", "http://[::1/",
    "//h/#a#b", "a:b{c}", "1a:b", "http://u[@h/", "x y", "?a|b", "ftp://h/;type=z", "mailto:",
    "http://[v1.x]y/",
)  # fmt: skip
# Findings that describe a character more precisely than the grammar does.
NAMING = frozenset({"excluded-char", "invalid-percent", "host-syntax", "port-invalid"})


@for_each("edition", *EDITIONS)
@for_each("text", *INVALID)
def test_each_syntax_fault_has_one_finding(text: str, edition: str) -> None:
    inspection = inspect(text, edition=edition)
    others = [each for each in one_for_each_place(inspection.findings) if each.code in NAMING]
    for fault in inspection.violations:
        assert all(cite.startswith(DOCUMENTS[edition]) for cite in fault.cites)
        same = [
            each
            for each in inspection.findings
            if (each.start, each.end) == (fault.start, fault.end)
        ]
        errors = [each.cites for each in same if each.code == "syntax-error"]
        inside = [each for each in others if fault.start <= each.start and each.end <= fault.end]
        assert errors == [] if inside else errors == [fault.cites]


@for_each(
    "text, places",
    ("\t  :h.example", [(3, 4)]),
    ("[61:24:74]:98", [(3, 4), (6, 7), (10, 11)]),
    ("http://h.example/[a b]", []), ("\n http://h.example/", []),
    ("\n 1http://h.example/", [(7, 8)]), ("http://[1:2]/", []), ("http://[::1]x/", [(12, 13)]),
)  # fmt: skip
def test_syntax_errors_are_the_characters_that_no_other_finding_names(
    text: str, places: list[tuple[int, int]]
) -> None:
    found = one_for_each_place(inspect(text).findings)
    assert [(each.start, each.end) for each in found if each.code == "syntax-error"] == places


@for_each("text", "http://h.example/a\t\nb", "\t\r\n http://h.example/", "foo://h/\x01\x02 \x03")
def test_control_characters_of_one_kind_are_one_finding(text: str) -> None:
    codes = [each.code for each in inspect(text).findings]
    assert codes.count("control-char") == 1


@for_each("edition", *EDITIONS)
def test_syntax_finding_cites_the_edition(edition: str) -> None:
    for row in (*BENIGN, *MALICIOUS):
        for fault in inspect(row.text, edition=edition).violations:
            assert fault.cites
            assert all(cite.startswith(DOCUMENTS[edition]) for cite in fault.cites), fault


@for_each("edition", *EDITIONS)
@for_each(
    "text, clauses",
    ("ftp://@h.example/", ("RFC 1738 3.1", "4.3.1", "3.2.2", "RFC 3986 3.2.1")),
    ("http://h.example:/", ("RFC 1738 3.1", "4.3.1", "6.2.3", "RFC 3986 6.2.3")),
    ("http://h.example/?a?b", ("RFC 1738 3.3", "4.3.3", "3.4", "RFC 3986 3.4")),
    ("http://h.example/a///b", ("RFC 1738 3.1", "4.3.2", "3.3", "RFC 3986 3.3")),
    ("http://h.example/?a&amp;b", ("HTML 13.2.5.72",) * 4),
)
def test_suspicious_text_cites_the_clause_of_its_edition(
    text: str, clauses: tuple[str, ...], edition: str
) -> None:
    odd = [e for e in inspect(text, edition=edition).findings if e.code == "syntax-suspicious"]
    assert len(odd) == 1
    assert odd[0].cites[0].endswith(clauses[sorted(EDITIONS).index(edition)])
    assert all(each.startswith((*DOCUMENTS[edition], "HTML")) for each in odd[0].cites)
