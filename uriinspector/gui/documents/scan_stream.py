"""Files are read beside the window: in a thread, large ones in a process of their own.

No Qt here: what was found lies in a queue that the window looks into.
"""

from __future__ import annotations

import os
from multiprocessing import get_context
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from uriinspector.documents.cases.link_row import Decision, Head, LinkRow, Trouble, head_of, row_of
from uriinspector.documents.scan import scan
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection
    from typing import TypeAlias

    from uriinspector.documents.document import Document

# Starting a process takes longer than reading this much.
AT_HAND = 1 << 19
BATCH = 500
# How often a process that says nothing is asked whether it is still wanted, in seconds.
LOOK = 0.05


class ScanOptions(NamedTuple):
    """How every file is to be read; ``first`` is the number of the first of them."""

    edition: str = "2005"
    protect: tuple[str, ...] = ()
    first: int = 0


class PastedFile(NamedTuple):
    """Octets that no file holds; the ending is a hint at what they are."""

    name: str
    octets: bytes
    ending: str = ""


class FileStarted(NamedTuple):
    """A file is being read; so many are to come in all."""

    path: str
    place: int
    of: int


Source: TypeAlias = "str | PastedFile"  # a path, or the octets themselves
ScanEvent: TypeAlias = "FileStarted | Head | Trouble | list[LinkRow] | dict[int, Decision]"
REMOTE = "a file on another machine is never touched"
NO_FILE = "no file"
ENDED = "the process that read it has ended"
STOPPED = "stopped before its end"


class EventStream:
    """Something that is told bit by bit by a thread; it ends by itself, or when it is stopped."""

    is_new = True  # what is told is in no case yet

    def __init__(self) -> None:
        self._events: SimpleQueue[ScanEvent] = SimpleQueue()
        self.stopped = Event()
        self._thread = Thread(target=self._run, name="documents", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come, and all that came was taken."""
        return not self._thread.is_alive() and self._events.empty()

    def stop(self) -> None:
        """Read no further."""
        self.stopped.set()

    def take(self) -> Iterator[ScanEvent]:
        """What has come since."""
        while True:
            try:
                yield self._events.get_nowait()
            except Empty:
                return

    def _run(self) -> None:
        for each in self._all():
            if self.stopped.is_set():
                return
            self._events.put(each)

    def _all(self) -> Iterator[ScanEvent]:
        raise NotImplementedError


class ScanStream(EventStream):
    """One go through some files."""

    def __init__(self, sources: Iterable[Source], options: ScanOptions) -> None:
        self.sources = tuple(sources)
        self._asked = options
        super().__init__()

    def _all(self) -> Iterator[ScanEvent]:
        files = list(files_of(self.sources, self.stopped))
        beside = sum(map(_size, files)) > AT_HAND
        return self._from_process(files) if beside else read_all(files, self._asked)

    def _from_process(self, files: list[Source]) -> Iterator[ScanEvent]:
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
            yield Trouble(name_of(files[0]) if len(files) == 1 else "", ENDED)
        finally:
            here.close()
            process.terminate()
            process.join()


def send_all(there: Connection, files: list[Source], options: ScanOptions) -> None:
    """What the process does."""
    try:
        for each in read_all(files, options):
            there.send(each)
        there.send(None)
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody listens any more


def read_all(files: list[Source], options: ScanOptions) -> Iterator[ScanEvent]:
    """Each file in turn; what cannot be read is told, and the rest goes on."""
    number = options.first
    for place, file in enumerate(files, 1):
        yield FileStarted(name_of(file), place, len(files))
        try:
            for each in _read(file, number, options):
                number += isinstance(each, Head)
                yield each
        except (OSError, ValueError) as trouble:
            yield Trouble(name_of(file), getattr(trouble, "strerror", None) or str(trouble))


def _read(source: Source, number: int, options: ScanOptions) -> Iterator[ScanEvent]:
    document, head = _scanned(source, options)
    yield head
    batch = []
    for link in document.links:
        batch.append(row_of(link, number))
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _scanned(source: Source, options: ScanOptions) -> tuple[Document, Head]:
    how: Any = {"protect": options.protect, "edition": options.edition}
    if isinstance(source, PastedFile):
        hint = source.name + source.ending
        document = scan(source.octets, name=hint, **how)
        head = head_of(document, hint, 0)
        return document, head._replace(name=source.name, octets=source.octets)
    if is_remote(source):
        raise OSError(REMOTE)
    file = Path(source)
    if not file.is_file():
        raise OSError(NO_FILE)
    stamp = file.stat().st_mtime_ns
    document = scan(file, **how)
    return document, head_of(document, source, stamp)


def files_of(sources: Iterable[Source], stopped: Event) -> Iterator[Source]:
    """Each file once, folders with all that is in them; links to other places are not followed."""
    seen = set()
    for source in sources:
        is_one = isinstance(source, PastedFile) or is_remote(source) or not Path(source).is_dir()
        for each in (source,) if is_one else _inside(str(source)):
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


def name_of(source: Source) -> str:
    """What a source is called: its path, or a name of ours."""
    return source.name if isinstance(source, PastedFile) else source


def _size(source: Source) -> int:
    if isinstance(source, PastedFile):
        return len(source.octets)
    try:
        return 0 if is_remote(source) else Path(source).stat().st_size
    except (OSError, ValueError):
        return 0
