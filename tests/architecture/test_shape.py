"""The shape of the source: short functions, nothing that shadows a library."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import ROOT, modules, shown
from tests.for_each import for_each

LONGEST_FUNCTION = 80
# The one place that makes what Qt would read as rich text show outside text plainly.
PLAIN_TEXT = "uriinspector/gui/text/pieces.py"
GUESSES_RICH_TEXT = re.compile(r"\b(?:QLabel|QMessageBox|setToolTip|setWhatsThis|QToolTip)\(")


def long_functions(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{node.name}: {lines} lines"


@for_each("path", *modules())
def test_functions_are_short_enough_to_read(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert list(long_functions(source)) == []


def test_a_long_function_is_found() -> None:
    assert list(long_functions("def f():\n" + "    pass\n" * 80)) == ["f: 81 lines"]
    assert list(long_functions("def f():\n" + "    pass\n" * 49)) == []


@for_each("path", *modules("gui"))
def test_outside_text_is_only_shown_plain(path: Path) -> None:
    if shown(path) != PLAIN_TEXT:
        assert GUESSES_RICH_TEXT.findall(path.read_text(encoding="utf-8")) == []


def test_packaging_does_not_shadow_the_library_of_that_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()
