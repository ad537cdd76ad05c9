"""Help of each packaging script, and refusal of unknown arguments before any work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

PACKAGING = ROOT / "packaging"
SCRIPTS = sorted(
    path.relative_to(PACKAGING).as_posix()
    for path in PACKAGING.rglob("*")
    if path.is_file() and path.read_bytes().startswith(b"#!/bin/sh\n")
)
# Scripts whose arguments are parsed by the window, by pytest, or by programs with their own
# options.
LET_THROUGH = {"run", "test", "fuzz"}
# By script: missing or unknown arguments.
FURTHER = {
    "audit": "no-such-list", "check": "no-such-product", "sums": "folder", "bundle": "--fast",
    "manual": "rules",
}  # fmt: skip
WRONG_USE = 64
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shell scripts")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the scripts into a folder without an environment."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(PACKAGING, folder / "packaging", symlinks=True)
    return folder


def run(checkout: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script without a usable Python."""
    before = sorted(checkout.rglob("*"))
    answer = subprocess.run(
        [f"packaging/{script}", *arguments],
        cwd=checkout,
        env={"PATH": "/usr/bin:/bin", "PYTHON": "false", "HOME": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert sorted(checkout.rglob("*")) == before
    return answer


def comment(script: str) -> str:
    """Return the comment at the start of a script."""
    lines = (PACKAGING / script).read_text("utf-8").splitlines()[1:]
    end = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    return "".join(f"{line.removeprefix('#').removeprefix(' ')}\n" for line in lines[:end])


def test_packaging_scripts_are_found() -> None:
    assert {"deb", "check", "tables/all", *LET_THROUGH} <= set(SCRIPTS)


@pytest.mark.parametrize("asked", ["-h", "--help"])
@pytest.mark.parametrize("script", SCRIPTS)
def test_help_is_the_comment_at_the_start_of_the_script(
    checkout: Path, script: str, asked: str
) -> None:
    answer = run(checkout, script, asked)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout == comment(script)
    assert len(answer.stdout) > 40


@pytest.mark.parametrize("script", sorted(set(SCRIPTS) - LET_THROUGH))
def test_unknown_option_is_refused(checkout: Path, script: str) -> None:
    answer = run(checkout, script, "--no-such-option")
    assert answer.returncode == WRONG_USE
    assert answer.stdout == ""
    assert 'does not take "--no-such-option"' in answer.stderr


@pytest.mark.parametrize("script", FURTHER)
def test_unknown_word_is_refused(checkout: Path, script: str) -> None:
    answer = run(checkout, script, *FURTHER[script].split())
    assert (answer.returncode, answer.stdout) == (WRONG_USE, "")
    assert f'"{FURTHER[script].split()[-1]}"' in answer.stderr


@pytest.mark.parametrize("script", ["manual", "share"])
def test_missing_argument_is_reported(checkout: Path, script: str) -> None:
    answer = run(checkout, script)
    assert (answer.returncode, answer.stdout) == (WRONG_USE, "")
    assert "needs " in answer.stderr


def test_help_of_fuzz_lists_every_option() -> None:
    source = (PACKAGING / "fuzzing/fuzz.py").read_text("utf-8")
    calls = re.findall(r'add_argument\(\s*"(--\w+)"(.*?)\n(?=    (?:parser|return))', source, re.S)
    options = {name for name, rest in calls if "SUPPRESS" not in rest}
    assert len(options) > 4
    assert options == set(re.findall(r"^  (--\w+)", comment("fuzz"), re.M))


def interpreter(checkout: Path, program: str) -> str:
    """Return the message about an unsuitable PYTHON."""
    shim = checkout / "python-shim"
    shim.write_text(f"#!/bin/sh\n{program}\n")
    shim.chmod(0o755)
    answer = subprocess.run(
        ["/bin/sh", "-euc", ". packaging/setup.sh; find_python"],
        cwd=checkout,
        env={"PATH": os.environ["PATH"], "PYTHON": str(shim) if program else "no-such-python"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    shim.unlink()
    assert answer.returncode == 69
    return answer.stderr


def test_unsuitable_python_is_distinguished_from_a_missing_one(checkout: Path) -> None:
    assert "no-such-python does not exist." in interpreter(checkout, "")
    assert "does not start: not installed." in interpreter(checkout, "echo not installed; exit 127")
    # An old Python prints its version, and is therefore refused.
    old = "case $2 in *exit*) exit 1 ;; *) echo 3.9 ;; esac"
    assert "is Python 3.9." in interpreter(checkout, old)
