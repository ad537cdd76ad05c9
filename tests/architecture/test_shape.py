"""The form of the source: short functions, plain text widgets, no shadowed library."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import ROOT, modules, shown
from tests.for_each import for_each

LONGEST_FUNCTION = 80
# The only module that shows outside text in widgets that could interpret it as rich text.
PLAIN_TEXT = "uriinspector/gui/text/pieces.py"
GUESSES_RICH_TEXT = re.compile(r"\b(?:QLabel|QMessageBox|setToolTip|setWhatsThis|QToolTip)\(")


def long_functions(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{node.name}: {lines} lines"


@for_each("path", *modules())
def test_functions_are_short(path: Path) -> None:
    assert list(long_functions(path.read_text(encoding="utf-8"))) == []


def test_style_check_reports_a_long_function() -> None:
    assert list(long_functions("def f():\n" + "    pass\n" * 80)) == ["f: 81 lines"]
    assert list(long_functions("def f():\n" + "    pass\n" * 49)) == []


@for_each("path", *modules("gui"))
def test_outside_text_is_shown_as_plain_text(path: Path) -> None:
    if shown(path) != PLAIN_TEXT:
        assert GUESSES_RICH_TEXT.findall(path.read_text(encoding="utf-8")) == []


def test_packaging_folder_does_not_shadow_the_packaging_library() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()
