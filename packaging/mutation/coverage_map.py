"""Which tests run which lines, found by running all tests of a room once."""

from __future__ import annotations

import ast
import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from coverage import CoverageData

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HERE = Path(__file__).resolve().parent
QUIETLY = ["-q", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
LONGEST = 3600
LOG = "baseline.log"


class BaselineError(Exception):
    """The tests do not pass as they are, so they say nothing about a change."""


@dataclass(frozen=True, eq=False)
class CoverageMap:
    """What the tests of a room run, and how long each takes."""

    folder: Path  # the copy in which they ran
    data: CoverageData
    seconds: Mapping[str, float]

    def rings(self, path: str, line: int, source: str) -> list[list[str]]:
        """The tests that may notice a change of a line: the nearest, then others that they leave.

        A line inside of a function is run by certain tests; but what a cache has kept is run for
        the first of them alone, so all that touch the file come next.  A line that runs while the
        file is imported may be seen by any test of the room.
        """
        lines = self.lines(path)
        here = [lines[each] for each in statement(source, line) if each in lines]
        in_file = frozenset().union(*lines.values())
        if not is_in_function(source, line):
            return self.in_order(in_file, self.seconds)
        return self.in_order(frozenset().union(*here), in_file) if here else []

    def in_order(self, *rings: Iterable[str]) -> list[list[str]]:
        """Each ring without the tests of those before it, the quickest first."""
        before: set[str] = set()
        ordered = []
        for ring in rings:
            left = set(ring) - before
            ordered.append(sorted(left, key=lambda test: (self.seconds[test], test)))
            before |= left
        return [ring for ring in ordered if ring]

    @cache  # noqa: B019  # one map lives as long as the program
    def lines(self, path: str) -> dict[int, frozenset[str]]:
        """The tests that run each line of a file; none where it only runs at the import."""
        contexts = self.data.contexts_by_lineno(str(self.folder / path))
        return {
            line: frozenset(name.rpartition("|")[0] for name in names) & self.seconds.keys()
            for line, names in contexts.items()
        }


def is_in_function(source: str, line: int) -> bool:
    """Whether a line runs only when something is called: no default, no decorator, no table."""
    return any(
        node.body[0].lineno <= line <= (node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def statement(source: str, line: int) -> range:
    """The lines of the innermost statement at a line; of one with a body, those before that."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):  # the outer ones first
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno if body else (node.end_lineno or 0) + 1
            found = range(node.lineno, max(end, node.lineno + 1))
    return found if line in found else range(line, line + 1)


def plan_file(file: Path, outcomes: Path, files: Iterable[str], **more: object) -> str:
    """Write a plan for run_tests.py; the command that follows it in a folder is made of it."""
    plan = {"tests": None, "files": [*files], "arguments": QUIETLY, "outcomes": str(outcomes)}
    file.write_text(json.dumps(plan | more), "utf-8")
    return str(file)


def command(folder: Path, plan: str) -> str:
    """The command that runs a plan in a copy."""
    return shlex.join([sys.executable, str(HERE / "run_tests.py"), str(folder), plan])


def measure(state: Path, folder: Path, room: str, tests: list[str], jobs: int) -> CoverageMap:
    """Run all tests of a room in a copy and note what each of them runs."""
    data, outcomes, settings = (state / name for name in ("coverage", "outcomes.json", "settings"))
    if not outcomes.exists():
        settings.write_text("[run]\nbranch = false\ncore = ctrace\n", "utf-8")
        arguments = [
            *(*QUIETLY, "-n", str(jobs if jobs > 1 else 0)),
            *(f"--cov={folder / room}", f"--cov-config={settings}"),
            *("--cov-context=test", "--cov-report="),
        ]
        partial = state / "outcomes.part"
        partial.unlink(missing_ok=True)
        run(state, folder, partial, tests, tests=None, arguments=arguments)
        leave_out_failing(state, folder, partial)
        partial.rename(outcomes)
    seconds = {test: took for test, (_, took) in json.loads(outcomes.read_text("utf-8")).items()}
    measured = CoverageData(basename=str(data))
    measured.read()
    if not seconds or not measured.measured_files():
        fault = f"no test of {' '.join(tests)} runs anything of {room}"
        raise BaselineError(fault)
    return CoverageMap(folder, measured, seconds)


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
            shlex.split(command(folder, planned)),
            env=environment() | {"COVERAGE_FILE": str(state / "coverage")},
            stdout=printed,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=LONGEST,
        ).returncode


def environment() -> dict[str, str]:
    """What the tests run with."""
    return os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
