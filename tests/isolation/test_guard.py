"""A flaw in a reader cannot get out of the window or the terminal, and the rest is read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.documents.samples import picture
from uriinspector.documents import process_guard

if sys.platform == "win32":
    pytest.skip("the attempts are those of POSIX", allow_module_level=True)

REASONS = {
    "program": process_guard.PROGRAM, "shell": process_guard.PROGRAM, "fork": process_guard.PROGRAM,
    "connection": process_guard.LOOK_UP, "datagram": process_guard.CONNECTION,
    "look-up": process_guard.LOOK_UP,
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.png").write_bytes(picture())
    (files / "b.css").write_text("@import url(http://style.test/);")
    (files / "c.html").write_text("<a href='http://page.test/'>x</a>")
    return tmp_path


def run(folder: Path, attempt: str, *arguments: str) -> str:
    environment = os.environ | {
        "PLANTED": attempt,
        "PLANTED_LOG": str(folder / "log"),
        "PLANTED_MARK": str(folder / "mark"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    answer = subprocess.run(
        [sys.executable, "-m", "tests.isolation.planted", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert answer.returncode in {0, 1}, answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (folder / "mark").exists()
    return answer.stdout


def blocked(folder: Path) -> list[str]:
    """Return the result of each attempt, without the name of the audit event."""
    return [line.partition(" (")[0] for line in (folder / "log").read_text().splitlines()]


@pytest.mark.parametrize("attempt", REASONS)
def test_terminal_blocks_an_escape_attempt_and_reads_the_rest(folder: Path, attempt: str) -> None:
    printed = run(folder, attempt, "terminal", "scan", "--jobs", "1", str(folder / "files"))
    assert printed.count(REASONS[attempt]) == 2
    assert "page[.]test" in printed
    assert blocked(folder) == [REASONS[attempt]] * 2


def test_terminal_workers_block_and_report_escape_attempts(folder: Path) -> None:
    printed = run(folder, "program", "terminal", "scan", "--jobs", "2", str(folder / "files"))
    assert printed.count(process_guard.PROGRAM) == 2
    assert "page[.]test" in printed
    assert blocked(folder) == [process_guard.PROGRAM] * 2


@pytest.mark.parametrize("attempt", ["program", "datagram"])
def test_window_blocks_an_escape_attempt_and_reads_the_rest(folder: Path, attempt: str) -> None:
    image = folder / "window.png"
    run(folder, attempt, "window", "--screenshot", str(image), str(folder / "files"))
    assert image.exists()
    assert blocked(folder) == [REASONS[attempt]] * 2
