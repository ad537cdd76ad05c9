"""Worker processes of this program, which send back the results of their work.

They are spawned, not forked: this is the same on every system, and nothing is shared by accident.
The work is sent through a pipe once the process has been started: passed as arguments, the work
could block this process forever if the new one fails early. Each process has its own pipe: if it
ends while sending, the pipe ends there, too, and the reader does not wait for the rest.
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

# Seconds between checks whether a process that sends nothing is still wanted.
LOOK = 0.05


class ProcessEndedError(Exception):
    """A process could not be started, or ended before its work was done."""


class SpawnedWorker:
    """A spawned process that calls a function and sends back its results."""

    nicer = 0  # added to the niceness: a higher value means a lower priority

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
        """End the process, whatever it is doing."""
        if self._process.pid is not None:
            self._process.terminate()
            self._process.join()

    def ask(self, *args: Any) -> list[Any]:
        """Call the function with these arguments, and return all results."""
        try:
            self._here.send(args)
        except OSError as error:
            raise ProcessEndedError from error
        return list(self.pieces())

    def pieces(self, stopped: Event | None = None) -> Iterator[Any]:
        """Yield the results, until the last one or until ``stopped`` is set."""
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
    """Receive the function, then arguments for each call; None marks the end of the results."""
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
