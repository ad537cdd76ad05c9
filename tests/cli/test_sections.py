"""Every section of RFC 3986 and of the drafts of 2003 and 2012 is explained, in both languages.

The texts are not in the repository: their sections are listed here by number.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from uriinspector.analysis.card import cards
from uriinspector.documents.clauses import explained_clauses
from uriinspector.gui.text.translation import catalogue

if TYPE_CHECKING:
    from tests.cli.conftest import Command

SECTIONS = {
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
YEARS = {"RFC 3986": "2005", "rfc2396bis-01": "2003", "rfc2141bis-urn-03": "2012"}
CITES = [(document, number) for document, numbers in SECTIONS.items() for number in numbers.split()]
ALL = [f"{document} {number}" for document, number in CITES]


@pytest.mark.parametrize(("document", "number"), CITES, ids=ALL)
def test_a_section_has_its_own_card_in_both_languages(document: str, number: str) -> None:
    card = cards()[f"{document} {number}"]
    german = catalogue("de")
    for text in filter(None, (card.title, card.text, card.differs, card.document)):
        assert german[text].strip()


def test_explain_answers_for_every_section(uriinspect: Command) -> None:
    for document, number in CITES:
        cite = f"{document} {number}"
        by_year = f"{YEARS[document]} {number}"
        first, second = (
            json.loads(uriinspect("explain", "--json", name).out) for name in (cite, by_year)
        )
        assert first["card"]["cite"] == cite, cite
        assert second == first


def test_the_window_lists_every_section() -> None:
    assert sorted(set(ALL) - set(explained_clauses())) == []


@pytest.mark.parametrize("cite", ALL)
def test_a_title_fits_its_line(cite: str) -> None:
    title = cards()[cite].title
    assert max(len(title), len(catalogue("de")[title])) <= 48


def test_a_card_in_rows_is_shown_in_rows(uriinspect: Command) -> None:
    shown = uriinspect("explain", "RFC 3986 C").out
    assert "  For example:\n    <http://www.example.com/a/\n      long/path>\n" in shown
