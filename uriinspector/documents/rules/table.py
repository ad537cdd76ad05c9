"""The table of rules about links in their places, and their effect on a verdict."""

from functools import lru_cache
from typing import TypeAlias

from uriinspector.analysis.facts import Rule
from uriinspector.analysis.finding import HIGH, MEDIUM, RANK, Finding
from uriinspector.analysis.rules.table import RULES as ABOUT_REFERENCES
from uriinspector.analysis.verdict import GOES, GOING, SAME_DOCUMENT, Verdict, forms_of, marked_site
from uriinspector.core.model import INSTEAD, Message, message
from uriinspector.documents.document_values import PLACE, LinkLocation, LinkPlace
from uriinspector.documents.judge import Judgement
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.rules import (
    file_names,
    message_links,
    mismatch,
    page_effects,
    sender,
    site_references,
    stopped_reading,
)
from uriinspector.documents.rules.link_rule import DocumentRule, LinkContext, LinkRule, finding
from uriinspector.documents.rules.message_context import MessageContext, MessageRule
from uriinspector.documents.rules.message_links import header_lookalikes

AnyRule: TypeAlias = Rule | LinkRule | DocumentRule | MessageRule

MOVING = frozenset({page_effects.BASE_HIJACK.code, page_effects.MOVED})
RULES: tuple[LinkRule, ...] = (
    *mismatch.RULES,
    *message_links.NAMED_IN_WORDS_RULES,
    *page_effects.RULES,
    *page_effects.MOVED_FRAGMENTS_RULES,
    *page_effects.SCRIPT_RULES,
    *mismatch.DISGUISE_RULES,
    *message_links.RULES,
)
# The rules about messages as a whole.
ABOUT_MESSAGES: tuple[MessageRule, ...] = (
    *sender.RULES,
    *sender.AUTHENTICITY_RULES,
    *sender.HEADER_DISGUISE_RULES,
    *file_names.ATTACHMENT_RULES,
)
EVERY: tuple[LinkRule | DocumentRule | MessageRule, ...] = (
    *RULES,
    *message_links.ALTERNATIVE_RULES,
    *page_effects.PAGE_RULES,
    *stopped_reading.RULES,
    *file_names.ARCHIVE_RULES,
    *site_references.RULES,
    *ABOUT_MESSAGES,
)
# All rules that create findings, about references and about documents.
ALL_RULES: tuple[AnyRule, ...] = (*ABOUT_REFERENCES, *EVERY)


def findings_of(leaf: Leaf, location: LinkLocation, judged: Judgement, value: str) -> list[Finding]:
    """Return the findings about a link beyond its spelling."""
    standing = LinkContext(leaf, location, judged, value)
    findings = [
        finding(rule, hit) for rule in rules_at(location[PLACE]) for hit in rule.find(standing)
    ]
    if leaf.placed is not None:
        findings += leaf.placed.at(standing.source.start)
    if leaf.in_message:
        findings += header_lookalikes(standing)
    return findings


def message_findings(context: MessageContext) -> list[Finding]:
    return [each for rule in ABOUT_MESSAGES for each in rule.apply(context)]


@lru_cache(maxsize=4096)
def rules_at(place: LinkPlace) -> tuple[LinkRule, ...]:
    return tuple(rule for rule in RULES if rule.where(place))


def headline_of(verdict: Verdict, findings: tuple[Finding, ...], own: list[Finding]) -> Verdict:
    """Return the verdict with the worst of all findings, and the name shown instead of the host."""
    is_calm = verdict.severity is None or RANK[verdict.severity] < RANK[MEDIUM]
    candidates = filter(None, (findings[0], verdict.worst))
    first = max(candidates, key=lambda each: RANK[each.severity])
    verdict = verdict._replace(severity=first.severity, worst=first)
    for each in own:
        if each.code in MOVING:
            verdict = verdict.saying(_moved(verdict, each))
    worst = max(own, key=lambda each: RANK[each.severity])
    if worst.severity not in {HIGH, MEDIUM}:
        return verdict
    sentence = _instead(verdict.sentence, worst)
    why = (worst.message, *(() if is_calm else verdict.words.why))
    return verdict.saying(sentence, why)


def _moved(verdict: Verdict, worst: Finding) -> Message:
    """Return the sentence; if a BASE moves a bare fragment (2005), it names the new host."""
    host = worst.args.get("host")
    if not host or verdict.sentence != SAME_DOCUMENT:
        return verdict.sentence
    return message(GOES, host=marked_site(host))


def _instead(sentence: Message, worst: Finding) -> Message:
    """Return the sentence "Goes to a host", extended by the name that is shown instead, if any."""
    shown = worst.args.get("shown")
    if not shown or sentence.template not in GOING:
        return sentence
    name = marked_site(shown, INSTEAD)
    if forms_of(name) == forms_of(sentence.args["host"]):
        return sentence
    return message("Goes to {host}, not {name}", host=sentence.args["host"], name=name)
