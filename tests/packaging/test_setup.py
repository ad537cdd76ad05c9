"""Setting up a checkout: the packages that are requested, and the progress that is shown."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shell scripts")
# In each group, one package is missing.
MISSING = 'missing() { for group; do printf "%s " "package-for-$group"; done; }\n'
USER = "id() { echo 1000; }\n"
# Output of pip without a terminal, and for a cached package.
PIP = """Collecting ada-url==4.0.0 (from -r packaging/locked/shipped.txt (line 1))
  Downloading ada_url-4.0.0-cp313-cp313-manylinux.whl.metadata (13 kB)
  Downloading ada_url-4.0.0-cp313-cp313-manylinux.whl (520 kB)
Collecting rich==15.0.0
  Using cached rich-15.0.0-py3-none-any.whl (300 kB)
Downloading PySide6_Essentials-6.12.0-cp310-abi3-manylinux.whl (79.9 MB)
Installing collected packages: ada-url, rich
Successfully installed ada-url-4.0.0
"""


def shell(commands: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    script = f"set -eu\n. {ROOT}/packaging/setup.sh\n{commands}"
    environment = {"PATH": os.environ["PATH"]}
    return subprocess.run(
        ["sh", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@for_each(
    "purpose, groups", ("run", ["run"]), ("dev", ["run", "checks"]),
    ("products", ["run", "products"]),
)  # fmt: skip
def test_user_is_asked_for_needed_packages_and_fonts(purpose: str, groups: list[str]) -> None:
    answer = shell(f"{MISSING}{USER}get_packages {purpose}")
    assert answer.returncode == 69
    (line,) = [each for each in answer.stderr.splitlines() if "apt-get install" in each]
    asked = line.partition("--no-install-recommends ")[2].split()
    assert asked == [f"package-for-{each}" for each in (*groups, "fonts")]


def test_missing_fonts_alone_are_not_asked_for() -> None:
    missing = 'missing() { case "$*" in *fonts) echo fonts-inter ;; esac; }\n'
    answer = shell(f"{missing}{USER}get_packages run")
    assert (answer.returncode, answer.stderr) == (0, "")


def test_running_the_window_needs_no_test_programs() -> None:
    script = ROOT / "packaging/missing_packages.py"
    answers = {
        group: subprocess.run(
            [sys.executable, script, group],
            env={"PATH": "/nonexistent"},
            capture_output=True,
            check=True,
            text=True,
            timeout=60,
        ).stdout.split()
        for group in ("run", "checks")
    }
    assert {"default-jre-headless", "zsh", "fish", "strace"} <= set(answers["checks"])
    assert set(answers["run"]).isdisjoint(answers["checks"])


def test_every_download_is_shown() -> None:
    answer = shell(f"show_progress <<'END'\n{PIP}END")
    shown = ["  ada_url (520 kB)", "  PySide6_Essentials (79.9 MB)", "  installing ..."]
    assert answer.stderr.splitlines() == shown


@for_each("status", 0, 1)
def test_failed_installation_aborts_the_setup(tmp_path: Path, status: int) -> None:
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho "  Downloading a-1.whl (1 kB)"\nexit {status}\n')
    python.chmod(0o755)
    answer = shell("pip_install x\necho done", tmp_path)
    assert answer.stdout == ("" if status else "done\n")
    assert (answer.returncode != 0) == bool(status)
    assert answer.stderr == "  a (1 kB)\n"
