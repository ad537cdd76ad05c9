"""Work in processes of their own: results in order, and a bounded number of them ahead.

Spawned, not forked: the same on every system, and nothing is shared by accident.  Each process has
pipes of its own, so that one can end at any moment without another one waiting for it forever.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from queue import Empty, Full, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.cli.arguments import refuse
from uriinspector.core.model import NamedTuple
from uriinspector.documents import process_guard

if TYPE_CHECKING:
    Item = TypeVar("Item")
    Result = TypeVar("Result")

# So many items for each process are begun before the first of them is taken.
AHEAD = 3
LOST = (
    "a worker process ended unexpectedly: it may have run out of memory; "
    "use a smaller number for --jobs"
)


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int, *, method: str = "spawn"
) -> Iterator[Result]:
    """What ``work`` makes of each item.  The items are read in a thread, as results are taken.

    Work that raises ends all of it.
    """
    reader, crew = ItemReader(items, jobs), Crew(work, jobs, method)
    done: dict[int, ItemResult] = {}
    begun = taken = 0
    try:
        while True:
            while taken in done:
                yield done.pop(taken).value()
                taken += 1
            while begun - taken < AHEAD * jobs and crew.has_room and reader.has_item():
                item = reader.item()
                if item.error is None:
                    crew.begin(begun, item.result)
                else:
                    done[begun] = item
                begun += 1
            if taken in done:
                continue
            if reader.is_at_end and begun == taken:
                return
            wakers = [] if reader.is_at_end or not crew.has_room else [reader.waker]
            done.update(crew.results(wakers))
    finally:
        reader.stop()
        crew.end()


class ItemResult(NamedTuple):
    """A result, or what was raised instead of it."""

    result: Any
    error: BaseException | None = None

    def value(self) -> Any:
        """The result."""
        if self.error is not None:
            raise self.error
        return self.result


class ItemReader:
    """Reads items in a thread, a few ahead; one that cannot be read raises where it is taken."""

    def __init__(self, items: Iterable[Any], most: int) -> None:
        self.waker, self._bell = get_context("spawn").Pipe(duplex=False)
        self.is_at_end = False
        self._queue: Queue[ItemResult | None] = Queue(most)
        self._next: ItemResult | None = None
        self._is_stopped = False
        Thread(target=self._read, args=(items,), daemon=True).start()

    def has_item(self) -> bool:
        """Whether there is one already."""
        if self._next is None and not self.is_at_end:
            with suppress(Empty):
                self._next = self._queue.get_nowait()
                self.waker.recv_bytes()
                self.is_at_end = self._next is None
        return self._next is not None

    def item(self) -> ItemResult:
        """The next one, or why there is none."""
        found, self._next = self._next, None
        assert found is not None
        return found

    def stop(self) -> None:
        """No more are wanted."""
        self._is_stopped = True

    def _read(self, items: Iterable[Any]) -> None:
        try:
            for item in items:
                if not self._put(ItemResult(item)):
                    return
        except BaseException as error:  # noqa: BLE001 - told where the items are taken
            self._put(ItemResult(None, error))
        self._put(None)

    def _put(self, item: ItemResult | None) -> bool:
        while not self._is_stopped:
            with suppress(Full):
                self._queue.put(item, timeout=0.1)
                self._bell.send_bytes(b".")
                return True
        return False


class JobProcess:
    """One process, and which item it works at."""

    def __init__(self, work: Callable[[Any], Any], method: str) -> None:
        context = get_context(method)
        items, self._items = context.Pipe(duplex=False)
        self.answers, answers = context.Pipe(duplex=False)
        self.number: int | None = None
        # What is started has our mask: Ctrl+C is for this process, which ends the others.
        with interrupts_held(), process_guard.own_process():
            self.process = context.Process(target=take_items, args=(work, items, answers))  # type: ignore[attr-defined]
            self.process.start()
        items.close()
        answers.close()

    def begin(self, number: int, item: Any) -> None:
        """It waits for one: a pipe that is full could not be a reason to wait for each other."""
        self.number = number
        try:
            self._items.send(item)
        except OSError as error:
            refuse(LOST, error)

    def answer(self) -> tuple[int, ItemResult]:
        """What it made of its item."""
        try:
            answer = self.answers.recv()
        except (EOFError, OSError) as error:
            refuse(LOST, error)
        number, self.number = self.number, None
        assert number is not None
        return number, answer

    def end(self) -> None:
        """Whatever it does."""
        self.process.terminate()
        self.process.join()
        self._items.close()
        self.answers.close()


class Crew:
    """The processes: each begins when there is an item for it."""

    def __init__(self, work: Callable[[Any], Any], most: int, method: str) -> None:
        self._work, self._most, self._method = work, most, method
        self._workers: list[JobProcess] = []

    @property
    def has_room(self) -> bool:
        """Whether somebody is free, or can be started."""
        is_free = any(each.number is None for each in self._workers)
        return is_free or len(self._workers) < self._most

    def begin(self, number: int, item: Any) -> None:
        """Give this item to a process that has none."""
        worker = next((each for each in self._workers if each.number is None), None)
        if worker is None:
            worker = JobProcess(self._work, self._method)
            self._workers.append(worker)
        worker.begin(number, item)

    def results(self, wakers: list[Connection[Any, Any]]) -> Iterator[tuple[int, ItemResult]]:
        """Wait for some, or for one of these."""
        busy = {each.answers: each for each in self._workers if each.number is not None}
        for ready in wait([*busy, *wakers]):
            worker = busy.get(ready)  # type: ignore[call-overload]
            if worker is not None:
                yield worker.answer()

    def end(self) -> None:
        """All of them."""
        for each in self._workers:
            each.end()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl+C waits until the end, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It unblocks the signal when it starts, which would else be when the first process does.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def take_items(
    work: Callable[[Any], Any], items: Connection[Any, Any], answers: Connection[Any, Any]
) -> None:
    """A process does this, and ends with the one that started it, however that came to its end."""
    process_guard.install()
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            item = items.recv()
            answers.send(_answer(work, item))


def _answer(work: Callable[[Any], Any], item: Any) -> ItemResult:
    try:
        return ItemResult(work(item))
    except Exception as error:  # noqa: BLE001 - raised where the results are taken
        error.add_note("".join(traceback.format_exception(error)))
        return ItemResult(None, error)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
