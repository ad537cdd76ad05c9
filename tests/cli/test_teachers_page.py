"""What the page for teachers says is done: its pack is tried, printed, filled in and marked."""

from __future__ import annotations

import contextlib
import csv
import re
import shlex
from datetime import date
from typing import TYPE_CHECKING

import pytest

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.lessons.pack import Scoring
from uriinspector.lessons.pack_file import read_pack

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Command

PAGE = shipped_text("manual/teachers.md")
PACK = "week47.toml"
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    pack, _ = BLOCKS
    (tmp_path / PACK).write_text(pack, "utf-8")
    (tmp_path / "class.csv").write_text("number;name\n1;Ann\n2;Bob\n", "utf-8")
    with contextlib.chdir(tmp_path):
        yield tmp_path


def commands() -> list[list[str]]:
    blocks = re.findall(r"```\n(uriinspect .*?)```", PAGE, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line)[1:] for line in lines]


def test_every_command_of_the_page_works(folder: Path, uriinspect: Command) -> None:
    done = commands()
    assert len(done) >= 7
    for command in done[1:]:  # the first one writes the example over the pack
        arguments = command[: command.index(">")] if ">" in command else command
        assert uriinspect(*arguments).status == 0, command
    assert (folder / "sheets.html").read_text("utf-8").count("<section>") == 30
    assert "Wrong answers" in (folder / "key.html").read_text("utf-8")
    rows = list(csv.DictReader((folder / "answers.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 8
    assert (folder / "results.html").read_text("utf-8").count("<section>") == 2
    assert (folder / "week47.xml").read_text("utf-8").count("<name><text>merge ") == 30


def test_the_answers_of_the_page_are_marked(folder: Path, uriinspect: Command) -> None:
    (match,) = re.findall(r"```\n(student,question.*?)```", PAGE, re.DOTALL)
    (folder / "answers.csv").write_text(match, "utf-8")
    marked = uriinspect("check", "--pack", PACK, "answers.csv").out.splitlines()
    assert marked[0] == "student,question,answer,right,mark,mistake,reason,also"
    assert [row.split(",")[3] for row in marked[1:]] == ["no", "yes"]


def test_the_lines_for_the_window_are_for_the_beginning_of_a_pack() -> None:
    pack, lines = BLOCKS
    head, item, rest = pack.partition("[[item]]")
    read = read_pack(f"{head}{lines}\n{item}{rest}")
    assert (read.tries, read.reasons, read.due) == (2, "at once", date(2026, 11, 28))
    assert read.scoring == Scoring()
