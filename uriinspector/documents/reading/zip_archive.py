"""The readers of ZIP, tar, compressed files and disc images, in memory and within limits.

Encrypted members are opened with the given passwords and the usual one for malware samples.
"""

import io
import struct
import tarfile
import zipfile
import zlib
from bz2 import BZ2Decompressor
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from lzma import LZMADecompressor

from uriinspector.core.model import Count, message
from uriinspector.documents.decryption import AES, decrypted_zip_ciphers, is_content, method_of
from uriinspector.documents.octets import (
    GZIP,
    Decompressor,
    Inflater,
    Octets,
    PackedStreams,
    after_the_end,
    unpacked_only,
)
from uriinspector.documents.packing import METHODS, ZIP_LAYOUT_HEAD, outside, unpacked_member
from uriinspector.documents.reading.known_passwords import search_for_passwords
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.rules.file_names import archived_files, macros_in
from uriinspector.documents.scan_state import Entity, Scan
from uriinspector.documents.work_budget import WorkBudget

MEMBERS = 2_000
# The maximum number of bytes to unpack per member: a zip bomb is detected by its output.
LARGEST = 64 << 20
ENCRYPTED = 1
# Exceptions of libraries for deliberately broken archives.
BROKEN = (zipfile.BadZipFile, EOFError, OSError, ValueError, RuntimeError,
          NotImplementedError, struct.error, IndexError, MemoryError)  # fmt: skip
OFFICE = "[Content_Types].xml"
MACROS = "vbaproject.bin"
CHANGED = message("the checksum does not match: damaged, or changed after packing")


class Member:
    """The coding of a member, stored or packed; a packed byte has the span of the whole member."""

    def __init__(self, info: zipfile.ZipInfo, most: int) -> None:
        self._info = info
        self._most = most
        self._span = (0, 0)
        # The decrypted packed bytes of an encrypted member, once a password opened it.
        self._clear: bytes | None = None

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
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
        """Try a password; if it fits, the coding uses the decrypted bytes."""
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
        """Return the source span of a run; exact only for stored members."""
        if self._clear is None and self._info.compress_type == zipfile.ZIP_STORED:
            return self._span[0] + start, self._span[0] + end
        return self._span


def read_zip(scan: Scan, entity: Entity) -> str | None:
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
        if any(each.filename.lower().endswith(MACROS) for each in members):
            place = entity.octets.extent(entity.start, entity.end)
            scan.note(macros_in(entity.name or "", place))
        from uriinspector.documents.reading.mapi_message import read_office

        return read_office(scan, opened)
    judge_names(scan, entity, (each.filename for each in members))
    for member in opened:
        scan.take(member)
    return None


def _opened(scan: Scan, entity: Entity, members: list[zipfile.ZipInfo]) -> Iterator[Entity]:
    """Yield the unpacked members; report those that were not unpacked, or not in full."""
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
    """Try the passwords, the last one that fitted first; return why none did, or None."""
    search_for_passwords(scan, entity)
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


def judge_names(scan: Scan, entity: Entity, names: Iterable[str]) -> None:
    """Note the findings about the names of the files in an archive."""
    place = entity.octets.extent(entity.start, entity.end)
    in_message = scan.message.envelope is not None
    scan.note(*archived_files(names, place, in_message=in_message))


def outside_of_files(count: int) -> str:
    """Return the message about bytes that belong to no file of an archive."""
    if count == 1:
        return message("1 byte outside the archive's files was not checked")
    several = "{count} bytes outside of the archive's files were not checked"
    return message(several, count=Count(count))


def left_out(count: int) -> str:
    """Return the message about files that were not opened."""
    if count == 1:
        return message("1 more file not opened")
    return message("{count} more files not opened", count=Count(count))


BLOCK = 512
# The memory limit for xz windows; files that need more are not unpacked.
MEMORY = 128 << 20
ENDINGS = {
    ".gz": "", ".tgz": ".tar", ".svgz": ".svg", ".bz2": "", ".tbz": ".tar", ".tbz2": ".tar",
    ".xz": "", ".txz": ".tar",
}  # fmt: skip


def read_gzip(scan: Scan, entity: Entity) -> str | None:
    return _read_packed(scan, entity, lambda: Inflater(GZIP), b"\x1f\x8b\x08")


def read_bzip(scan: Scan, entity: Entity) -> str | None:
    return _read_packed(scan, entity, BZ2Decompressor, b"BZh")


def read_xz(scan: Scan, entity: Entity) -> str | None:
    return _read_packed(scan, entity, lambda: LZMADecompressor(memlimit=MEMORY), b"\xfd7zXZ\0")


def _read_packed(
    scan: Scan, entity: Entity, opened: Callable[[], Decompressor], head: bytes
) -> str | None:
    """Read the packed file according to its kind; report data after it."""
    coding = PackedStreams(opened, head, min(LARGEST, scan.budget.left))
    octets = scan.decoded(entity.octets, entity.start, entity.end, coding)
    if octets is None:
        return TOO_MUCH
    size = len(octets.get())
    inner = entity.inside(octets, 0, size, f"{entity.path}.1", entity.base)
    name = _unpacked_name(entity.name)
    # A compressed tar counts as one archive, not as two nested ones.
    judge_names(scan, entity, [name] if name and not name.lower().endswith(".tar") else ())
    scan.take(replace(inner, name=name, is_cut=not coding.is_whole))
    if coding.is_limited:
        scan.budget.refuse()
    return coding.fault(size)


def _unpacked_name(name: str | None) -> str | None:
    for ending, meant in ENDINGS.items():
        if name and name.lower().endswith(ending):
            return name[: -len(ending)] + meant
    return name


def read_tar(scan: Scan, entity: Entity) -> str | None:
    """Read the regular files of a tar archive in place; report what is cut off or follows them."""
    octets = entity.octets.get()[entity.start : entity.end]
    members: list[tarfile.TarInfo] = []
    try:
        with tarfile.open(fileobj=io.BytesIO(octets), mode="r:") as archive:
            while len(members) <= MEMBERS and (member := archive.next()) is not None:
                members.append(member)
            after = archive.offset
    except (tarfile.TarError, *BROKEN):
        after = members[-1].offset_data + -(-members[-1].size // BLOCK) * BLOCK if members else 0
    files = [each for each in members if each.isreg() and not each.issparse()]
    judge_names(scan, entity, (each.name for each in files))
    for number, each in enumerate(files, 1):
        if number > MEMBERS or not scan.has_room():
            return scan.at_limit(message("too many files in the archive"))
        start = entity.start + each.offset_data
        stop = min(start + each.size, entity.end)
        first = min(start, stop)
        place = (first, stop, start + each.size - first)
        _take_in_place(scan, entity, number, each.name, place)
    if not members:
        return message("damaged archive")
    return after_the_end(len(octets[after:].strip(b"\0")))


def _take_in_place(
    scan: Scan, entity: Entity, number: int, name: str, place: tuple[int, int, int]
) -> None:
    """Read an archived file where it is; ``place`` is its start, end and full size."""
    start, stop, size = place
    inner = entity.inside(entity.octets, start, stop, f"{entity.path}.{number}", entity.base)
    taken = replace(inner, name=name, is_cut=stop - start < size)
    with scan.budget.sharing(entity.end - stop):
        scan.take(taken)
    if taken.is_cut:
        scan.leave_out(taken, unpacked_only(taken.size))


SECTOR, DESCRIPTORS = 2048, 16
PRIMARY, JOLIET, LAST_DESCRIPTOR = 1, 2, 255
IS_FOLDER = 2
RECORD = struct.Struct("<BxI4xI4x7xBxx4xB")
ROOT_AT = 156


def read_iso(scan: Scan, entity: Entity) -> str | None:
    """Read the files of a disc image (ECMA-119) in place."""
    image = entity.view()
    files = list(islice(_iso_files(image), MEMBERS + 1))
    judge_names(scan, entity, (name for name, _, _ in files))
    left = len(image)
    for number, (name, start, size) in enumerate(files, 1):
        if number > MEMBERS or not scan.has_room():
            return scan.at_limit(message("too many files in the archive"))
        left -= size
        if left < 0:  # several files overlap
            return message("damaged archive")
        first = entity.start + min(start, len(image))
        stop = entity.start + min(start + size, len(image))
        _take_in_place(scan, entity, number, name, (first, stop, size))
    return None if files else message("damaged archive")


def _iso_files(image: memoryview) -> Iterator[tuple[str, int, int]]:
    """Yield the name, offset and size of each file, preferring the Windows (Joliet) names."""
    root, encoding = _iso_root(image)
    waiting, seen = [root] if root else [], set[int]()
    while waiting:
        start, size = waiting.pop(0)
        if start in seen or len(seen) > MEMBERS:
            continue
        seen.add(start)
        at, end = start, min(start + size, len(image))
        while at + RECORD.size < end:
            length, sector, count, flags, name_size = RECORD.unpack_from(image, at)
            if length <= RECORD.size:
                at = (at // SECTOR + 1) * SECTOR  # records do not cross sectors
                continue
            name = bytes(image[at + RECORD.size : at + RECORD.size + name_size])
            at += length
            if name in {b"\0", b"\1"}:
                continue
            if flags & IS_FOLDER:
                waiting.append((sector * SECTOR, count))
            else:
                text = name.decode(encoding, "replace").partition(";")[0]
                yield text.rstrip("."), sector * SECTOR, count


def _iso_root(image: memoryview) -> tuple[tuple[int, int] | None, str]:
    """Return the span of the root folder, and the encoding of names."""
    found: tuple[int, int] | None = None
    for at in range(DESCRIPTORS * SECTOR, min(len(image), 64 * SECTOR) - SECTOR + 1, SECTOR):
        kind = image[at]
        if bytes(image[at + 1 : at + 6]) != b"CD001" or kind == LAST_DESCRIPTOR:
            break
        _, sector, size, *_ = RECORD.unpack_from(image, at + ROOT_AT)
        if kind == JOLIET and bytes(image[at + 88 : at + 90]) == b"%/":
            return (sector * SECTOR, size), "utf-16-be"
        if kind == PRIMARY:
            found = sector * SECTOR, size
    return found, "latin-1"
