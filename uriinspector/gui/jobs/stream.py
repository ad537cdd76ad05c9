"""Work that sends its answer piece by piece, from a thread or from a process, and can be stopped.

No Qt here: what came lies in a queue that the window looks into.
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

# How often a process that says nothing is asked whether it is still wanted, in seconds.
LOOK = 0.05
# So many rows are sent at a time.
BATCH = 500
# So much less often than the window is a process given a core that both want.
NICER = 5


class JobBatch(NamedTuple):
    """Some of the answer, and how much of the work is done: so many of so many."""

    rows: list[Any]
    done: int
    of: int


class ProcessEndedError(Exception):
    """A process could not be started, or has ended before its work."""


class Stream:
    """What a thread yields; it ends by itself, or when it is stopped."""

    def __init__(self, work: Callable[[Event], Iterator[Any]]) -> None:
        self.stopped = Event()
        self.is_whole = False  # whether the work came to its end
        self._pieces: SimpleQueue[Any] = SimpleQueue()
        self._thread = Thread(target=self._run, args=(work,), name="stream", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come, and all that came was taken."""
        return not self._thread.is_alive() and self._pieces.empty()

    def take(self, seconds: float = inf) -> Iterator[Any]:
        """What has come since, or as much of it as there is time for."""
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
            pass  # what came stays, and it is not whole


def in_batches(rows: Iterable[tuple[int, Any]], of: int) -> Iterator[JobBatch]:
    """Rows in batches; each comes with how far it is."""
    batch: list[Any] = []
    for done, row in rows:
        batch.append(row)
        if len(batch) >= BATCH:
            yield JobBatch(batch, done, of)
            batch = []
    yield JobBatch(batch, of, of)


class WorkerProcess:
    """A process that works and sends what it yields.

    Spawned, not forked: the same on every system, and nothing is shared by accident.  What is to
    be done is sent when the process listens: its own arguments would be waited for without end if
    it did not come so far.
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
        """It has begun."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """It is no longer wanted."""
        self._here.close()
        if self._process.pid is not None:
            self._process.terminate()
            self._process.join()

    def pieces(self, stopped: Event) -> Iterator[Any]:
        """What it sends, until its end or until nobody wants it."""
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
    """What work yields in a process of its own; a thread would hold the interpreter."""
    with WorkerProcess(work, args) as worker:
        yield from worker.pieces(stopped)


class WorkShare(NamedTuple):
    """Which of several processes this is that do the same work, each a share of each block."""

    place: int = 0
    of: int = 1

    @property
    def is_first(self) -> bool:
        """Whether the process tells what is not shared, too."""
        return self.place == 0

    def owner_of(self, octets: bytes) -> int:
        """The place of the one who works on what is written so: of equal octets the same."""
        return crc32(octets) % self.of


class SharedBlock(NamedTuple):
    """What one process has made of a block of the work.

    The keys are the same where all processes see the same.
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
    """What work yields in some processes, in order; each is given its ``WorkShare`` of it.

    The first one yields all that is not shared; every one yields its part of each block, and
    ``join`` makes one of them: it is given the key and the parts.
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
            raise ProcessEndedError  # or it has read something else
        yield piece.part


def send_all(there: Connection) -> None:
    """What the process does; None is the end."""
    process_guard.install()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICER)
    try:
        work, args = there.recv()
        for piece in work(*args):
            there.send(piece)
        there.send(None)
    except (BrokenPipeError, EOFError, KeyboardInterrupt):
        pass  # nobody listens any more
