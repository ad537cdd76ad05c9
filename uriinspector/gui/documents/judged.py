"""A link inspected again, together with what only its place tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uriinspector
from uriinspector.analysis.finding import RANK
from uriinspector.documents.found import ONE
from uriinspector.documents.html.items import items_of
from uriinspector.documents.rules.table import headline_of

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.documents.cases.row import Head, LinkRow


def judged(row: LinkRow, head: Head, edition: str) -> Inspection:
    """The inspection of a link; of several references in one value that of the worst."""
    texts = [row.value]
    if row.how != ONE:
        texts = [each.text for each in items_of(row.value, row.how) or ()] or [""]
    made = [
        uriinspector.inspect(text, base=row.base, edition=edition, protect=head.protect)
        for text in texts
    ]
    found = max(made, key=lambda each: RANK.get(each.verdict.severity or "", -1))
    if row.own:
        own = list(row.own)
        findings = sorted(
            [*own, *found.findings], key=lambda each: (-RANK[each.severity], each.start)
        )
        found.verdict = headline_of(found.verdict, tuple(findings), own)
        found.findings = tuple(findings)
    return found
