"""Work in processes of their own: results in order, and a bounded number of items ahead.

A thread waits for each process.
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from multiprocessing import resource_tracker
from queue import SimpleQueue
from threading import Lock, Semaphore, Thread, local
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.cli.arguments import refuse
from uriinspector.documents.worker_process import ProcessEndedError, SpawnedWorker

if TYPE_CHECKING:
    Item = TypeVar("Item")
    Result = TypeVar("Result")

# The number of items for each process that are begun before the first of them is taken.
AHEAD = 3
LOST = (
    "a worker process ended unexpectedly: it may have run out of memory; "
    "use a smaller number for --jobs"
)


def in_order(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Yield what ``work`` makes of each item.  A thread reads the items, as results are taken.

    Work that raises ends all of it.
    """
    # It unblocks Ctrl+C when it starts, which would otherwise be when the first process does.
    resource_tracker.ensure_running()
    workers = WorkerProcesses(work, jobs)
    begun: SimpleQueue[Future[Result] | None] = SimpleQueue()
    room = Semaphore(AHEAD * jobs)
    # A thread that waits for standard input must not keep the program from ending.
    Thread(target=_submit_all, args=(workers, items, room, begun), daemon=True).start()
    try:
        while (future := begun.get()) is not None:
            yield future.result()
            room.release()
    finally:
        workers.end()
        room.release()  # the thread finds that the pool is closed, and ends


class WorkerProcesses:
    """Processes that do the work, each begun by the thread that then asks it."""

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self.pool = ThreadPoolExecutor(jobs)
        self._work = partial(_answer, work)
        self._own = local()
        self._lock = Lock()
        self._processes: list[SpawnedWorker] = []
        self._is_ended = False

    def ask(self, item: Any) -> Any:
        """Have the process of this thread do the work for an item."""
        try:
            if not hasattr(self._own, "process"):
                self._own.process = self._begin()
            ((result, error),) = self._own.process.ask(item)
        except ProcessEndedError as lost:
            refuse(LOST, lost)
        if error is not None:
            raise error
        return result

    def end(self) -> None:
        """End every process, whatever it does; the threads that wait for them end, too."""
        with self._lock:
            self._is_ended = True
        for process in self._processes:
            process.end()
        self.pool.shutdown(cancel_futures=True)

    def _begin(self) -> SpawnedWorker:
        if hasattr(signal, "pthread_sigmask"):
            # The process has the mask of this thread: Ctrl+C is for the program, which ends it.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        with self._lock:
            if self._is_ended:
                raise ProcessEndedError
            process = SpawnedWorker(self._work)
            self._processes.append(process)
        return process


def _submit_all(
    workers: WorkerProcesses,
    items: Iterable[Any],
    room: Semaphore,
    begun: SimpleQueue[Future[Any] | None],
) -> None:
    """Begin with each item when there is room; one that cannot be read raises where it is taken."""
    try:
        for item in items:
            room.acquire()
            begun.put(workers.pool.submit(workers.ask, item))
    except BaseException as error:  # noqa: BLE001 - raised where the results are taken
        failed: Future[Any] = Future()
        failed.set_exception(error)
        begun.put(failed)
    begun.put(None)


def _answer(work: Callable[[Any], Any], item: Any) -> Iterator[tuple[Any, Exception | None]]:
    """What the process does with an item; an error is raised where the result is taken."""
    try:
        yield work(item), None
    except Exception as error:  # noqa: BLE001
        error.add_note("".join(traceback.format_exception(error)))
        yield None, error
