"""Many files one after the other, or in processes of their own; how far it has come meanwhile."""

from __future__ import annotations

import sys
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING

from uriinspector.cli.scanning.outcome import look
from uriinspector.cli.screen import is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    from uriinspector.cli.scanning.outcome import Outcome, ScanRequest, Written
    from uriinspector.documents.document import Document

    Write = Callable[[Document, str, ScanRequest], Written]

# So many files go to a process at once: each message between processes costs about a small file.
MOST = 64


class Worker:
    """What a process is told once, when it begins, and does with every batch of files."""

    asked: ScanRequest
    write: Write

    @classmethod
    def begin(cls, request: ScanRequest, write: Write) -> None:
        """What is wanted."""
        cls.asked, cls.write = request, staticmethod(write)

    @classmethod
    def work(cls, paths: list[str]) -> list[Outcome]:
        """Each file of a batch."""
        return [look(path, cls.asked, cls.write) for path in paths]


def outcomes(
    files: Callable[[], Iterable[str]], request: ScanRequest, write: Write, jobs: int
) -> Iterator[Outcome]:
    """Each file's, in order; with more than one job in processes of their own."""
    if jobs == 1:
        paths = list(files())
        with ProgressLine(len(paths), sys.stderr) as progress:
            for path in paths:
                yield look(path, request, write)
                progress.step()
        return
    # Spawned, not forked: the same on every system, and nothing is shared by accident.  They
    # begin while the files are still looked for.
    with get_context("spawn").Pool(jobs, Worker.begin, (request, write)) as pool:
        paths = list(files())
        size = max(1, min(MOST, len(paths) // (8 * jobs)))
        with ProgressLine(len(paths), sys.stderr) as progress:
            for batch in pool.imap(Worker.work, batches(paths, size)):
                for outcome in batch:
                    yield outcome
                    progress.step()


def batches(paths: list[str], size: int) -> Iterator[list[str]]:
    """So many at once."""
    rest = iter(paths)
    while batch := list(islice(rest, size)):
        yield batch


class ProgressLine:
    """How many files are done, on a terminal alone, and gone at the end."""

    def __init__(self, count: int, out: TextIO | None) -> None:
        self._count = count
        self._done = 0
        self._shown = 0
        self._out = out if out is not None and count > 1 and is_terminal(out) else None

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out is not None:
            self._out.write("\r\x1b[K")
            self._out.flush()

    def step(self) -> None:
        """One file more; shown a thousand times and no more often."""
        self._done += 1
        if self._out is None or 1000 * self._done < self._shown * self._count:
            return
        self._shown = 1000 * self._done // self._count + 1
        filled = 24 * self._done // self._count
        bar = "#" * filled + "." * (24 - filled)
        self._out.write(f"\r[{bar}] {self._done:,} of {self._count:,} files\x1b[K")
        self._out.flush()
