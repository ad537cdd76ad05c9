"""Golden transcripts of runs of every command.

Each page is a file in ``transcripts``: consecutive runs in one folder, with output and exit
statuses. ``URIINSPECT_REWRITE_GOLDEN=1`` rewrites them.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir
from datetime import date
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.cli.conftest import Command
from tests.cli.test_options import same_as
from tests.cli.transcript_runs import FILES, PAGES, SYMBOLIC
from uriinspector.cli.commands import desktop, lists

TRANSCRIPTS = Path(__file__).parent / "transcripts"
# Values that change with a release, or with the version of a list or library.
CHANGING = {
    r"(?<=built-in  )([\d,]{2,} +)?20\d\d-\d\d-\d\d": "DATED",
    r'"entries": \d{2,},\n *"date": "[-\d]*"': '"entries": MANY, "date": "DATED"',
    r'"sha256": "\w*"': '"sha256": "SUM"',
    r"(?m)^URI Inspector \d.*": "VERSIONS",
    r"part-\w{12}-\w{12}": "part-INPUT-RULES",
}


class Someday(date):
    """The date on which all transcripts were made."""

    @classmethod
    def today(cls) -> Someday:
        return cls(2026, 11, 24)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with the files of all pages, a home, and a program to start."""
    for name, octets in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(octets)
    (tmp_path / "hollow").mkdir()
    (tmp_path / "links").mkdir()
    for name in SYMBOLIC:
        (tmp_path / name).symlink_to("../calm.html")
    # Never a device: even if the program is wrong, nothing outside the folder is touched.
    os.mkfifo(tmp_path / "pipe")
    with pytest.MonkeyPatch.context() as patch, chdir(tmp_path):
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CURRENT_DESKTOP"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(tmp_path))
        patch.setattr(lists, "date", Someday)
        patch.setattr("time.time_ns", lambda: 7)
        patch.setattr("time.monotonic", lambda: 7.0)
        patch.setattr(desktop, "window_program", lambda: tmp_path / "uriinspector")
        yield tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_command_runs_match_their_transcript(page: str, folder: Path, uriinspect: Command) -> None:
    pieces = []
    for run in PAGES[page]:
        answer = uriinspect(*run.arguments, given=run.given)
        prompt = f"$ uriinspect {shlex.join(run.arguments)}\n".replace("\0", "\\0")
        pieces.append(f"{prompt}{answer.out}{answer.err}exit status {answer.status}\n")
    text = "\n".join(pieces).replace(str(folder), "FOLDER")
    for changing, shown in CHANGING.items():
        text = re.sub(changing, shown, text)
    same_as(TRANSCRIPTS / f"{page}.txt", text)


# Functions that report errors, and messages that cannot occur in a transcript.
COMPLAINTS = {"refuse", "complain", "changed", "left_out"}
PLACE = re.compile(r"\{[a-z]+\}")
HELD_ELSEWHERE = {
    "out of memory: try a smaller file, or fewer processes (--jobs 1)": "test_main.py",
    ": not everything was checked; --json lists what was not": "test_scan.py",
    "stopped; run the same command to continue": "test_stopped_tables.py",
    ": another run is writing its parts there; choose another OUT": "test_table.py",
    "larger than": "test_input_limits.py",
    "standard input: larger than": "test_shown_limits.py",
    "longer than": "test_json_stream.py",
    ": too long for a template file": "test_output_file.py",
    ": the column": "test_table.py",
    "bytes in": "test_table.py",
}


def test_every_error_message_is_in_a_transcript() -> None:
    """Otherwise, changes in its wording would not be noticed."""
    kept = " ".join(" ".join(each.read_text("utf-8").split()) for each in TRANSCRIPTS.iterdir())
    missing = {}
    for path in (ROOT / "uriinspector/cli").rglob("*.py"):
        for text in complaints(ast.parse(path.read_text("utf-8"))):
            if text not in kept:
                missing[text] = path.name
    assert missing.keys() == HELD_ELSEWHERE.keys(), missing


def complaints(tree: ast.Module) -> Iterator[str]:
    """Return the words of all error messages, without placeholders."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            words = [each for argument in call.args for each in ast.walk(argument)]
            for each in words if name in COMPLAINTS else ():
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    for piece in PLACE.split(each.value):
                        text = " ".join(piece.split())
                        if len(text) > len("; ") and not text.startswith("strerror"):
                            yield text
