"""The table of rules.

A rule runs only if one of the marks in its ``when`` is true. Marks are facts (attributes of
``Facts``) and the kinds of services that the host belongs to. A file of rules is loaded when one of
its facts first becomes true. A fact may be true without any finding, but a rule must not find
anything if none of its marks is true; tests check this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from itertools import compress
from operator import attrgetter
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Finding, finding_order, one_for_each_cause
from uriinspector.analysis.host_memo import MOST_FINDINGS, HostRecord
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts, Hit, Rule

    RULES: tuple[Rule, ...]


class RuleFile(NamedTuple):
    """A file of rules; it is loaded for texts with any of these facts.

    ``about_hosts``: some of its rules are about hosts.
    """

    name: str
    when: str
    about_hosts: bool = False


# In the order in which their findings are listed.
FILES = (
    RuleFile("userinfo", "has_user"),
    RuleFile("destination", "is_odd is_other"),
    RuleFile("spelling", "is_beginning is_derived is_odd is_other is_wrapped"),
    RuleFile(
        "ip_addresses", "has_odd_host is_beginning is_listed is_usual_address", about_hosts=True
    ),
    RuleFile("host_syntax", "has_port is_international is_odd", about_hosts=True),
    RuleFile(
        "hosted_pages",
        "has_code has_front has_ipfs has_marked_parameter has_number has_odd_host is_listed"
        " is_usual_address may_be_copied may_have_name",
        about_hosts=True,
    ),
    RuleFile("deceptive_characters", "has_unusual is_escaped is_international"),
    RuleFile("international_names", "is_international", about_hosts=True),
    RuleFile("lookalikes", "may_imitate", about_hosts=True),
    RuleFile("subdomains", "has_front", about_hosts=True),
    RuleFile("imitation", "is_hostlike"),
    RuleFile("escaping", "is_escaped is_invalid"),
    RuleFile("dot_segments", "has_dots"),
    RuleFile("payload", "may_attack"),
    RuleFile("scheme_actions", "has_unusual has_user is_beginning is_local is_odd is_other"),
    RuleFile("file_endings", "may_run"),
    RuleFile("consent", "may_consent"),
    RuleFile("nested_links", "has_code has_marked_parameter is_carried may_identify may_nest"),
    RuleFile("time_limits", "has_code has_query"),
    RuleFile("syntax", "has_marks has_port has_user is_invalid is_urn"),
)
# The distance between the places of two files in the table; no file has that many rules.
STEP = 1_000
# The position in the table of each loaded rule, by the code of its findings.
_places: dict[str, int] = {}


def __getattr__(name: str) -> tuple[Rule, ...]:
    """Load all files for the attribute ``RULES``, the whole table."""
    if name != "RULES":
        raise AttributeError(name)
    return tuple(rule for file in FILES for rule in rules_in(file.name))


@cache
def rules_in(name: str) -> tuple[Rule, ...]:
    rules: tuple[Rule, ...] = import_module(f"uriinspector.analysis.rules.{name}").RULES
    first = next(at for at, file in enumerate(FILES) if file.name == name) * STEP
    _places.update((rule.code, place) for place, rule in enumerate(rules, first))
    return rules


FACTS = tuple(dict.fromkeys(fact for file in FILES for fact in file.when.split()))
_values = attrgetter(*FACTS)


def marks_of(facts: Facts) -> frozenset[str]:
    """Return the facts that rules need and that are true, and the host's kinds of services."""
    marks = frozenset(compress(FACTS, _values(facts)))
    return marks.union(facts.service_kinds) if "is_listed" in marks else marks


@lru_cache(maxsize=4096)
def rules_for(marks: frozenset[str], of_host: bool | None = None) -> tuple[Rule, ...]:
    """Return the rules for these marks: all of them, only those about hosts, or only the
    others.
    """
    return tuple(
        rule
        for file in FILES
        if not marks.isdisjoint(file.when.split()) and (file.about_hosts or not of_host)
        for rule in rules_in(file.name)
        if not marks.isdisjoint(rule.when.split()) and of_host in {None, rule.of_host}
    )


# The maximum number of hits per severity and variant of a rule.
MOST = 2_000


def findings(facts: Facts) -> tuple[Finding, ...]:
    """Return the findings of all rules, the worst first, then in the order of the text."""
    marks = marks_of(facts) if facts.marks is None else facts.marks
    record = facts.plain_record
    if record is None:
        return _in_order(_findings_of(rules_for(marks), facts))
    of_host = _host_findings(facts, record, marks)
    others = _findings_of(rules_for(marks, False), facts)
    return _in_order([*of_host, *others]) if others else of_host


def _host_findings(facts: Facts, record: HostRecord, marks: frozenset[str]) -> tuple[Finding, ...]:
    """Return the findings of rules about hosts, computed once for each host.

    They depend on the host, and on whether the link belongs to a service that wraps other links.
    """
    known = record.carried_findings if facts.is_carried else record.findings
    if known is not None:
        return known
    result = _in_order(_findings_of(rules_for(marks, True), facts))
    if not result or sum(1 + len(each.also) for each in result) <= MOST_FINDINGS:
        if facts.is_carried:
            record.carried_findings = result
        else:
            record.findings = result
    return result


def _findings_of(rules: Iterable[Rule], facts: Facts) -> list[Finding]:
    if len(facts.text) > MOST:
        return [rule.finding_for(hit, facts) for rule in rules for hit in _some_hits(rule, facts)]
    return [rule.finding_for(hit, facts) for rule in rules for hit in rule.find(facts)]


def _some_hits(rule: Rule, facts: Facts) -> Iterator[Hit]:
    """Limit the hits per severity and variant, as a long text could have a million."""
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
