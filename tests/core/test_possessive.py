"""Possessive groups match as they should, on every Python that the program runs on."""

from __future__ import annotations

import importlib
import re
from re import _compiler, _parser  # type: ignore[attr-defined]
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.architecture.source import PACKAGE, modules
from uriinspector.core.expression import LazyExpression
from uriinspector.core.percent import MALFORMED
from uriinspector.core.possessive import parse_repaired, repair

# On Python 3.11.0 to 3.11.4 the first matches too much, and the last never comes to an end.
CASES = [
    ("(?:ab?c)*+", "acabcaca", "acabcac"),
    ("(?:a|ab)*+c", "aabac", None),
    ("(?:[0-9]{1,3}x)++", "12x345xx", "12x345x"),
    ("(?:%25)?+(?:[a-z]%[0-9])*+", "%25a%1b%x", "%25a%1"),
]


def repaired(pattern: str | bytes, flags: int = 0) -> re.Pattern[str]:
    """Compile as the repair has it, whatever Python this is."""
    return _compiler.compile(parse_repaired(pattern, flags), flags)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("pattern", "text", "match"), CASES)
def test_a_group_gives_nothing_back_and_takes_nothing_too_much(
    pattern: str, text: str, match: str | None
) -> None:
    for expression in (re.compile(pattern), repaired(pattern)):
        found = expression.match(text)
        assert (found and found[0]) == match


def test_what_is_compiled_after_the_repair_has_no_possessive_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_parser, "parse", _parser.parse)
    repair()
    tree = _parser.parse("a(?:ab?c)*+(b(?:c|d)++)")
    assert "POSSESSIVE" not in repr(tree)
    assert repr(tree).count("ATOMIC_GROUP") == 2


def test_a_percent_sign_before_an_escape_stands_alone() -> None:
    assert MALFORMED.findall("%%41") == ["%"]


def expressions() -> list[re.Pattern[str]]:
    """Return the expressions for text of all rooms without Qt that have a possessive group."""
    found: dict[str, re.Pattern[str]] = {}
    for path in modules():
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if ".gui" in name or path.stem in {"__main__", "__init__"}:
            continue
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, re.Pattern | LazyExpression) and isinstance(value.pattern, str):
                found[value.pattern] = cast("re.Pattern[str]", value)
    return [each for each in found.values() if re.search(r"\)[*+?}]\+|\)\{[^}]*\}\+", each.pattern)]


EXPRESSIONS = expressions()
ALPHABET = "ab19%25:/?#@.-_=&;,[]()<>\\\"' \u00e9"


@given(st.text(ALPHABET, max_size=60))
def test_the_repair_means_the_same_for_every_expression(text: str) -> None:
    for expression in EXPRESSIONS:
        flags = expression.flags & ~re.UNICODE
        other = REPAIRED.setdefault(expression.pattern, repaired(expression.pattern, flags))
        assert [each.span() for each in other.finditer(text)] == [
            each.span() for each in expression.finditer(text)
        ]


REPAIRED: dict[str, re.Pattern[str]] = {}


def test_enough_expressions_are_compared() -> None:
    assert len(EXPRESSIONS) >= 40
