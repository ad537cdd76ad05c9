"""Work in a process of its own, that comes in parts, tells how far it is, and can be stopped.

No Qt here: the work is a function that yields batches, and what it sends lies in a queue that
the window looks into.
"""

from __future__ import annotations

from multiprocessing import get_context
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from typing import TypeAlias

    Work: TypeAlias = Callable[..., Iterator["JobBatch"]]

# How often a process that says nothing is asked whether it is still wanted, in seconds.
LOOK = 0.05
# So many rows are sent at a time.
BATCH = 500


class JobBatch(NamedTuple):
    """Some of the answer, and how much of the work is done: so many of so many."""

    rows: list[Any]
    done: int
    of: int


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
    """One process, and a thread that listens to it until it is stopped.

    ``results`` gets its parts, then whether it came to its end.
    """

    def __init__(self, work: Work, *args: Any) -> None:
        self.stopped = Event()
        self.results: SimpleQueue[JobBatch | bool] = SimpleQueue()
        Thread(target=self._listen, args=(work, args), name="parts", daemon=True).start()

    def _listen(self, work: Work, args: tuple[Any, ...]) -> None:
        """Spawned, not forked: the same on every system, and nothing is shared by accident.

        What is to be done is sent when the process listens: its own arguments would be waited for
        without end if it did not come so far.
        """
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=send_all, args=(there,), daemon=True)
        is_over = False
        try:
            process.start()
            there.close()
            here.send((work, args))
            while not is_over and not self.stopped.is_set():
                if here.poll(LOOK):
                    part = here.recv()
                    self.results.put(part)
                    is_over = not isinstance(part, JobBatch)
        except (EOFError, OSError):
            pass  # it could not be started, or has ended before its time
        finally:
            if not is_over:
                self.results.put(False)
            here.close()
            if process.pid is not None:
                process.terminate()
                process.join()


def send_all(there: Connection) -> None:
    """What the process does."""
    try:
        work, args = there.recv()
        for part in work(*args):
            there.send(part)
        there.send(True)
    except (BrokenPipeError, EOFError, KeyboardInterrupt):
        pass  # nobody listens any more
