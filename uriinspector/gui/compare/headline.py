"""What is said above all of two references.  No Qt here.

RFC 3986 6.1: equivalence can be shown; that it cannot be shown says nothing about the resources.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cite
from uriinspector.core.characters import name, number
from uriinspector.core.compare import ANY_EDITION, NO_BASE, applied_rules
from uriinspector.core.model import CASE, DOTS, ESCAPES, SCHEME, STRING, Part
from uriinspector.gui.resolve.variants import outcome
from uriinspector.gui.text.translation import say, say_count

if TYPE_CHECKING:
    from uriinspector.core.appearance import Appearance
    from uriinspector.core.compare import Comparison
    from uriinspector.gui.compare.compared_pair import Both, Compared

NO_TARGET = "Not compared: no target"
EQUIVALENT = {
    STRING: "Equal: the same text",
    CASE: "Equal after case normalization",
    ESCAPES: "Equal after percent-encoding normalization",
    DOTS: "Equal after dot-segment removal",
    SCHEME: "Equal after scheme-based normalization",
}


@dataclass(frozen=True, slots=True)
class Headline:
    """One line, what it rests on, how loud it is, and the clause behind it."""

    line: str
    detail: str
    severity: str = "calm"
    cite: str = ""


def headline(compared: Compared | None) -> Headline:
    """What to say of two, or of what is still missing."""
    if compared is None:
        return Headline(
            say("Enter two links to compare"),
            say("Paste or type two links, or choose an example. They are never opened."),
        )
    if compared.both is None:
        return Headline(
            say("One link is missing"),
            say("Paste or type the other link. The comparison updates as you type."),
        )
    both = compared.both
    problems = {side.problem for side in both.comparison.sides if side.compared is None}
    if problems == {NO_BASE} and both.likeness.is_confusable:
        return _alike(both)
    if problems:
        return _no_target(both.comparison)
    if both.comparison.first_equal:
        return _equivalent(both.comparison)
    return _alike(both) if both.likeness.is_confusable else _not_shown(both.comparison)


def _no_target(comparison: Comparison) -> Headline:
    whys = dict.fromkeys(
        outcome(side.resolution) if side.resolution else say(NO_BASE.message)
        for side in comparison.sides
        if side.compared is None
    )
    cite = next(iter(comparison.equivalence_cites), ANY_EDITION)
    is_relative = any(side.problem is NO_BASE for side in comparison.sides)
    words = "Not compared: relative reference without a base" if is_relative else NO_TARGET
    return Headline(say(words), " ".join(whys), "calm", cite)


def _equivalent(comparison: Comparison) -> Headline:
    met = next(rung for rung in comparison.rungs if rung.equal)
    cite = (met.cites or (ANY_EDITION,))[-1 if met.name == SCHEME else 0]
    if met.name == STRING:
        return Headline(say(EQUIVALENT[STRING]), _because([], cite), "info", cite)
    rules = [say(each.note) for each in applied_rules(comparison)]
    return Headline(say(EQUIVALENT[met.name]), _because(rules, cite), "info", cite)


def _because(rules: list[str], cite: str) -> str:
    clause = _clause(cite)
    if not rules:
        return say("They count as the same address. No rule is needed ({clause}).", clause=clause)
    words = "They count as the same address by this rule: {why} ({clause})."
    if len(rules) > 1:
        words = "They count as the same address by these rules: {why} ({clause})."
    return say(words, why="; ".join(rules), clause=clause)


def _not_shown(comparison: Comparison) -> Headline:
    cite = _network_cite(comparison)
    plain = say("By these rules, they do not count as the same address.")
    detail = f"{plain} {_still_differ(comparison)} {_nothing_more(cite)}"
    return Headline(say("Not equal by any rule checked"), detail, "calm", cite)


def _still_differ(comparison: Comparison) -> str:
    differ = set(comparison.differs)
    if differ & {Part.USERINFO, Part.HOST, Part.PORT}:
        differ.discard(Part.AUTHORITY)  # its parts say more
    parts = ", ".join(say(part.value) for part in Part if part in differ)
    if not parts:
        return say("They still differ after normalization.")
    words = "After normalization, they still differ in: {parts}."
    if comparison.differs_in_fragment_only:
        words = (
            "After normalization, they still differ in the fragment only, which is set aside "
            "when a comparison is about retrieval."
        )
    return say(words, parts=parts)


def _nothing_more(cite: str) -> str:
    return say(
        "The comparison stops here: further levels need the network ({clause}). A comparison "
        "can show that two references are equivalent, never that they are not.",
        clause=_clause(cite),
    )


def _network_cite(comparison: Comparison) -> str:
    """The clause of the rung that is never climbed."""
    return next(iter(comparison.rungs[-1].cites), ANY_EDITION)


def _alike(both: Both) -> Headline:
    likeness, places = both.likeness, (both.likeness.a, both.likeness.b)
    count = counted(both.appearance)
    cite = _network_cite(both.comparison)
    still = f"{_still_differ(both.comparison)} {_nothing_more(cite)}"
    if any(side.problem is NO_BASE for side in both.comparison.sides):
        still = say(NO_BASE.message)
    if likeness.is_same_site is False:
        lead = say("Lookalikes with different sites: {count}", count=count)
        sites = say("A goes to {a}, B goes to {b}.", a=places[0].site, b=places[1].site)
        return Headline(lead, f"{sites} {still}", "high", cite)
    if likeness.is_same_host is False:
        lead = say("Lookalikes with different hosts: {count}", count=count)
        hosts = say("A goes to {a}, B goes to {b}.", a=places[0].ascii, b=places[1].ascii)
        return Headline(lead, f"{hosts} {still}", "high", cite)
    return Headline(say("Lookalikes: {count}", count=count), still, "medium", cite)


def counted(appearance: Appearance) -> str:
    """How many characters differ, and the first of them that tells most."""
    differ = sum(
        max(each.a.end - each.a.start, each.b.end - each.b.start) for each in appearance.differences
    )
    text = say_count(
        differ,
        "1 of {length} characters differs",
        "{count} of {length} characters differ",
        length=max(len(appearance.a), len(appearance.b)),
    )
    char = _telling(appearance)
    return f"{text}, {number(char)} {name(char)}" if char else text


def _telling(appearance: Appearance) -> str:
    """The first differing character that is not ASCII; else the first one of all."""
    first = ""
    for each in appearance.differences:
        for char in each.b.of(appearance.b)[:1] + each.a.of(appearance.a)[:1]:
            if not char.isascii():
                return char
            first = first or char
    return first


def _clause(cite: str) -> str:
    return shown_cite(cite, say("appendix"))
