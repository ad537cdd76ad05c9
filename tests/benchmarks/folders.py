"""Scanning folders with one and two processes: python -m tests.benchmarks.folders.

Compared are a folder of pages, and one of 100,000 small files.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.corpus import references
from tests.benchmarks.pages import made_page
from tests.benchmarks.paired import paired, ran


def processes(folder: Path, pages: list[bytes]) -> str:
    """Compare two processes with one on a folder of pages."""
    # Enough pages to make the start of a process negligible.
    for number, page in enumerate(pages):
        (folder / f"{number}.html").write_bytes(page)
    command = [sys.executable, "-m", "uriinspector.cli", "scan", "--format=csv", str(folder)]
    times = paired(lambda: ran([*command, "--jobs=2"]), lambda: ran(command), 3)
    ratio = median(one / two for two, one in times)
    return f"two processes: {ratio:.2f} times one (aim: 1.7)"


def small_files(folder: Path, count: int) -> None:
    """Write mails, pages and texts with three links each, like an exported mailbox."""
    links = references()
    for number in range(count):
        some = [links[(3 * number + at) % len(links)] for at in range(3)]
        where = folder / f"{number // 1000:03}"
        where.mkdir(exist_ok=True)
        if number % 3 == 0:
            head = f"From: a{number}@a.test\nTo: b@b.test\nContent-Type: text/html\n\n".encode()
            (where / f"{number}.eml").write_bytes(head + made_page(some))
        elif number % 3 == 1:
            (where / f"{number}.html").write_bytes(made_page(some))
        else:
            (where / f"{number}.txt").write_text(" and ".join(some), "utf-8")


def worked(command: list[str]) -> tuple[float, float, int]:
    """Return wall-clock time, processor time and peak memory of a command."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    # The last round's children are in the sum, and the largest of all in the maximum.
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return ended - began, busy, after.ru_maxrss


def many_files(folder: Path, count: int) -> Iterator[str]:
    """Compare two processes with one on a folder of small files."""
    command = [sys.executable, "-m", "uriinspector.cli", "scan", "--fail-on=never"]
    small_files(folder, count // 10)
    _, _, less = worked([*command, str(folder)])
    small_files(folder, count)
    (one, busy, memory), (two, both, _) = (
        worked([*command, f"--jobs={jobs}", str(folder)]) for jobs in (1, 2)
    )
    yield f"{count:,} small files: {count / busy:,.0f} a second of one processor"
    yield f"memory: {memory / 1024:.0f} MB at most, {less / 1024:.0f} MB with a tenth of them"
    yield f"two processes: {one / two:.2f} times one by the clock (aim: 1.7)"
    yield f"  by what the processors did, were they free: {2 * busy / both:.2f}"


def main() -> None:
    """Measure both folders and print the figures."""
    links = references()
    pages = [made_page(links[at : at + 100]) for at in range(0, 10_000, 100)]
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(f"{processes(Path(folder), pages * 5)}\n")
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.writelines(f"{line}\n" for line in many_files(Path(folder), 100_000))


if __name__ == "__main__":
    main()
