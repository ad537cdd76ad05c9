"""Every clause that the program cites has a card."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import uriinspector
from tests.architecture.source import PACKAGE, modules
from tests.for_each import for_each
from uriinspector.analysis.card import card_of, cards, documents
from uriinspector.analysis.citation import parted, plain_cite, shown_cite
from uriinspector.core.schemes.table import SCHEMES
from uriinspector.documents.clauses import every_clause

# A whole citation; citations in brackets inside longer texts do not count.
CITE = re.compile(
    r"(?:RFC \d+|UTS \d+|UAX \d+|WHATWG \w+|url-syntax-05|rfc2396bis-01|rfc2141bis-urn-03"
    r"|url-draft-0[23] [\w ,-]+|CWE-\d+|MITRE T[\d.]+|draft-[a-z-]+-\d\d)"
    r"(?: (?:[A-Z](?:\.\d+)?|\d+(?:\.\d+)*[a-z]?))?"
)
REST = "//a.example/x", "x@y", "1,2", "text/plain,x", "?x"


def written(path: Path) -> Iterator[str]:
    """Yield every citation in a source file without Qt, literal or composed of constants."""
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    values = vars(importlib.import_module(name.removesuffix(".__init__")))
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            if names <= values.keys() and all(isinstance(values[each], str) for each in names):
                yield eval(compile(ast.Expression(node), name, "eval"), values)


def in_dossiers() -> Iterator[str]:
    for scheme in SCHEMES:
        for rest in REST:
            for edition in uriinspector.EDITIONS:
                found = uriinspector.inspect(f"{scheme}:{rest}", edition=edition).dossier
                if found:
                    yield from found.cites
                    yield from (cite for note in found.notes for cite in note.cites)
                    yield from (cite for fault in found.violations for cite in fault.cites)


def test_clauses_of_rules_and_grammars_have_cards() -> None:
    assert [cite for cite in every_clause() if cite not in cards()] == []


ROOMS = [path for room in ("core", "readers", "analysis", "cli") for path in modules(room)]


def test_clauses_in_the_source_have_cards() -> None:
    found = {cite for path in ROOMS for cite in written(path) if CITE.fullmatch(cite)}
    assert len(found) > 200
    assert sorted(found - cards().keys()) == []


def test_clauses_of_dossiers_have_cards() -> None:
    found = set(in_dossiers())
    assert len(found) > 60
    assert sorted(found - cards().keys()) == []


@for_each("cite", *cards())
def test_card_is_short_and_complete(cite: str) -> None:
    card = cards()[cite]
    assert card.title[:1].strip()
    assert not card.title.endswith(".")
    assert 20 < len(card.text) <= 420
    assert card.text.endswith(".")
    for text in card:
        assert text == text.strip()
        assert text.isprintable() or "\n" in text


def test_documents_with_several_cards_have_names() -> None:
    clauses = [parted(cite)[0] for cite in cards() if parted(cite)[1]]
    several = {each for each in clauses if clauses.count(each) > 1}
    assert sorted(several - documents().keys()) == []


@for_each(
    "asked, cite",
    ("rfc 3986  3.2.1", "RFC 3986 3.2.1"),
    ("RFC 3986 5.2.4 2B", "RFC 3986 5.2.4"),
    ("url-syntax-05 5.2 step 6a", "url-syntax-05 5.2"),
    ("RFC 3986 3.2.1.7", "RFC 3986 3.2.1"), ("list of services", "list of services"),
    ("RFC 1", None), ("", None),
)  # fmt: skip
def test_resolution_step_has_a_clause_card(asked: str, cite: str | None) -> None:
    found = card_of(asked)
    assert (found.cite if found else None) == cite


@for_each(
    "cite, shown",
    ("RFC 3986 7.6", "RFC 3986 §7.6"), ("RFC 3986 A", "RFC 3986 appendix A"),
    ("RFC 8089 E.3", "RFC 8089 appendix E.3"), ("RFC 3986", "RFC 3986"),
    ("url-syntax-05 E", "url-syntax-05 appendix E"),
    ("url-draft-02 Gopher", "url-draft-02 Gopher"), ("WHATWG URL 4.4", "WHATWG URL §4.4"),
    ("CWE-601", "CWE-601"), ("list of services", "list of services"),
)  # fmt: skip
def test_citation_is_displayed_as_people_write_it(cite: str, shown: str) -> None:
    assert shown_cite(cite) == shown


@for_each(
    "asked, cite",
    ("2003 2.2", "rfc2396bis-01 2.2"), ("1738 3.10", "RFC 1738 3.10"),
    ("3986 §3.2.2", "RFC 3986 3.2.2"), ("2396bis 2.2", "rfc2396bis-01 2.2"),
    ("2005 §7.6", "RFC 3986 7.6"), ("1997 appendix B", "url-syntax-05 B"),
    ("1994 section 3.2.1.", "RFC 1738 3.2.1"), ("2012", "rfc2141bis-urn-03"),
    ("rfc3986 3.2", "RFC 3986 3.2"), ("RFC-3986, section 3.2", "RFC 3986 3.2"),
    ("draft-fielding-uri-rfc2396bis-01 5.2", "rfc2396bis-01 5.2"),
    ("draft-fielding-url-syntax-05 Anhang C", "url-syntax-05 C"),
    ("draft-ietf-urnbis-rfc2141bis-urn-03 5.1", "rfc2141bis-urn-03 5.1"),
    ("draft-grimminck-safe-ioc-sharing-11", "draft-grimminck-safe-ioc-sharing-11"),
    ("list of services", "list of services"),
    ("rfc", "rfc"),
    ("", ""),
)  # fmt: skip
def test_citation_is_found_by_common_spellings(asked: str, cite: str) -> None:
    assert plain_cite(asked) == cite


@for_each("cite", *cards())
def test_displayed_citation_is_found_again(cite: str) -> None:
    assert card_of(shown_cite(cite)) is cards()[cite]
    assert plain_cite(cite) == cite


def test_clauses_are_in_numerical_order() -> None:
    found = every_clause()
    assert found.index("HTML 4.2.3") < found.index("HTML 4.10.18.6") < found.index("HTML 13.2.5.72")
