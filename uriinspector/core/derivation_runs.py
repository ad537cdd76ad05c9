"""How a derivation is listed for people: characters that one chain of rules derives are one row."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from uriinspector.core.model import Node, Span
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ALPHABETS = frozenset(
    {
        *("ALPHA", "DIGIT", "HEXDIG", "alpha", "lowalpha", "upalpha", "hialpha", "digit", "hex"),
        *("mark", "safe", "extra"),
    }
)
# The rules of all editions that derive one character or one escaped octet.
CHARACTERS = ALPHABETS | {
    *("pchar", "uchar", "xchar", "urlc", "uric", "uric-no-slash", "unreserved", "reserved"),
    *("sub-delims", "alphanum", "alphadigit", "escape", "escaped", "pct-encoded"),
}


class DerivationRow(NamedTuple):
    """One node, or a run of nodes that differ in their characters alone."""

    rules: tuple[str, ...]
    nodes: tuple[Node, ...]

    @property
    def span(self) -> Span:
        """All that the nodes cover."""
        return Span(self.nodes[0].span.start, self.nodes[-1].span.end)

    @property
    def is_run(self) -> bool:
        """Whether it is about characters, each of which has more rules below it."""
        return self.rules[0] in CHARACTERS

    @property
    def name(self) -> str:
        """The rules on the way to the characters, and how many of these there are."""
        count = len(self.nodes)
        return " \u203a ".join(self.rules) + (f" \u00d7{count}" if count > 1 else "")


def rows(nodes: Iterable[Node]) -> Iterator[DerivationRow]:
    """The nodes below another one as they are listed."""
    for rules, group in groupby(nodes, _chain):
        if rules[0] in CHARACTERS:
            yield DerivationRow(rules, tuple(group))
        else:
            yield from (DerivationRow(rules, (node,)) for node in group)


def _chain(node: Node) -> tuple[str, ...]:
    """The rules down to the character, without the alphabet that it is a letter of."""
    result = [node.rule]
    while node.expected is None and len(node.children) == 1 and node.rule in CHARACTERS:
        (node,) = node.children
        if node.rule in CHARACTERS - ALPHABETS:
            result.append(node.rule)
    return tuple(result)
