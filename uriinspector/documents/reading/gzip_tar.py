"""The readers of one file that is packed, and of tar: many laid end to end; all in memory."""

from __future__ import annotations

from bz2 import BZ2Decompressor
from dataclasses import replace
from lzma import LZMADecompressor
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.converted_octets import (
    PackedStreams,
    behind_the_end,
    unpacked_only,
)
from uriinspector.documents.inflate import GZIP, Inflater
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.reading.zip_archive import LARGEST, MEMBERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.documents.inflate import Decompressor
    from uriinspector.documents.scan_state import Entity, Scan

BLOCK = 512
# A packer may ask for a larger window than this; then nothing is unpacked.
MEMORY = 128 << 20
HEAD_NAME, HEAD_SIZE, HEAD_KIND = slice(0, 100), slice(124, 136), slice(156, 157)
# Ordinary files by their letter; of other entries (folders, links, names) nothing is read.
ENDINGS = {
    ".gz": "", ".tgz": ".tar", ".svgz": ".svg", ".bz2": "", ".tbz": ".tar", ".tbz2": ".tar",
    ".xz": "", ".txz": ".tar",
}  # fmt: skip
FILES = frozenset({b"0", b"\0", b"7"})


def read_gzip(scan: Scan, entity: Entity) -> str | None:
    """The file that is packed by gzip."""
    return _read_packed(scan, entity, lambda: Inflater(GZIP), b"\x1f\x8b\x08")


def read_bzip(scan: Scan, entity: Entity) -> str | None:
    """The file that is packed by bzip2."""
    return _read_packed(scan, entity, BZ2Decompressor, b"BZh")


def read_xz(scan: Scan, entity: Entity) -> str | None:
    """The file that is packed by xz."""
    return _read_packed(scan, entity, lambda: LZMADecompressor(memlimit=MEMORY), b"\xfd7zXZ\0")


def _read_packed(
    scan: Scan, entity: Entity, opened: Callable[[], Decompressor], head: bytes
) -> str | None:
    """The file that is packed, by its own kind; what is behind it is told."""
    coding = PackedStreams(opened, head, min(LARGEST, scan.budget.left))
    octets = scan.decoded(entity.octets, entity.start, entity.end, coding)
    if octets is None:
        return TOO_MUCH
    size = len(octets.get())
    inner = entity.inside(octets, 0, size, f"{entity.path}.1", entity.base)
    scan.take(replace(inner, name=_unpacked_name(entity.name), is_cut=not coding.is_whole))
    if coding.is_limited:
        scan.budget.refuse()
    return coding.fault(size)


def _unpacked_name(name: str | None) -> str | None:
    for ending, meant in ENDINGS.items():
        if name and name.lower().endswith(ending):
            return name[: -len(ending)] + meant
    return name


class TarHead(NamedTuple):
    """An entry: where its content is, and where the next one begins; a name if it is a file."""

    name: str | None
    start: int
    size: int
    after: int


def read_tar(scan: Scan, entity: Entity) -> str | None:
    """Every ordinary file in it, where it lies; what is cut off or behind them is told."""
    number, after = 0, entity.start
    for head in _heads(entity):
        after = head.after
        if head.name is None:
            continue
        number += 1
        if number > MEMBERS or scan.is_full:
            return message("too many files in the archive")
        path, stop = f"{entity.path}.{number}", min(head.start + head.size, entity.end)
        inner = entity.inside(entity.octets, head.start, stop, path, entity.base)
        is_cut = stop < head.start + head.size
        member = replace(inner, name=head.name, is_cut=is_cut)
        with scan.budget.sharing(entity.end - head.after):
            scan.take(member)
        if is_cut:
            scan.leave_out(member, unpacked_only(stop - head.start))
    if after == entity.start:
        return message("damaged archive")
    return behind_the_end(len(entity.octets.get()[after : entity.end].strip(b"\0")))


def _heads(entity: Entity) -> Iterator[TarHead]:
    """POSIX 1003.1, ustar: a head of 512 octets, then the content, filled up to whole blocks."""
    octets, at = entity.octets.get(), entity.start
    while at + BLOCK <= entity.end:
        head = octets[at : at + BLOCK]
        text = head[HEAD_SIZE].strip(b"\0 ")
        if not text.isdigit() or b"8" in text or b"9" in text:
            return
        name, size, start = None, int(text, 8), at + BLOCK
        at = start + -(-size // BLOCK) * BLOCK
        if head[HEAD_KIND] in FILES and head[0]:
            name = head[HEAD_NAME].partition(b"\0")[0].decode("utf-8", "replace")
        yield TarHead(name, start, size, at)
