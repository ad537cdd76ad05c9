"""The checks that every submission must pass."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each

SCRIPT = ROOT / ".ci/run"
pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not SCRIPT.exists(), reason="takes a clone and a shell"
)


@for_each("long, user", (0, 0), (1, 0), (0, 1), (1, 1))
def test_submission_must_pass_long_checks_and_debian_user_checks(
    tmp_path: Path, long: int, user: int
) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci/run").write_bytes(SCRIPT.read_bytes())
    (tmp_path / "packaging").mkdir()
    for name, status in (("test", long), ("matrix", user)):
        script = tmp_path / "packaging" / name
        script.write_text(f'#!/bin/sh\necho "{name} $@"\nexit {status}\n')
        script.chmod(0o755)
    answer = subprocess.run(
        ["bash", ".ci/run"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert answer.stdout.splitlines()[:2] == ["test --long", "matrix --user trixie"]
    assert (answer.returncode != 0) == bool(long or user)
    assert ("FAILED" in answer.stdout) == bool(long or user)


@for_each("user", "1000", "65534")
def test_failure_to_make_a_fresh_debian_is_reported(user: str) -> None:
    commands = (
        "set -eu\n. packaging/setup.sh\n. packaging/debian.sh\n"
        'fail() { say "FAILED: $*"; exit 1; }\n'
        f'id() {{ echo {user}; }}\nfresh_debian trixie "$PWD/build/none"\necho done\n'
    )
    answer = subprocess.run(
        ["sh", "-c", commands], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == "FAILED: creating a fresh Debian requires root\n"
