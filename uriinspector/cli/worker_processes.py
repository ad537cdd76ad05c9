"""Work in several processes: results in order, with a limited number of items read in advance.

Each process has a thread that waits for its results.
"""

import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from multiprocessing import resource_tracker
from queue import SimpleQueue
from threading import Lock, Semaphore, Thread, local
from typing import Any, TypeVar

from uriinspector.cli.arguments import refuse
from uriinspector.documents.worker_process import ProcessEndedError, SpawnedWorker

Item = TypeVar("Item")
Result = TypeVar("Result")

# The number of items per process that are started in advance.
AHEAD = 3
LOST = (
    "a worker process ended unexpectedly: it may have run out of memory; "
    "use a smaller number for --jobs"
)


def in_order(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Yield ``work(item)`` for each item in order; a thread reads the items as needed.

    An exception in ``work`` ends the whole run.
    """
    # Starting the tracker unblocks Ctrl+C, and would undo the signal mask for the first
    # process.
    resource_tracker.ensure_running()
    workers = WorkerProcesses(work, jobs)
    begun: SimpleQueue[Future[Result] | None] = SimpleQueue()
    room = Semaphore(AHEAD * jobs)
    # A daemon thread, so that the program can exit while it waits for standard input.
    Thread(target=_submit_all, args=(workers, items, room, begun), daemon=True).start()
    try:
        while (future := begun.get()) is not None:
            yield future.result()
            room.release()
    finally:
        workers.end()
        room.release()  # lets the thread notice that the pool is closed


class WorkerProcesses:
    """Processes that do the work; each belongs to a thread, which starts it."""

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self.pool = ThreadPoolExecutor(jobs)
        self._work = partial(_answer, work)
        self._own = local()
        self._lock = Lock()
        self._processes: list[SpawnedWorker] = []
        self._is_ended = False

    def ask(self, item: Any) -> Any:
        """Have this thread's process do the work for an item; exceptions are raised here."""
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
        """End all processes and the threads that wait for them."""
        with self._lock:
            self._is_ended = True
        for process in self._processes:
            process.end()
        self.pool.shutdown(cancel_futures=True)

    def _begin(self) -> SpawnedWorker:
        if hasattr(signal, "pthread_sigmask"):
            # The process inherits this mask: only the main program receives Ctrl+C, and then ends
            # the process.
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
    """Submit items while there is room; errors from reading them are raised with the results."""
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
    """Do the work for an item; an exception is yielded, not raised."""
    try:
        yield work(item), None
    except Exception as error:  # noqa: BLE001
        error.add_note("".join(traceback.format_exception(error)))
        yield None, error
