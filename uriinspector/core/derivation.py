"""The pieces that the editions build their derivation trees from.

A tree is made for looking at: below a node with more than ``MOST`` children the rest of its text
is one leaf, so that a megabyte makes no million nodes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.core.charset import members
from uriinspector.core.model import Node, Span, Violation
from uriinspector.core.production import TRIPLET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST = 4096
AND_SO_ON = "\u2026"


def node(rule: str, start: int, end: int, *children: Node) -> Node:
    """A rule over a run of the text."""
    return Node(rule, Span(start, end), children)


def literal(text: str, start: int, end: int) -> Node:
    """A delimiter that the grammar spells out."""
    return Node(f'"{text[start:end]}"', Span(start, end))


def bounded(nodes: Iterable[Node], end: int) -> tuple[Node, ...]:
    """The first nodes, and one leaf for all the text after them."""
    found = iter(nodes)
    first = tuple(islice(found, MOST))
    if len(first) == MOST and (rest := next(found, None)) is not None:
        return (*first, Node(AND_SO_ON, Span(rest.span.start, end)))
    return first


class Alphabet:
    """The classes of characters that an edition's rules are made of, as they are tried."""

    def __init__(self, escaped: str, **classes: str) -> None:
        rules = [name.replace("_", "-") for name in classes]
        self.names = dict(zip(["escaped", *classes], [escaped, *rules], strict=True))
        runs = [f"(?P<{name}>[{members(chars)}]++)" for name, chars in classes.items()]
        self.pattern = re.compile("|".join([f"(?P<escaped>{TRIPLET})", *runs]))

    def nodes(self, text: str, start: int, end: int) -> tuple[Node, ...]:
        """Maximal runs of each class, and each triplet."""
        found = (
            Node(self.names[run.lastgroup or ""], Span(*run.span()))
            for run in self.pattern.finditer(text, start, end)
        )
        return bounded(found, end)

    def node(self, rule: str, text: str, start: int, end: int) -> Node:
        """A rule that is a run of characters."""
        return Node(rule, Span(start, end), self.nodes(text, start, end))

    def split(self, rule: str, delimiter: str, text: str, start: int, end: int) -> tuple[Node, ...]:
        """Nodes of one rule with a delimiter between them: segments, labels, numbers."""
        return bounded(self._split(rule, delimiter, text, start, end), end)

    def _split(self, rule: str, delimiter: str, text: str, start: int, end: int) -> Iterator[Node]:
        while True:
            stop = text.find(delimiter, start, end)
            if stop < 0:
                yield self.node(rule, text, start, end)
                return
            yield self.node(rule, text, start, stop)
            yield literal(text, stop, stop + 1)
            start = stop + 1


def with_faults(tree: Node, violations: tuple[Violation, ...]) -> Node:
    """The tree with a node for each violation, in the deepest rule that it lies in."""
    if not violations:
        return tree
    starts = [child.span.start for child in tree.children]
    inside: list[list[Violation]] = [[] for _ in starts]
    here: list[Node] = []
    for fault in violations:
        index = bisect_right(starts, fault.start) - 1
        if index >= 0 and _holds(tree.children[index], fault):
            inside[index].append(fault)
        else:
            span = Span(fault.start, fault.end)
            here.append(Node(fault.rule, span, (), fault.expected))
    children = [
        with_faults(child, tuple(faults))
        for child, faults in zip(tree.children, inside, strict=True)
    ]
    children = sorted([*children, *here], key=lambda each: each.span.start) if here else children
    return Node(tree.rule, tree.span, tuple(children), tree.expected)


def _holds(child: Node, fault: Violation) -> bool:
    start, end = child.span
    return start <= fault.start and fault.end <= end and start < end
