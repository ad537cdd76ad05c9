"""Files are read beside the window: in a thread, large ones in a process of their own.

No Qt here: what was found lies in a queue that the window looks into.
"""

from __future__ import annotations

import os
from multiprocessing import get_context
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.documents.cases.row import Head, LinkRow, Trouble, head_of, row_of
from uriinspector.documents.scan import scan
from uriinspector.gui.incoming import is_remote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection
    from typing import TypeAlias

# Starting a process takes longer than reading this much.
AT_HAND = 1 << 19
BATCH = 500
# How often a process that says nothing is asked whether it is still wanted, in seconds.
LOOK = 0.05


class Asked(NamedTuple):
    """How every file is to be read; ``first`` is the number of the first of them."""

    edition: str = "2005"
    protect: tuple[str, ...] = ()
    first: int = 0


class Began(NamedTuple):
    """A file is being read; so many are to come in all."""

    path: str
    place: int
    of: int


Told: TypeAlias = "Began | Head | Trouble | list[LinkRow]"
REMOTE = "a file on another machine is never touched"
NO_FILE = "no file"
ENDED = "the process that read it has ended"
STOPPED = "stopped before its end"


class Reading:
    """One go through some files; it ends when all were read, or when it is stopped."""

    def __init__(self, paths: Iterable[str], asked: Asked) -> None:
        self._paths = tuple(paths)
        self._asked = asked
        self._told: SimpleQueue[Told] = SimpleQueue()
        self.stopped = Event()
        self._thread = Thread(target=self._run, name="documents", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come, and all that came was taken."""
        return not self._thread.is_alive() and self._told.empty()

    def stop(self) -> None:
        """Read no further."""
        self.stopped.set()

    def take(self) -> Iterator[Told]:
        """What has come since."""
        while True:
            try:
                yield self._told.get_nowait()
            except Empty:
                return

    def _run(self) -> None:
        files = list(files_of(self._paths, self.stopped))
        beside = sum(map(_size, files)) > AT_HAND
        source = self._from_process(files) if beside else read_all(files, self._asked)
        for each in source:
            if self.stopped.is_set():
                return
            self._told.put(each)

    def _from_process(self, files: list[str]) -> Iterator[Told]:
        """Spawned, not forked: the same on every system, and nothing is shared by accident."""
        context = get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=send_all, args=(there, files, self._asked), daemon=True)
        process.start()
        there.close()
        try:
            while not self.stopped.is_set():
                if here.poll(LOOK):
                    told = here.recv()
                    if told is None:
                        return
                    yield told
        except EOFError:
            yield Trouble(files[0] if len(files) == 1 else "", ENDED)
        finally:
            here.close()
            process.terminate()
            process.join()


def send_all(there: Connection, files: list[str], asked: Asked) -> None:
    """What the process does."""
    try:
        for each in read_all(files, asked):
            there.send(each)
        there.send(None)
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody listens any more


def read_all(files: list[str], asked: Asked) -> Iterator[Told]:
    """Each file in turn; what cannot be read is told, and the rest goes on."""
    number = asked.first
    for place, path in enumerate(files, 1):
        yield Began(path, place, len(files))
        try:
            for each in _read(path, number, asked):
                number += isinstance(each, Head)
                yield each
        except (OSError, ValueError) as trouble:
            yield Trouble(path, getattr(trouble, "strerror", None) or str(trouble))


def _read(path: str, number: int, asked: Asked) -> Iterator[Told]:
    if is_remote(path):
        raise OSError(REMOTE)
    file = Path(path)
    if not file.is_file():
        raise OSError(NO_FILE)
    stamp = file.stat().st_mtime_ns
    document = scan(file, protect=asked.protect, edition=asked.edition)
    yield head_of(document, path, stamp)
    batch = []
    for link in document.links:
        batch.append(row_of(link, number))
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def files_of(paths: Iterable[str], stopped: Event) -> Iterator[str]:
    """Each file once, folders with all that is in them; links to other places are not followed."""
    seen = set()
    for path in paths:
        inside = is_remote(path) or not Path(path).is_dir()
        for each in (path,) if inside else _inside(path):
            if stopped.is_set():
                return
            if each not in seen:
                seen.add(each)
                yield each


def _inside(folder: str) -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(where, name)
            if path.is_file() and not path.is_symlink():
                yield str(path)


def _size(path: str) -> int:
    try:
        return 0 if is_remote(path) else Path(path).stat().st_size
    except (OSError, ValueError):
        return 0
