"""Reads files and yields their contents, in a thread or in separate processes. No Qt."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import groupby, islice, takewhile
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.regular_files import Skipped, files_in, natural, open_regular
from uriinspector.analysis.whole_files import why_not
from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.cases.link_row import (
    Decision,
    DecisionKey,
    Head,
    LinkRow,
    Trouble,
    head_of,
    row_of,
)
from uriinspector.documents.cases.row_columns import (
    REMEMBERED,
    FileCompletion,
    FileReplacement,
    RowBlock,
    RowMaker,
    interleaved,
)
from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.document import Document, Link
from uriinspector.documents.document_values import NotExamined
from uriinspector.documents.scan import scan
from uriinspector.documents.scan_state import HTML, TEXT
from uriinspector.gui.documents.source_octets import UNREADABLE
from uriinspector.gui.jobs.stream import (
    BATCH,
    ProcessEndedError,
    SharedBlock,
    WorkShare,
    from_process,
    from_processes,
)
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepHistory
    from uriinspector.documents.cases.store import CaseFile


REMOTE = "network files are never opened"
NO_FILE = "not a file"
NO_LIBRARY = "Parquet needs the library pyarrow: pip install pyarrow"
# The first bytes of every Parquet file.
PARQUET = b"PAR1"
# The first block is small, so that rows appear early; the later size keeps all processes busy.
FIRST_BLOCK, LARGEST_BLOCK = 128, 2_048
# How many bytes of a large file to read first, and how many of the links in them to show.
BEGINNING, BEGINNING_LINKS = 1 << 17, 100
ONLY_BEGINNING = message("only the beginning was read")
# The memory limit of the process that reads tables, which are untrusted.
MOST_MEMORY = 3 << 30
Source: TypeAlias = "str | PastedFile"  # a path, or bytes
ReadEvent: TypeAlias = "FileStarted | Head | Trouble | FileReplacement | list[LinkRow] | RowBlock"


class ScanOptions(NamedTuple):
    """The options for reading files; ``first`` is the number of the first file."""

    edition: str = "2005"
    protect: tuple[str, ...] = ()
    first: int = 0
    lists: Lists = SHIPPED
    passwords: tuple[str, ...] = ()  # for archives


class PastedFile(NamedTuple):
    """Pasted or dropped bytes without a file; the extension suggests their type."""

    name: str
    octets: bytes
    ending: str = ""


class FilesToRead(NamedTuple):
    """Some of the ``of`` files in a scan, preceded by ``before`` others."""

    files: list[Source]
    before: int
    of: int
    is_begun: bool = False  # the first file's beginning is already shown


class FileStarted(NamedTuple):
    """Reading of a file has started; ``of`` is the total number of files."""

    path: str
    place: int
    of: int


def read_all(some: FilesToRead, options: ScanOptions) -> Iterator[ReadEvent]:
    """Read files in order; an error becomes a Trouble, and reading continues."""
    number = options.first
    for place, file in enumerate(some.files, some.before + 1):
        yield FileStarted(name_of(file), place, some.of)
        try:
            for each in _read(file, number, options):
                number += isinstance(each, Head)
                yield each
        except (OSError, ValueError) as error:
            yield _trouble(file, error)


def read_tables(some: FilesToRead, options: ScanOptions) -> Iterator[ReadEvent]:
    """Read tables with a memory limit: a table can decompress to any size."""
    with suppress(ImportError, ValueError, OSError):  # not all systems have limits
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, hard))
    return read_all(some, options)


def read_beginning(
    file: Source, options: ScanOptions
) -> Iterator[FileStarted | Head | list[LinkRow]]:
    """Yield the first links of a large page or text, but nothing about the rest."""
    try:
        content = _beginning(file)
    except (OSError, ValueError):
        return  # reported when the whole file is read
    document = scan(content.octets, name=content.name, **_how(options))
    if document.kind not in {HTML, TEXT}:
        return
    # The last link may be cut off.
    links = (
        document.links[: min(BEGINNING_LINKS, len(document.links) - 1)] if document.links else []
    )
    if not links:
        return
    octets = file.octets if isinstance(file, PastedFile) else None
    path = name_of(file) if octets is None else content.name
    head = head_of(document, path, content.stamp)
    part = replace(document.parts[0], size=content.size, sha256=content.sha256, end=content.size)
    missing = NotExamined(part.path, part.type, ONLY_BEGINNING)
    yield head._replace(
        name=head.name if octets is None else name_of(file),
        size=content.size,
        sha256=content.sha256,
        parts=(part,),
        not_examined=(missing,),
        findings=(),
        links=len(links),
        octets=octets,
    )
    yield list(RowMaker(options.first).rows(links))


class FileBeginning(NamedTuple):
    """The first bytes of a file, with the whole file's size and hash."""

    octets: bytes
    size: int
    sha256: str
    name: str
    stamp: int


def _beginning(file: Source) -> FileBeginning:
    if isinstance(file, PastedFile):
        octets, digest = file.octets, sha256(file.octets).hexdigest()
        return FileBeginning(octets[:BEGINNING], len(octets), digest, file.name + file.ending, 0)
    if is_remote(file):
        raise OSError(REMOTE)
    stamp, digest_of, size = Path(file).stat().st_mtime_ns, sha256(), 0
    with open_regular(file) as source:
        first = source.read(BEGINNING)
        source.seek(0)
        while chunk := source.read(1 << 20):
            digest_of.update(chunk)
            size += len(chunk)
    return FileBeginning(first, size, digest_of.hexdigest(), Path(file).name, stamp)


def read_large(
    some: FilesToRead, options: ScanOptions, share: WorkShare
) -> Iterator[ReadEvent | SharedBlock]:
    """Read one file in several processes, since judging the links takes most of the time.

    Each process judges its share of the links; the first one also yields everything else.
    """
    (file,) = some.files
    if share.is_first and not some.is_begun:
        yield FileStarted(name_of(file), some.before + 1, some.of)
    try:
        document, head = _scanned(file, options)
    except (OSError, ValueError) as error:
        if share.is_first:
            yield _trouble(file, error)
        return
    gc.freeze()  # the document stays: no need to search it for garbage
    maker, start = RowMaker(options.first, REMEMBERED // share.of), 0
    links, size = iter(document.links), FIRST_BLOCK
    if some.is_begun:
        begun = list(islice(links, BEGINNING_LINKS))
        start = len(begun)
        if share.is_first:
            yield FileCompletion(options.first, head, list(maker.rows(begun)))
    elif share.is_first:
        yield head
    while block := list(islice(links, size)):
        gc.freeze()  # so do the judgments
        owners = bytes(share.owner_of(_written(each)) for each in block)
        own = (each for each, owner in zip(block, owners, strict=True) if owner == share.place)
        yield SharedBlock(BlockKey(document.sha256, start, owners), maker.rows(own))
        start += len(block)
        size = min(2 * size, LARGEST_BLOCK)


class BlockKey(NamedTuple):
    """A block of links: file hash, first link, and, for each link, the process that judges it."""

    sha256: str
    start: int
    owners: bytes


def joined(key: BlockKey, parts: list[RowBlock]) -> RowBlock:
    """Merge the rows of a block from all processes."""
    return interleaved(parts, key.owners)


def _written(link: Link) -> bytes:
    """Return a link's value as bytes."""
    return link.leaf.written(link.location)


def is_table(source: Source) -> bool:
    """Return True if the source is a Parquet table of earlier results."""
    if isinstance(source, PastedFile) or is_remote(source):
        return False
    try:
        with open_regular(source) as file:
            return file.read(len(PARQUET)) == PARQUET
    except (OSError, ValueError):
        return False  # reported when it is read


def _read(source: Source, number: int, options: ScanOptions) -> Iterator[ReadEvent]:
    if isinstance(source, str) and is_table(source):
        yield from _results(source, number)
        return
    document, head = _scanned(source, options)
    yield head
    maker, links = RowMaker(number), iter(document.links)
    while block := list(islice(links, BATCH)):
        yield maker.rows(block)


def _results(path: str, number: int) -> Iterator[Head | list[LinkRow]]:
    try:
        from uriinspector.arrow.results import read_results
    except ImportError as error:
        raise OSError(NO_LIBRARY) from error
    return read_results(Path(path), number)


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


def _trouble(file: Source, error: Exception) -> Trouble:
    return Trouble(name_of(file), why_not(error))


def reread(
    number: int, head: Head, octets: bytes, base: str | None, options: ScanOptions
) -> Iterator[FileReplacement]:
    """Read a file of the case again; it keeps its name and number."""
    hint = head.path if head.octets is not None else Path(head.path).name
    document = scan(octets, name=hint, base=base, **_how(options))
    fresh = head_of(document, head.path, head.stamp)._replace(name=head.name, octets=head.octets)
    yield FileReplacement(number, fresh, [row_of(link, number) for link in document.links])


def name_of(source: Source) -> str:
    """Return the path of a source, or the name of pasted content."""
    return source.name if isinstance(source, PastedFile) else source


# Up to this size, reading takes less time than starting a process.
AT_HAND = 1 << 19
# In larger files, the links are judged by several processes.
LARGE, MOST_PROCESSES = 4 << 20, 4
# The maximum number of skipped folder entries to report.
MOST_SKIPPED = 100


class FileToReread(NamedTuple):
    """A file of the case to read again, with a function that returns its bytes."""

    number: int
    head: Head
    octets: Callable[[], bytes]
    base: str | None = None


class RereadFailure(NamedTuple):
    """The reason why a file could not be read again."""

    error: Exception


ScanEvent: TypeAlias = (
    "FileStarted | Head | Trouble | FileReplacement | RereadFailure | list[LinkRow]"
    " | RowBlock | dict[DecisionKey, Decision] | StepHistory"
)
ENDED = "the reader process stopped unexpectedly"
STOPPED = "stopped before the end"


def scan_events(
    sources: tuple[Source, ...],
    options: ScanOptions,
    stopped: Event,
    *,
    done: frozenset[str] = frozenset(),
) -> Iterator[ScanEvent]:
    """Read files, except those already ``done``; read larger amounts in separate processes."""
    files: list[Source] = []
    skipped: list[Skipped] = []
    for each in files_of(sources, stopped):
        if isinstance(each, Skipped):
            skipped.append(each)
        elif name_of(each) not in done:
            files.append(each)
    yield from (Trouble(path, why) for path, why in skipped[:MOST_SKIPPED])
    if sum(map(_size, files)) <= AT_HAND and not any(map(is_table, files)):
        yield from read_all(FilesToRead(files, 0, len(files)), options)
        return
    number = options.first
    for some in _together(files):
        try:
            for event in _in_processes(some, options._replace(first=number), stopped):
                number += isinstance(event, Head)
                yield event
        except ProcessEndedError:
            yield Trouble(name_of(some.files[0]) if len(some.files) == 1 else "", ENDED)


def _together(files: list[Source]) -> Iterator[FilesToRead]:
    """Group the files: each large file alone, tables together, and other files together."""
    place = 0
    for (is_large, _), some in groupby(files, _weight):
        several = list(some)
        for each in [[file] for file in several] if is_large else [several]:
            yield FilesToRead(each, place, len(files))
            place += len(each)


def _in_processes(some: FilesToRead, options: ScanOptions, stopped: Event) -> Iterator[ScanEvent]:
    if is_table(some.files[0]):
        return from_process(read_tables, (some, options), stopped)
    several = min(os.cpu_count() or 1, MOST_PROCESSES)
    if several > 1 and _size(some.files[0]) > LARGE:
        return _large(some, options, several, stopped)
    return from_process(read_all, (some, options), stopped)


def _large(
    some: FilesToRead, options: ScanOptions, several: int, stopped: Event
) -> Iterator[ScanEvent]:
    """Read the beginning of a large file here, then all of it in several processes."""
    beginning = list(read_beginning(some.files[0], options))
    if beginning:
        yield FileStarted(name_of(some.files[0]), some.before + 1, some.of)
        yield from beginning
    given = (some._replace(is_begun=bool(beginning)), options)
    yield from from_processes(read_large, given, several, stopped, joined)


def reread_events(file: FileToReread, options: ScanOptions, stopped: Event) -> Iterator[ScanEvent]:
    """Read a file again, in a separate process if it is large."""
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


def case_events(file: CaseFile, _stopped: Event) -> Iterator[ScanEvent]:
    """Yield the contents of a case file as if they were being read."""
    try:
        yield from file.contents()
    except CaseError as error:
        yield Trouble(str(file.path), error.why)


def files_of(sources: Iterable[Source], stopped: Event) -> Iterator[Source | Skipped]:
    """Yield each file once, including files in folders; symbolic links are not followed."""
    visited: set[Source | Skipped] = set()
    for source in sources:
        is_one = isinstance(source, PastedFile) or is_remote(source) or not Path(source).is_dir()
        for each in (source,) if is_one else _in_order(files_in(str(source)), stopped):
            if stopped.is_set():
                return
            if each not in visited:
                visited.add(each)
                yield each


def _in_order(entries: Iterable[str | Skipped], stopped: Event) -> list[str | Skipped]:
    """Sort a folder's files in natural order: numbers in their names are compared by value."""
    files = list(takewhile(lambda _each: not stopped.is_set(), entries))
    return sorted(files, key=lambda each: natural(each.path if isinstance(each, Skipped) else each))


def _weight(file: Source) -> tuple[bool, bool]:
    """Return whether a file is large and whether it is a table; tables do not count as large."""
    of_table = is_table(file)
    return not of_table and _size(file) > LARGE, of_table


def _size(source: Source) -> int:
    if isinstance(source, PastedFile):
        return len(source.octets)
    try:
        return 0 if is_remote(source) else Path(source).stat().st_size
    except (OSError, ValueError):
        return 0
