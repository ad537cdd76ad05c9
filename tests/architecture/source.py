"""The program's source as syntax trees: its files and imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "uriinspector"


def modules(room: str = "") -> list[Path]:
    """Return the Python files of a room, or of the whole package."""
    return sorted((PACKAGE / room).rglob("*.py"))


def shown(path: Path) -> str:
    """Return a file's path relative to the project."""
    return path.relative_to(ROOT).as_posix()


def imported(source: str) -> Iterator[str]:
    """Yield every module that a source imports, by statement or by a call with its name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ("import_module", "__import__")
        ):
            yield from (
                arg.value
                for arg in node.args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )


def is_within(module: str, package: str) -> bool:
    """Return True if the module is the package or inside it."""
    return module == package or module.startswith(f"{package}.")
