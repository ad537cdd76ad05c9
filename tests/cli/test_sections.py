"""Every section of the standards of 1994 to 2012 has a card in both languages.

The texts themselves are not in the repository; their sections are listed here by number.
"""

import json
import re
import subprocess
import sys

from tests.cli.conftest import Command
from tests.for_each import for_each
from tests.language.templates import german
from uriinspector.analysis.card import UNCHECKED, cards
from uriinspector.analysis.citation import SHORT_NAMES
from uriinspector.documents.clauses import explained_clauses, others_citing

SECTIONS = {
    "RFC 1738": """
        1 2 2.1 2.2 2.3
        3 3.1 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 3.3
        3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.4.7 3.4.8 3.4.9
        3.5 3.6 3.7 3.8 3.9 3.10 3.11
        4 5 6 7 appendix
    """,
    "url-syntax-05": """
        1 1.1 1.2 1.3 1.4
        2 2.1 2.2 2.3 2.4 2.4.1 2.4.2 2.4.3
        3 4 4.1 4.2 4.3 4.3.1 4.3.2 4.3.3 4.4
        5 5.1 5.1.1 5.1.2 5.1.3 5.1.4 5.2 6 7 8 9 10
        A B C C.1 C.2 D E F F.1 F.2 F.3 F.4
    """,
    "RFC 3986": """
        1 1.1 1.1.1 1.1.2 1.1.3 1.2 1.2.1 1.2.2 1.2.3 1.3
        2 2.1 2.2 2.3 2.4 2.5
        3 3.1 3.2 3.2.1 3.2.2 3.2.3 3.3 3.4 3.5
        4 4.1 4.2 4.3 4.4 4.5
        5 5.1 5.1.1 5.1.2 5.1.3 5.1.4 5.2 5.2.1 5.2.2 5.2.3 5.2.4 5.3 5.4 5.4.1 5.4.2
        6 6.1 6.2 6.2.1 6.2.2 6.2.2.1 6.2.2.2 6.2.2.3 6.2.3 6.2.4
        7 7.1 7.2 7.3 7.4 7.5 7.6 8 9 10 10.1 10.2
        A B C D D.1 D.2
    """,
    "rfc2396bis-01": """
        1 1.1 1.2 1.3 1.4 1.5 1.6
        2 2.1 2.2 2.3 2.4 2.4.1 2.4.2 2.4.3
        3 3.1 3.2 3.2.1 3.2.2 3.3 3.4
        4 4.1 4.2 4.3
        5 5.1 5.1.1 5.1.2 5.1.3 5.1.4 5.2
        6 6.1 6.2 6.2.1 6.2.2 6.2.2.1 6.2.2.2 6.2.2.3 6.2.3 6.2.4 6.3
        7 7.1 7.2 7.3 7.4 7.5 8
        A B C C.1 C.2 D E F G G.1 G.2
    """,
    "rfc2141bis-urn-03": """
        1 1.1 1.2 1.3 1.4
        2 2.1 2.2 2.3 2.3.1 2.3.2 2.4 2.5 2.5.1 2.5.2 2.5.3
        3 4 5 5.1 6 7 7.1 8
        9 9.1 9.2 9.2.1 9.2.2 10 11 11.1 11.2
        A B C D D.1 D.2 D.3 D.4 D.5 D.6 D.7
    """,
}
# The drafts of 1994 have headings without numbers; these are the passages that differ.
HEADINGS = {
    "url-draft-02": (*("Characteristics", "Structure of names", "HTTP", "FTP", "Gopher", "News"),
        *("X500, WHOIS", "Registration", "BNF", "Security"),
        *("Fragment-id", "Partial form", "Wrappers")),
    "url-draft-03": (
        *("PrePrefix", "Schemes", "HTTP", "FTP", "Gopher", "Mailto", "News", "NNTP", "WAIS"),
        *("Prospero", "Telnet, rlogin, tn3270", "Registration", "BNF", "Security"),
    ),
}  # fmt: skip
NAMES = {document: name for name, document in SHORT_NAMES.items()} | {
    "url-draft-02": "draft-ietf-uri-url-02",
    "url-draft-03": "draft-ietf-uri-url-03",
}
CITES = [
    *((document, number) for document, numbers in SECTIONS.items() for number in numbers.split()),
    *((document, heading) for document, headings in HEADINGS.items() for heading in headings),
]
ALL = [f"{document} {number}" for document, number in CITES]


@for_each("document, number", *CITES, ids=ALL)
def test_section_has_its_own_card_in_both_languages(document: str, number: str) -> None:
    card = cards()[f"{document} {number}"]
    for text in filter(None, (card.title, card.text, card.differs, card.document)):
        assert german()[text].strip()


def test_explain_accepts_every_section(uriinspect: Command) -> None:
    for document, number in CITES:
        cite = f"{document} {number}"
        by_year = f"{NAMES[document]} {number}"
        first, second = (
            json.loads(uriinspect("explain", "--json", name).out) for name in (cite, by_year)
        )
        assert first["card"]["cite"] == cite, cite
        assert second == first


def test_explain_lists_findings_and_rules_of_a_clause(uriinspect: Command) -> None:
    values = json.loads(uriinspect("explain", "--json", "RFC 3986 3.2.2").out)
    assert [*values] == ["clause", "card", "findings", "rules"]
    assert (values["clause"], values["card"]["cite"]) == ("RFC 3986 3.2.2",) * 2
    findings = {each["code"]: each for each in values["findings"]}
    assert "host-syntax" in findings
    assert all("RFC 3986 3.2.2" in each["cites"] for each in findings.values())
    (name,) = (each for each in values["rules"] if each["name"] == "reg-name")
    assert (name["cite"], name["where"]) == ("RFC 3986 3.2.2", "2005")
    assert name["words"]


def test_window_lists_every_section() -> None:
    assert sorted(set(ALL) - set(explained_clauses())) == []


@for_each("cite", *ALL)
def test_card_title_is_at_most_48_characters_long(cite: str) -> None:
    title = cards()[cite].title
    assert max(len(title), len(german()[title])) <= 48


def test_example_on_a_card_keeps_its_line_breaks(uriinspect: Command) -> None:
    shown = uriinspect("explain", "RFC 3986 C").out
    assert "  Example:\n    <http://www.example.com/a/\n      long/path>\n" in shown


# In the other standards, examples in words are not translated yet.
TRANSLATED = ("RFC 1738", "url-")
SENTENCE = re.compile(r"(?:^| )[a-z]{2,} [a-z]{2,}(?:[ ,;:]|$)")


def test_examples_written_in_words_are_translated() -> None:
    texts = {cite: card.example for cite, card in cards().items() if cite.startswith(TRANSLATED)}
    in_words = {cite for cite, text in texts.items() if SENTENCE.search(text)}
    assert len(in_words) > 20
    assert sorted(cite for cite in in_words if texts[cite] not in german()) == []


def test_rules_citing_a_clause_are_complete_on_the_first_call() -> None:
    script = "from uriinspector.documents.clauses import others_citing as citing\n"
    script += "print([len(citing(each)) for each in ('rfc2396bis-01 3.2', 'RFC 6068')])"
    first = subprocess.check_output([sys.executable, "-c", script], text=True, timeout=60)
    later = [len(others_citing(each)) for each in ("rfc2396bis-01 3.2", "RFC 6068")]
    assert first.strip() == str(later)
    assert min(later) > 0


@for_each(
    "cite, is_checked",
    *((cite, False) for cite in ("RFC 9110 4.2", "RFC 6068", "HTML 4.2.3", "RFC 8141 2.2")),
    *((cite, True) for cite in ("RFC 1738 3.1", "url-draft-02 BNF", "RFC 3986 3", "vendor")),
)
def test_card_not_checked_against_its_document_says_so(
    cite: str, is_checked: bool, uriinspect: Command
) -> None:
    assert cards()[cite].remark == ("" if is_checked else UNCHECKED)
    assert (UNCHECKED in " ".join(uriinspect("explain", cite).out.split())) is not is_checked
    assert json.loads(uriinspect("explain", "--json", cite).out)["card"]["checked"] is is_checked
