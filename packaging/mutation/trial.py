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
from warm_server import FAILED, NOT_POSSIBLE
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
    """Where a change is tried: a copy, what tests run, some patience, and three processes."""

    copy: Path
    state: Path
    covered: CoverageMap
    grace: int  # seconds to start in, and to be slow in
    texts: Helper | None  # has read the tests of texts
    warm: Helper  # has read the tests of the room
    cold: Helper  # has read nothing of the project

    def patience(self, tests: Iterable[str]) -> int:
        """How many seconds of work some tests may take."""
        return int(self.grace + PATIENCE * sum(self.covered.seconds[test] for test in tests))

    def close(self) -> None:
        """End the processes."""
        for each in (self.texts, self.warm, self.cold):
            if each:
                each.close()


def mutation_room(
    copy: Path, state: Path, covered: CoverageMap, text_tests: list[str], grace: int
) -> MutationRoom:
    """A copy and its processes."""

    def warm(name: str, files: Iterable[str]) -> Helper:
        plan = plan_file(
            state / f"{copy.name}.{name}.json",
            state / f"{copy.name}.{name}",
            files,
            arguments=[*QUIETLY, f"--basetemp={state / f'{copy.name}.{name}.temporary'}"],
            seconds=LONGEST,
            serve=True,
        )
        helper = Helper(command(copy, plan))
        helper.read()  # it is ready
        return helper

    of_texts = warm("texts", text_tests) if text_tests else None
    of_room = warm("warm", sorted(set(map(file_of, covered.seconds))))
    room = MutationRoom(copy, state, covered, grace, of_texts, of_room, Helper(command(copy)))
    check(room)
    return room


def check(room: MutationRoom) -> None:
    """Without a change nothing may fail: the helpers would call everything noticed."""
    tests = sorted(room.covered.seconds, key=lambda test: room.covered.seconds[test])[::CHECKED]
    answer = room.warm.ask({"tests": tests, "seconds": LONG_ENOUGH})
    if answer["outcome"] != PASSED:
        fault = f"fails where nothing was changed: {answer['test']}"
        raise BaselineError(fault)
    if run_cold(room, tests) != SURVIVED:
        fault = "tests fail in a fork where nothing was changed"
        raise BaselineError(fault)
    if run_texts(room, SURVIVED) != SURVIVED:
        fault = "tests of texts fail where nothing was changed"
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
        if outcome in {SURVIVED, UNSURE} and mutant.operator.startswith("tables/"):
            outcome = run_texts(room, outcome)
        for part in filter(None, (tests[:AT_FIRST], tests[AT_FIRST:])):
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


def run_texts(room: MutationRoom, before: str) -> str:
    """Whether one of the tests notices that reads the texts in the file."""
    if not room.texts:
        return before
    answer = room.texts.ask({"tests": [], "seconds": LONG_ENOUGH})
    return KILLED if answer["outcome"] == FAILED else before


def run_cold(room: MutationRoom, tests: list[str]) -> str:
    """Run these tests in a new process."""
    plan = plan_file(
        room.state / f"{room.copy.name}.json",
        room.state / f"{room.copy.name}.outcomes",
        dict.fromkeys(map(file_of, tests)),
        tests=tests,
        arguments=[*QUIETLY, "-x", "-W", READ_BEFORE],
        seconds=room.patience(tests),
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
