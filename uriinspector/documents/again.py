"""A link inspected again from what a list keeps of it, with what only its place tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.inspection import inspect
from uriinspector.documents.found import ONE
from uriinspector.documents.html.items import items_of
from uriinspector.documents.rules.table import headline_of

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection


class Again(NamedTuple):
    """All that a link was judged by; ``how`` its value is read, ``own`` what its place tells."""

    value: str
    how: str = ONE
    base: str | None = None
    edition: str = "2005"
    protect: tuple[str, ...] = ()
    own: tuple[Finding, ...] = ()


def inspected(kept: Again) -> Inspection:
    """The inspection of a link; of several references in one value that of the worst."""
    texts = [kept.value]
    if kept.how != ONE:
        texts = [each.text for each in items_of(kept.value, kept.how) or ()] or [""]
    made = [
        inspect(text, base=kept.base, edition=kept.edition, protect=kept.protect) for text in texts
    ]
    found = max(made, key=lambda each: RANK.get(each.verdict.severity or "", -1))
    if kept.own:
        own = list(kept.own)
        findings = sorted(
            [*own, *found.findings], key=lambda each: (-RANK[each.severity], each.start)
        )
        found.verdict = headline_of(found.verdict, tuple(findings), own)
        found.findings = tuple(findings)
    return found
