"""Work in a thread or process that yields its results piece by piece and can be stopped.

No Qt here: the window polls a queue of results.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from math import inf
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import Any
from zlib import crc32

from uriinspector.core.model import NamedTuple
from uriinspector.documents import worker_process
from uriinspector.documents.worker_process import ProcessEndedError as ProcessEndedError

# Number of rows in a batch.
BATCH = 500


class JobBatch(NamedTuple):
    """Some rows of the result, and the progress: ``done`` of ``of``."""

    rows: list[Any]
    done: int
    of: int


class Stream:
    """A generator that runs in a thread until it ends or is stopped."""

    def __init__(self, work: Callable[[Event], Iterator[Any]]) -> None:
        self.stopped = Event()
        self.is_whole = False  # True if the work has ended normally
        self._pieces: SimpleQueue[Any] = SimpleQueue()
        self._thread = Thread(target=self._run, args=(work,), name="stream", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """True if the thread has ended and all results were taken."""
        return not self._thread.is_alive() and self._pieces.empty()

    def take(self, seconds: float = inf) -> Iterator[Any]:
        """Yield the waiting results, for at most ``seconds``."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            try:
                yield self._pieces.get_nowait()
            except Empty:
                return

    def _run(self, work: Callable[[Event], Iterator[Any]]) -> None:
        try:
            for each in work(self.stopped):
                if self.stopped.is_set():
                    return
                self._pieces.put(each)
            self.is_whole = not self.stopped.is_set()
        except ProcessEndedError:
            pass  # the results so far are kept, and is_whole is False


def in_batches(rows: Iterable[tuple[int, Any]], of: int) -> Iterator[JobBatch]:
    """Yield rows in batches, each with its progress."""
    batch: list[Any] = []
    for done, row in rows:
        batch.append(row)
        if len(batch) >= BATCH:
            yield JobBatch(batch, done, of)
            batch = []
    yield JobBatch(batch, of, of)


class WorkerProcess(worker_process.SpawnedWorker):
    """A process with lower priority than the window."""

    nicer = 5


def from_process(
    work: Callable[..., Iterator[Any]], args: tuple[Any, ...], stopped: Event
) -> Iterator[Any]:
    """Yield results from a process, because in a thread the work would block the interpreter."""
    with WorkerProcess(work, args) as worker:
        yield from worker.pieces(stopped)


class WorkShare(NamedTuple):
    """One of several processes that share the work: number ``place`` of ``of``."""

    place: int = 0
    of: int = 1

    @property
    def is_first(self) -> bool:
        """True for the process that also yields results outside of shared blocks."""
        return self.place == 0

    def owner_of(self, octets: bytes) -> int:
        """Return the number of the process that handles these bytes."""
        return crc32(octets) % self.of


class SharedBlock(NamedTuple):
    """The part of a block that one process has done.

    The key identifies the block: if the processes have read the same data, they all have the same
    key.
    """

    key: Any
    part: Any


def from_processes(
    work: Callable[..., Iterator[Any]],
    args: tuple[Any, ...],
    processes: int,
    stopped: Event,
    join: Callable[[Any, list[Any]], Any],
) -> Iterator[Any]:
    """Yield the results of several processes in order; each process receives its ``WorkShare``.

    Each process yields its part of every block, and ``join`` merges these parts, given the
    block's key. The first process also yields results outside of blocks.
    """
    with ExitStack() as stack:
        workers = [
            stack.enter_context(WorkerProcess(work, (*args, WorkShare(place, processes))))
            for place in range(processes)
        ]
        first, *others = [each.pieces(stopped) for each in workers]
        for piece in first:
            if isinstance(piece, SharedBlock):
                yield join(piece.key, list(_parts(piece, others)))
            else:
                yield piece
            if stopped.is_set():
                return


def _parts(block: SharedBlock, others: list[Iterator[SharedBlock]]) -> Iterator[Any]:
    yield block.part
    for pieces in others:
        piece = next(pieces, None)
        if piece is None or piece.key != block.key:
            raise ProcessEndedError  # the processes have read different data
        yield piece.part
