"""Fixtures for running the command as a user would."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.architecture.source import ROOT
from uriinspector.cli.main import main

Command = Callable[..., "Answer"]


class Answer(NamedTuple):
    """Exit status and output of a run."""

    status: int
    out: str
    err: str


@pytest.fixture
def uriinspect(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs the command in this process: uriinspect("compare", "a", "b").

    Standard input is closed if ``given`` is None.
    """

    def run(*arguments: str, given: bytes | None = b"", columns: int = 80) -> Answer:
        surroundings = {"COLUMNS": str(columns), "COLORTERM": "truecolor", "TERM": "xterm-256color"}
        for name, value in surroundings.items():
            monkeypatch.setenv(name, value)
        for name in ("NO_COLOR", "COLORFGBG"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(sys, "excepthook", sys.excepthook)
        out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
        err = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
        typed = None if given is None else io.TextIOWrapper(io.BytesIO(given), "utf-8")
        monkeypatch.setattr(sys, "stdin", typed)
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        status = main(arguments)
        monkeypatch.undo()
        outputs = (
            stream.buffer.getvalue().decode("utf-8", "backslashreplace") for stream in (out, err)
        )
        return Answer(status, *outputs)

    return run


def environment(**more: str) -> dict[str, str]:
    """Return an environment without variables that change colors or widths."""
    kept = {
        name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ
    }
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"} | more


def started(
    *arguments: str | bytes, given: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in another process."""
    command = [sys.executable, "-m", "uriinspector.cli", *arguments]
    return subprocess.run(
        command, input=given, capture_output=True, env=environment(**more), check=False, timeout=120
    )


@pytest.fixture
def on_the_path(tmp_path: Path) -> str:
    """Return a PATH on which ``uriinspect`` and ``python3`` are the ones under test."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, words in (("uriinspect", "-m uriinspector.cli"), ("python3", "")):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        script.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"
