"""Readers of ZIP, of tar, and of compressed files: in memory, bounded.

What is encrypted is opened by the passwords that somebody gave, and by the usual one of samples.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from bz2 import BZ2Decompressor
from collections.abc import Callable, Iterator
from dataclasses import replace
from lzma import LZMADecompressor

from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.documents.decryption import AES, decrypted_zip_ciphers, is_content, method_of
from uriinspector.documents.octets import (
    GZIP,
    Decompressor,
    Inflater,
    Octets,
    PackedStreams,
    behind_the_end,
    unpacked_only,
)
from uriinspector.documents.packing import METHODS, ZIP_LAYOUT_HEAD, outside, unpacked_member
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.scan_state import Entity, Scan
from uriinspector.documents.work_budget import WorkBudget

MEMBERS = 2_000
# More of one member is not unpacked: a bomb is known by what comes out of it.
LARGEST = 64 << 20
ENCRYPTED = 1
# What libraries raise at archives that are made to break them.
BROKEN = (zipfile.BadZipFile, EOFError, OSError, ValueError, RuntimeError,
          NotImplementedError, struct.error, IndexError, MemoryError)  # fmt: skip
OFFICE = "[Content_Types].xml"
CHANGED = message("the checksum does not match: damaged, or changed after packing")


class Member:
    """The coding of a member: as it is, or deflated.  A deflated octet is in all of it."""

    def __init__(self, info: zipfile.ZipInfo, most: int) -> None:
        self._info = info
        self._most = most
        self._span = (0, 0)
        # The packed octets of an encrypted member, once a password has opened it.
        self._clear: bytes | None = None

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        """What is packed there, as far as it goes."""
        if self._clear is not None:
            return self._unpacked(memoryview(self._clear))
        self._span = self._content(octets, start, end)
        return self._unpacked(memoryview(octets)[slice(*self._span)])

    def _content(self, octets: bytes, start: int, end: int) -> tuple[int, int]:
        first = start + self._info.header_offset
        head = octets[first : first + ZIP_LAYOUT_HEAD.size]
        if (
            not start <= first < end
            or len(head) < ZIP_LAYOUT_HEAD.size
            or not head.startswith(b"PK\x03\x04")
        ):
            return start, start
        _, name, extra = ZIP_LAYOUT_HEAD.unpack(head)
        first = min(first + ZIP_LAYOUT_HEAD.size + name + extra, end)
        return first, min(first + self._info.compress_size, end)

    def _unpacked(self, packed: memoryview) -> bytes:
        return unpacked_member(packed, method_of(self._info), self._most)

    def opens(self, entity: Entity, password: bytes, budget: WorkBudget) -> bool:
        """Whether a password fits; what it opens is read from then on."""
        octets = entity.octets.get()
        self._span = self._content(octets, entity.start, entity.end)
        self._clear = decrypted_zip_ciphers(
            self._info, octets[slice(*self._span)], password, budget
        )
        if self._clear is None:
            return False
        content = self._unpacked(memoryview(self._clear))
        budget.spend(len(content))
        if len(content) >= self._most or is_content(self._info, content):
            return True
        self._clear = None
        return False

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        """To the octet where it is not packed."""
        if self._clear is None and self._info.compress_type == zipfile.ZIP_STORED:
            return self._span[0] + start, self._span[0] + end
        return self._span


def read_zip(scan: Scan, entity: Entity) -> str | None:
    """Every member, to the reader of its kind."""
    try:
        octets = entity.octets.get()[entity.start : entity.end]
        with zipfile.ZipFile(io.BytesIO(octets)) as archive:
            members = archive.infolist()
            unread = outside(octets, members, archive.start_dir)
    except BROKEN:
        return message("damaged archive")
    if unread:
        scan.leave_out(entity, outside_of_files(unread))
    opened = _opened(scan, entity, members)
    if any(each.filename == OFFICE for each in members):
        from uriinspector.documents.reading.mapi_message import read_office

        return read_office(scan, opened)
    for member in opened:
        scan.take(member)
    return None


def _opened(scan: Scan, entity: Entity, members: list[zipfile.ZipInfo]) -> Iterator[Entity]:
    """Each member unpacked; what was not, or not to its end, is said."""
    unopened, following = (
        max(len(members) - MEMBERS, 0),
        sum(info.compress_size for info in members),
    )
    if unopened:
        scan.at_limit("")
    for number, info in enumerate(members[:MEMBERS], 1):
        if not scan.has_room():
            unopened += min(len(members), MEMBERS) - number + 1
            break
        if info.filename.endswith("/"):
            continue
        following -= info.compress_size
        with scan.budget.sharing(min(following, entity.size)):
            if scan.budget.has_rest():
                yield from _opened_member(scan, entity, info, f"{entity.path}.{number}")
            else:
                unopened += 1
    if unopened:
        scan.leave_out(entity, left_out(unopened))


def _opened_member(
    scan: Scan, entity: Entity, info: zipfile.ZipInfo, path: str
) -> Iterator[Entity]:
    most = min(LARGEST, scan.budget.left)
    member = _member(scan, entity, info, path, most)
    if member is None:
        return
    yield member
    if member.size >= most:
        scan.budget.refuse()
    if member.size >= most or member.size < info.file_size:
        scan.leave_out(member, unpacked_only(member.size))
    elif info.compress_type != AES and zlib.crc32(member.octets.get()) != info.CRC:
        scan.leave_out(member, CHANGED)


def _member(
    scan: Scan, entity: Entity, info: zipfile.ZipInfo, path: str, most: int
) -> Entity | None:
    inner = entity.inside(entity.octets, entity.start, entity.end, path, entity.base)
    named = replace(inner, name=info.filename)
    coding = Member(info, most)
    reason: str | None = None if method_of(info) in METHODS else message("unsupported compression")
    if reason is None and info.flag_bits & ENCRYPTED:
        reason = _decrypt(scan, entity, coding)
    if reason is not None:
        scan.leave_out(
            replace(named, type=""),
            message("{name}: {reason}", name=info.filename[:200], reason=reason),
        )
        return None
    octets = scan.decoded(entity.octets, entity.start, entity.end, coding)
    if octets is None:
        scan.leave_out(named, message("decoding limit of the document reached"))
        return None
    size = len(octets.get())
    return replace(named, octets=octets, start=0, end=size, is_cut=size >= most)


def _decrypt(scan: Scan, entity: Entity, coding: Member) -> str | None:
    """Tries the passwords, the one that fitted last first; why none of them was of use."""
    passwords, refusals = scan.passwords, scan.budget.refusals
    for password in passwords.each():
        if coding.opens(entity, password, scan.budget):
            passwords.fits(password)
            return None
        if scan.budget.refusals > refusals:
            break
    if passwords.tries < 0 or scan.budget.refusals > refusals:
        scan.budget.refuse()
        return message("encrypted; decryption limit of the document reached")
    passwords.locked.setdefault(entity.path)
    return message("encrypted")


def outside_of_files(count: int) -> str:
    """So many octets of an archive are in none of its files."""
    if count == 1:
        return message("1 byte outside of the archive's files was not checked")
    several = "{count} bytes outside of the archive's files were not checked"
    return message(several, count=Count(count))


def left_out(count: int) -> str:
    """So many were not opened."""
    if count == 1:
        return message("1 more file not opened")
    return message("{count} more files not opened", count=Count(count))


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
        if number > MEMBERS or not scan.has_room():
            return scan.at_limit(message("too many files in the archive"))
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
