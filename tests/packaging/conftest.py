"""Fixtures with the man pages and shell completions, made once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT


def made(script: str, *arguments: str | Path) -> str:
    """Run a script in ``packaging/make`` and return its output."""
    return subprocess.run(
        [sys.executable, ROOT / "packaging/make" / script, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1790000000"},
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    ).stdout


@pytest.fixture(scope="session")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the man pages and completions as installed in ``share``."""
    folder = tmp_path_factory.mktemp("share")
    made("man.py", folder / "man/man1")
    made("completion.py", folder)
    return folder
