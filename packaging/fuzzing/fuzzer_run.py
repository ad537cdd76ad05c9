"""One run of the fuzzer on a target: the process, its options, and its output."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.fuzz import corpus
from tests.fuzz.target import tokens

if TYPE_CHECKING:
    from progress import Progress

    from tests.fuzz.target import Target

# The environment variable with the module of the targets.
TABLE = "URIINSPECTOR_FUZZ_TABLE"
ENGINE = Path(__file__).with_name("engine.py")
PROJECT = Path(__file__).resolve().parents[2]
# Matches "#1234 NEW cov: 56 ft: 78 corp: 9/1Kb ..." and "#1234 pulse ...".
STATUS = re.compile(r"#(\d+)\s+(\w+)\s+(?:cov: (\d+) )?(?:ft: (\d+) )?(?:corp: (\d+))?")
EXECUTED = re.compile(r"stat::number_of_executed_units: (\d+)")
ADDED = re.compile(r"stat::new_units_added:\s+(\d+)")
# Limits for one input: memory in MB, and seconds even on a busy machine.
MEMORY, PATIENCE = 1_024, 60
LATE = 70
# Extra seconds before the process is killed, because it never exits while waiting for its own
# threads.
GRACE = 3 * PATIENCE
# Proofs are short: with feedback, a few hundred inputs are enough.
PROOF_RUNS, PROOF_SECONDS = 1_000, 20


class LateImportError(Exception):
    """Part of the package was imported without instrumentation."""


class FuzzerRun(NamedTuple):
    """The result of a run; ``quiet`` is the number of seconds since new code was reached."""

    executions: int
    seconds: float
    first_coverage: int
    coverage: int
    new_units: int
    quiet: float
    is_broken: bool
    last_lines: str


class Proof(NamedTuple):
    """The result of fuzzing from a single input."""

    executions: int
    first_coverage: int
    coverage: int
    new_units: int

    @property
    def is_given(self) -> bool:
        """True if there was feedback and it led to new code."""
        return 0 < self.first_coverage < self.coverage and self.new_units > 0

    def __str__(self) -> str:
        return (
            f"feedback {'proved' if self.is_given else 'NOT proved'}: from one input to "
            f"{self.new_units} new ones in {self.executions} executions, "
            f"coverage {self.first_coverage} -> {self.coverage}"
        )


def prove(progress: Progress) -> Proof:
    """Fuzz from the longest input of the corpus alone, in a temporary folder."""
    inputs = corpus.units(progress.target.corpus) or [b"a"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "faults").mkdir()
        (place / "units").mkdir()
        (place / "units/first").write_bytes(max(inputs, key=len))
        run = _run(progress.target, place, PROOF_SECONDS, f"-runs={PROOF_RUNS}", "-seed=1")
    return Proof(run.executions, run.first_coverage, run.coverage, run.new_units)


def run_fuzzer(progress: Progress, seconds: int) -> FuzzerRun:
    """Continue from the inputs found before."""
    _fill(progress)
    return _run(progress.target, progress.folder, seconds)


def _fill(progress: Progress) -> None:
    """Add the inputs stored in the project."""
    for unit in corpus.units(progress.target.corpus):
        file = progress.units / hashlib.sha1(unit, usedforsecurity=False).hexdigest()
        if not file.exists():
            file.write_bytes(unit)


def engine(name: str, place: Path) -> list[str]:
    """Return the command that starts the process of a target."""
    return [sys.executable, "-B", str(ENGINE), os.environ[TABLE], name, str(place)]


def _run(target: Target, place: Path, seconds: int, *options: str) -> FuzzerRun:
    command = [*engine(target.name, place), str(place / "units")]
    command += [f"-max_len={target.longest}", f"-artifact_prefix={place / 'faults'}/"]
    command += [f"-rss_limit_mb={MEMORY}", f"-timeout={PATIENCE}", "-print_final_stats=1"]
    command += [f"-max_total_time={seconds}", *options]
    if target.tokens:
        command.append(f"-dict={tokens(target.tokens)}")
    shelf = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=shelf) as scratch:
        return _watched(command, scratch, seconds + GRACE)


def _watched(command: list[str], scratch: str, most: float) -> FuzzerRun:
    """Read the output of the process until it ends or is killed."""
    began = last = time.monotonic()
    first = best = executed = added = 0
    lines: deque[str] = deque(maxlen=40)
    with subprocess.Popen(
        command,
        cwd=PROJECT,
        env=environment(scratch),
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as process:
        assert process.stderr
        end_of_patience = threading.Timer(most, process.kill)
        end_of_patience.start()
        for line in process.stderr:
            if line.startswith(("LATE:", "FAULT:")):
                sys.stderr.write(line)
            if line.startswith("INFO: Instrumenting"):
                continue
            lines.append(line)
            if status := STATUS.match(line):
                executed = max(executed, int(status[1]))
                now = int(status[3] or 0)
                first = first or (now if status[2] in {"INITED", "NEW"} else 0)
                if now > best:
                    best, last = now, time.monotonic()
            executed = int(match[1]) if (match := EXECUTED.match(line)) else executed
            added = int(match[1]) if (match := ADDED.match(line)) else added
        end_of_patience.cancel()
    if process.returncode == LATE:
        raise LateImportError("".join(line for line in lines if line.startswith("LATE:")))
    end = time.monotonic()
    tail = "".join(lines) if process.returncode else ""
    return FuzzerRun(
        executed, end - began, first, best, added, end - last, bool(process.returncode), tail
    )


def environment(scratch: str) -> dict[str, str]:
    """Return an environment in which Python finds this project before installed packages."""
    path = os.pathsep.join(filter(None, (str(PROJECT), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path, "TMPDIR": scratch}


def forget(folder: Path) -> None:
    """Delete the results."""
    shutil.rmtree(folder, ignore_errors=True)
