"""Reads files and yields their contents, in a thread or in other processes. No Qt."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.regular_files import open_regular
from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.cases.link_row import Head, LinkRow, Trouble, head_of, row_of
from uriinspector.documents.cases.row_columns import (
    REMEMBERED,
    FileCompletion,
    FileReplacement,
    RowBlock,
    RowMaker,
    interleaved,
)
from uriinspector.documents.document import Document, Link
from uriinspector.documents.document_values import NotExamined
from uriinspector.documents.scan import scan
from uriinspector.documents.scan_state import HTML, TEXT
from uriinspector.gui.jobs.stream import BATCH, SharedBlock, WorkShare
from uriinspector.gui.transfer.incoming import is_remote

REMOTE = "network files are never opened"
NO_FILE = "not a file"
NO_LIBRARY = "Parquet needs the library pyarrow: pip install 'uriinspector[arrow]'"
# The first bytes of every Parquet file.
PARQUET = b"PAR1"
# The first block is small, so that rows appear early; later blocks keep all processes busy.
FIRST_BLOCK, LARGEST_BLOCK = 128, 2_048
# The number of bytes of a large file to read first, and of the links in them to show.
BEGINNING, BEGINNING_LINKS = 1 << 17, 100
ONLY_BEGINNING = message("only its beginning was read")
# The memory limit of a process that reads tables, which are untrusted.
MOST_MEMORY = 3 << 30
Source: TypeAlias = "str | PastedFile"  # a path, or bytes
ReadEvent: TypeAlias = "FileStarted | Head | Trouble | FileReplacement | list[LinkRow] | RowBlock"


class ScanOptions(NamedTuple):
    """How to read the files; ``first`` is the number of the first one."""

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
    """Some of the files of a scan: ``before`` counts the earlier files, ``of`` all files."""

    files: list[Source]
    before: int
    of: int
    is_begun: bool = False  # the beginning of the first file is already shown


class FileStarted(NamedTuple):
    """The reading of a file begins; ``of`` is the number of all files."""

    path: str
    place: int
    of: int


def read_all(some: FilesToRead, options: ScanOptions) -> Iterator[ReadEvent]:
    """Read each file in turn; an error becomes a Trouble, and the next file follows."""
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
    """Yield the first links of a large page or text, without anything about the rest."""
    try:
        content = _beginning(file)
    except (OSError, ValueError):
        return  # reading the whole file reports it
    document = scan(content.octets, name=content.name, **_how(options))
    if document.kind not in {HTML, TEXT}:
        return
    # The last link may continue after the end.
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
    """The first bytes of a file, with the size and the hash of the whole."""

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
    """Read one file in several processes: most of the time is spent judging links.

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
    gc.freeze()  # the scanned document stays: the garbage collector need not search it
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
        gc.freeze()  # the judgements stay, too
        owners = bytes(share.owner_of(_written(each)) for each in block)
        own = (each for each, owner in zip(block, owners, strict=True) if owner == share.place)
        yield SharedBlock(BlockKey(document.sha256, start, owners), maker.rows(own))
        start += len(block)
        size = min(2 * size, LARGEST_BLOCK)


class BlockKey(NamedTuple):
    """A block of links: the file, the first link, and the process that judges each link."""

    sha256: str
    start: int
    owners: bytes


def joined(key: BlockKey, parts: list[RowBlock]) -> RowBlock:
    """Merge the rows of a block from all processes."""
    return interleaved(parts, key.owners)


def _written(link: Link) -> bytes:
    """Return the bytes of the value of a link."""
    return link.leaf.written(link.location)


def is_table(source: Source) -> bool:
    """Return True if the source is a Parquet table of earlier results."""
    if isinstance(source, PastedFile) or is_remote(source):
        return False
    try:
        with open_regular(source) as file:
            return file.read(len(PARQUET)) == PARQUET
    except (OSError, ValueError):
        return False  # the reader reports it


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
    return Trouble(name_of(file), getattr(error, "strerror", None) or str(error))


def reread(
    number: int, head: Head, octets: bytes, base: str | None, options: ScanOptions
) -> Iterator[FileReplacement]:
    """Read a file of the case again; it keeps its name and number."""
    hint = head.path if head.octets is not None else Path(head.path).name
    document = scan(octets, name=hint, base=base, **_how(options))
    fresh = head_of(document, head.path, head.stamp)._replace(name=head.name, octets=head.octets)
    yield FileReplacement(number, fresh, [row_of(link, number) for link in document.links])


def name_of(source: Source) -> str:
    """Return the path of a source, or the name of a pasted one."""
    return source.name if isinstance(source, PastedFile) else source
