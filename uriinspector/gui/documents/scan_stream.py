"""Yields the events that fill a case, from reading files or from a case file. No Qt."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, takewhile
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.regular_files import Skipped, files_in, natural
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.link_row import Decision, DecisionKey, Head, LinkRow, Trouble
from uriinspector.documents.cases.row_columns import FileReplacement, RowBlock
from uriinspector.documents.cases.schema import CaseError
from uriinspector.gui.documents.file_reader import (
    FileStarted,
    FilesToRead,
    PastedFile,
    ScanOptions,
    Source,
    is_table,
    joined,
    name_of,
    read_all,
    read_beginning,
    read_large,
    read_tables,
    reread,
)
from uriinspector.gui.documents.source_octets import UNREADABLE
from uriinspector.gui.jobs.stream import ProcessEndedError, from_process, from_processes
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from uriinspector.documents.cases.contents import StepHistory
    from uriinspector.documents.cases.store import CaseFile

# Up to this size, reading is faster than starting a process.
AT_HAND = 1 << 19
# The links of files with more bytes are judged by several processes.
LARGE, MOST_PROCESSES = 4 << 20, 4
# The maximum number of skipped entries of folders to report.
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
    """Read files, except those that are ``done``; larger amounts are read in other processes."""
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
    """Group the files: each large one separately, others together, tables only with tables."""
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
    """Read a file again, in a process if it is large."""
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
    """Yield each file once, and those in folders; symbolic links are not followed."""
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
    """Sort the files of a folder in natural order, with numbers compared as such."""
    files = list(takewhile(lambda _each: not stopped.is_set(), entries))
    return sorted(files, key=lambda each: natural(each.path if isinstance(each, Skipped) else each))


def _weight(file: Source) -> tuple[bool, bool]:
    """Return whether a file is large, and whether it is a table, which one process reads."""
    of_table = is_table(file)
    return not of_table and _size(file) > LARGE, of_table


def _size(source: Source) -> int:
    if isinstance(source, PastedFile):
        return len(source.octets)
    try:
        return 0 if is_remote(source) else Path(source).stat().st_size
    except (OSError, ValueError):
        return 0
