"""What is shown against where it leads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.international.folding import listed_delimiter
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.documents.html.adjacent_links import neighbors
from uriinspector.documents.html.link_text import OVERRIDE
from uriinspector.documents.link_location import END, TAG
from uriinspector.documents.rules.link_rule import TEXT, VALUE, LinkHit, LinkRule
from uriinspector.documents.rules.sites import (
    MAIL,
    difference,
    drawn,
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
    from uriinspector.documents.rules.sites import NamedHost

LEADING = frozenset({"href", "xlink:href", "formaction"})
# A text of more words is a sentence.
HEADLINE, SENTENCE = 3, 6
# A tooltip that is an address and nothing else; it may follow the link in its tag.
ADDRESS = expression(r"(?:(?i:h(?:tt|xx)ps?)://|(?i:www)\.)\S+")
TITLE = expression(rb"[tT][iI][tT][lL][eE]\s*=\s*[\"']?\s*[hHwW&]")
AFTER = 400
MAIL_LINK = expression(r"\s*mailto:[^?@]{1,200}@([^?,\s]{1,260})", re.IGNORECASE)


def is_leading(place: LinkPlace) -> bool:
    """Whether people follow what stands there."""
    return place.attribute in LEADING


def mismatch(context: LinkContext) -> Iterator[LinkHit]:
    """A shown text that names a site, and a link that goes to another one."""
    yield from _tooltip(context)
    if context.is_unspoken or context.shown is None:
        return
    text = context.shown.text
    if "." not in text and "://" not in text:
        return
    mail = MAIL_LINK.match(context.value)
    if mail:
        yield from _mail(text, mail[1], context.leaf.judge.names)
        return
    host = context.host
    if host is None:
        return
    named = named_in(text, context.leaf.judge.names)
    hits = list(_joined(context, host)) if named is None or named.host != host else []
    if not hits and named is not None:
        hits = list(_named(context, named, host))
    yield from hits


def _named(context: LinkContext, named: NamedHost, host: str) -> Iterator[LinkHit]:
    known, shown = context.leaf.judge.names, context.shown
    if shown is None or is_same(named.host, host, known) or _is_carried(context, named.host):
        return
    text, looks = shown.text, plain(shown.visible)
    named_host = named_in(looks, known) if looks != text else None
    if named_host is not None and named_host.host != named.host:
        return  # what is seen is told as put together
    args = {"shown": named.host, "host": host}
    severity, variant = _weight(context, text, named, host), ""
    if severity == HIGH and names(looks, host):
        severity = MEDIUM
    if context.judged.verdict.final_host is None:
        severity = min(severity, MEDIUM if _is_short(context) else LOW, key=_rank)
        variant = "opaque"
    elif differs := difference(named.host, host):
        variant, args["differs"] = "alike", differs
    yield LinkHit(named.start, named.end, severity, variant, args, TEXT)


def _rank(severity: str) -> int:
    return (LOW, MEDIUM, HIGH).index(severity)


def _weight(context: LinkContext, text: str, named: NamedHost, host: str) -> str:
    shown = named.host
    if is_same_label(shown, host):
        return LOW
    before = text[: named.start]
    is_address = (
        before.endswith("//") or shown[:4].lower() == "www." or text[named.end :].startswith("/")
    )
    if not context.leaf.in_message:
        limit = _on_page(context, text, shown, host, is_address=is_address)
        if limit is not None:
            return limit
    if named.sure:
        # "How Example.com was built": a headline about a known name is not there to be it.
        is_headline = shown != shown.lower() and text.count(" ") >= HEADLINE
        return MEDIUM if is_headline and "/" not in text and "www." not in text.lower() else HIGH
    # "ASP.NET" and "Socket.IO" are products; nobody writes a site in capitals.
    return HIGH if shown == shown.lower() or "/" in text else LOW


def _on_page(
    context: LinkContext, text: str, shown: str, host: str, *, is_address: bool
) -> str | None:
    """A page writes about other sites, on pages of its own: as tags, as sources, as authors."""
    if context.is_home(host):
        return MEDIUM if is_address else LOW
    if text.count(" ") >= SENTENCE:
        return MEDIUM
    # "WordPress.com VIP" is a name, no address.
    return LOW if shown != shown.lower() and not is_address else None


def _is_carried(context: LinkContext, shown: str) -> bool:
    """Whether an archive or a proxy that everybody knows shows the site that the text names."""
    is_proxy = any(each.code == "proxy-host" for each in context.judged.findings)
    return is_proxy and shown.lower() in context.value.lower()


def _tooltip(context: LinkContext) -> Iterator[LinkHit]:
    """An address that is shown when the pointer rests on the link, and is another one."""
    start, end = context.location[TAG], context.location[END]
    octets = context.leaf.octets.get()
    stop = octets.find(b">", end, end + AFTER)
    if TITLE.search(octets, start, stop if stop >= 0 else end + AFTER) is None:
        return
    host, title = context.host, context.attribute("title")
    named = ADDRESS.fullmatch(title.strip()) if title and host else None
    if named is None or host is None:
        return
    shown = named_in(named[0], context.leaf.judge.names)
    if shown is None or is_same(shown.host, host, context.leaf.judge.names):
        return
    if _is_carried(context, shown.host):
        return
    severity = HIGH if context.leaf.in_message else MEDIUM
    if context.is_home(host) or is_same_label(shown.host, host):
        severity = LOW
    if context.judged.verdict.final_host is None:
        severity = LOW
    yield LinkHit(
        0, len(context.value), severity, "title", {"shown": shown.host, "host": host}, VALUE
    )


def _joined(context: LinkContext, host: str) -> Iterator[LinkHit]:
    """A name that is cut into several links, one right behind the other."""
    if not context.leaf.in_message or context.shown is None:
        return
    leaf, text = context.leaf, context.shown.text
    before, behind = neighbors(leaf.octets.get(), context.location[TAG], context.tag, leaf.end)
    if not before and not behind:
        return
    texts = [leaf.text_of(tag) for tag in before] + [text] + [leaf.text_of(tag) for tag in behind]
    named = named_in("".join(texts), leaf.judge.names)
    if named is not None and not is_same(named.host, host, leaf.judge.names):
        args = {"shown": named.host, "host": host}
        yield LinkHit(0, len(text), HIGH, "joined", args, TEXT)


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
        is_turned = OVERRIDE in visible and OVERRIDE not in text
        variant = "turned" if is_turned else "assembled"
        if _is_named(drawn(visible), named.host, known):
            yield LinkHit(0, len(text), HIGH, variant, args, TEXT)
            return
        # "Film・TV" are two words: nobody writes a site in capitals.
        if named.sure or named.host == named.host.lower():
            severity = HIGH if named.sure else LOW
            args["char"] = next((described(each) for each in visible if listed_delimiter(each)), "")
            yield LinkHit(0, len(text), severity, "alike", args, TEXT)


def _is_named(text: str, host: str, known: KnownNameIndex) -> bool:
    named = named_in(text, known)
    return named is not None and named.host == host


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
            "title": "The tooltip shows {shown}; the link goes to {host}.",
            "joined": "Together with the links next to it, the text shows {shown}; the link goes "
            "to {host}.",
            "mail": "The text shows an address at {shown}; the email goes to {host}.",
        },
        ("RFC 3986 7.6", "rfc2396bis-01 7.5"),
        is_leading,
        mismatch,
        rises="medium behind a shortened link, if the text also names the right site, in a "
        "headline or a sentence, and for a tooltip on a web page; low if only the suffix differs, "
        "for a possible product name, within the page's own site, and behind a service that hides "
        "the destination",
    ),
)
