"""Reads files and tells what is in them, beside the window or in processes of their own.  No Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.documents.cases.link_row import Head, LinkRow, Trouble, head_of, row_of
from uriinspector.documents.cases.replacement import FileReplacement
from uriinspector.documents.scan import scan
from uriinspector.gui.jobs.stream import BATCH, SharedBlock, in_batches
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.list_sources import Lists
    from uriinspector.documents.document import Document
    from uriinspector.gui.jobs.stream import WorkShare

REMOTE = "network files are never opened"
NO_FILE = "not a file"
Source: TypeAlias = "str | PastedFile"  # a path, or the octets themselves
ReadEvent: TypeAlias = "FileStarted | Head | Trouble | list[LinkRow]"


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


def read_large(
    some: FilesToRead, options: ScanOptions, share: WorkShare
) -> Iterator[ReadEvent | SharedBlock]:
    """One file, read by several processes: that takes little beside judging what is in it.

    The first one tells all; the links are judged by all of them.
    """
    (file,) = some.files
    if share.is_first:
        yield FileStarted(name_of(file), some.before + 1, some.of)
    try:
        document, head = _scanned(file, options)
    except (OSError, ValueError) as error:
        if share.is_first:
            yield _trouble(file, error)
        return
    if share.is_first:
        yield head
    links = document.links
    for block, start in enumerate(range(0, len(links), BATCH)):
        owner, key = share.owner(block), (document.sha256, start)
        if owner == share.place:
            rows = [row_of(link, options.first) for link in links[start : start + BATCH]]
            yield SharedBlock(owner, key, rows) if owner else rows
        elif share.is_first:
            yield SharedBlock(owner, key)


def _read(source: Source, number: int, options: ScanOptions) -> Iterator[ReadEvent]:
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
