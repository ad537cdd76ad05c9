"""The progress of a target, stored between runs."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fuzzer_run import Proof, forget

if TYPE_CHECKING:
    from fuzzer_run import FuzzerRun

    from tests.fuzz.target import Target

PROJECT = Path(__file__).resolve().parents[2]
# Seconds without new code after which a target is done.
QUIET = 3_600


@dataclass
class Totals:
    """Totals of all runs; ``quiet`` is the number of seconds of fuzzing since new code was
    reached.
    """

    executions: int = 0
    seconds: float = 0.0
    coverage: int = 0
    new_units: int = 0
    quiet: float = 0.0


def fingerprint() -> str:
    """Return a hash of the program and its targets."""
    digest = hashlib.sha256()
    for folder in ("uriinspector", "tests/fuzz"):
        for file in sorted((PROJECT / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


class Progress:
    """A target with its folder."""

    def __init__(self, target: Target, state: Path, *, fresh: bool = False) -> None:
        self.target = target
        self.folder = state / target.name
        if fresh:
            forget(self.folder)
        self.units = self.folder / "units"
        for each in (self.units, self.folder / "faults"):
            each.mkdir(parents=True, exist_ok=True)
        self.totals = self._stored()
        self.proof = self._stored_proof()

    def _stored(self) -> Totals:
        file = self.folder / "totals.json"
        return Totals(**json.loads(file.read_text("utf-8"))) if file.exists() else Totals()

    def _stored_proof(self) -> Proof | None:
        """Return the stored proof, unless the program has changed since."""
        file = self.folder / "proof.json"
        stored = json.loads(file.read_text("utf-8")) if file.exists() else {}
        return Proof(*stored["proof"]) if stored.get("of") == fingerprint() else None

    def keep_proof(self, proof: Proof) -> None:
        """Store a proof and the state of the program for which it is valid."""
        self.proof = proof
        text = json.dumps({"of": fingerprint(), "proof": proof})
        (self.folder / "proof.json").write_text(text, "utf-8")

    def add(self, run: FuzzerRun) -> None:
        totals = self.totals
        is_new = run.coverage > totals.coverage
        totals.executions += run.executions
        totals.seconds += run.seconds
        totals.new_units += run.new_units
        totals.quiet = run.quiet if is_new else totals.quiet + run.seconds
        totals.coverage = max(totals.coverage, run.coverage)
        (self.folder / "totals.json").write_text(json.dumps(asdict(totals)), "utf-8")

    @property
    def seconds(self) -> float:
        """The total time of fuzzing."""
        return self.totals.seconds

    @property
    def share(self) -> float:
        """The fraction of the goal that is done: enough executions, or an hour without new
        code.
        """
        done = self.totals.executions / self.target.enough
        return max(done, self.totals.quiet / QUIET)

    def faults(self) -> list[Path]:
        """Return the inputs that caused faults."""
        names = ("*.bin", "crash-*", "timeout-*", "oom-*", "leak-*")
        return sorted(file for name in names for file in (self.folder / "faults").glob(name))

    def row(self) -> str:
        each = self.totals
        rate = each.executions / each.seconds if each.seconds else 0
        return (
            f"{self.target.name:24} {each.executions:>10,} {rate:>8,.0f} {each.coverage:>7,} "
            f"{each.new_units:>7,} {each.quiet / 60:>7,.0f} {len(self.faults()):>6}"
            f"  {'enough' if self.share >= 1 else f'{100 * self.share:.0f}%'}"
        )


HEAD = (
    f"{'target':24} {'executions':>10} {'a second':>8} {'code':>7} {'inputs':>7} {'quiet':>7} "
    f"{'faults':>6}  done\n"
)


def table(found: list[Progress]) -> str:
    """Return a table of targets; in the column "quiet" are minutes without new code."""
    return HEAD + "".join(f"{each.row()}\n" for each in found)
