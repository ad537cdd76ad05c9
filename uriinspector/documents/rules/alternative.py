"""Alternatives of one message that do not say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.core.model import NamedTuple
from uriinspector.documents.empty_references import base_of
from uriinspector.documents.link_location import CONTEXT, END, PLACE, START
from uriinspector.documents.rules.link_rule import SOURCE, DocumentRule, LinkHit, finding
from uriinspector.documents.rules.message_context import MessageContext
from uriinspector.documents.rules.sites import is_listed_site, site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.leaf import Leaf
    from uriinspector.documents.link_location import LinkLocation

RULE = DocumentRule(
    "alternative-mismatch",
    HIGH,
    "Plain text and HTML differ",
    {
        "": "The HTML links to {host}; the plain-text version does not, but links to {shown}.",
    },
    ("RFC 2046 5.1.4",),
    rises="medium if both versions also link to a common site, and if the text links to the "
    "sender's site alone; low for both, and if the HTML links to the sender's site",
)
FOLLOWED = frozenset({"a", "area"})
# Outlook shows what is conditional.
SHOWN = frozenset({None, "conditional"})
MOST = 500


def alternatives(leaves: list[Leaf]) -> Iterator[Finding]:
    """Sites of the pages against those of the plain texts."""
    pages = _sites([leaf for leaf in leaves if leaf.is_page])
    texts = _sites([leaf for leaf in leaves if not leaf.is_page])
    if not pages or not texts:
        return
    only, missing = [each for each in pages if each not in texts], texts.keys() - pages.keys()
    if not only or not missing:
        return
    senders = _senders(leaves[0])
    # What most links lead to is what the page is for; beside it are services and partners.
    site = max(only, key=lambda each: pages[each].links)
    leaf, link_location, _ = pages[site]
    source = leaf.source(link_location[START], link_location[END])
    severity = _weight(leaf, site, missing, senders, has_common=bool(pages.keys() & texts.keys()))
    args = {"host": site, "shown": ", ".join(sorted(missing)[:3])}
    yield finding(RULE, LinkHit(source.start, source.end, severity, "", args, SOURCE))


def _senders(leaf: Leaf) -> frozenset[str]:
    """The site that the message says it comes from, unless the receiver's checks doubt that."""
    envelope = leaf.message.envelope
    if envelope is None:
        return frozenset()
    message = MessageContext(envelope, judge=leaf.judge)
    return (
        frozenset()
        if message.is_doubtful or not message.domain
        else frozenset({site_of(message.domain)})
    )


def _weight(
    leaf: Leaf, site: str, missing: set[str], senders: frozenset[str], *, has_common: bool
) -> str:
    """A sender counts clicks on a site of its own, or of a service for its own site."""
    if site in senders:
        is_known = any(is_listed_site(each, leaf.judge.names) for each in missing)
        return MEDIUM if is_known and not has_common else LOW
    if missing <= senders:
        return LOW if has_common else MEDIUM
    return MEDIUM if has_common else HIGH


class LinkedSite(NamedTuple):
    """The first link to a site, and how many there are."""

    leaf: Leaf
    location: LinkLocation
    links: int


def _sites(leaves: list[Leaf]) -> dict[str, LinkedSite]:
    """The sites that people are led to."""
    sites: dict[str, LinkedSite] = {}
    for leaf in leaves:
        for link_location in leaf.locations[:MOST]:
            if link_location[CONTEXT] not in SHOWN or (
                leaf.is_page and link_location[PLACE].element not in FOLLOWED
            ):
                continue
            value = leaf.value(link_location)
            base, is_markup = (
                base_of(leaf, link_location, value).text,
                link_location[PLACE].is_markup,
            )
            verdict = leaf.judge.of(value, base, in_document=is_markup).verdict
            host = verdict.final_host
            if host is not None:
                site = site_of(host)
                first = sites.get(site, LinkedSite(leaf, link_location, 0))
                sites[site] = first._replace(links=first.links + 1)
    return sites


RULES = (RULE,)
