"""Tries one change in a copy: the tests that may notice it are run, the nearest first."""

# mypy: disable-error-code="import-untyped, import-not-found, no-untyped-call"
from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome
from coverage_map import QUIETLY, CoverageMap, command, plan_file
from places import Mutant

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
PATIENCE = 5  # how many times as long as they took the tests may take


@dataclass(frozen=True, slots=True)
class MutationRoom:
    """Where a change is tried: a copy, the folder for plans, what tests run, and some patience."""

    copy: Path
    state: Path
    covered: CoverageMap
    grace: int  # seconds to start in, and to be slow in


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
    """Make the change in a copy and run one ring of tests after the other until one fails."""
    began, outcome = time.monotonic(), SURVIVED
    ran: list[str] = []
    source = (room.copy / mutant.path).read_text("utf-8")
    for ring in room.covered.rings(mutant.path, mutant.line, source):
        outcome = run_ring(mutant, room, ring)
        ran += ring
        if outcome != SURVIVED:
            break
    return Trial(mutant, outcome, tuple(ran), round(time.monotonic() - began, 1))


def run_ring(mutant: Mutant, room: MutationRoom, ring: list[str]) -> str:
    """Run these tests with the change made; the library makes it and takes it back."""
    patience = int(room.grace + PATIENCE * sum(room.covered.seconds[test] for test in ring))
    plan = plan_file(
        room.state / f"{room.copy.name}.json",
        room.state / f"{room.copy.name}.outcomes",
        dict.fromkeys(test.partition("::")[0] for test in ring),
        tests=ring,
        arguments=[*QUIETLY, "-x"],
        seconds=patience,
    )
    file, line = room.copy / mutant.path, mutant.line
    change = MutationSpec(file, mutant.operator, mutant.occurrence, (line, 0), (line, 1))
    answer: Any = mutate_and_test([change], command(room.copy, plan), patience)
    if answer.worker_outcome != WorkerOutcome.NORMAL:
        raise RuntimeError(answer.output)
    if answer.test_outcome == TestOutcome.SURVIVED:
        return SURVIVED
    return TIMEOUT if answer.output == "timeout" else KILLED


def by_file(tests: Iterable[str]) -> dict[str, list[str]]:
    """The names of tests by their files."""
    files: dict[str, list[str]] = {}
    for test in tests:
        path, _, name = test.partition("::")
        files.setdefault(path, []).append(name)
    return files
