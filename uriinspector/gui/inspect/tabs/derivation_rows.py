"""How the derivation tree is shown: each rule, and the text that it covers.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.core.model import Node, Span


@dataclass(frozen=True, slots=True)
class DerivedRow:
    """A rule over a run of the text."""

    node: Node
    text: str

    @property
    def span(self) -> Span:
        """What it covers; nothing where something is missing."""
        return self.node.span

    @property
    def is_fault(self) -> bool:
        """Whether the grammar fails here."""
        return self.node.expected is not None

    @property
    def name(self) -> Pieces:
        """The rule; where it fails, marked."""
        if self.is_fault:
            return outside(say("not {rule}", rule=self.node.rule), Kind.FAULT)
        return outside(self.node.rule)

    @property
    def covered(self) -> Pieces:
        """The text that it derives; a delimiter is its own name."""
        run = self.span.of(self.text)
        if not run:
            return ours(say("nothing"), Kind.MUTED)
        return outside(run, Kind.FAULT if self.is_fault else Kind.PLAIN)


def derived(row: DerivedRow) -> tuple[DerivedRow, ...]:
    """What a rule is made of."""
    return tuple(DerivedRow(child, row.text) for child in row.node.children)
