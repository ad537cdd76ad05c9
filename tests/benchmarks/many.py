"""A long stream through ``--jsonl``: python -m tests.benchmarks.many [LINES], on Linux.

A program that generates links, ``uriinspect`` and a reader run in separate processes. Reported are
the memory of ``uriinspect`` over time, its peak, and its growth in the second half.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.corpus import references
from tests.benchmarks.paired import COMMAND, PLAIN

LINES, REPORTS = 10_000_000, 20
KINDS = 50_000
CHUNK = 1 << 20
TICKS = 100


class Sample(NamedTuple):
    """Seconds by the clock and of the processor, and kilobytes, after a number of lines."""

    lines: int
    clock: float
    processor: float
    memory: int


def made(count: int) -> Iterator[str]:
    """Yield different links of all kinds; every third one has a new host."""
    texts = references(KINDS)
    for number in range(count):
        text = texts[number % KINDS]
        sign = "" if "#" in text else "&" if "?" in text else "?"
        usual = f"{text}{sign}{number}"
        yield usual if number % 3 else f"https://h{number}.example/{number}?q={number}"


def resident(pid: int) -> int:
    """Return the resident memory of a process in kilobytes."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * 4


def processor(pid: int) -> float:
    """Return the user and system time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measured(count: int) -> Iterator[Sample]:
    """Yield samples until all lines are answered."""
    began, lines, due = time.perf_counter(), 0, 0
    source = [sys.executable, "-m", "tests.benchmarks.many", "--make", str(count)]
    with (
        subprocess.Popen(source, stdout=subprocess.PIPE) as links,
        subprocess.Popen(
            [*COMMAND, "--jsonl"], stdin=links.stdout, stdout=subprocess.PIPE, env=PLAIN, bufsize=0
        ) as process,
    ):
        assert process.stdout is not None
        while chunk := process.stdout.read(CHUNK):
            lines += chunk.count(b"\n")
            if lines >= due:
                due += max(count // REPORTS, 1)
                clock = time.perf_counter() - began
                yield Sample(lines, clock, processor(process.pid), resident(process.pid))


def main() -> None:
    """Generate the links, or measure."""
    if sys.argv[1:2] == ["--make"]:
        for link in made(int(sys.argv[2])):
            sys.stdout.write(f"{link}\n")
        return
    count = int(sys.argv[1]) if sys.argv[1:] else LINES
    samples = []
    for each in measured(count):
        samples.append(each)
        sys.stdout.write(
            f"{each.lines:>12,} lines {each.clock:8.1f} s"
            f" ({each.processor:.1f} s of the processor), {each.memory:,} kB\n"
        )
        sys.stdout.flush()
    half, last = samples[len(samples) // 2], samples[-1]
    grown = (last.memory - half.memory) / max(last.lines - half.lines, 1) * 1e6
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    each_line = last.processor / last.lines * 1e6
    sys.stdout.write(
        f"{each_line:.1f} microseconds of the processor a line; peak of any process {peak:,} kB;"
        f" in the second half {grown:+.0f} kB a million lines\n"
    )


if __name__ == "__main__":
    main()
