"""The memory of ``uriinspect table``: python -m tests.benchmarks.table_memory [ROWS ...], on Linux.

Tables are generated, inspected and joined to one file. Reported is the peak memory of each process
(VmHWM, including shared libraries) after a number of rows, after all rows, and after the parts were
joined.
"""

import argparse
import csv
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet

from tests.benchmarks.many import made
from tests.benchmarks.paired import COMMAND, PLAIN
from uriinspector.cli.row_inputs import MOST_ROWS

ROWS = (1_000_000, 2_000_000, 5_000_000, 10_000_000)
LIMIT, EVERY, GROUP = 300, 0.1, 100_000
HOSTS = 97


class Peak(NamedTuple):
    """Peaks in megabytes: of the main process, and of its largest child."""

    first: int = 0
    others: int = 0

    def __str__(self) -> str:
        return f"{self.first} MB" + (f", workers {self.others} MB" if self.others else "")


def log_lines(count: int) -> Iterator[str]:
    """Yield rows with few hosts and many paths, a third of them repeated."""
    for number in range(count):
        path = number - number % 3 if number % 3 == 2 else number
        yield f"https://www{path % HOSTS}.example.org/path/{path}/page.html?n={path}"


def write_table(path: Path, links: Iterable[str]) -> None:
    """Write a table with a column of links."""
    rows = iter(links)
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([link] for link in chain(("url",), rows))
        return
    schema = pa.schema([("url", pa.string())])
    with pa.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while some := list(islice(rows, GROUP)):
            writer.write_table(pa.table({"url": some}, schema))


def processes(pid: int) -> list[int]:
    """Return a process and its children."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except OSError:
        children = []
    return [pid, *map(int, children)]


def peak(pid: int) -> int:
    """Return the peak memory of a process in megabytes; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii", "replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1000 for line in lines if line[:6] == "VmHWM:"), 0)


def watched(command: list[str], parts: Path) -> Iterator[tuple[int, Peak]]:
    """Yield the number of parts and the peaks so far, until the process ends."""
    found = Peak()
    with subprocess.Popen(command, env=PLAIN, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            first, *others = map(peak, processes(process.pid))
            found = Peak(max(first, found.first), max((found.others, *others)))
            yield len(list(parts.glob("part-*"))), found
            time.sleep(EVERY)
    if process.returncode:
        sys.exit(f"it ended with {process.returncode}")


def spent() -> float:
    """Return the processor time of all ended child processes, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(count: int, options: argparse.Namespace) -> Peak:
    """Measure one table."""
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        source, target = (Path(folder, f"{name}.{options.form}") for name in ("links", "judged"))
        write_table(source, (log_lines if options.log else made)(count))
        command = [*COMMAND, "table", str(source), str(target), "--jobs", str(options.jobs)]
        command += ["--columns", options.columns] if options.columns else []
        whole = -(-count // MOST_ROWS)
        marks = [*(each for each in ROWS if each < count), count]
        before, found = spent(), Peak()
        for parts, found in watched(command, target.with_name(f"{target.name}.parts")):
            while marks and parts >= min(marks[0] // MOST_ROWS, whole):
                print_line(f"{marks.pop(0):>12,} rows done: {found}")
        used, size = spent() - before, target.stat().st_size / 1e6
    print_line(
        f"{count:>12,} rows joined: {found}; {used:.0f} s of the processor,"
        f" {used / count * 1e6:.0f} microseconds a row; the file has {size:,.0f} MB"
    )
    return found


def print_line(line: str) -> None:
    """Print one line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", type=int, default=ROWS)
    parser.add_argument("--form", choices=("parquet", "csv"), default="parquet")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--columns", help="default: all of them")
    parser.add_argument("--log", action="store_true", help="lines of a log instead of new links")
    parser.add_argument("--folder", help="where the tables are written")
    options = parser.parse_args()
    peaks = [measure(each, options) for each in options.rows]
    worst = max(max(each) for each in peaks)
    print_line(f"worst {worst} MB (limit {LIMIT})")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
