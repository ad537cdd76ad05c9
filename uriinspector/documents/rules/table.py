"""The one table of rules about links where they stand, and what they do to a verdict."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, MEDIUM, RANK
from uriinspector.analysis.visible import visible_host
from uriinspector.documents.found import PLACE
from uriinspector.documents.rules import alternative, disguise, mismatch, moving, sender
from uriinspector.documents.rules.rule import DocumentRule, LinkRule, Standing

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.verdict import Verdict
    from uriinspector.documents.found import Found, Place
    from uriinspector.documents.judge import Judged
    from uriinspector.documents.leaf import Leaf

RULES: tuple[LinkRule, ...] = (*mismatch.RULES, *moving.RULES, *disguise.RULES)
# Those that speak of messages as a whole come last.
EVERY: tuple[LinkRule | DocumentRule, ...] = (*RULES, *alternative.RULES, *sender.RULES)


def findings_of(leaf: Leaf, found: Found, judged: Judged, value: str) -> list[Finding]:
    """What is said of a link beyond its spelling."""
    standing = Standing(leaf, found, judged, value)
    return [each for rule in rules_at(found[PLACE]) for each in rule.apply(standing)]


@lru_cache(maxsize=4096)
def rules_at(place: Place) -> tuple[LinkRule, ...]:
    """The rules that are worth asking at a place."""
    return tuple(rule for rule in RULES if rule.where(place))


def headline_of(verdict: Verdict, findings: tuple[Finding, ...], own: list[Finding]) -> Verdict:
    """The verdict with the worst of all findings, and the name that is shown instead."""
    severity = max(filter(None, (verdict.severity, findings[0].severity)), key=RANK.__getitem__)
    headline, detail = verdict.headline, verdict.detail
    worst = max(own, key=lambda each: RANK[each.severity])
    if worst.severity in {HIGH, MEDIUM}:
        calm = verdict.severity is None or RANK[verdict.severity] < RANK[MEDIUM]
        detail = worst.message if calm else f"{worst.message} {detail}"
        shown, host = worst.args.get("shown"), verdict.final_host
        goes = f"Goes to {visible_host(host)}" if host else None
        if shown and headline == goes and shown != host:
            headline = f"{goes}, not to {shown}"
    return replace(verdict, severity=severity, headline=headline, detail=detail)
