"""Appendix B of 1997, 2003 and 2005: the regular expression with nine groups."""

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector import parse
from uriinspector.core.grammar import EXPRESSION, SUBEXPRESSIONS, expression_groups
from uriinspector.core.model import Part

PRINTED = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"


def values(text: str) -> list[str | None]:
    return [group.value(text) for group in expression_groups(text, "2005")]


def test_appendix_b_expression_is_the_printed_one() -> None:
    assert EXPRESSION == PRINTED
    assert re.compile(PRINTED).groups == len(SUBEXPRESSIONS) == 9


def test_appendix_b_example_has_the_printed_groups() -> None:
    assert values("http://www.ics.uci.edu/pub/ietf/uri/#Related") == [
        *("http:", "http", "//www.ics.uci.edu", "www.ics.uci.edu", "/pub/ietf/uri/"),
        *(None, None, "#Related", "Related"),
    ]


@for_each(
    "text, groups",
    ("", [None, None, None, None, "", None, None, None, None]),
    ("?#", [None, None, None, None, "", "?", "", "#", ""]),
    ("//", [None, None, "//", "", "", None, None, None, None]),
    (":x", [None, None, None, None, ":x", None, None, None, None]),
    ("1 a:b", ["1 a:", "1 a", None, None, "b", None, None, None, None]),
    ("a\n:b#c\nd", ["a\n:", "a\n", None, None, "b", None, None, "#c\nd", "c\nd"]),
)
def test_undefined_appendix_b_group_is_not_empty(text: str, groups: list[str | None]) -> None:
    assert values(text) == groups


@given(st.text(alphabet="a1:/?#@[]%. \n"))
def test_groups_with_delimiters_rejoin_to_the_text(text: str) -> None:
    found = values(text)
    assert "".join(found[number - 1] or "" for number in (1, 3, 5, 6, 8)) == text


@given(st.text(alphabet="a1:/?#@%."))
def test_groups_are_the_components_if_the_scheme_is_valid(text: str) -> None:
    reference = parse(text, edition="2005")
    groups = {group.term: group.span for group in expression_groups(text, "2005") if group.term}
    if groups["scheme"] and reference.scheme is None:
        return  # the edition parses the text before the colon as path
    for term, span in groups.items():
        component = reference.components.get(Part(term))
        assert (component.span if component else None) == span


def test_group_json_has_every_field() -> None:
    second, third = (group.to_dict("a:") for group in expression_groups("a:", "2005")[1:3])
    names = ("number", "expression", "term", "start", "end", "text")
    assert second == dict(zip(names, (2, "([^:/?#]+)", "scheme", 0, 1, "a"), strict=True))
    assert third == dict(zip(names, (3, "(//([^/?#]*))", None, None, None, None), strict=True))


@for_each(
    "edition, terms",
    ("1994", []),
    ("1997", ["", "scheme", "", "site", "path", "", "query", "", "fragment"]),
    ("2003", ["", "scheme", "", "authority", "path", "", "query", "", "fragment"]),
    ("2005", ["", "scheme", "", "authority", "path", "", "query", "", "fragment"]),
)
def test_appendix_b_groups_have_the_names_of_the_edition(edition: str, terms: list[str]) -> None:
    assert [group.term for group in expression_groups("a:", edition)] == terms


@for_each("text", "a" * 400_000, "/" * 400_000, "a:" * 200_000, "#?" * 200_000)
def test_splitting_by_appendix_b_takes_linear_time(text: str) -> None:
    start = time.perf_counter()
    expression_groups(text, "2005")
    assert time.perf_counter() - start < 1
