"""The reader of 7z archives, which unpacks in memory and within limits."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.octets import Unpacked, unpacked_only
from uriinspector.documents.packing import (
    AES,
    ArchiveContents,
    BrokenHeaderError,
    Coder,
    HeaderReader,
    Streams,
    chain_of,
    is_encrypted,
    key_origin,
    sum_of,
    unpacked_folder,
)
from uriinspector.documents.reading.known_passwords import search_for_passwords
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.reading.zip_archive import LARGEST, MEMBERS, judge_names, left_out
from uriinspector.documents.scan_state import Entity, Scan

HEAD = 32
# The maximum size in bytes of a header, and how many times it may be packed.
LONGEST, TIMES = 32 << 20, 4


class PackedFolder(NamedTuple):
    start: int
    end: int
    chain: list[Coder] | None
    size: int
    sizes: list[int]
    sums: list[int | None]
    is_encrypted: bool


class SevenZip:
    """An archive; the last password that fitted is tried first."""

    def __init__(self, scan: Scan, entity: Entity) -> None:
        self._scan = scan
        self._entity = entity
        self._octets = entity.octets.get()
        self._password: str | None = None

    def contents(self) -> ArchiveContents | None:
        """Unpack and parse the header; return None if no password opens it."""
        entity = self._entity
        head = self._octets[entity.start : min(entity.start + HEAD, entity.end)]
        first = entity.start + HEAD + int.from_bytes(head[12:20], "little")
        size = int.from_bytes(head[20:28], "little")
        if first + size > entity.end or not 0 < size <= LONGEST:
            raise BrokenHeaderError
        header = self._octets[first : first + size]
        for _ in range(TIMES):
            reader = HeaderReader(header)
            streams = reader.encoded()
            if streams is None:
                return reader.contents()
            folder = next(self.folders(streams), None)
            if folder is None or folder.chain is None:
                raise BrokenHeaderError
            if folder.is_encrypted:
                opened = self.opened(folder, is_header)
                if opened is None:
                    return None
                header = opened[:LONGEST]
            else:
                header = self.unpack(folder, LONGEST, None)
                self._scan.budget.spend(len(header))
        raise BrokenHeaderError

    def folders(self, streams: Streams) -> Iterator[PackedFolder]:
        at, number = self._entity.start + HEAD + streams.start, 0
        for index, folder in enumerate(streams.folders):
            packed = streams.packed_sizes[number : number + len(folder.packed)]
            number += len(folder.packed)
            end = min(at + sum(packed), self._entity.end)
            sizes, sums = streams.parts[index], streams.part_sums[index]
            whole = streams.sums[index]
            if not sums or sums[0] is None:
                sums = [whole] if len(sizes) == 1 else sums
            chain, size = chain_of(folder), sum(sizes) or max(streams.sizes[index], default=0)
            yield PackedFolder(min(at, end), end, chain, size, sizes, sums, is_encrypted(folder))
            at = end

    def unpack(self, folder: PackedFolder, most: int, password: str | None) -> bytes:
        packed = self._octets[folder.start : folder.end]
        budget = self._scan.budget
        return unpacked_folder(folder.chain or [], packed, folder.size, password, most, budget)

    def opened(
        self, folder: PackedFolder, fits: Callable[[bytes], bool] | None = None
    ) -> bytes | None:
        """Try the passwords on a folder; return its content, or None if none fits.

        A password fits if the first file has the right checksum and the content passes ``fits``.
        """
        search_for_passwords(self._scan, self._entity)
        passwords = self._scan.passwords
        first = self._password
        budget = self._scan.budget
        for password in (*([first] if first is not None else []), *passwords.texts()):
            if not self._may_try(folder, password):
                budget.refuse()
                return None
            content = self.unpack(folder, max(min(LARGEST, budget.left), 0), password)
            size = folder.sizes[0] if folder.sizes else len(content)
            expected = folder.sums[0] if folder.sums else None
            is_right = len(content) >= size and expected in {None, sum_of(content[:size])}
            if is_right and (fits is None or fits(content)):
                self._password = password
                return content
            budget.spend(len(content))
        return None

    def _may_try(self, folder: PackedFolder, password: str) -> bool:
        """Count the keys to derive for a password; return False if there are too many."""
        passwords = self._scan.passwords
        for coder in folder.chain or ():
            origin = key_origin(coder.properties, password) if coder.method == AES else None
            if origin is not None and origin not in passwords.derived:
                if not passwords.may_make_key(origin[1]):
                    return False
                passwords.derived.add(origin)
        return self._scan.budget.has_rest()

    @property
    def password(self) -> str | None:
        return self._password


def is_header(octets: bytes) -> bool:
    reader = HeaderReader(octets)
    try:
        return reader.encoded() is not None or reader.contents() is not None
    except BrokenHeaderError:
        return False


def read_seven_zip(scan: Scan, entity: Entity) -> str | None:
    archive = SevenZip(scan, entity)
    try:
        contents = archive.contents()
    except BrokenHeaderError:
        return message("damaged archive")
    if contents is None:
        return _locked(scan, entity)
    if contents.streams is None:
        return None
    judge_names(scan, entity, contents.names)
    names = iter([n for n, e in zip(contents.names, contents.is_empty, strict=True) if not e])
    number = 0
    for folder in archive.folders(contents.streams):
        own = [(next(names, ""), size) for size in folder.sizes]
        is_many = number >= MEMBERS or not scan.has_room()
        if is_many or not scan.budget.has_rest():
            reason = left_out(len(own) + sum(1 for _ in names))
            return scan.at_limit(reason) if is_many else reason
        with scan.budget.sharing(entity.end - folder.end):
            _read_folder(scan, entity, archive, folder, own, number)
        number += len(own)
    return None


def _locked(scan: Scan, entity: Entity) -> str:
    if scan.passwords.tries < 0 or not scan.budget.has_rest():
        return message("encrypted; decryption limit of the document reached")
    scan.passwords.locked.setdefault(entity.path)
    return message("encrypted")


def _read_folder(
    scan: Scan,
    entity: Entity,
    archive: SevenZip,
    folder: PackedFolder,
    files: list[tuple[str, int]],
    number: int,
) -> None:
    is_known = folder.chain is not None
    reason: str | None = None if is_known else message("unsupported compression")
    opened = archive.opened(folder) if reason is None and folder.is_encrypted else None
    if reason is None and folder.is_encrypted and opened is None:
        reason = _locked(scan, entity)
    if reason is not None:
        for position, (name, _) in enumerate(files[:MEMBERS], number + 1):
            named = replace(entity, path=f"{entity.path}.{position}", type="")
            scan.leave_out(named, message("{name}: {reason}", name=name[:200], reason=reason))
        return
    most, password = min(LARGEST, scan.budget.left), archive.password
    # Unpacked once to charge the budget; the coding unpacks again if the cache dropped it.
    content = archive.unpack(folder, most, password) if opened is None else opened
    ready = [content]
    coding = Unpacked(
        lambda packed: (
            ready.pop()
            if ready
            else unpacked_folder(folder.chain or [], bytes(packed), folder.size, password, most)
        )
    )
    del content
    octets = scan.decoded(entity.octets, folder.start, folder.end, coding)
    if octets is None:
        scan.leave_out(entity, TOO_MUCH)
        return
    at, end = 0, len(octets.get())
    if end >= most:
        scan.budget.refuse()
    for position, (name, size) in enumerate(files, number + 1):
        is_many = position > MEMBERS or not scan.has_room()
        if is_many or (at >= end and size):
            rest = left_out(len(files) - (position - number - 1))
            scan.leave_out(entity, scan.at_limit(rest) if is_many else rest)
            return
        stop = min(at + size, end)
        path = f"{entity.path}.{position}"
        is_cut = stop - at < size
        inner = entity.inside(octets, at, stop, path, entity.base)
        member = replace(inner, name=name, is_cut=is_cut)
        with scan.budget.sharing(end - stop):
            scan.take(member)
        if is_cut:
            scan.leave_out(member, unpacked_only(stop - at))
        at += size
