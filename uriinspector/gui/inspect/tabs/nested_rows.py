"""The references inside of a reference, as a tree, each with its verdict.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import pieces as phrased
from uriinspector.core.model import Span
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection, Nested

# How a layer got where it is.
VIA = {
    "query-value": "in the query",
    "path-tail": "at the end of the path",
    "fragment": "in the fragment",
    "base64": "in base64",
    "data": "in the content",
    "scheme": "by the scheme",
    "rewriter": "in a service link",
    "defanged": "original of the defanged link",
    "wrapped": "without the extra text",
    "address-bar": "in an address bar",
    "email": "in an email app",
    "network-path": "with the scheme of a page",
}


@dataclass(frozen=True, slots=True)
class NestedRow:
    """One layer, the outermost with depth 0; its span lies in the text that is shown."""

    text: str
    name: Pieces
    span: Span | None
    inspection: Inspection | None
    depth: int

    @property
    def severity(self) -> str:
        """The worst finding's, or ""."""
        return (self.inspection.verdict.severity if self.inspection else None) or ""

    @property
    def verdict(self) -> Pieces:
        """Where this one goes."""
        if self.inspection is None:
            return ours(say("nested too deep: not checked"), Kind.MUTED)
        line = phrased(self.inspection.verdict.line, say)
        return outside("".join(piece.text for piece in line))

    @property
    def base(self) -> str | None:
        """What it is read beside, if anything."""
        return self.inspection.base if self.inspection else None


def nested_tree(inspection: Inspection) -> NestedRow:
    """The text itself, with all that is inside of it below."""
    name = ours(say("as written"))
    return NestedRow(inspection.text, name, Span(0, len(inspection.text)), inspection, 0)


def rows_inside(row: NestedRow) -> tuple[NestedRow, ...]:
    """What stands directly inside of a layer."""
    result = row.inspection.nested if row.inspection else ()
    return tuple(_inside(each, row) for each in result)


def _inside(nested: Nested, outer: NestedRow) -> NestedRow:
    layer = nested.layer
    # Only the first layer stands in the text that is shown; the others in what was unpacked.
    span = Span(layer.start, layer.end) if outer.depth == 0 else outer.span
    return NestedRow(layer.text, _name(nested), span, nested.inspection, outer.depth + 1)


def _name(nested: Nested) -> Pieces:
    layer = nested.layer
    via = say(VIA.get(layer.via, layer.via))
    if layer.service:
        return (*outside(layer.service, Kind.STRONG), *ours(f" · {via}", Kind.MUTED))
    if layer.name:
        return (*ours(via + ": "), *outside(layer.name))
    return ours(via)
