"""Many files one after the other, or in processes of their own; how far it has come meanwhile."""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.cli.jobs import results
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


def outcomes(
    files: Callable[[], Iterable[str]], request: ScanRequest, write: Write, jobs: int
) -> Iterator[Outcome]:
    """Each file's, in order; with more than one job in processes of their own."""
    paths = list(files())
    size = 1 if jobs == 1 else max(1, min(MOST, len(paths) // (8 * jobs)))
    work = partial(look_at_each, request=request, write=write)
    with ProgressLine(len(paths), sys.stderr) as progress:
        for batch in results(work, batches(paths, size), jobs):
            for outcome in batch:
                yield outcome
                progress.step()


def look_at_each(paths: list[str], request: ScanRequest, write: Write) -> list[Outcome]:
    """Each file of a batch."""
    return [look(path, request, write) for path in paths]


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
        self._shown = 1  # the next thousandth
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
