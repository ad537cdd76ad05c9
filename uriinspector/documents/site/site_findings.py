"""The findings of a site as those of its files, so that every report shows them alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.documents.placed_findings import PlacedFindings
from uriinspector.documents.rules.link_rule import SOURCE, VALUE, LinkHit, finding
from uriinspector.documents.rules.site_references import BY_CODE

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.site.site_store import SiteFinding, SiteStore


def finding_of(row: SiteFinding) -> Finding:
    """A finding with the words of its rule; one without a value is about the page."""
    start, end = (row.first, row.last) if row.value else (row.start, row.end)
    of = VALUE if row.value else SOURCE
    return finding(BY_CODE[row.code], LinkHit(start, end, row.severity, row.variant, row.args, of))


def placed_findings(store: SiteStore, path: str) -> PlacedFindings:
    """All that is said of a file of the site, by its path in it."""
    result, entry = PlacedFindings(), store.entry(path)
    if entry is None:
        return result
    for row in store.findings(entry.number):
        if row.value:
            result.by_start.setdefault(row.start, []).append(finding_of(row))
        else:
            result.whole.append(finding_of(row))
    return result
