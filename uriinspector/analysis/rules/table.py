"""The table of rules.

A file of rules is loaded when one of its gates first opens; most stay closed for most texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Finding, finding_order, one_for_each_cause
from uriinspector.analysis.gates import When
from uriinspector.analysis.host_memo import MOST_FINDINGS
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts, Hit, Rule

    RULES: tuple[Rule, ...]


class RuleFile(NamedTuple):
    """A file of rules, with the gates of all its rules and of those about hosts."""

    name: str
    gates: int
    gates_of_hosts: int = 0
    table: str = "RULES"


INTERNATIONAL = When.ESCAPED_HOST | When.NON_ASCII | When.PUNYCODE
# In the order in which their findings are listed.
FILES = (
    RuleFile("userinfo", When.USERINFO),
    RuleFile(
        "destination",
        When.OTHER_SCHEME
        | When.NETWORK
        | When.UNPLAIN
        | When.EMPTY_HOST
        | When.LONG_HOST
        | When.BACKSLASH,
    ),
    RuleFile(
        "spelling",
        When.UNKNOWN_SCHEME
        | When.ODD_START
        | When.DOTTED
        | When.ODD_HOST
        | When.WRAPPED
        | When.DERIVED,
    ),
    RuleFile(
        "ip_addresses",
        When.ODD_HOST
        | When.ADDRESS
        | When.NUMERIC
        | When.LITERAL
        | When.SPECIAL_NAME
        | When.LISTED
        | When.DOTTED,
        When.ODD_HOST | When.ADDRESS | When.LITERAL | When.SPECIAL_NAME | When.LISTED,
    ),
    RuleFile("host_syntax", When.ODD_HOST | When.LONG_HOST | When.ESCAPED_HOST),
    RuleFile("host_syntax", When.PORT, When.PORT, table="PORT_RULES"),
    RuleFile("hosted_pages", When.LISTED, When.LISTED, table="SERVICE_RULES"),
    RuleFile(
        "hosted_pages",
        When.SUBDOMAIN | When.LISTED | When.NAME_IN_PATH,
        When.SUBDOMAIN | When.LISTED,
    ),
    RuleFile(
        "deceptive_characters",
        When.NON_ASCII | When.RISKY | When.PUNYCODE | When.OCTETS | When.BLANKS,
    ),
    RuleFile("international_names", INTERNATIONAL, INTERNATIONAL, table="DELIMITER_RULES"),
    RuleFile("international_names", INTERNATIONAL, INTERNATIONAL),
    RuleFile("lookalikes", When.WEB, When.WEB),
    RuleFile("subdomains", When.SUBDOMAIN, When.SUBDOMAIN),
    RuleFile("imitation", When.HOSTLIKE),
    RuleFile(
        "escaping",
        When.INVALID
        | When.NON_ASCII
        | When.BAD_ESCAPE
        | When.DEEP_ESCAPE
        | When.OCTETS
        | When.ESCAPED_DELIMITER
        | When.ESCAPED_UNRESERVED
        | When.ESCAPED_CONTROL
        | When.SMALL_ESCAPE,
    ),
    RuleFile("escaping", When.DOTS, table="DOT_RULES"),
    RuleFile("payload", When.INVALID | When.RISKY | When.ESCAPED | When.DOTS | When.LONG_RUN),
    RuleFile(
        "scheme_actions",
        When.OTHER_SCHEME
        | When.UNKNOWN_SCHEME
        | When.LOCAL
        | When.NETWORK
        | When.ODD_START
        | When.OPTION
        | When.RISKY
        | When.BACKSLASH,
    ),
    RuleFile("scheme_actions", When.OTHER_SCHEME, table="CALL_RULES"),
    RuleFile("scheme_actions", When.OTHER_SCHEME, table="CONTENT_RULES"),
    RuleFile("file_endings", When.RUNS | When.DOUBLE_ENDING),
    RuleFile("consent", When.CONSENT),
    RuleFile(
        "nested_links", When.CARRIER | When.WRAPPED | When.DERIVED | When.NESTED | When.HOSTLIKE
    ),
    RuleFile(
        "nested_links",
        When.CARRIER
        | When.AT
        | When.DEEP_ESCAPE
        | When.LONG_RUN
        | When.TELLING
        | When.ENCODED_MAIL,
        table="PRIVATE_RULES",
    ),
    RuleFile("time_limits", When.QUERY | When.LONG_RUN),
    RuleFile("syntax", When.USERINFO | When.PORT | When.INVALID | When.URN | When.MARKS),
)
# Host rules depend on the host, and in addition on their gates and on whether the link is one of
# a service that wraps other links.
HOST_GATES = reduce(or_, (file.gates_of_hosts for file in FILES)) | When.CARRIER
# More than the number of rules in a file.
STEP = 1_000
# The position in the table of each loaded rule, by the code of its findings.
_places: dict[str, int] = {}


def __getattr__(name: str) -> tuple[Rule, ...]:
    """Load all files for the attribute ``RULES``, the whole table."""
    if name != "RULES":
        raise AttributeError(name)
    return tuple(rule for file in FILES for rule in _rules_of(file))


@cache
def _rules_of(file: RuleFile) -> tuple[Rule, ...]:
    module = import_module(f"uriinspector.analysis.rules.{file.name}")
    rules: tuple[Rule, ...] = getattr(module, file.table)
    first = FILES.index(file) * STEP
    _places.update((rule.code, place) for place, rule in enumerate(rules, first))
    return rules


# The maximum number of places listed for one sentence.
MOST = 2_000


@lru_cache(maxsize=4096)
def rules_for(flags: int, *, of_host: bool | None = None) -> tuple[Rule, ...]:
    """Return the rules whose gates are open.

    All of them, or only those about hosts, or only the others.
    """
    return tuple(
        rule
        for file in FILES
        if file.gates & flags
        for rule in _rules_of(file)
        if rule.when & flags and (of_host is None or rule.of_host == of_host)
    )


def findings(facts: Facts) -> tuple[Finding, ...]:
    """Return the findings of all rules, the worst first, then in the order of the text."""
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
        return [rule.finding_for(hit, facts) for rule in rules for hit in _some_hits(rule, facts)]
    return [rule.finding_for(hit, facts) for rule in rules for hit in rule.find(facts)]


def _some_hits(rule: Rule, facts: Facts) -> Iterator[Hit]:
    """Limit the hits per severity and sentence, as a long text could have a million."""
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
