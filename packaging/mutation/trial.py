"""Tries one change in a copy: the tests that may notice it are run, the nearest first."""

# mypy: disable-error-code="import-untyped, import-not-found, no-untyped-call"
from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from cosmic_ray import plugins
from cosmic_ray.mutating import mutate_code
from coverage_map import (
    LONGEST,
    QUIETLY,
    BaselineError,
    CoverageMap,
    TestChoice,
    command,
    plan_file,
)
from helper import Helper
from places import Mutant
from warm_server import NOT_POSSIBLE
from warm_server import SURVIVED as PASSED
from warm_server import TIMEOUT as ENDED_SLOWLY

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
UNSURE = "unsure"
LONG_ENOUGH = 120  # seconds of work for the tests of texts
CHECKED = 40  # one test of so many is run without a change
# That the fork has a library already, where pytest would rather read it itself.
READ_BEFORE = "ignore::pytest.PytestAssertRewriteWarning"
AT_FIRST = 150  # tests that are run before the files of the others are read
PATIENCE = 5  # how many times as long as they took the tests may take


@dataclass(frozen=True, slots=True)
class MutationRoom:
    """Where a change is tried: a copy, what tests run, some patience, and two processes."""

    copy: Path
    state: Path
    covered: CoverageMap
    grace: int  # seconds to start in, and to be slow in
    text_tests: list[str]  # files whose tests ask what the program can say
    warm: Helper  # has read the tests of the room
    cold: Helper  # has read nothing of the project

    def patience(self, tests: Iterable[str]) -> int:
        """How many seconds of work some tests may take."""
        return int(self.grace + PATIENCE * sum(self.covered.seconds[test] for test in tests))

    def close(self) -> None:
        """End the processes."""
        for each in (self.warm, self.cold):
            each.close()


def mutation_room(
    copy: Path, state: Path, covered: CoverageMap, text_tests: list[str], grace: int
) -> MutationRoom:
    """A copy and its processes."""
    plan = plan_file(
        state / f"{copy.name}.warm.json",
        state / f"{copy.name}.warm",
        sorted(set(map(file_of, covered.seconds))),
        arguments=[*QUIETLY, f"--basetemp={state / f'{copy.name}.temporary'}"],
        seconds=LONGEST,
        serve=True,
    )
    warm = Helper(command(copy, plan))
    warm.read()  # it is ready
    room = MutationRoom(copy, state, covered, grace, text_tests, warm, Helper(command(copy)))
    check(room)
    return room


def check(room: MutationRoom) -> None:
    """Without a change nothing may fail: the helpers would call everything noticed."""
    tests = sorted(room.covered.seconds, key=lambda test: room.covered.seconds[test])[::CHECKED]
    answer = room.warm.ask({"tests": tests, "seconds": LONG_ENOUGH})
    if answer["outcome"] != PASSED:
        fault = f"fails where nothing was changed: {answer['test']}"
        raise BaselineError(fault)
    parts = filter(None, (tests, room.text_tests))
    if any(run_cold(room, part) != SURVIVED for part in parts):
        fault = "tests fail in a fork where nothing was changed"
        raise BaselineError(fault)


@dataclass(frozen=True, slots=True)
class Trial:
    """A change, what became of it, and the tests that ran."""

    mutant: Mutant
    outcome: str
    tests: tuple[str, ...]
    seconds: float

    def line(self) -> str:
        """As a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def from_line(line: str) -> Trial:
    """What a line of JSON holds."""
    row = json.loads(line)
    change = row["mutant"]
    mutant = Mutant(**change | {"diff": tuple(change["diff"])})
    return Trial(mutant, row["outcome"], tuple(row["tests"]), row["seconds"])


def attempt(mutant: Mutant, room: MutationRoom) -> Trial:
    """Make the change in a copy and run the tests that may notice it until one fails."""
    began = time.monotonic()
    file = room.copy / mutant.path
    source = file.read_text("utf-8")
    changed = mutate_code(source, plugins.get_operator(mutant.operator)(), mutant.occurrence)
    choice = room.covered.choose(mutant.path, mutant.line, source)
    outcome, tests = UNSURE, choice.tests
    if choice.is_in_function and tests:
        outcome, tests = run_warm(file, changed, room, choice)
    file.write_text(changed, "utf-8")
    try:
        parts = [tests[:AT_FIRST], tests[AT_FIRST:]]
        if mutant.operator.startswith("tables/"):
            parts.insert(1, room.text_tests)
        for part in filter(None, parts):
            outcome = run_cold(room, part) if outcome in {SURVIVED, UNSURE} else outcome
    finally:
        file.write_text(source, "utf-8")
    outcome = SURVIVED if outcome == UNSURE else outcome
    return Trial(mutant, outcome, tuple(choice.tests), round(time.monotonic() - began, 1))


def run_warm(
    file: Path, changed: str, room: MutationRoom, choice: TestChoice
) -> tuple[str, list[str]]:
    """What comes of the change in a running program, and the tests that have to start anew."""
    patience = room.patience(choice.tests)
    answer = room.warm.ask(
        {"path": str(file), "source": changed, "tests": choice.tests, "seconds": patience}
    )
    noticed = answer["test"]
    if answer["outcome"] == NOT_POSSIBLE:
        return UNSURE, choice.tests
    if choice.runs_at_import:
        rest = [test for test in choice.tests if test != noticed]
        return UNSURE, [*filter(None, [noticed]), *rest]
    return (SURVIVED, KILLED, SURVIVED, TIMEOUT)[answer["outcome"]], []


def run_cold(room: MutationRoom, tests: list[str]) -> str:
    """Run these tests, or whole files of tests, in a fork that has read nothing before."""
    is_whole = tests == room.text_tests
    seconds = LONG_ENOUGH if is_whole else room.patience(tests)
    plan = plan_file(
        room.state / f"{room.copy.name}.json",
        room.state / f"{room.copy.name}.outcomes",
        dict.fromkeys(map(file_of, tests)),
        tests=None if is_whole else tests,
        arguments=[*QUIETLY, "-x", "-W", READ_BEFORE],
        seconds=seconds,
    )
    answer = room.cold.ask(plan)
    if answer == ENDED_SLOWLY:
        return TIMEOUT
    return KILLED if answer else SURVIVED


def file_of(test: str) -> str:
    """The file that a test is in."""
    return test.partition("::")[0]


def by_file(tests: Iterable[str]) -> dict[str, list[str]]:
    """The names of tests by their files."""
    files: dict[str, list[str]] = {}
    for test in tests:
        path, _, name = test.partition("::")
        files.setdefault(path, []).append(name)
    return files
