"""Naming: class names are unique, and public names are meaningful."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.architecture.source import PACKAGE, modules
from tests.for_each import for_each

# Words that do not describe the purpose of a name.
RIDDLES = {
    "told", "found", "made", "said", "seen", "kept", "below", "beside", "desk", "foot", "tongue",
    "standing", "wish", "turns",
}  # fmt: skip
# Class names used in two independent rooms; all others are unique.
SHARED: dict[str, int] = {}
# File names that several folders have intentionally.
MIRRORED = {"__init__", "__main__", "page", "table"}
MOST_SHARED_FILES = 20
MOST_LOOSE_FILES = 14


def words(name: str) -> set[str]:
    """Split a name into words, the same for ``made_parser``, ``MadeParser`` and
    ``MADE_PARSER``.
    """
    return {each.lower() for each in re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).split("_")}


@cache
def trees() -> dict[Path, ast.Module]:
    """Parse every module of the package."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in modules()}


def interface(node: ast.AST) -> Iterator[str]:
    """Yield the names that other code uses: of classes, functions, parameters, attributes."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield child.name
            yield from interface(child)
        elif isinstance(child, ast.FunctionDef):
            yield child.name
            yield from (each.arg for each in ast.walk(child.args) if isinstance(each, ast.arg))
            yield from attributes(child)
        elif isinstance(child, ast.Assign | ast.AnnAssign):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            yield from (
                each.id
                for target in targets
                for each in ast.walk(target)
                if isinstance(each, ast.Name)
            )


def attributes(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the attributes that a method sets."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


@for_each("path", *modules())
def test_no_public_name_contains_a_vague_word(path: Path) -> None:
    names = {path.stem, *interface(trees()[path])}
    assert {name for name in names if words(name) & RIDDLES} == set()


def test_class_names_are_unique() -> None:
    names = Counter(
        node.name
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    )
    assert {name: count for name, count in names.items() if count > 1} == SHARED


def test_few_files_share_their_name() -> None:
    stems = Counter(
        path.stem
        for path in modules()
        if path.stem not in MIRRORED and not re.search(r"/year\d{4}/", path.as_posix())
    )
    assert sum(count for count in stems.values() if count > 1) <= MOST_SHARED_FILES


def test_few_files_are_directly_in_the_gui_folder() -> None:
    assert len([*(PACKAGE / "gui").glob("*.py")]) <= MOST_LOOSE_FILES


@for_each(
    "source",
    "def told(): ...", "def made_parser(): ...", "class Kept: ...",
    "class A:\n    def f(self):\n        self.is_found = 1", "def f(seen): ...", "FOOT = 1",
    "class A:\n    desk: int",
)  # fmt: skip
def test_vague_name_is_found(source: str) -> None:
    assert any(words(name) & RIDDLES for name in interface(ast.parse(source)))
