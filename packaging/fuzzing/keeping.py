"""What of the inputs that were found is taken into the project: few, short, and all faults."""

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

# Of each target: more would be slow to try in each run of the tests, and nobody would read it.
MOST, OCTETS = 40, 16_000


def keep(found: list[Progress]) -> None:
    """Write the corpus of each target anew."""
    for each in found:
        file = each.target.corpus
        broken = corpus.remarked(file) | {
            fault.read_bytes(): fault_words(fault) for fault in each.faults()
        }
        inputs = shortened([*corpus.units(file), *smallest(each)])
        corpus.write(file, inputs, broken)
        sys.stderr.write(f"{file.name}: {len(inputs)} inputs, {len(broken)} faults\n")


def fault_words(fault: Path) -> str:
    """What an input broke: the last line of what was raised."""
    told = fault.with_suffix(".txt")
    lines = told.read_text("utf-8").strip().splitlines()[:-1] if told.exists() else []
    return next((line for line in reversed(lines) if line.strip()), fault.name.partition("-")[0])


def smallest(progress: Progress) -> list[bytes]:
    """As few inputs as reach the same code, by the fuzzer itself."""
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
    """Spread over all lengths, so that neither trivial nor large ones are alone."""
    ordered = sorted(set(inputs), key=lambda unit: (len(unit), unit))
    step = max(1, -(-len(ordered) // MOST))
    chosen, size = [], 0
    for unit in ordered[::step]:
        size += len(unit)
        if size <= OCTETS:
            chosen.append(unit)
    return chosen
