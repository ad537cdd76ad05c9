"""What is shown against where it leads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.documents.rules.link_rule import TEXT, LinkHit, LinkRule
from uriinspector.documents.rules.sites import (
    MAIL,
    difference,
    is_same,
    is_same_label,
    named_in,
    names,
    plain,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.international.known_names import KnownNameIndex
    from uriinspector.documents.link_location import LinkPlace
    from uriinspector.documents.rules.link_rule import LinkContext

LEADING = frozenset({"href", "xlink:href", "formaction"})
# A text of more words is a sentence.
HEADLINE = 3
MAIL_LINK = re.compile(r"\s*mailto:[^?@]{1,200}@([^?,\s]{1,260})", re.IGNORECASE)


def is_leading(place: LinkPlace) -> bool:
    """Whether people follow what stands there."""
    return place.attribute in LEADING


def mismatch(context: LinkContext) -> Iterator[LinkHit]:
    """A shown text that names a site, and a link that goes to another one."""
    if context.is_unspoken or context.shown is None:
        return
    text = context.shown.text
    if "." not in text:
        return
    mail = MAIL_LINK.match(context.value)
    if mail:
        yield from _mail(text, mail[1], context.leaf.judge.names)
        return
    verdict = context.judged.verdict
    known = context.leaf.judge.names
    named = named_in(text, known)
    host = context.host
    if named is None or host is None or is_same(named.host, host, known):
        return
    looks = plain(context.shown.visible)
    named_host = named_in(looks, known) if looks != text else None
    if named_host is not None and named_host.host != named.host:
        return  # what is seen is told as put together
    args = {"shown": named.host, "host": host}
    severity, variant = _weight(text, named.sure, named.host, host), ""
    if severity == HIGH and names(looks, host):
        severity = MEDIUM
    if verdict.final_host is None:
        severity = min(severity, MEDIUM if _is_short(context) else LOW, key=_rank)
        variant = "opaque"
    elif differs := difference(named.host, host):
        variant, args["differs"] = "alike", differs
    yield LinkHit(named.start, named.end, severity, variant, args, TEXT)


def _rank(severity: str) -> int:
    return (LOW, MEDIUM, HIGH).index(severity)


def _weight(text: str, sure: bool, shown: str, host: str) -> str:
    if is_same_label(shown, host):
        return LOW
    if sure:
        # "How Example.com was built": a headline about a known name is not there to be it.
        is_headline = shown != shown.lower() and text.count(" ") >= HEADLINE
        return MEDIUM if is_headline and "/" not in text and "www." not in text.lower() else HIGH
    # "ASP.NET" and "Socket.IO" are products; nobody writes a site in capitals.
    return HIGH if shown == shown.lower() or "/" in text else LOW


def _is_short(context: LinkContext) -> bool:
    return any(each.code == "shortener" for each in context.judged.findings)


def _mail(text: str, domain: str, known: KnownNameIndex) -> Iterator[LinkHit]:
    match = MAIL.search(text)
    if match and not is_same(match["domain"], domain, known):
        args = {"shown": match["domain"], "host": domain}
        yield LinkHit(*match.span(), HIGH, "mail", args, TEXT)


def assembled(context: LinkContext) -> Iterator[LinkHit]:
    """A text that names another site only once what is hidden in it is left out, or put in."""
    if context.place.attribute not in LEADING or context.is_unspoken or context.shown is None:
        return
    text, visible = context.shown.text, context.shown.visible
    host = context.host
    if host is None or (text == visible and text.isascii()):
        return
    known = context.leaf.judge.names
    visited = plain(visible)
    named = named_in(visited, known)
    if named is None or visited == text or is_same(named.host, host, known):
        return
    before = named_in(text, known)
    if before is None or before.host != named.host:
        args = {"shown": named.host, "host": host}
        yield LinkHit(0, len(text), HIGH, "assembled", args, TEXT)


RULES = (
    LinkRule(
        "text-href-mismatch",
        HIGH,
        "Link text shows another site",
        {
            "": "The text shows {shown}; the link goes to {host}.",
            "alike": "The text shows {shown}; the link goes to {host}: {differs}.",
            "opaque": "The text shows {shown}; the link goes to {host} first, and only that "
            "service knows the destination.",
            "mail": "The text shows an address at {shown}; the email goes to {host}.",
        },
        ("RFC 3986 7.6", "rfc2396bis-01 7.5"),
        is_leading,
        mismatch,
        rises="medium behind a shortened link, if the text also names the right site, and in a "
        "headline; low if only the suffix differs, for a possible product name, and behind "
        "a service that hides the destination",
    ),
)
