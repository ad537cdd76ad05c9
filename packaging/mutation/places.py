"""Where a room can be changed, and how: every place once, in a way that is drawn by a seed."""

# mypy: disable-error-code="import-untyped, import-not-found, no-untyped-call"
from __future__ import annotations

import ast
import difflib
import random
import warnings
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

# An operator of ours does the same and knows dotted names.
REPLACED = "core/ExceptionReplacer"
# What makes no difference to a result, only to its cost.
COSTS = {"cache", "lru_cache", "functools.cache", "functools.lru_cache"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file."""

    path: str
    line: int
    operator: str
    occurrence: int
    diff: tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class CodePlace:
    """Where something can be changed, and by which family of operators."""

    path: str
    start: tuple[int, int]
    end: tuple[int, int]
    family: str


def operators() -> dict[str, Any]:
    """Every operator that needs no arguments, by its name."""
    names = (each for each in plugins.operator_names() if each != REPLACED)
    classes = {name: plugins.get_operator(name) for name in names}
    return {name: each() for name, each in classes.items() if not each.arguments()}


def family(name: str) -> str:
    """The operators that put one thing in the place of another are one family."""
    return name.partition("_")[0]


def places(path: str, source: str) -> dict[CodePlace, list[tuple[str, int]]]:
    """Every place in a file with the operators that change it, and which occurrence it is."""
    found: dict[CodePlace, list[tuple[str, int]]] = defaultdict(list)
    nodes = list(ast_nodes(get_ast(source)))
    for name, operator in operators().items():
        positions = (each for node in nodes for each in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(positions):
            found[CodePlace(path, start, end, family(name))].append((name, occurrence))
    return found


def mutants(root: Path, paths: Iterable[str], seed: int) -> Iterator[Mutant]:
    """One mutant for each place of these files where a change can be noticed, in drawn order."""
    sources = {path: (root / path).read_text("utf-8") for path in paths}
    every = {place: ways for path in sources for place, ways in places(path, sources[path]).items()}
    drawn = sorted(every)
    random.Random(seed).shuffle(drawn)
    for place in drawn:
        ways = list(every[place])
        random.Random(f"{seed} {place}").shuffle(ways)
        source = sources[place.path]
        made = (mutant(source, place, name, occurrence) for name, occurrence in ways)
        yield from [each for each in [next(filter(None, made), None)] if each]


def mutant(source: str, place: CodePlace, name: str, occurrence: int) -> Mutant | None:
    """The change, or nothing where it makes no difference or no program."""
    changed = mutate_code(source, plugins.get_operator(name)(), occurrence)
    if changed is None or not differs(source, changed):
        return None
    lines = difflib.unified_diff(source.splitlines(), changed.splitlines(), n=0, lineterm="")
    diff = tuple(line for line in list(lines)[2:] if not line.startswith("@@"))
    return Mutant(place.path, place.start[0], name, occurrence, diff)


def differs(source: str, changed: str) -> bool:
    """Whether a test could notice: not in annotations, docstrings and caches.

    What Python itself warns of ("x is 5") is no change that anybody would miss.
    """
    try:
        with warnings.catch_warnings(action="error"):
            compile(changed, "", "exec", dont_inherit=True)
        return essence(source) != essence(changed)
    except (SyntaxError, SyntaxWarning):
        return False


@lru_cache(maxsize=256)
def essence(source: str) -> str:
    """A program without what has no effect when it runs."""
    return ast.dump(Essence().visit(ast.parse(source)))


class Essence(ast.NodeTransformer):
    """Takes out annotations, docstrings, imports for the type checker, caches and slots."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Without what it is annotated with."""
        node.returns = None
        node.decorator_list = [each for each in node.decorator_list if not is_cost(each)]
        return self.generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        """Only their names and values: in which ways they can be given is for the type checker."""
        node.args = [*node.posonlyargs, *node.args, *node.kwonlyargs]
        node.defaults += [each for each in node.kw_defaults if each]
        node.posonlyargs, node.kwonlyargs, node.kw_defaults = [], [], []
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Only its name."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """The value and the name; that it is annotated makes a field of it."""
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """A text that is a statement says nothing to the program."""
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """What only the type checker reads goes, however its condition is turned round."""
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return None
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Names for the type checker are texts, and slots are for speed."""
        if ast.unparse(node.func) in {"cast", "TypeVar", "NewType"}:
            node.args = node.args[1:]
        if ast.unparse(node.func) == "dataclass":
            node.keywords = [each for each in node.keywords if each.arg != "slots"]
        return self.generic_visit(node)


def is_cost(decorator: ast.expr) -> bool:
    """Whether it only makes a function faster."""
    return ast.unparse(decorator).partition("(")[0] in COSTS
