"""What receivers claim to have checked, together with what the message asks for and links to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.documents.rules.claimed_names import is_free_mail, is_of
from uriinspector.documents.rules.message_context import (
    FAIL,
    FAILED,
    NOTHING,
    OTHERS,
    OVERALL,
    PASSED,
    SOFTFAIL,
)
from uriinspector.documents.rules.message_rule import MessageHit, MessageRule
from uriinspector.documents.rules.sites import is_address, known_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.message_context import MessageContext

FORMS = "file-or-form-service"
SHOWN = {"spf": "SPF", "dkim": "DKIM", "dmarc": "DMARC", "compauth": "compauth"}


def failed_check(context: MessageContext) -> Iterator[MessageHit]:
    """A check of the sender that failed, or none that passed."""
    domain = context.domain
    if domain is None or context.check not in {FAILED, NOTHING}:
        return
    signs = (
        context.name is not None,
        context.lure is not None,
        # Forwarding breaks a check as well; then a link to somewhere else means nothing.
        context.is_all_foreign and context.is_refused,
        context.open_site is not None,
    )
    is_spoofed = known_site(domain, context.known) is not None and not is_free_mail(domain)
    if context.check == FAILED:
        severity = HIGH if is_spoofed and any(signs[1:]) else MEDIUM if any(signs) else LOW
        args = {"method": _failed(context), "host": domain}
        yield MessageHit(severity, "", args)
    else:
        severity = MEDIUM if any(signs) else LOW
        variant = "unproven" if context.unproven_passes else "nothing"
        yield MessageHit(severity, variant, {"host": domain})


def _failed(context: MessageContext) -> str:
    """The checks that failed, in words."""
    bad = {FAIL, SOFTFAIL}
    methods = [each.method for each in context.judged if each.result in bad]
    order = [each for each in (*OVERALL, "spf", "dkim") if each in methods]
    return ", ".join(SHOWN[each] for each in order[:2])


def lure(context: MessageContext) -> Iterator[MessageHit]:
    """Words of a lure, where a link or the sender gives a reason to doubt."""
    words, domain = context.lure, context.domain
    if words is None or domain is None:
        return
    args = {"shown": words}
    if context.check == OTHERS and (context.is_all_foreign or context.open_site):
        yield MessageHit(None, "others", args | {"host": domain})
    elif context.open_site is not None:
        is_form = context.check == PASSED and FORMS in context.open_site.codes
        variant = "address" if is_address(context.open_site.site) else "open"
        args |= {"host": context.open_site.site}
        yield MessageHit(LOW if is_form else None, variant, args)
    elif context.check == PASSED and context.is_all_foreign and context.led_to is not None:
        yield MessageHit(LOW, "elsewhere", args | {"host": context.led_to.site})


def foreign_links(context: MessageContext) -> Iterator[MessageHit]:
    """Links of a message in a known name that lead neither to its owner nor to a sender."""
    claimed, target = context.name, context.led_to
    if claimed is None or target is None or not context.is_all_foreign:
        return
    if any(is_of(claimed.known, each.site) for each in context.sites):
        return
    severity = MEDIUM if claimed.known.is_distinct or context.lure or context.is_doubtful else LOW
    args = {"name": claimed.written, "host": target.site}
    yield MessageHit(severity, "", args)


RULES = (
    MessageRule(
        "authentication-failed",
        LOW,
        "Sender not authenticated",
        {
            "": "According to the header, {method} did not pass; the sender address is at {host}.",
            "nothing": "According to the header, no check passed; the sender address is at {host}.",
            "unproven": "Only results that the sender could have written show a pass; the sender "
            "address is at {host}.",
        },
        ("RFC 8601 2.7",),
        failed_check,
        rises="medium with a known name, a lure, or links to unrelated sites; high for a known "
        "domain as sender",
    ),
    MessageRule(
        "lure",
        MEDIUM,
        "Email contains a lure",
        {
            "others": 'The email lures with "{shown}"; according to the header, checks passed '
            "only for domains other than {host}.",
            "open": 'The email lures with "{shown}" and links to {host}, where anyone can '
            "publish or which hides the destination.",
            "address": 'The email lures with "{shown}" and links to the IP address {host}.',
            "elsewhere": 'The email lures with "{shown}"; its links go to {host}, which is not '
            "a sender domain.",
        },
        ("RFC 3986 7.6", "MITRE T1566.002"),
        lure,
        rises="low if the sender's domain passed the checks",
    ),
    MessageRule(
        "links-unrelated",
        MEDIUM,
        "Links unrelated to the sender",
        {
            "": 'The display name contains "{name}"; links go to {host}, which is not a known '
            "domain of that name.",
        },
        ("RFC 3986 7.6", "MITRE T1566.002"),
        foreign_links,
        rises="low for a name that is also a word",
    ),
)
