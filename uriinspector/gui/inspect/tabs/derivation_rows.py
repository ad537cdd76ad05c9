"""How the derivation tree is shown: each rule, and the text that it covers.  No Qt here."""

from __future__ import annotations

from dataclasses import dataclass

from uriinspector.core.derivation import DerivationRow, rows
from uriinspector.core.model import Node, Span
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say


@dataclass(frozen=True, slots=True)
class DerivedRow:
    """A rule over a run of the text, or the same rules for each of its characters."""

    row: DerivationRow
    text: str

    @property
    def node(self) -> Node:
        """The rule; of several characters that of the first one."""
        return self.row.nodes[0]

    @property
    def span(self) -> Span:
        """What it covers; nothing where something is missing."""
        return self.row.span

    @property
    def is_fault(self) -> bool:
        """Whether the grammar fails here."""
        return self.node.expected is not None

    @property
    def opens(self) -> bool:
        """Whether what is below it is shown at once: not the rules of single characters."""
        return not self.row.is_run

    @property
    def name(self) -> Pieces:
        """The rule; where it fails, marked."""
        if self.is_fault:
            return outside(say("not {rule}", rule=self.node.rule), Kind.FAULT)
        return outside(self.row.name)

    @property
    def covered(self) -> Pieces:
        """The text that it derives; a delimiter is its own name."""
        run = self.span.of(self.text)
        if not run:
            return ours(say("nothing"), Kind.MUTED)
        return outside(run, Kind.FAULT if self.is_fault else Kind.PLAIN)


def derived(row: DerivedRow) -> tuple[DerivedRow, ...]:
    """What a rule is made of; of several characters, each."""
    if not row.row.is_run:
        return tuple(DerivedRow(each, row.text) for each in rows(row.node.children))
    nodes = row.row.nodes
    single = nodes if len(nodes) > 1 else nodes[0].children
    return tuple(DerivedRow(DerivationRow((each.rule,), (each,)), row.text) for each in single)
