"""Lazily compiled expressions behave like compiled ones, and all of them compile."""

import ast
import copy
import pickle
import re
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT, modules, shown
from tests.for_each import for_each
from uriinspector.core.expression import expression

PLAIN = """
import sys, uriinspector
from uriinspector.core.expression import LazyExpression
uriinspector.inspect("https://www.example.org/a/b.html?c=d&e=1#f")
waiting = [
    name
    for module in list(sys.modules.values()) if module.__name__.startswith("uriinspector")
    for name, value in vars(module).items()
    if isinstance(value, LazyExpression) and len(vars(value)) == 1
]
print(len(waiting))
"""

# Modules that compile expressions at import and are needed for even the simplest link.
AT_ONCE = (
    *("analysis/card", "analysis/citation", "analysis/domains", "analysis/triggers", "core/host"),
)
COMPILED = """
import importlib, re, sys
from uriinspector.core.expression import LazyExpression
compiled, begin = [], LazyExpression.__init__
def compile_at_once(self, *given):
    compiled.append(re.compile(*given))
    begin(self, *given)
LazyExpression.__init__ = compile_at_once
for name in sys.argv[1:]:
    importlib.import_module(name)
print(len(compiled))
"""


def test_lazy_expression_matches_like_a_compiled_one() -> None:
    lazy = expression("(?P<letter>[a-z])b", re.IGNORECASE)
    assert lazy.sub("x", "AB") == "x"
    found = lazy.fullmatch("Ab")
    assert found is not None
    assert found["letter"] == "A"
    assert lazy.pattern == "(?P<letter>[a-z])b"
    assert lazy.groups == 1
    assert lazy.flags & re.IGNORECASE
    assert expression(b"a++").findall(b"aab a") == [b"aa", b"a"]
    lazy = expression("a")
    assert lazy.match is lazy.match


def test_lazy_expression_can_be_pickled_and_raises_at_first_use() -> None:
    with pytest.raises(re.error):
        expression("(").match("")
    lazy = expression("a+")
    assert copy.copy(lazy).match("aa")
    assert pickle.loads(pickle.dumps(lazy)).match("aa")


def test_every_expression_of_the_engine_compiles() -> None:
    rooms = ("core", "readers", "analysis", "documents", "lessons", "export")
    paths = [path.relative_to(ROOT) for room in rooms for path in modules(room)]
    names = [".".join(path.with_suffix("").parts) for path in paths]
    assert int(output(COMPILED, *names)) > 500


def test_plain_link_leaves_most_expressions_uncompiled() -> None:
    assert int(output(PLAIN)) > 50


def at_once(source: str) -> bool:
    """Return True if a file compiles expressions when it is imported."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
            return True
        is_later = isinstance(node, ast.FunctionDef | ast.Lambda)
        waiting += [] if is_later else ast.iter_child_nodes(node)
    return False


def test_only_expressions_needed_for_every_link_are_compiled_at_import() -> None:
    paths = [path for room in ("core", "readers", "analysis") for path in modules(room)]
    found = {shown(path) for path in paths if at_once(path.read_text("utf-8"))}
    assert found == {f"uriinspector/{name}.py" for name in AT_ONCE}


@for_each(
    "source, expected", ("A = re.compile('a')", True), ("A = re.compile('a').match", True),
    ("class B:\n    A = re.compile('a')", True),
    ("def a():\n    return re.compile('a')", False),
    ("A = expression('a')", False),
)  # fmt: skip
def test_expressions_compiled_at_import_are_found(source: str, expected: bool) -> None:
    assert at_once(source) is expected


def output(program: str, *names: str) -> str:
    """Return the output of a program in a subprocess."""
    command = [sys.executable, "-c", program, *names]
    return subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT).stdout
