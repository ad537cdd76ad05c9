"""No started script puts a folder on ``sys.path`` that shadows the standard library.

A script's folder comes first on its path. For a script inside the package, ``gui/inspect`` would
be imported instead of the standard library's ``inspect``, on Pythons that need it to start.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.architecture.source import ROOT, modules, shown
from tests.for_each import for_each

SHELL = re.compile(r"^#!/bin/sh|^# shellcheck shell=sh")
OF_THE_PACKAGE = re.compile(r"(?i)python[\w.}]*[\"']?\s+(?:-\w\s+)*[\"']?uriinspector/[\w/]*\.py")


def shell_scripts() -> list[Path]:
    """Return the shell scripts of packaging and CI."""
    files = [*(ROOT / "packaging").rglob("*"), *(ROOT / ".ci").iterdir()]
    texts = {
        file: file.read_bytes()[:200].decode("utf-8", "replace") for file in files if file.is_file()
    }
    return sorted(file for file, text in texts.items() if SHELL.search(text))


def is_guard(node: ast.AST) -> bool:
    """Return True if the node is ``if __name__ == "__main__"``."""
    return isinstance(node, ast.If) and ast.unparse(node.test).startswith("__name__ == ")


def shadows(folder: Path) -> set[str]:
    """Return the standard modules that this folder on the path would shadow."""
    names = {each.stem if each.suffix == ".py" else each.name for each in folder.iterdir()}
    return names & set(sys.stdlib_module_names)


def script_folders() -> list[Path]:
    """Return the folders that started scripts put on the path, and the project's top folder."""
    scripts = [
        file
        for file in [*(ROOT / "packaging").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
        if any(is_guard(node) for node in ast.parse(file.read_text(encoding="utf-8")).body)
    ]
    return sorted({file.parent for file in scripts} | {ROOT, ROOT / "packaging/frozen"})


def test_only_main_modules_of_the_package_are_started() -> None:
    guarded = [
        shown(file)
        for file in modules()
        if any(is_guard(node) for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    ]
    assert {name.rpartition("/")[2] for name in guarded} == {"__main__.py"}


@for_each("script", *shell_scripts())
def test_no_shell_script_runs_a_file_of_the_package(script: Path) -> None:
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    assert not [line for line in lines if OF_THE_PACKAGE.search(line)]


@for_each("folder", *script_folders())
def test_no_script_folder_shadows_a_standard_module(folder: Path) -> None:
    assert shadows(folder) == set()


def test_script_folder_in_the_package_would_shadow_modules() -> None:
    # Shows that the two tests above can fail: a script inside the package would have this
    # effect.
    assert "inspect" in shadows(ROOT / "uriinspector/gui")
    assert OF_THE_PACKAGE.search('needed=$("$python" uriinspector/gui/system.py)')


@for_each("group", "run", "fonts", "checks")
def test_missing_packages_are_listed_without_any_installed(group: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-S", "-I", "packaging/missing_packages.py", group],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "  " not in answer.stdout
    assert answer.stderr == ""
