"""The import contracts of pyproject.toml: the program follows them, and each can fail."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, ROOT

ROOMS = ("core", "readers", "analysis", "documents", "lessons", "export", "gui", "cli")
CONTRACTS = {
    "rooms", "Qt stays in gui", "the face does not know the window", "core is pure",
    "no cycles inside a room",
}  # fmt: skip

# A module with a forbidden import, the import, and the only contract that it breaks.
SINS = [
    ("core/first.py", "import uriinspector.readers", "rooms"),
    ("core/first.py", "import uriinspector.analysis.first", "rooms"),
    ("readers/first.py", "import uriinspector.analysis", "rooms"),
    ("analysis/first.py", "import uriinspector.documents", "rooms"),
    ("documents/first.py", "import uriinspector.export", "rooms"),
    ("documents/first.py", "import uriinspector.lessons", "rooms"),
    ("lessons/first.py", "import uriinspector.export", "rooms"),
    ("documents/first.py", "import uriinspector.gui", "rooms"),
    ("documents/first.py", "import uriinspector.cli", "rooms"),
    ("export/first.py", "import uriinspector.gui", "rooms"),
    ("export/first.py", "import uriinspector.cli.first", "rooms"),
    ("gui/first.py", "import uriinspector.cli", "rooms"),
    ("cli/first.py", "import uriinspector.gui", "rooms"),
    ("gui/first.py", "import uriinspector.__main__", "rooms"),
    ("stray.py", "import re", "rooms"),
    ("core/first.py", "from PySide6.QtCore import QUrl", "Qt stays in gui"),
    ("cli/first.py", "import PySide6", "Qt stays in gui"),
    ("export/first.py", "from PySide6.QtSvg import QSvgRenderer", "Qt stays in gui"),
    ("__init__.py", "import shiboken6", "Qt stays in gui"),
    ("__init__.py", "import uriinspector.gui.first", "the face does not know the window"),
    ("__init__.py", "import uriinspector.__main__", "the face does not know the window"),
    ("core/first.py", "import os", "core is pure"),
    ("core/first.py", "from pathlib import Path", "core is pure"),
    ("core/first.py", "import idna", "core is pure"),
    ("core/first.py", "import uriinspector.core.second", "no cycles inside a room"),
    ("gui/first.py", "import uriinspector.gui.second", "no cycles inside a room"),
]


def broken_contracts(folder: Path) -> set[str]:
    """Run import-linter with the project's settings; return the names of broken contracts."""
    linter = "from importlinter.cli import lint_imports_command as run; run()"
    answer = subprocess.run(
        [sys.executable, "-c", linter, "--no-cache", "--config", ROOT / "pyproject.toml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    outcomes = dict(re.findall(r"^(.+) (KEPT|BROKEN)(?: \(.*\))?$", answer.stdout, re.MULTILINE))
    assert set(outcomes) == CONTRACTS, answer.stdout + answer.stderr
    broken = {name for name, outcome in outcomes.items() if outcome == "BROKEN"}
    assert bool(broken) == bool(answer.returncode)
    return broken


@pytest.fixture
def small_house(tmp_path: Path) -> Path:
    """Create a package with two modules in every room and no bad imports."""
    house = tmp_path / "uriinspector"
    for room in ROOMS:
        (house / room).mkdir(parents=True)
        (house / room / "__init__.py").touch()
        (house / room / "first.py").touch()
        (house / room / "second.py").write_text(f"import uriinspector.{room}.first\n")
    (house / "__init__.py").write_text("import uriinspector.core.second\n")
    (house / "__main__.py").write_text("import uriinspector.gui.first\n")
    (house / "gui" / "first.py").write_text("import PySide6\nimport uriinspector.core\n")
    return tmp_path


def test_program_keeps_every_import_contract() -> None:
    assert broken_contracts(ROOT) == set()


def test_package_without_bad_imports_keeps_every_import_contract(small_house: Path) -> None:
    assert broken_contracts(small_house) == set()


@pytest.mark.parametrize("missing", ["readers", "documents", "lessons", "export", "cli"])
def test_import_contracts_hold_if_a_room_is_missing(small_house: Path, missing: str) -> None:
    shutil.rmtree(small_house / "uriinspector" / missing)
    assert broken_contracts(small_house) == set()


@pytest.mark.parametrize(("module", "sin", "contract"), SINS, ids=[f"{m}: {s}" for m, s, _ in SINS])
def test_bad_import_breaks_exactly_one_contract(
    small_house: Path, module: str, sin: str, contract: str
) -> None:
    with (small_house / "uriinspector" / module).open("a") as file:
        file.write(f"{sin}\n")
    assert broken_contracts(small_house) == {contract}


def test_every_import_contract_has_a_test_that_breaks_it() -> None:
    assert {contract for _, _, contract in SINS} == CONTRACTS


def test_bad_import_in_a_copy_of_the_program_is_found(tmp_path: Path) -> None:
    copy = tmp_path / "uriinspector"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "core" / "__init__.py").open("a") as file:
        file.write("\nimport socket\n")
    assert broken_contracts(tmp_path) - broken_contracts(ROOT) == {"core is pure"}
