"""A process of this program that works: it sends back what the work yields.

Spawned, not forked: the same on every system, and nothing is shared by accident.  What is to be
done is sent when the process listens: its own arguments would be waited for without end if it did
not come so far.  Each process has a pipe of its own: what it was sending when it ended is then at
its end, and nothing waits for the rest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Event, Thread
from typing import Any, Self

from uriinspector.documents import process_guard

# How often a process that sends nothing is asked whether it is still wanted, in seconds.
LOOK = 0.05


class ProcessEndedError(Exception):
    """A process could not be started, or has ended before its work."""


class SpawnedWorker:
    """One process."""

    nicer = 0  # how much less often than this one it is given a core that both want

    def __init__(
        self, work: Callable[..., Iterator[Any]], args: tuple[Any, ...] | None = None
    ) -> None:
        context = get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, self.nicer), daemon=True)
        try:
            with process_guard.own_process():
                self._process.start()
            there.close()
            for each in (work, args) if args is not None else (work,):
                self._here.send(each)
        except (EOFError, OSError) as error:
            self.__exit__()
            raise ProcessEndedError from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._here.close()
        self.end()

    def end(self) -> None:
        """End it, whatever it does."""
        if self._process.pid is not None:
            self._process.terminate()
            self._process.join()

    def ask(self, *args: Any) -> list[Any]:
        """Return all that the work yields with these arguments."""
        try:
            self._here.send(args)
        except OSError as error:
            raise ProcessEndedError from error
        return list(self.pieces())

    def pieces(self, stopped: Event | None = None) -> Iterator[Any]:
        """Yield what it sends, until the end of the work or until it is no longer wanted."""
        try:
            while stopped is None or not stopped.is_set():
                if stopped is None or self._here.poll(LOOK):
                    piece = self._here.recv()
                    if piece is None:
                        return
                    yield piece
        except (EOFError, OSError) as error:
            raise ProcessEndedError from error


def _serve(there: Connection[Any, Any], nicer: int) -> None:
    """Receive the work, then arguments, in the process; None marks each end."""
    process_guard.install()
    Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(nicer)
    with suppress(ConnectionError, EOFError, KeyboardInterrupt):  # no one listens any more
        work = there.recv()
        while True:
            for piece in work(*there.recv()):
                there.send(piece)
            there.send(None)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
