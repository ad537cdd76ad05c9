"""What was not looked at: always the site, and what else this text leads to and does not show."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from uriinspector.export.language import Translator, english

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.inspection import Inspection

ALWAYS = (
    "The site: it was not visited, so whether it exists and what it contains are unknown.",
    "DNS: the host name was not looked up, so its address and owner are unknown.",
    "Reputation: no blocklist was checked.",
)
UNSAID = "Redirects: the link does not say where {host} redirects."
DEEP = "{count} nested links: nested too deep to read."
RELATIVE = "Base URL: the link is relative and no base was given."


def unexamined(inspection: Inspection, say: Translator = english) -> Iterator[str]:
    """A sentence for each."""
    yield from map(say, ALWAYS)
    route = inspection.verdict.route
    for before, hop in pairwise(route):
        if not hop.known:
            yield say(UNSAID, host=before.host or say("final destination"))
    deep = _too_deep(inspection)
    if deep:
        yield say(DEEP, count=deep)
    if inspection.base is None and inspection.reference.scheme is None:
        yield say(RELATIVE)


def _too_deep(inspection: Inspection) -> int:
    """How many references inside were named and not read."""
    return sum(_too_deep(each.inspection) if each.inspection else 1 for each in inspection.nested)
