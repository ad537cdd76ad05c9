"""What fills a case, as a thread sends it: files that are read, or the file of the case.  No Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.documents.cases.link_row import Decision, Head, LinkRow, Trouble, head_of, row_of
from uriinspector.documents.cases.replacement import FileReplacement
from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.regular_files import Skipped, files_in
from uriinspector.documents.scan import scan
from uriinspector.gui.documents.read_errors import UNREADABLE
from uriinspector.gui.jobs.stream import ProcessEndedError, from_process, in_batches
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from threading import Event
    from typing import TypeAlias

    from uriinspector.analysis.list_sources import Lists
    from uriinspector.documents.cases.link_row import DecisionKey
    from uriinspector.documents.cases.store import CaseFile
    from uriinspector.documents.document import Document

# Starting a process takes longer than reading this much.
AT_HAND = 1 << 19
# So many of the things in folders that are no files are told of.
MOST_SKIPPED = 100


class ScanOptions(NamedTuple):
    """How every file is to be read; ``first`` is the number of the first of them."""

    edition: str = "2005"
    protect: tuple[str, ...] = ()
    first: int = 0
    lists: Lists = SHIPPED
    passwords: tuple[str, ...] = ()  # for archives


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


class FileToReread(NamedTuple):
    """A file of the case that is to be read again, with its octets from wherever they are."""

    number: int
    head: Head
    octets: Callable[[], bytes]
    base: str | None = None


class RereadFailure(NamedTuple):
    """Why it was not."""

    error: Exception


Source: TypeAlias = "str | PastedFile"  # a path, or the octets themselves
ScanEvent: TypeAlias = (
    "FileStarted | Head | Trouble | FileReplacement | RereadFailure | list[LinkRow]"
    " | dict[DecisionKey, Decision]"
)
REMOTE = "network files are never opened"
NO_FILE = "not a file"
ENDED = "the reader process stopped unexpectedly"
STOPPED = "stopped before the end"


def scan_events(
    sources: tuple[Source, ...], options: ScanOptions, stopped: Event
) -> Iterator[ScanEvent]:
    """One go through some files: large ones are read in a process."""
    files: list[Source] = []
    skipped: list[Skipped] = []
    for each in files_of(sources, stopped):
        skipped.append(each) if isinstance(each, Skipped) else files.append(each)
    yield from (Trouble(path, why) for path, why in skipped[:MOST_SKIPPED])
    if sum(map(_size, files)) <= AT_HAND:
        yield from read_all(files, options)
        return
    try:
        yield from from_process(read_all, (files, options), stopped)
    except ProcessEndedError:
        yield Trouble(name_of(files[0]) if len(files) == 1 else "", ENDED)


def reread_events(file: FileToReread, options: ScanOptions, stopped: Event) -> Iterator[ScanEvent]:
    """One file read again: its octets here, a large one in a process."""
    try:
        octets = file.octets()
    except UNREADABLE as error:
        yield RereadFailure(error)
        return
    how = (file.number, file.head, octets, file.base, options)
    if len(octets) <= AT_HAND:
        yield from reread(*how)
        return
    try:
        yield from from_process(reread, how, stopped)
    except ProcessEndedError as error:
        yield RereadFailure(error)


def reread(
    number: int, head: Head, octets: bytes, base: str | None, options: ScanOptions
) -> Iterator[FileReplacement]:
    """What is in the file now; its name and its place stay."""
    hint = head.path if head.octets is not None else Path(head.path).name
    document = scan(octets, name=hint, base=base, **_how(options))
    fresh = head_of(document, head.path, head.stamp)._replace(name=head.name, octets=head.octets)
    yield FileReplacement(number, fresh, [row_of(link, number) for link in document.links])


def case_events(file: CaseFile, _stopped: Event) -> Iterator[ScanEvent]:
    """One go through the file of a case, told as if it were read: rows appear as they come."""
    try:
        yield from file.contents()
    except CaseError as error:
        yield Trouble(str(file.path), error.why)


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
    rows = enumerate(row_of(link, number) for link in document.links)
    yield from (batch.rows for batch in in_batches(rows, 0) if batch.rows)


def _scanned(source: Source, options: ScanOptions) -> tuple[Document, Head]:
    how = _how(options)
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


def _how(options: ScanOptions) -> dict[str, Any]:
    return {
        "protect": options.protect,
        "edition": options.edition,
        "lists": options.lists,
        "passwords": options.passwords,
    }


def files_of(sources: Iterable[Source], stopped: Event) -> Iterator[Source | Skipped]:
    """Each file once, folders with all that is in them; links to other places are not followed."""
    visited: set[Source | Skipped] = set()
    for source in sources:
        is_one = isinstance(source, PastedFile) or is_remote(source) or not Path(source).is_dir()
        for each in (source,) if is_one else files_in(str(source)):
            if stopped.is_set():
                return
            if each not in visited:
                visited.add(each)
                yield each


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
