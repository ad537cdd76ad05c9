"""Work in processes of their own: results in order, and a bounded number of items ahead.

Spawned, not forked: the same on every system, and nothing is shared by accident.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.cli.arguments import refuse
from uriinspector.documents import process_guard

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
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (work,))
    begun: SimpleQueue[Future[Result] | None] = SimpleQueue()
    room = Semaphore(AHEAD * jobs)
    # A thread that waits for standard input must not keep the program from ending.
    Thread(target=_submit_all, args=(pool, items, room, begun), daemon=True).start()
    try:
        while (future := begun.get()) is not None:
            yield future.result()
            room.release()
    except BrokenProcessPool as error:
        refuse(LOST, error)
    finally:
        for process in active_children():
            process.terminate()
        pool.shutdown(cancel_futures=True)
        room.release()  # the thread finds that the pool is closed, and ends


def _submit_all(
    pool: ProcessPoolExecutor,
    items: Iterable[Any],
    room: Semaphore,
    begun: SimpleQueue[Future[Any] | None],
) -> None:
    """Begin with each item when there is room; one that cannot be read raises where it is taken."""
    if hasattr(signal, "pthread_sigmask"):
        # What this thread starts has its mask: Ctrl+C is for the program, which ends the others.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for item in items:
            room.acquire()
            with process_guard.own_process():
                begun.put(pool.submit(_do, item))
    except BaseException as error:  # noqa: BLE001 - raised where the results are taken
        failed: Future[Any] = Future()
        failed.set_exception(error)
        begun.put(failed)
    begun.put(None)


_work: Callable[[Any], Any]


def _begin(work: Callable[[Any], Any]) -> None:
    """A process does this first; it ends with the program, however that came to its end."""
    global _work
    _work = work
    process_guard.install()
    Thread(target=_end_with_parent, daemon=True).start()


def _do(item: Any) -> Any:
    return _work(item)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
