"""The manual's page for teachers: its pack is tried, printed, filled in and marked."""

import contextlib
import csv
import json
import re
import shlex
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.pages.runs import runs
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.lessons.pack import Scoring
from uriinspector.lessons.pack_file import read_pack

PAGES = {name: shipped_text(f"manual/{name}.md") for name in ("teachers", "de/teachers")}
PACKS = {"teachers": "week47.toml", "de/teachers": "woche47.toml"}
# The names on the page: of the class list, and of the files written by its commands.
FILES = {
    "teachers": ("class.csv", "sheets.html", "key.html", "answers.csv", "results.html", "week47"),
    "de/teachers": (*("klasse.csv", "blaetter.html", "loesungen.html", "antworten.csv"),
        *("ergebnisse.html", "woche47")),
}  # fmt: skip
BOTH = pytest.mark.parametrize("page", PAGES)


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGES[page], re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, page: str) -> Iterator[Path]:
    pack, _ = blocks(page, "toml")
    (tmp_path / PACKS[page]).write_text(pack, "utf-8")
    (tmp_path / FILES[page][0]).write_text("number;name\n1;Ann\n2;Bob\n", "utf-8")
    with contextlib.chdir(tmp_path):
        yield tmp_path


def commands(page: str) -> list[list[str]]:
    return [shlex.split(run.command)[1:] for run in runs(PAGES[page])]


@BOTH
def test_every_command_on_the_teachers_page_works(
    page: str, folder: Path, uriinspect: Command
) -> None:
    done = commands(page)
    assert len(done) >= 7
    for command in done:
        if command == ["sheet", "-o", PACKS[page]]:
            continue  # this would overwrite the pack with the example
        arguments = command[: command.index(">")] if ">" in command else command
        assert uriinspect(*arguments).status == 0, command
    _, sheets, key, answers, results, quiz = FILES[page]
    assert (folder / sheets).read_text("utf-8").count("<section>") == 30
    wrong = {"teachers": "Wrong answers", "de/teachers": "Falsche Antworten"}[page]
    assert wrong in (folder / key).read_text("utf-8")
    assert len(list(csv.DictReader((folder / answers).read_text("utf-8").splitlines()))) == 8
    assert (folder / results).read_text("utf-8").count("<section>") == 2
    quiz_text = (folder / f"{quiz}.xml").read_text("utf-8")
    drawn = re.findall(r'id = "(\w+)"\nkind = "target"', blocks(page, "toml")[0])
    assert quiz_text.count(f"<name><text>{drawn[0]} ") == 30


@BOTH
def test_answers_on_the_page_are_marked(page: str, folder: Path, uriinspect: Command) -> None:
    [match] = blocks(page, "csv")
    (folder / "typed.csv").write_text(match, "utf-8")
    marked = uriinspect("check", "--pack", PACKS[page], "--json", "typed.csv").out.splitlines()
    found = [json.loads(line) for line in marked]
    assert [(each["on_sheet"], each["right"]) for each in found] == [(1, False), (4, True)]


@BOTH
def test_window_entries_on_the_page_fit_at_the_start_of_its_pack(page: str) -> None:
    pack, lines = blocks(page, "toml")
    head, item, rest = pack.partition("[[item]]")
    read = read_pack(f"{head}{lines}\n{item}{rest}")
    assert (read.tries, read.reasons, read.due) == (2, "at once", date(2026, 11, 28))
    assert read.scoring == Scoring()


def test_teachers_page_has_the_same_parts_in_both_languages() -> None:
    for mark in ("\n## ", "```", "\n- ", "\n|", "uriinspect sheet ", "uriinspect check "):
        assert len({page.count(mark) for page in PAGES.values()}) == 1, mark


@BOTH
def test_addresses_on_the_teachers_page_are_not_links(page: str) -> None:
    words = re.sub(r"```.*?```|`[^`]*`", "", PAGES[page], flags=re.DOTALL)
    assert not re.search(r"https?://|www\.", words)
