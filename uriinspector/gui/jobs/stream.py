"""Work in a thread or process that yields its results piece by piece, and can be stopped.

No Qt here: the window polls a queue of results.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from math import inf
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self
from zlib import crc32

from uriinspector.core.model import NamedTuple
from uriinspector.documents import process_guard

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Seconds between checks whether a silent process is still wanted.
LOOK = 0.05
# Number of rows in a batch.
BATCH = 500
# Niceness of processes, so that the window gets the core that both want.
NICER = 5


class JobBatch(NamedTuple):
    """Some result rows, and the progress: ``done`` of ``of``."""

    rows: list[Any]
    done: int
    of: int


class ProcessEndedError(Exception):
    """A process could not be started, or ended before its work was done."""


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
        """Return True if the thread has ended and all results were taken."""
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
            pass  # the results so far stay, and is_whole is False


def in_batches(rows: Iterable[tuple[int, Any]], of: int) -> Iterator[JobBatch]:
    """Yield rows in batches, each with its progress."""
    batch: list[Any] = []
    for done, row in rows:
        batch.append(row)
        if len(batch) >= BATCH:
            yield JobBatch(batch, done, of)
            batch = []
    yield JobBatch(batch, of, of)


class WorkerProcess:
    """A process that runs a generator and sends its results.

    It is spawned, not forked: this is the same on every system and shares nothing by accident. The
    work is sent through the pipe once the process listens: as arguments of the process, it would
    block forever if the process failed to start.
    """

    def __init__(self, work: Callable[..., Iterator[Any]], args: tuple[Any, ...]) -> None:
        context = get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=send_all, args=(there,), daemon=True)
        try:
            with process_guard.own_process():
                self._process.start()
            there.close()
            self._here.send((work, args))
        except (EOFError, OSError) as error:
            self.__exit__()
            raise ProcessEndedError from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        """Terminate the process."""
        self._here.close()
        if self._process.pid is not None:
            self._process.terminate()
            self._process.join()

    def pieces(self, stopped: Event) -> Iterator[Any]:
        """Yield the results until the end or until stopped."""
        try:
            while not stopped.is_set():
                if self._here.poll(LOOK):
                    piece = self._here.recv()
                    if piece is None:
                        return
                    yield piece
        except (EOFError, OSError) as error:
            raise ProcessEndedError from error


def from_process(
    work: Callable[..., Iterator[Any]], args: tuple[Any, ...], stopped: Event
) -> Iterator[Any]:
    """Yield results from a process; a thread would block the interpreter."""
    with WorkerProcess(work, args) as worker:
        yield from worker.pieces(stopped)


class WorkShare(NamedTuple):
    """The share of one of several processes that do the same work."""

    place: int = 0
    of: int = 1

    @property
    def is_first(self) -> bool:
        """Return True for the process that also yields what is not shared."""
        return self.place == 0

    def owner_of(self, octets: bytes) -> int:
        """Return the number of the process that handles these bytes."""
        return crc32(octets) % self.of


class SharedBlock(NamedTuple):
    """One process's part of a block of the work.

    The key is equal in all processes if they work on the same data.
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
    """Yield the results of several processes in order; each gets its ``WorkShare``.

    The first process also yields what is not shared. Each process yields its part of every block,
    and ``join`` merges the parts, given the block's key.
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


def send_all(there: Connection) -> None:
    """Run the work in the process and send its results; None marks the end."""
    process_guard.install()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICER)
    try:
        work, args = there.recv()
        for piece in work(*args):
            there.send(piece)
        there.send(None)
    except (BrokenPipeError, EOFError, KeyboardInterrupt):
        pass  # the reader has closed the pipe
