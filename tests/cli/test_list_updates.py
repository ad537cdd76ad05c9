"""Updates of built-in lists in the terminal: taken, refused, shown and given up."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.analysis.test_list_updates import NAMES, later
from tests.architecture.source import ROOT
from uriinspector.analysis.list_files.list_checks import updatable
from uriinspector.cli import list_updates

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with an empty home."""
    places = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "COLUMNS": "100"}
    command = [sys.executable, "-m", "uriinspector.cli", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | places, capture_output=True, text=True, check=False
    )


@pytest.fixture
def newer(tmp_path: Path) -> str:
    file = tmp_path / "known-names.txt"
    row = "nordbankia\tname\tbanks\town\tnordbankia.example\n"
    file.write_text(later(NAMES) + row, encoding="utf-8")
    return str(file)


def test_a_newer_list_judges_from_now_on_until_it_is_given_up(tmp_path: Path, newer: str) -> None:
    link = "https://nordbankla.com/"
    assert "lookalike" not in run(tmp_path, link).stdout
    taken = run(tmp_path, "lists", "--update", newer)
    assert (taken.returncode, taken.stderr) == (0, "")
    replaced = r"known-names\.txt: 1,281 entries of 2099-11-22 replace those of 20\d\d-\d\d-\d\d\n"
    assert re.fullmatch(replaced, taken.stdout)
    assert "lookalike" in run(tmp_path, link).stdout
    assert "2099-11-22, updated from a file, " in run(tmp_path, "--version").stdout
    assert "2099-11-22, updated from a file, " in run(tmp_path, "report", link).stdout
    assert "known-names  updated   1,281  2099-11-22" in run(tmp_path, "lists").stdout
    assert "2099" not in run(tmp_path, "lists", "known-names").stdout
    assert "known-names.txt         updated   2099" in run(tmp_path, "lists", "--all").stdout
    given_up = run(tmp_path, "lists", "--restore", "known-names").stdout
    again = r"known-names\.txt: the built-in list of 20\d\d-\d\d-\d\d is used again\n"
    assert re.fullmatch(again, given_up)
    assert run(tmp_path, "lists", "--restore", "all").stdout == "No list is updated.\n"
    assert "lookalike" not in run(tmp_path, link).stdout


def test_workers_judge_by_it_as_well(tmp_path: Path, newer: str) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.html").write_text("<a href='https://nordbankla.com/'>", "utf-8")
    run(tmp_path, "lists", "--update", newer)
    told = run(tmp_path, "scan", "--jobs", "2", "--format", "jsonl", str(folder)).stdout
    assert told.count("lookalike") >= 4


def test_files_with_errors_are_not_used_and_the_others_are(tmp_path: Path, newer: str) -> None:
    bad = tmp_path / "digits.txt"
    bad.write_text("# date of the data: 2099-01-01\n0030\nzero\n", encoding="utf-8")
    told = run(tmp_path, "lists", "--update", str(bad), newer, str(tmp_path / "x.txt"))
    assert told.returncode == 2
    assert 'digits.txt: line 3: column 1: "zero" is not allowed' in told.stderr
    assert "known-names.txt: 1,281 entries" in told.stdout
    assert "x.txt: No such file or directory" in told.stderr
    told = run(tmp_path, "lists", "--update", str(bad))
    assert "1 of 1 files not used" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--update",), "expected at least one argument"),
        (("--restore", "names"), "no built-in list has this name"),
        (("--update", "//host/known-names.txt"), "network files are never opened"),
        (("--all", "known-names"), "without KIND"),
        (("--all", "--restore", "all"), "without each other"),
    ],
)
def test_a_mistake_is_named(arguments: tuple[str, ...], reason: str, uriinspect: Command) -> None:
    told = uriinspect("lists", *arguments)
    assert told.status == 2
    assert reason in told.err


def test_old_lists_are_named(uriinspect: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    class Later(date):
        """Years from now."""

        @classmethod
        def today(cls) -> Later:
            return cls(2031, 1, 1)

    monkeypatch.setattr(list_updates, "date", Later)
    rows = [row for row in uriinspect("lists", "--all").out.splitlines() if " built-in " in row]
    assert len(rows) == len(updatable())
    assert [row for row in rows if "more than a year old" not in row] == []
