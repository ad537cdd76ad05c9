"""Add a selection of the found inputs to the project: a few short ones, and all faults."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from fuzzer_run import PROJECT, engine, environment

from tests.fuzz import corpus

if TYPE_CHECKING:
    from progress import Progress

# Limits per target: more inputs would slow down the tests, and could not be reviewed.
MOST, OCTETS = 40, 16_000


def keep(found: list[Progress]) -> None:
    """Rewrite the corpus of each target."""
    for each in found:
        file = each.target.corpus
        broken = corpus.remarked(file) | {
            fault.read_bytes(): fault_words(fault) for fault in each.faults()
        }
        inputs = shortened([*corpus.units(file), *smallest(each)])
        corpus.write(file, inputs, broken)
        sys.stderr.write(f"{file.name}: {len(inputs)} inputs, {len(broken)} faults\n")


def fault_words(fault: Path) -> str:
    """Return the last line of the exception that an input caused."""
    report = fault.with_suffix(".txt")
    lines = report.read_text("utf-8").strip().splitlines()[:-1] if report.exists() else []
    return next((line for line in reversed(lines) if line.strip()), fault.name.partition("-")[0])


def smallest(progress: Progress) -> list[bytes]:
    """Return a minimal set of inputs with the same coverage, chosen by the fuzzer."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "faults").mkdir()
        into = Path(folder) / "units"
        into.mkdir()
        command = [*engine(progress.target.name, Path(folder)), "-merge=1"]
        subprocess.run(
            [*command, str(into), str(progress.units)],
            cwd=PROJECT,
            env=environment(folder),
            capture_output=True,
            check=False,
        )
        return [unit.read_bytes() for unit in into.iterdir()]


def shortened(inputs: list[bytes]) -> list[bytes]:
    """Select inputs of all lengths, so that there are small and large ones."""
    ordered = sorted(set(inputs), key=lambda unit: (len(unit), unit))
    step = max(1, -(-len(ordered) // MOST))
    chosen, size = [], 0
    for unit in ordered[::step]:
        size += len(unit)
        if size <= OCTETS:
            chosen.append(unit)
    return chosen
