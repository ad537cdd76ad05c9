"""What is made for the shells and the manual, made once."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def made(script: str, *arguments: str | Path) -> str:
    """Run one of the scripts below ``packaging/make``; what it says."""
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
    """The manual and the completions, as they lie below ``share``."""
    folder = tmp_path_factory.mktemp("share")
    made("man.py", folder / "man/man1")
    made("completion.py", folder)
    return folder
