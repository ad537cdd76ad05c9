"""Reads files and tells what is in them, beside the window or in processes of their own.  No Qt."""

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
# What every file of Parquet begins with.
PARQUET = b"PAR1"
# The first rows are soon there; later ones come in blocks of which each process has much to do.
FIRST_BLOCK, LARGEST_BLOCK = 128, 2_048
# So much of a large file is looked at before all of it, and so many of the links in it shown.
BEGINNING, BEGINNING_LINKS = 1 << 17, 100
ONLY_BEGINNING = message("only its beginning was read")
# A process that reads tables of others is given no more memory than this.
MOST_MEMORY = 3 << 30
Source: TypeAlias = "str | PastedFile"  # a path, or the octets themselves
ReadEvent: TypeAlias = "FileStarted | Head | Trouble | FileReplacement | list[LinkRow] | RowBlock"


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


class FilesToRead(NamedTuple):
    """Some files of those that are read in one go: so many before them, of so many."""

    files: list[Source]
    before: int
    of: int
    is_begun: bool = False  # whether the beginning of the first one is shown already


class FileStarted(NamedTuple):
    """A file is being read; so many are to come in all."""

    path: str
    place: int
    of: int


def read_all(some: FilesToRead, options: ScanOptions) -> Iterator[ReadEvent]:
    """Each file in turn; what cannot be read is told, and the rest goes on."""
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
    """The same in a process that ends before a table that unpacks without end fills the memory."""
    with suppress(ImportError, ValueError, OSError):  # not everywhere can it be limited
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, hard))
    return read_all(some, options)


def read_beginning(
    file: Source, options: ScanOptions
) -> Iterator[FileStarted | Head | list[LinkRow]]:
    """The first links of a large page or text: what the rest of it has to say is not known yet."""
    try:
        content = _beginning(file)
    except (OSError, ValueError):
        return  # whoever reads all of it says why
    document = scan(content.octets, name=content.name, **_how(options))
    if document.kind not in {HTML, TEXT}:
        return
    # What stands last may go on behind the end.
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
    """Some octets of a file, and what there is of it in all."""

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
    """One file, read by several processes: that takes little beside judging what is in it.

    The first one tells all; the links are judged by all of them.
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
    gc.freeze()  # what was found stays to the end, and need not be looked through again and again
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
        gc.freeze()  # what was judged stays as well
        owners = bytes(share.owner_of(_written(each)) for each in block)
        own = (each for each, owner in zip(block, owners, strict=True) if owner == share.place)
        yield SharedBlock(BlockKey(document.sha256, start, owners), maker.rows(own))
        start += len(block)
        size = min(2 * size, LARGEST_BLOCK)


class BlockKey(NamedTuple):
    """Which links are in a block: of which file, from which on, and which process has each."""

    sha256: str
    start: int
    owners: bytes


def joined(key: BlockKey, parts: list[RowBlock]) -> RowBlock:
    """A block of which each process has made the rows of its own links."""
    return interleaved(parts, key.owners)


def _written(link: Link) -> bytes:
    """The octets of its value."""
    return link.leaf.written(link.location)


def is_table(source: Source) -> bool:
    """Whether it is a table of results that were judged before."""
    if isinstance(source, PastedFile) or is_remote(source):
        return False
    try:
        with open_regular(source) as file:
            return file.read(len(PARQUET)) == PARQUET
    except (OSError, ValueError):
        return False  # the reader says why


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
    """What is in the file now; its name and its place stay."""
    hint = head.path if head.octets is not None else Path(head.path).name
    document = scan(octets, name=hint, base=base, **_how(options))
    fresh = head_of(document, head.path, head.stamp)._replace(name=head.name, octets=head.octets)
    yield FileReplacement(number, fresh, [row_of(link, number) for link in document.links])


def name_of(source: Source) -> str:
    """What a source is called: its path, or a name of ours."""
    return source.name if isinstance(source, PastedFile) else source
