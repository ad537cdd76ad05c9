"""What was not looked at: always the site, and what else this text leads to and does not show."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from uriinspector.export.language import Translator, english

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.inspection import Inspection

ALWAYS = (
    "The site: no connection was opened, so what it shows, and whether it exists, is not known.",
    "The DNS: no name was looked up, so where a name points and whose it is, is not known.",
    "Whether anyone has reported the link: no list of bad links was asked.",
)
UNSAID = "Where {host} forwards to: that is not in this text."
DEEP = "{count} of the references inside: they are nested too deep to be read here."
RELATIVE = "Where it stands: it is relative, and no base was given."


def unexamined(inspection: Inspection, say: Translator = english) -> Iterator[str]:
    """A sentence for each."""
    yield from map(say, ALWAYS)
    route = inspection.verdict.route
    for before, hop in pairwise(route):
        if not hop.known:
            yield say(UNSAID, host=before.host or say("the last stop"))
    deep = _too_deep(inspection)
    if deep:
        yield say(DEEP, count=deep)
    if inspection.base is None and inspection.reference.scheme is None:
        yield say(RELATIVE)


def _too_deep(inspection: Inspection) -> int:
    """How many references inside were named and not read."""
    return sum(_too_deep(each.inspection) if each.inspection else 1 for each in inspection.nested)
