"""Fuzz the parsers, and save the inputs that cause faults.

For each new state of the program, a target must first prove that the fuzzer gets feedback: from
one input, it has to find others that reach new code. Then the targets take turns, beginning with
the one that is furthest from its goal. A run ends after its minutes or by Ctrl+C; the next run
continues it. Results are in build/fuzz: one folder for each target, with "faults" in it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import keeping
from fuzzer_run import PROJECT, TABLE, FuzzerRun, LateImportError, prove, run_fuzzer
from progress import Progress, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tests.fuzz.target import Target

# Seconds per turn of a target.
TURN = 120
STATE = PROJECT / "build" / "fuzz"


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="packaging/fuzz", description=__doc__)
    parser.add_argument(
        "targets", metavar="TARGET", nargs="*", help="some of them, or how their names begin"
    )
    parser.add_argument("--minutes", type=float, default=10, metavar="N", help="how long (10)")
    parser.add_argument(
        "--turn", type=int, default=TURN, metavar="SECONDS", help=f"how long each time ({TURN})"
    )
    parser.add_argument("--list", action="store_true", help="only print what was done until now")
    parser.add_argument("--prove", action="store_true", help="only prove that there is feedback")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs came to")
    parser.add_argument(
        "--keep", action="store_true",
        help="take a few of the inputs found, and all that broke something, into tests/fuzz/corpus",
    )  # fmt: skip
    parser.add_argument("--table", default="tests.fuzz.table", help=argparse.SUPPRESS)
    parser.add_argument("--state", type=Path, default=STATE, help=argparse.SUPPRESS)
    return parser.parse_args(given)


def chosen(targets: Mapping[str, Target], names: Iterable[str]) -> list[Target]:
    """Return the targets with these names or prefixes; exit if one is unknown."""
    wanted = [
        [each for each in targets.values() if each.name == name]
        or [each for each in targets.values() if each.name.startswith(name)]
        for name in names
    ]
    if not all(wanted):
        sys.stderr.write(f"no such target; there are: {', '.join(targets)}\n")
        raise SystemExit(2)
    return list(dict.fromkeys(each for some in wanted for each in some)) or list(targets.values())


def is_proved(progress: Progress) -> bool:
    """Return True if the fuzzer gets feedback; tested once for each state of the program."""
    if progress.proof is None:
        progress.keep_proof(prove(progress))
        sys.stderr.write(f"{progress.target.name}: {progress.proof}\n")
    return progress.proof is not None and progress.proof.is_given


def take_turns(found: list[Progress], asked: argparse.Namespace) -> bool:
    """Fuzz until the time is over; return True if every target that had a turn got feedback."""
    end = time.monotonic() + 60 * asked.minutes
    able, are_proved = list(found), True
    while able and time.monotonic() < end:
        progress = min(able, key=lambda each: (each.share, each.seconds))
        if not is_proved(progress):
            are_proved = False
            able.remove(progress)
            continue
        seconds = max(5, min(asked.turn, round(end - time.monotonic())))
        run: FuzzerRun = run_fuzzer(progress, seconds)
        progress.add(run)
        sys.stderr.write(f"{progress.row()}\n")
        if run.is_broken:
            sys.stderr.write(f"{run.last_lines}\n")
            able.remove(progress)
    return are_proved


def main(given: Sequence[str]) -> int:
    """Fuzz the targets; return 1 after faults, 2 without feedback."""
    asked = arguments(given)
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "PYTHONHASHSEED": "0", TABLE: asked.table}
    targets = chosen(import_module(asked.table).TARGETS, asked.targets)
    found = [Progress(each, asked.state, fresh=asked.fresh) for each in targets]
    if asked.keep:
        keeping.keep(found)
        return 0
    try:
        if asked.prove:
            proofs = [is_proved(each) for each in found]
            return 0 if all(proofs) else 2
        if not asked.list and not take_turns(found, asked):
            return 2
    except LateImportError as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; the same command goes on from here\n")
    sys.stdout.write(table(found))
    return 1 if any(each.faults() for each in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
