"""Alternatives of one message that do not say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, MEDIUM
from uriinspector.documents.empty_references import base_of
from uriinspector.documents.link_location import CONTEXT, END, PLACE, START
from uriinspector.documents.rules.link_rule import SOURCE, DocumentRule, LinkHit, finding
from uriinspector.documents.rules.sites import site_of

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
    rises="medium if both versions also link to a common site",
)
FOLLOWED = frozenset({"a", "area"})
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
    site = only[0]
    leaf, link_location = pages[site]
    source = leaf.source(link_location[START], link_location[END])
    severity = MEDIUM if pages.keys() & texts.keys() else HIGH
    args = {"host": site, "shown": ", ".join(sorted(missing)[:3])}
    yield finding(RULE, LinkHit(source.start, source.end, severity, "", args, SOURCE))


def _sites(leaves: list[Leaf]) -> dict[str, tuple[Leaf, LinkLocation]]:
    """The sites that people are led to, each with its first link."""
    sites: dict[str, tuple[Leaf, LinkLocation]] = {}
    for leaf in leaves:
        for link_location in leaf.locations[:MOST]:
            if link_location[CONTEXT] is not None or (
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
                sites.setdefault(site_of(host), (leaf, link_location))
    return sites


RULES = (RULE,)
