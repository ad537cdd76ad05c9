"""The one table of rules: a new one is a function and a row in its file, whose gates it opens."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache, reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Finding, finding_order, one_for_each_cause
from uriinspector.analysis.flags import When
from uriinspector.analysis.host_memo import MOST_FINDINGS
from uriinspector.analysis.rules.rule_files import FILES, RuleFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.facts import Facts
    from uriinspector.analysis.rule import Hit, Rule


# What host rules look at besides the host itself: the gates of theirs, and whether the link is one
# of a service that puts other links into its own.
HOST_GATES = reduce(or_, (file.gates_of_hosts for file in FILES)) | When.CARRIER
# More than a file has rules.
STEP = 1_000
# Which rule a finding is of, by its place in the table: those of the files that were loaded.
_places: dict[str, int] = {}

if TYPE_CHECKING:
    RULES: tuple[Rule, ...]


def __getattr__(name: str) -> tuple[Rule, ...]:
    """``RULES``, the whole table: all of its files are loaded for it."""
    if name != "RULES":
        raise AttributeError(name)
    return tuple(rule for file in FILES for rule in _rules_of(file))


@cache
def _rules_of(file: RuleFile) -> tuple[Rule, ...]:
    rules: tuple[Rule, ...] = import_module(f"uriinspector.analysis.rules.{file.name}").RULES
    first = FILES.index(file) * STEP
    _places.update((rule.code, place) for place, rule in enumerate(rules, first))
    return rules


# So many places of one sentence are told, the first ones; who reads on finds the same there.
MOST = 2_000


@lru_cache(maxsize=4096)
def rules_for(flags: int, *, of_host: bool | None = None) -> tuple[Rule, ...]:
    """The rules that are worth asking: of any one text most are not.

    All of them, or only those of hosts, or only the others.
    """
    return tuple(
        rule
        for file in FILES
        if file.gates & flags
        for rule in _rules_of(file)
        if rule.when & flags and (of_host is None or rule.of_host == of_host)
    )


def findings(facts: Facts) -> tuple[Finding, ...]:
    """All that the rules have to say, the worst first, then in the order of the text."""
    flags, record = facts.flags, facts.host_record
    if record is None or not flags & When.PLAIN_HOST:
        return _in_order(_asked(rules_for(flags), facts))
    gates, of_host = record.findings
    if gates != flags & HOST_GATES:
        of_host = _in_order(_asked(rules_for(flags, of_host=True), facts))
        if sum(1 + len(each.also) for each in of_host) <= MOST_FINDINGS:
            record.findings = flags & HOST_GATES, of_host
    rules = rules_for(flags, of_host=False)
    others = _asked(rules, facts) if rules else ()
    return _in_order([*of_host, *others]) if others else of_host


def _asked(rules: Iterable[Rule], facts: Facts) -> list[Finding]:
    if len(facts.text) > MOST:
        return [rule.finding_for(hit) for rule in rules for hit in _some_hits(rule, facts)]
    return [rule.finding_for(hit) for rule in rules for hit in rule.find(facts)]


def _some_hits(rule: Rule, facts: Facts) -> Iterator[Hit]:
    """Of each severity and sentence not more than a few: a long text could have a million."""
    counts: Counter[tuple[str | None, str]] = Counter()
    for hit in rule.find(facts):
        kind = (hit.severity, hit.variant)
        counts[kind] += 1
        if counts[kind] <= MOST:
            yield hit


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    if len(findings) < 2:
        return tuple(findings)
    findings.sort(key=_order)
    return one_for_each_cause(findings)


def _order(finding: Finding) -> tuple[int, ...]:
    return *finding_order(finding), _places[finding.code]
