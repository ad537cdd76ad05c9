"""Changes that the library does not know: to texts, tables, membership, order and what is caught.

Each is an operator as the library's own are, and is registered beside them as "tables/...".
"""

# mypy: disable-error-code="import-untyped, import-not-found, no-untyped-call"
from __future__ import annotations

import ast
from itertools import pairwise
from typing import Any

import parso
from cosmic_ray import plugins
from cosmic_ray.exceptions import CosmicRayTestingException
from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Operator as Comma

PROVIDER = "tables"
ROWS = {
    "testlist_comp",
    "dictorsetmaker",
}  # what parso calls the entries of a tuple, list, set, dict
COMPREHENSION = {"comp_for", "sync_comp_for"}


def parsed(code: str, like: Any) -> Any:
    """A piece of code as a node that takes the place of another, with the space before that."""
    return parso.parse(like.get_first_leaf().prefix + code)


class ChangeText(Operator):  # type: ignore[misc]
    """Take the last character off a text, or empty it, or fill an empty one."""

    def mutation_positions(self, node: Any) -> list[tuple[Any, Any]]:
        """Each text that is no formatted one, twice unless it is empty."""
        return [(node.start_pos, node.end_pos)] * len(self._changed(node))

    def mutate(self, node: Any, index: int) -> Any:
        """The text changed in one of its ways."""
        return parsed(repr(self._changed(node)[index]), node)

    @staticmethod
    def _changed(node: Any) -> list[str | bytes]:
        if node.type != "string":
            return []
        value = ast.literal_eval(node.value)
        if not value:
            return [b"mutated" if isinstance(value, bytes) else "mutated"]
        return [value[:-1]] if len(value) == 1 else [value[:-1], value[:0]]

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """What it does, for tests."""
        return (
            Example("x = 'ab'", "x = 'a'"),
            Example("x = 'ab'", "x = ''", occurrence=1),
            Example("x = ''", "x = 'mutated'"),
        )


class RemoveEntry(Operator):  # type: ignore[misc]
    """Take one entry out of a tuple, a list, a set or a dictionary."""

    def mutation_positions(self, node: Any) -> list[tuple[Any, Any]]:
        """Every entry of every table with two or more; of a list, the only one too.

        A list, for the library goes on with the positions after it has changed the node.
        """
        children = node.children if self._entries(node) else ()
        return [(children[a].start_pos, children[b].end_pos) for a, b in self._entries(node)]

    def mutate(self, node: Any, index: int) -> Any:
        """The table without one entry."""
        first, last = self._entries(node)[index]
        children = list(node.children)
        comma = last + 1 < len(children) and children[last + 1].get_code(False) == ","
        if not comma and first:  # the last entry: the comma before it stays, and makes a tuple
            del children[first : last + 1]
        else:
            prefix = children[first].get_first_leaf().prefix
            del children[first : last + 1 + comma]
            if first < len(children):
                children[first].get_first_leaf().prefix = prefix
        has_comma = any(each.get_code(False) == "," for each in children)
        if not has_comma and node.parent.children[0].get_code(False) == "(":
            children.append(Comma(",", children[-1].end_pos))  # what is left is a tuple still
        node.children = children
        return node

    @staticmethod
    def _entries(node: Any) -> list[tuple[int, int]]:
        """The first and last child of each entry."""
        if node.type == "atom" and node.children[0].value == "[" and len(node.children) == 3:
            whole = node.children[1].type in ROWS
            return [] if whole else [(1, 1)]
        if node.type not in ROWS or node.children[-1].type in COMPREHENSION:
            return []
        commas = [i for i, each in enumerate(node.children) if each.get_code(False) == ","]
        edges = [-1, *commas, *([] if commas[-1:] == [len(node.children) - 1] else [None])]
        ends = [len(node.children) if edge is None else edge for edge in edges]
        found = [(a + 1, b - 1) for a, b in pairwise(ends)]
        return found if len(found) > 1 else []

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """What it does, for tests."""
        return (
            Example("x = (a, b)", "x = (b,)"),
            Example("x = (a, b)", "x = (a,)", occurrence=1),
            Example("x = {1: 2, **c}", "x = {**c}"),
            Example("x = [a]", "x = []"),
        )


class ChangeMembership(Operator):  # type: ignore[misc]
    """Swap "in" and "not in"."""

    def mutation_positions(self, node: Any) -> list[tuple[Any, Any]]:
        """Every question whether something is in something else."""
        asked = [node.children[place] for place in self._places(node)]
        return [(each.start_pos, each.end_pos) for each in asked]

    def mutate(self, node: Any, index: int) -> Any:
        """The question turned round."""
        place = self._places(node)[index]
        asked = node.children[place]
        node.children[place] = parsed(
            "in" if asked.get_code(False).startswith("not") else "not in", asked
        )
        return node

    @staticmethod
    def _places(node: Any) -> list[int]:
        if node.type != "comparison":
            return []
        return [
            place
            for place in range(1, len(node.children), 2)
            if node.children[place].get_code(False).split() in (["in"], ["not", "in"])
        ]

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """What it does, for tests."""
        return (Example("a in b", "a not in b"), Example("a not in b", "a in b"))


class ChangeOrder(Operator):  # type: ignore[misc]
    """Sort by the things themselves, the other way round, or not at all."""

    def mutation_positions(self, node: Any) -> list[tuple[Any, Any]]:
        """Every key, every "reverse", and every call of "sorted" that has neither."""
        return [(node.start_pos, node.end_pos)] if self._changed(node) else []

    def mutate(self, node: Any, index: int) -> Any:  # noqa: ARG002 - there is one way only
        """The order changed."""
        return parsed(self._changed(node), node)

    @staticmethod
    def _changed(node: Any) -> str:
        if node.type == "argument" and node.children[0].get_code(False) in {"key", "reverse"}:
            name, value = (node.children[at].get_code(False) for at in (0, -1))
            return "key=None" if name == "key" else f"reverse=not ({value})"
        following = node.get_next_sibling() if node.parent else None
        is_called = following is not None and following.type == "trailer"
        if node.type == "name" and node.value == "sorted" and is_called:
            code = following.get_code(False)
            return "" if "key=" in code or "reverse=" in code or code[0] != "(" else "list"
        return ""

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """What it does, for tests."""
        return (
            Example("sorted(a)", "list(a)"),
            Example("sorted(a, key=len)", "sorted(a, key=None)"),
            Example("a.sort(reverse=b)", "a.sort(reverse=not (b))"),
        )


class ReplaceException(Operator):  # type: ignore[misc]
    """Catch another exception; the library's own operator fails where a name has a dot."""

    def mutation_positions(self, node: Any) -> list[tuple[Any, Any]]:
        """Every exception that a handler names."""
        return [(each.start_pos, each.end_pos) for each in self._named(node)]

    def mutate(self, node: Any, index: int) -> Any:
        """The handler with another name in the place of one."""
        named = self._named(node)[index]
        around = named.parent.children
        around[next(at for at, each in enumerate(around) if each is named)] = parsed(
            CosmicRayTestingException.__name__, named
        )
        return node

    @staticmethod
    def _named(node: Any) -> list[Any]:
        if node.type != "except_clause":
            return []
        caught = node.children[1]
        if caught.type != "atom":
            return [caught]
        inside = caught.children[1]
        return list(inside.children[::2]) if inside.type in ROWS else [inside]

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """What it does, for tests."""
        other = CosmicRayTestingException.__name__
        return (
            Example("try: a\nexcept b: c", f"try: a\nexcept {other}: c"),
            Example("try: a\nexcept b.d: c", f"try: a\nexcept {other}: c"),
            Example("try: a\nexcept (b, c.d): e", f"try: a\nexcept (b, {other}): e", occurrence=1),
        )


class TableOperators(dict[str, type[Any]]):
    """The provider that the library asks for them."""


def register() -> None:
    """Put them beside the library's own."""
    classes = (ChangeText, RemoveEntry, ChangeMembership, ChangeOrder, ReplaceException)
    plugins.OPERATOR_PROVIDERS[PROVIDER] = TableOperators({each.__name__: each for each in classes})
