"""Look up which rules, productions and comparison levels are based on a clause of a standard."""

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module

from uriinspector.analysis.card import cards
from uriinspector.core.expression import expression
from uriinspector.core.model import CASE, DOTS, ESCAPES, PROTOCOL, SCHEME, NamedTuple
from uriinspector.core.parse import editions
from uriinspector.core.practice import CITE as PRACTICE
from uriinspector.core.production import Production
from uriinspector.documents.rules.table import ALL_RULES, AnyRule


class Resting(NamedTuple):
    cite: str
    where: str
    name: str
    words: str


def rules_citing(wanted: str) -> tuple[AnyRule, ...]:
    """Return the finding rules that cite the clause or a subclause."""
    return tuple(each for each in ALL_RULES if any(is_within(cite, wanted) for cite in each.cites))


def others_citing(wanted: str) -> tuple[Resting, ...]:
    """Return the productions and comparison levels that cite the clause or a subclause."""
    restings = {each for each in (*_grammar(), *_ladders()) if is_within(each.cite, wanted)}
    return tuple(sorted(restings))


def is_within(cite: str, wanted: str) -> bool:
    """Return True if the citation is the wanted clause or a subclause of it.

    A number without a document ("5.2") matches that clause in every document.
    """
    known, asked = cite.casefold().split(), wanted.casefold().split()
    if not known or not asked:
        return False
    document, number = known[:-1], known[-1]
    if asked == document:
        return True
    if asked[:-1] not in ([], document, document[-1:]):
        return False
    return number == asked[-1] or number.startswith(asked[-1].rstrip(".") + ".")


NUMBERS = expression(r"([0-9]+)")


def every_clause() -> tuple[str, ...]:
    """Return all citations of rules, productions and comparison levels."""
    cites = {cite for rule in ALL_RULES for cite in rule.cites}
    return _sorted(cites | {each.cite for each in (*_grammar(), *_ladders())})


def explained_clauses() -> tuple[str, ...]:
    """Return all citations in use, and those that only have an explanation card."""
    return _sorted({*every_clause(), *cards()})


def _sorted(cites: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cites, key=_in_order))


def _in_order(cite: str) -> list[tuple[int, str]]:
    """Return a sort key that compares the numbers as numbers: 4.2 before 4.10."""
    return [(int(each), "") if each.isdecimal() else (-1, each) for each in NUMBERS.split(cite)]


# For files about several schemes: the scheme of most productions, and the clauses of another one.
FILES = {"old_internet": "news", "apps": "tel"}
APP_SCHEMES = {"RFC 5870 3.3": "geo"}


def _grammar() -> Iterator[Resting]:
    """Yield the productions of all grammars; text that does not match one is a violation."""
    for module, values in _of_core():
        where = module.rpartition(".core.")[2].removeprefix("editions.year")
        where = where.removesuffix(".grammar").removesuffix(".schemes").removeprefix("schemes.")
        for each in _productions(values):
            for cite in each.cites:
                scheme = APP_SCHEMES.get(cite) or FILES.get(where, where)
                yield Resting(cite, scheme, each.rule, each.expected)


def _of_core() -> list[tuple[str, Iterable[object]]]:
    editions()  # loads the modules of all editions
    import_module("uriinspector.core.schemes.table")
    rooms = ("uriinspector.core.editions.", "uriinspector.core.schemes.")
    return [
        (name, list(vars(module).values()))
        for name, module in sorted(sys.modules.items())
        if name.startswith(rooms)
    ]


def _productions(values: Iterable[object]) -> Iterator[Production]:
    for each in values:
        if isinstance(each, Production):
            yield each
        elif isinstance(each, tuple | list):
            yield from (inner for inner in each if isinstance(inner, Production))
        elif isinstance(each, dict):
            yield from (inner for inner in each.values() if isinstance(inner, Production))


def _ladders() -> Iterator[Resting]:
    """Yield the comparison levels of each edition, and the rules of good practice."""
    for name, edition in editions().items():
        ladder = edition.ladder
        rungs = (
            *((CASE, ladder.case), (ESCAPES, ladder.escapes), (DOTS, ladder.dots)),
            *((SCHEME, ladder.scheme), (PROTOCOL, ladder.protocol)),
        )
        for rung, cites in rungs:
            for cite in cites:
                yield Resting(cite, name, rung, "a level of the comparison ladder")
    yield Resting(PRACTICE, "2003", "good practice", "six rules for authors of URIs")
