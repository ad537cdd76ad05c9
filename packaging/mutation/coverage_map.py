"""Which tests run which lines, found by running all tests of a room once."""

from __future__ import annotations

import ast
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from coverage import CoverageData

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HERE = Path(__file__).resolve().parent
QUIETLY = ["-q", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
LONGEST = 3600
LOG = "baseline.log"
IMPORT = ""  # how what runs before all tests is called
FEW = 10  # of each file, before the rest of any
NEAREST = 3  # files whose tests are all run first
SLOW = 10  # what takes more than this part of the time for one change is slow


class MeasuredRoom(Protocol):
    """What is measured."""

    state: Path
    room: str
    tests: list[str]
    text_tests: list[str]  # those that read the texts of the sources and run nothing
    jobs: int
    most: float


class BaselineError(Exception):
    """The tests do not pass as they are, so they say nothing about a change."""


@dataclass(frozen=True, slots=True)
class TestChoice:
    """The tests that may notice a change, the nearest first, and when the line runs."""

    tests: list[str]
    is_in_function: bool
    runs_at_import: bool


@dataclass(frozen=True, eq=False)
class CoverageMap:
    """What the tests of a room run, and how long each takes."""

    folder: Path  # the copy in which they ran
    data: CoverageData
    seconds: Mapping[str, float]
    most: float  # seconds of tests for one change

    def choose(self, path: str, line: int, source: str) -> TestChoice:
        """The tests that may notice a change of a line, as many as the time allows.

        A line inside of a function is run by certain tests; but what a cache has kept is run for
        the first of them alone, so all that touch the file come next.  A line that runs while the
        file is imported may be seen by any test of the room, first by those of what uses its name.
        """
        lines = self.lines(path)
        names = frozenset().union(
            *(lines[each] for each in statement(source, line) if each in lines)
        )
        in_file = frozenset().union(*lines.values()) & self.seconds.keys()
        inside = is_in_function(source, line)
        rings = [names & self.seconds.keys(), in_file] if names else []
        if not inside or IMPORT in names:
            mentioned = self.mentioning(path)
            rings += [
                self.using(path, line, source),
                in_file & mentioned,
                mentioned,  # a test of a whole table may run nothing of its file
                in_file,
                self.seconds.keys(),
            ]
        return TestChoice(self.in_order(path, *rings), inside, IMPORT in names)

    def in_order(self, path: str, *rings: Iterable[str]) -> list[str]:
        """Each ring without the tests of those before it; of each file a few quick ones first."""
        ordered: dict[str, None] = {}
        for ring in rings:
            files: dict[str, list[str]] = {}
            for test in sorted(set(ring) - ordered.keys(), key=lambda test: self.seconds[test]):
                files.setdefault(test.partition("::")[0], []).append(test)
            near = sorted(files, key=lambda file: self.distance(path, file, files[file]))
            for place, file in enumerate(near):
                ordered |= dict.fromkeys(files[file][: None if place < NEAREST else FEW])
            for file in near:
                ordered |= dict.fromkeys(files[file])
        # One slow test would take the time of hundreds: such come last.
        slow = self.most / SLOW
        in_turn = sorted(ordered, key=lambda test: self.seconds[test] > slow)
        spent = accumulate(self.seconds[test] for test in in_turn)
        return [test for test, time in zip(in_turn, spent, strict=True) if time <= self.most]

    def distance(self, path: str, file: str, tests: list[str]) -> tuple[int, float]:
        """How far a file of tests is: by its name, then by how much else its tests run."""
        shared = words_of(path) & words_of(file)
        return -len(shared), sum(self.breadth.get(test, 0) for test in tests) / len(tests)

    @cached_property
    def breadth(self) -> dict[str, int]:
        """How many files each test runs."""
        with closing(sqlite3.connect(self.data.data_filename())) as database:
            rows = database.execute(
                "select context, count(distinct file_id) from line_bits"
                " join context on context.id = context_id group by context_id"
            )
            return dict(rows)

    @cache  # noqa: B019  # one map lives as long as the program
    def mentioning(self, path: str) -> frozenset[str]:
        """The tests in files that name a module."""
        parent, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
        names = f"{parent}.{name} ", f"from {parent} import {name}"
        files = {test.partition("::")[0] for test in self.seconds}
        texts = {file: (self.folder / file).read_text("utf-8") for file in files}
        near = {file for file, text in texts.items() if any(each in text for each in names)}
        return frozenset(test for test in self.seconds if test.partition("::")[0] in near)

    def using(self, path: str, line: int, source: str) -> frozenset[str]:
        """The tests that run what names a table, in its file or in one that imports from that."""
        names = resting_on(source, line)
        if not names:
            return frozenset()
        word = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
        parent, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
        imports = re.compile(rf"from {parent}\.{name} import|from {parent} import .*\b{name}\b")
        tests: set[str] = set()
        for other in map(Path, self.data.measured_files()):
            text = other.read_text("utf-8")
            place = str(other.relative_to(self.folder))
            if place == path or imports.search(text):
                for number, each in enumerate(text.split("\n"), 1):
                    if word.search(each):
                        tests |= self.lines(place).get(number, frozenset())
        return frozenset(tests & self.seconds.keys())

    @cache  # noqa: B019  # the same
    def lines(self, path: str) -> dict[int, frozenset[str]]:
        """The tests that run each line of a file; IMPORT where it runs before all tests."""
        contexts = self.data.contexts_by_lineno(str(self.folder / path))
        return {line: frozenset(names) for line, names in contexts.items()}


def words_of(path: str) -> set[str]:
    """The words of a path, as if there were one of each."""
    return {each.removesuffix("s") for each in re.findall(r"[a-z0-9]+", path)}


def is_in_function(source: str, line: int) -> bool:
    """Whether a line runs only when something is called: no default, no decorator, no table."""
    return any(
        node.body[0].lineno <= line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def resting_on(source: str, line: int) -> list[str]:
    """The names of a file that a line of it gives their values, and those made of them."""
    names: list[str] = []
    for node in ast.parse(source).body:
        words = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if node.lineno <= line <= (node.end_lineno or 0) or words & {*names}:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.append(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names += [
                    each.id
                    for target in targets
                    for each in ast.walk(target)
                    if isinstance(each, ast.Name)
                ]
    return names


def statement(source: str, line: int) -> range:
    """The lines of the innermost statement at a line; of one with a body, those before that."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):  # the outer ones first
        inner = isinstance(node, ast.stmt | ast.ExceptHandler)
        if inner and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno if body else (node.end_lineno or 0) + 1
            found = range(node.lineno, max(end, node.lineno + 1))
    return found if line in found else range(line, line + 1)


def plan_file(file: Path, outcomes: Path, files: Iterable[str], **more: object) -> str:
    """Write a plan for run_tests.py; the command that follows it in a folder is made of it."""
    plan = {"tests": None, "files": [*files], "arguments": QUIETLY, "outcomes": str(outcomes)}
    file.write_text(json.dumps(plan | more), "utf-8")
    return str(file)


def command(folder: Path, *plan: str) -> list[str]:
    """The command that runs a plan in a copy, or all that it is given."""
    return [sys.executable, str(HERE / "run_tests.py"), str(folder), *plan]


def measure(session: MeasuredRoom, folder: Path) -> CoverageMap:
    """Run all tests of a room in a copy and note what each of them runs."""
    state, room, tests, jobs = session.state, session.room, session.tests, session.jobs
    data, outcomes, settings = (state / name for name in ("coverage", "outcomes.json", "settings"))
    if not outcomes.exists():
        settings.write_text("[run]\nbranch = false\ncore = ctrace\n", "utf-8")
        arguments = [
            *(*QUIETLY, "-n", str(jobs if jobs > 1 else 0)),
            *(f"--cov={folder / room}", f"--cov-config={settings}"),
            "--cov-report=",
        ]
        partial = state / "outcomes.part"
        partial.unlink(missing_ok=True)
        run(state, folder, partial, tests, tests=None, arguments=arguments)
        leave_out_failing(state, folder, partial)
        of_texts = state / "texts.part"
        if session.text_tests and run(
            state, folder, of_texts, session.text_tests, tests=None, arguments=QUIETLY
        ):
            fault = f"{' '.join(session.text_tests)} do not pass as they are; see {state / LOG}"
            raise BaselineError(fault)
        partial.rename(outcomes)
    seconds = {test: took for test, (_, took) in json.loads(outcomes.read_text("utf-8")).items()}
    measured = CoverageData(basename=str(data))
    measured.read()
    if not seconds or not measured.measured_files():
        fault = f"no test of {' '.join(tests)} runs anything of {room}"
        raise BaselineError(fault)
    return CoverageMap(folder, measured, seconds, session.most)


def leave_out_failing(state: Path, folder: Path, partial: Path) -> None:
    """Run again what failed while it was measured: what passes alone is not steady enough."""
    outcomes = json.loads(partial.read_text("utf-8")) if partial.exists() else {}
    failed = [test for test, (outcome, _) in outcomes.items() if outcome == "failed"]
    if not failed and outcomes:
        return
    again = state / "again.part"
    files = dict.fromkeys(test.partition("::")[0] for test in failed)
    if not failed or run(state, folder, again, files, tests=failed, arguments=QUIETLY):
        fault = f"the tests do not pass as they are: {' '.join(failed[:5])}; see {state / LOG}"
        raise BaselineError(fault)
    sys.stderr.write(f"Left out, for they fail while they are measured: {len(failed)} tests\n")
    steady = {test: row for test, row in outcomes.items() if test not in set(failed)}
    partial.write_text(json.dumps(steady), "utf-8")


def run(state: Path, folder: Path, outcomes: Path, files: Iterable[str], **plan: object) -> int:
    """Run tests in a copy as it is; what they print goes into a file."""
    planned = plan_file(state / "plan.json", outcomes, files, seconds=LONGEST, **plan)
    with (state / LOG).open("ab") as printed:
        return subprocess.run(
            command(folder, planned),
            env=environment() | {"COVERAGE_FILE": str(state / "coverage")},
            stdout=printed,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=LONGEST,
        ).returncode


def environment() -> dict[str, str]:
    """What the tests run with."""
    return os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
