"""The links inside of a link, each with its own verdict.  No Qt here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import pieces as phrased
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside, visible
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection, Nested


def links_inside(inspection: Inspection) -> dict[str, Nested]:
    """Every link that was found, at any depth, by its text."""
    result: dict[str, Nested] = {}
    waiting = list(inspection.nested)
    while waiting:
        each = waiting.pop(0)
        result.setdefault(each.layer.text, each)
        waiting += each.inspection.nested if each.inspection else ()
    return result


def verdict_of(nested: Nested) -> Pieces:
    """The service that it is in, if one is known, and where it goes."""
    service = nested.layer.service
    name = (
        ours(f"{say('via {service}', service=visible(service))} · ", Kind.MUTED) if service else ()
    )
    if nested.inspection is None:
        return (*name, *ours(say("nested too deep: not checked"), Kind.MUTED))
    line = phrased(nested.inspection.verdict.line, say)
    return (*name, *outside("".join(piece.text for piece in line)))
