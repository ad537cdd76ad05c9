"""Every command and script in the manual runs and prints what its page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each
from tests.golden_files import REWRITE
from tests.pages.runs import Run, answer, blocks, is_shown, runs, samples

MANUAL = ROOT / "resources/manual"
NAMES = sorted(path.relative_to(ROOT).as_posix() for path in MANUAL.glob("**/*.md"))
PAGES = {name: (ROOT / name).read_text("utf-8") for name in ("README.md", *NAMES)}
WITH_RUNS = [name for name, page in PAGES.items() if runs(page)]

# Commands that are not run here, by their first words, with the reason.
NOT_RUN = {
    "pip install": "needs a package index; packaging/check installs every package",
    "spark-submit": "needs Spark; tests/recipes runs the job",
    "job=": "needs Spark; tests/recipes runs the job",
    "uriinspect desktop": "changes the desktop; tests/cli/test_desktop.py runs it",
}
# Pages whose commands another test runs, in a folder with other files.
RUN_ELSEWHERE = {"teachers.md": "tests/cli/test_teachers_page.py"}


def is_run(run: Run) -> bool:
    return not run.command.startswith(tuple(NOT_RUN))


@pytest.mark.parametrize(
    "name", [each for each in WITH_RUNS if Path(each).name not in RUN_ELSEWHERE]
)
def test_commands_of_a_page_print_what_it_shows(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    samples(folder)
    page = PAGES[name]
    for block in [each for each in blocks(page) if each.kind == "toml"][:1]:
        (folder / "own.toml").write_text(block.text, "utf-8")
    changes = []
    # tests/test_readme.py runs the other commands of the README in this folder.
    every = [run for run in runs(page) if run.end or name != "README.md"]
    for run in filter(is_run, every):
        status, printed = answer(run.command, folder)
        # Our own commands exit with 1 if they found something.
        accepted = {0, 1} if run.command.startswith("uriinspect ") else {0}
        assert status in accepted, (run.command, printed)
        if run.end and not is_shown(str(run.printed), printed):
            assert REWRITE, f"{run.command}\n{printed}"
            blank = "\n" if str(run.printed).endswith("\n\n") else ""
            changes.append((run.start, run.end, printed.rstrip() + "\n" + blank))
    for start, end, printed in reversed(changes):
        page = page[:start] + printed + page[end:]
    if changes:
        (ROOT / name).write_text(page, "utf-8")


def test_line_of_dots_matches_omitted_lines() -> None:
    assert is_shown("a\n...\nd\n", "a\nb\nc\nd\n")
    assert is_shown("...\nc\n...\n", "a\nb\nc\nd\n")
    assert not is_shown("a\nd\n", "a\nb\nc\nd\n")
    assert not is_shown("...\nb\n", "a\nb\nc\nd\n")
    assert not is_shown("...\nx\n...\n", "a\nb\n")


@for_each("name", *PAGES)
def test_block_with_a_command_has_a_kind(name: str) -> None:
    """A block without a kind, or one that is only indented, would not be run."""
    for block in blocks(PAGES[name]):
        if block.kind not in {"sh", "console"}:
            assert not re.search(r"^(?:\$ )?uriinspect ", block.text, re.MULTILINE), block.text
    assert not re.search(r"^    (?:\$ )?uriinspect ", PAGES[name], re.MULTILINE)


@for_each("name", *PAGES)
def test_link_leads_to_an_existing_file(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[name]):
        assert (ROOT / name).parent.joinpath(target).exists(), target


@for_each("name", *[each for each in NAMES if "/de/" in each])
def test_german_page_has_the_parts_of_the_english_one(name: str) -> None:
    other = PAGES[name.replace("/de/", "/")]
    for mark in ("\n## ", "\n```", "![", "\n1. ", "\n$ "):
        assert PAGES[name].count(mark) == other.count(mark), mark


def test_each_exception_is_needed() -> None:
    commands = [run.command for name in WITH_RUNS for run in runs(PAGES[name])]
    for beginning in NOT_RUN:
        assert any(each.startswith(beginning) for each in commands), beginning
