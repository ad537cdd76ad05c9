"""Changes a room of the package in small ways, one at a time, and lists what no test notices."""

from __future__ import annotations

import argparse
import os
import queue
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import operators
from copies import copy_project, fingerprint, project_files
from coverage_map import BaselineError, CoverageMap, measure
from equivalents import equivalents, key
from places import Mutant, mutants
from trial import (
    KILLED,
    SURVIVED,
    TIMEOUT,
    MutationRoom,
    Trial,
    attempt,
    by_file,
    from_line,
    mutation_room,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PROJECT = Path(__file__).resolve().parents[2]
ROOMS = ("core", "readers", "analysis", "documents", "lessons", "export", "cli")
VALUES = "tests/architecture/test_values.py"
# The tests of a room are in the folder of its name; other rooms' tests are named here.
# Much of what is read of files shows where it is handed on, and in the inputs that a fuzzer found.
SHOWN_FILES = [
    *("tests/fuzz/test_targets.py", "tests/cli/test_transcripts.py", "tests/cli/test_scan.py"),
    *("tests/cli/test_site.py", "tests/cli/test_fix.py", "tests/export"),
]
MORE_TESTS = {
    "core": ["tests/conformance"],
    "readers": ["tests/analysis", VALUES],
    "documents": SHOWN_FILES,
}
# What asks for everything that the program can say, and is run by no line of that.
TEXT_TESTS = ("tests/gui/text/test_translation.py", "tests/language")
MOST_SHOWN = 3
EQUIVALENT = "equivalent"
SHARES = (KILLED, TIMEOUT, EQUIVALENT)


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="packaging/mutate", description=__doc__)
    parser.add_argument("room", metavar="ROOM", help=f"a room of the package: {', '.join(ROOMS)}")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many changes (all)")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="other tests than the room's")
    parser.add_argument(
        "--grace", type=int, default=20, metavar="SECONDS", help="more than tests may take (20)"
    )
    parser.add_argument(
        "--most", type=float, default=40, metavar="SECONDS", help="of tests for one change (40)"
    )
    parser.add_argument("--only", metavar="PATH", help="only files whose path begins like this")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs came to")
    parser.add_argument("--project", type=Path, default=PROJECT, help=argparse.SUPPRESS)
    parser.add_argument("--package", default="uriinspector", help=argparse.SUPPRESS)
    return parser.parse_args(given)


class Session:
    """Where copies, coverage and results of a room are, and what is already known."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.root: Path = asked.project.resolve()
        self.room = f"{asked.package}/{asked.room}"
        self.package: str = asked.package
        self.tests: list[str] = asked.tests or [
            f"tests/{asked.room}",
            *(each for each in MORE_TESTS.get(asked.room, ()) if (self.root / each).exists()),
        ]
        self.text_tests = [each for each in TEXT_TESTS if (self.root / each).exists()]
        self.grace: int = asked.grace
        self.jobs: int = asked.jobs
        self.most: float = asked.most
        self.state = self.root / "build" / "mutation" / asked.room
        self.files = project_files(self.root)
        self.results = self.state / "results.jsonl"
        self._keep_or_clear(fresh=asked.fresh)

    def _keep_or_clear(self, *, fresh: bool) -> None:
        """What an earlier run came to is good only for the same files and tests."""
        now, mark = fingerprint(self.root, self.files, *self.tests), self.state / "fingerprint"
        self.state.mkdir(parents=True, exist_ok=True)
        if fresh or not mark.exists() or mark.read_text() != now:
            for name in ("fingerprint", "outcomes.json", "results.jsonl", "baseline.log"):
                (self.state / name).unlink(missing_ok=True)
            mark.write_text(now)

    def copy(self, number: int) -> Path:
        """A copy of the project, made anew: an earlier one may hold a change."""
        into = self.state / "copies" / str(number)
        return copy_project(self.root, self.files, into, self.package)

    def place(self, copy: Path, covered: CoverageMap) -> MutationRoom:
        """Where changes are tried in a copy."""
        return mutation_room(copy, self.state, covered, self.text_tests, self.grace)

    def modules(self, only: str | None) -> list[str]:
        """The files of the room."""
        names = (name for name in self.files if name.startswith(f"{self.room}/"))
        return [each for each in names if each.endswith(".py") and each.startswith(only or "")]

    def known(self) -> dict[Mutant, Trial]:
        """What earlier runs came to; the last line may have been cut short."""
        if not self.results.exists():
            return {}
        lines = self.results.read_text("utf-8").splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n")]
        self.results.write_text("".join(whole), "utf-8")
        return {trial.mutant: trial for trial in map(from_line, whole)}


def trials(
    session: Session, wanted: list[Mutant], copies: list[Path], covered: CoverageMap
) -> Iterator[Trial]:
    """Try every change, as many at a time as there are copies."""
    reasons = equivalents()
    same = [mutant for mutant in wanted if key(mutant) in reasons]
    yield from (Trial(mutant, EQUIVALENT, (), 0) for mutant in same)
    wanted = [mutant for mutant in wanted if key(mutant) not in reasons]
    known = session.known()
    yield from (known[mutant] for mutant in wanted if mutant in known)
    if all(mutant in known for mutant in wanted):
        return
    free: queue.SimpleQueue[MutationRoom] = queue.SimpleQueue()
    rooms = [session.place(copy, covered) for copy in copies]
    for each in rooms:
        free.put(each)

    def in_a_free_copy(mutant: Mutant) -> Trial:
        room = free.get()
        try:
            return attempt(mutant, room)
        finally:
            free.put(room)

    pool = ThreadPoolExecutor(len(copies))
    try:
        waiting = [pool.submit(in_a_free_copy, each) for each in wanted if each not in known]
        for trial in (each.result() for each in as_completed(waiting)):
            with session.results.open("a", encoding="utf-8") as results:
                results.write(trial.line())
            yield trial
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for each in rooms:
            each.close()


def report(done: list[Trial]) -> str:
    """The survivors, each with its change and the tests that did not notice, and the share."""
    survivors = [each for each in done if each.outcome == SURVIVED]
    counts = {name: sum(each.outcome == name for each in done) for name in SHARES}
    share = 100 * (len(done) - len(survivors)) / len(done)
    lines = [line for trial in sorted(survivors, key=place) for line in survivor(trial)]
    total = (
        f"{len(done)} changes: {counts[KILLED]} killed, {len(survivors)} survived, "
        f"{counts[TIMEOUT]} timed out, {counts[EQUIVALENT]} equivalent; "
        f"{share:.1f}% noticed or equivalent"
    )
    return "\n".join([*lines, total]) + "\n"


def place(trial: Trial) -> tuple[str, int]:
    """Where a change is."""
    return trial.mutant.path, trial.mutant.line


def survivor(trial: Trial) -> Iterator[str]:
    """A change that was not noticed; all tests that ran are in the file of results."""
    yield f"{trial.mutant.path}:{trial.mutant.line}: {trial.mutant.operator}"
    yield from (f"    {line}" for line in trial.mutant.diff)
    if not trial.tests:
        yield "    no test runs it"
    files = by_file(trial.tests)
    for path, names in islice(files.items(), MOST_SHOWN):
        more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
        yield f"    ran {path}: {', '.join(names[:MOST_SHOWN])}{more}"
    if len(files) > MOST_SHOWN:
        yield f"    ran {len(trial.tests)} tests in {len(files)} files"
    yield ""


def main(given: Sequence[str]) -> int:
    """Try what is asked for and print what no test noticed."""
    asked = arguments(given)
    operators.register()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    session = Session(asked)
    paths = session.modules(asked.only)
    if not paths:
        sys.stderr.write(f"there is no such room: {session.room}\n")
        return 2
    copies = [session.copy(number) for number in range(1, asked.jobs + 1)]
    sys.stderr.write(f"Running {' '.join(session.tests)} once, to know what each test runs ...\n")
    try:
        covered = measure(session, copies[0])
    except BaselineError as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    # Of the copy: the project may have changed while the tests ran.
    wanted = list(islice(mutants(copies[0], paths, asked.seed), asked.sample))
    done: list[Trial] = []
    try:
        for trial in trials(session, wanted, copies, covered):
            done.append(trial)
            sys.stderr.write(
                f"[{len(done)}/{len(wanted)}] {trial.outcome:8} {trial.seconds:6} s  "
                f"{trial.mutant.path}:{trial.mutant.line}\n"
            )
    except BaselineError as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    sys.stdout.write(report(done) if done else "nothing to change\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
