"""The values of a link as a graph: a node for each reading, an edge with the decoder's name.

Where a node is, is counted in columns and rows: what is inside of something is in the next column,
beginning in the same row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.values.table import OWN
from uriinspector.analysis.values.value import flattened
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.values.value import PlacedReading, Value

# More nodes make no picture that anyone can read.
MOST = 60
# On the edge to a part that the outer decoder has read itself.
PART = "part"


class GraphNode(NamedTuple):
    """A reading in its place; ``of`` is the number of the node that the edge comes from.

    The first node is the link, and has no reading.
    """

    column: int
    row: int
    of: int | None
    placed: PlacedReading | None

    @property
    def edge(self) -> str:
        """What led here."""
        if self.placed is None:
            return ""
        decoder = self.placed.reading.decoder
        return PART if decoder == OWN.name else decoder


class ValueGraph(NamedTuple):
    """Nodes, an outer one before those inside of it, and how many there was no room for."""

    nodes: tuple[GraphNode, ...]
    left_out: int

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 1 + max(node.column for node in self.nodes)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return 1 + max(node.row for node in self.nodes)


def value_graph(values: tuple[Value, ...]) -> ValueGraph:
    """Every reading below the link, or below the reading it is inside of."""
    placed = flattened(values)
    nodes = [GraphNode(0, 0, None, None)]
    row = -1
    for number, each in enumerate(placed[:MOST]):
        upper = 0 if each.of is None else each.of + 1
        # The first one inside of a node goes on in its row, all others begin a new one.
        is_first = upper == number
        row = row + 1 if number == 0 or not is_first else row
        nodes.append(GraphNode(nodes[upper].column + 1, row, upper, each))
    return ValueGraph(tuple(nodes), max(len(placed) - MOST, 0))
