"""The pieces that the editions build their derivation trees from.

A tree is made for looking at: of one component, no more than ``MOST`` parts and ``MOST`` runs of
characters in all of them are nodes, and no more than ``MOST`` faults of the whole text.  A leaf
stands for the rest and says how many nodes it leaves out, so that a megabyte makes no million.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.core.charset import members
from uriinspector.core.model import Node, Span, Violation
from uriinspector.core.production import TRIPLET

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST = 4096
AND_SO_ON = "\u2026"


def node(rule: str, start: int, end: int, *children: Node) -> Node:
    """A rule over a run of the text."""
    return Node(rule, Span(start, end), children)


def literal(text: str, start: int, end: int) -> Node:
    """A delimiter that the grammar spells out."""
    return Node(f'"{text[start:end]}"', Span(start, end))


def and_so_on(start: int, end: int, omitted: int) -> Node:
    """One leaf for all the nodes over the rest of a text."""
    return Node(AND_SO_ON, Span(start, end), omitted=omitted)


class Alphabet:
    """The classes of characters that an edition's rules are made of, as they are tried."""

    def __init__(self, escaped: str, **classes: str) -> None:
        rules = [name.replace("_", "-") for name in classes]
        self.names = dict(zip(["escaped", *classes], [escaped, *rules], strict=True))
        runs = [f"(?P<{name}>[{members(chars)}]++)" for name, chars in classes.items()]
        self.pattern = re.compile("|".join([f"(?P<escaped>{TRIPLET})", *runs]))

    def nodes(self, text: str, start: int, end: int, most: int = MOST) -> tuple[Node, ...]:
        """Maximal runs of each class, and each triplet; a leaf for what is too many."""
        matches = self.pattern.finditer(text, start, end)
        first = tuple(
            Node(self.names[run.lastgroup or ""], Span(*run.span()))
            for run in islice(matches, most)
        )
        rest = next(matches, None)
        if rest is None:
            return first
        return (*first, and_so_on(rest.start(), end, 1 + sum(1 for _ in matches)))

    def node(self, rule: str, text: str, start: int, end: int, most: int = MOST) -> Node:
        """A rule that is a run of characters."""
        return Node(rule, Span(start, end), self.nodes(text, start, end, most))

    def split(self, rule: str, delimiter: str, text: str, start: int, end: int) -> tuple[Node, ...]:
        """Nodes of one rule with a delimiter between them: segments, labels, numbers."""
        result: list[Node] = []
        runs = MOST  # that all of them may have together
        while (stop := text.find(delimiter, start, end)) >= 0:
            if len(result) >= MOST:
                delimiters = text.count(delimiter, start, end)
                return (*result, and_so_on(start, end, 2 * delimiters + 1))
            part = self.node(rule, text, start, stop, runs)
            result += part, literal(text, stop, stop + 1)
            runs = max(runs - len(part.children), 0)
            start = stop + 1
        return (*result, self.node(rule, text, start, end, runs))


def with_faults(tree: Node, violations: tuple[Violation, ...]) -> Node:
    """The tree with a node for each of the first violations, in the deepest rule that it lies in.

    What such a node covers of the rules beside it stands below it: nothing is derived twice.  How
    many violations are left out stands at the root.
    """
    return replace(_placed(tree, violations[:MOST]), omitted=len(violations[MOST:]))


def _placed(tree: Node, violations: Sequence[Violation]) -> Node:
    if not violations:
        return tree
    starts = [child.span.start for child in tree.children]
    inside: list[list[Violation]] = [[] for _ in starts]
    here: list[Violation] = []
    for fault in violations:
        index = bisect_right(starts, fault.start) - 1
        if index >= 0 and _holds(tree.children[index], fault):
            inside[index].append(fault)
        else:
            here.append(fault)
    below = deque(map(_placed, tree.children, inside))
    children: list[Node] = []
    for fault in here:
        children += _until(below, fault.start)
        covered = tuple(_until(below, fault.end))
        children.append(Node(fault.rule, Span(fault.start, fault.end), covered, fault.expected))
    return Node(tree.rule, tree.span, (*children, *below), tree.expected, tree.omitted)


def _holds(child: Node, fault: Violation) -> bool:
    start, end = child.span
    return start <= fault.start and fault.end <= end and start < end


def _until(nodes: deque[Node], end: int) -> Iterator[Node]:
    """Takes the nodes up to a place in the text; a run of characters that goes on is cut there."""
    while nodes and nodes[0].span.start < end:
        first = nodes.popleft()
        if first.span.end > end:
            nodes.appendleft(Node(first.rule, Span(end, first.span.end), omitted=first.omitted))
            first = Node(first.rule, Span(first.span.start, end))
        yield first
