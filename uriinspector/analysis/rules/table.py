"""The one table of rules: a new one is a function and a row in its file."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Finding, finding_order, one_for_each_cause
from uriinspector.analysis.flags import When
from uriinspector.analysis.rules import (
    calls,
    consent,
    deceptive_characters,
    delimiter_look_alikes,
    destination,
    dot_segments,
    embedded_content,
    escaping,
    file_endings,
    host_services,
    host_syntax,
    hosted_pages,
    imitation,
    international_names,
    ip_addresses,
    lookalikes,
    nested_links,
    payload,
    ports,
    private_data,
    scheme_actions,
    spelling,
    subdomains,
    syntax,
    time_limits,
    userinfo,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.analysis.facts import Facts
    from uriinspector.analysis.rule import Hit, Rule

RULES: tuple[Rule, ...] = (
    *userinfo.RULES,
    *destination.RULES,
    *spelling.RULES,
    *ip_addresses.RULES,
    *host_syntax.RULES,
    *ports.RULES,
    *host_services.RULES,
    *hosted_pages.RULES,
    *deceptive_characters.RULES,
    *delimiter_look_alikes.RULES,
    *international_names.RULES,
    *lookalikes.RULES,
    *subdomains.RULES,
    *imitation.RULES,
    *escaping.RULES,
    *dot_segments.RULES,
    *payload.RULES,
    *scheme_actions.RULES,
    *calls.RULES,
    *embedded_content.RULES,
    *file_endings.RULES,
    *consent.RULES,
    *nested_links.RULES,
    *private_data.RULES,
    *time_limits.RULES,
    *syntax.RULES,
)


# Which rule a finding is of, by its place in the table.
PLACES = {rule.code: place for place, rule in enumerate(RULES)}
# What host rules look at besides the host itself: the gates of theirs, and whether the link is one
# of a service that puts other links into its own.
HOST_GATES = reduce(or_, (rule.when for rule in RULES if rule.of_host)) | When.CARRIER

# So many places of one sentence are told, the first ones; who reads on finds the same there.
MOST = 2_000


@lru_cache(maxsize=4096)
def rules_for(flags: int, *, of_host: bool | None = None) -> tuple[Rule, ...]:
    """The rules that are worth asking: of any one text most are not.

    All of them, or only those of hosts, or only the others.
    """
    return tuple(
        rule for rule in RULES if rule.when & flags and (of_host is None or rule.of_host == of_host)
    )


def findings(facts: Facts) -> tuple[Finding, ...]:
    """All that the rules have to say, the worst first, then in the order of the text."""
    flags, record = facts.flags, facts.host_record
    if record is None or not flags & When.PLAIN_HOST:
        return _in_order(_asked(rules_for(flags), facts))
    gates, of_host = record.findings
    if gates != flags & HOST_GATES:
        of_host = _in_order(_asked(rules_for(flags, of_host=True), facts))
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
    return *finding_order(finding), PLACES[finding.code]
