"""The readers of gzip and tar: one file packed, and many laid end to end, read in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.message import Count, message
from uriinspector.documents.inflate import GZIP, inflated
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.reading.zip_archive import LARGEST, MEMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.scan_state import Entity, Scan

BLOCK = 512
HEAD_NAME, HEAD_SIZE, HEAD_KIND = slice(0, 100), slice(124, 136), slice(156, 157)
# Ordinary files by their letter; of other entries (folders, links, names) nothing is read.
FILES = frozenset({b"0", b"\0", b"7"})


class Gzip:
    """The coding; a packed octet is in all of it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._span = (0, 0)

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is packed there, as far as it goes."""
        self._span = (start, end)
        return inflated(memoryview(octets)[start:end], self._most, GZIP)

    def place(self, octets: bytes, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002
        """All of it."""
        return self._span


def read_gzip(scan: Scan, entity: Entity) -> str | None:
    """The file that is packed, by its own kind."""
    most = min(LARGEST, scan.left)
    octets = scan.decoded(entity.octets, entity.start, entity.end, Gzip(most))
    if octets is None:
        return TOO_MUCH
    size = len(octets.get())
    inner = entity.inside(octets, 0, size, f"{entity.path}.1", entity.base)
    scan.take(replace(inner, name=_unpacked_name(entity.name)))
    if not size:
        return message("damaged archive")
    if size >= most:
        return message("only the first {count} bytes could be unpacked", count=Count(size))
    return None


def _unpacked_name(name: str | None) -> str | None:
    for ending, meant in ((".gz", ""), (".tgz", ".tar"), (".svgz", ".svg")):
        if name and name.lower().endswith(ending):
            return name[: -len(ending)] + meant
    return name


def read_tar(scan: Scan, entity: Entity) -> str | None:
    """Every ordinary file in it, where it lies."""
    for number, (name, start, end) in enumerate(_members(entity), 1):
        if number > MEMBERS or scan.is_full:
            return message("too many files in the archive")
        path = f"{entity.path}.{number}"
        inner = entity.inside(entity.octets, start, end, path, entity.base)
        scan.take(replace(inner, name=name))
    return None


def _members(entity: Entity) -> Iterator[tuple[str, int, int]]:
    """POSIX 1003.1, ustar: a head of 512 octets, then the content, filled up to whole blocks."""
    octets, at = entity.octets.get(), entity.start
    while at + BLOCK <= entity.end:
        head = octets[at : at + BLOCK]
        text = head[HEAD_SIZE].strip(b"\0 ")
        if not text.isdigit() or b"8" in text or b"9" in text:
            return
        size, start = int(text, 8), at + BLOCK
        if head[HEAD_KIND] in FILES and head[0]:
            name = head[HEAD_NAME].partition(b"\0")[0].decode("utf-8", "replace")
            yield name, start, min(start + size, entity.end)
        at = start + -(-size // BLOCK) * BLOCK
