"""Every sentence about a link is true, and every sentence has a checker or a reason for none."""

import ast
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from tests.analysis.claims.odd_links import Case, odd_links
from tests.analysis.claims.sentence_checks import problems
from tests.analysis.claims.table import CHECKERS, UNCHECKED
from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.for_each import for_each
from uriinspector.analysis import finding, verdict
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.rules.table import RULES

QUICK: Final = 3_000
# For the long test: the number of links per seed, and per step.
ALL: Final = 12_000
STEP: Final = 1_000
SEEDS: Final = (1738, 2396, 3986)


def false_sentences(cases: Iterable[Case]) -> list[str]:
    """Return the false sentences about these links, with the reasons."""
    return [
        problem
        for case in cases
        for problem in problems(
            inspect(case.text, base=case.base, edition=case.edition, protect=case.protect)
        )
    ]


def test_sentences_about_the_expectations_are_true() -> None:
    rows = (*BENIGN, *MALICIOUS)
    assert false_sentences(Case(row.text, row.base, "2005", row.protect) for row in rows) == []


@for_each("edition", "1994", "1997", "2003")
def test_sentences_about_attacks_are_true_in_every_edition(edition: str) -> None:
    rows = MALICIOUS[::4]
    assert false_sentences(Case(row.text, row.base, edition, row.protect) for row in rows) == []


def test_sentences_about_odd_links_are_true() -> None:
    assert false_sentences(odd_links(QUICK)) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("start", range(0, ALL, STEP))
def test_sentences_about_many_odd_links_are_true(start: int, seed: int) -> None:
    assert false_sentences(islice(odd_links(ALL, seed), start, start + STEP)) == []


def printed(*modules: ModuleType) -> Iterator[str]:
    """Yield the string constants of all messages in these modules."""
    for module in modules:
        for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if name == "message" and isinstance(node, ast.Call):
                yield from _constants(node.args[0])


def _constants(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def test_every_sentence_has_a_checker_or_a_documented_exception() -> None:
    said = {text for rule in RULES for text in rule.texts.values()}
    said |= set(printed(finding, verdict))
    said |= {*verdict.NO_FETCH.values(), *verdict.WITHOUT_RECIPIENT.values()}
    said |= {verdict.GOES, verdict.UNREAD, verdict.DEEP, verdict.TO_PHONE_APP}
    said |= {verdict.IDLE_CODE, verdict.SEVERAL_LINKS}
    said |= set(verdict.INTERNAL.values())
    assert CHECKERS.keys() & UNCHECKED.keys() == set()
    assert CHECKERS.keys() | UNCHECKED.keys() == said
