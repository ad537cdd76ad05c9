"""The one table of rules: a new one is a function and a row in its file."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import Finding, finding_order, one_for_each_cause
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
    userinfo,
)

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts
    from uriinspector.analysis.rule import Rule

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
    *syntax.RULES,
)


@lru_cache(maxsize=4096)
def rules_for(flags: int) -> tuple[Rule, ...]:
    """The rules that are worth asking: of any one text most are not."""
    return tuple(rule for rule in RULES if rule.when & flags)


def findings(facts: Facts) -> tuple[Finding, ...]:
    """All that the rules have to say, the worst first, then in the order of the text."""
    rules = rules_for(facts.flags)
    if not rules:
        return ()
    result = [rule.finding_for(hit) for rule in rules for hit in rule.find(facts)]
    if len(result) > 1:
        result.sort(key=finding_order)
        return one_for_each_cause(result)
    return tuple(result)
