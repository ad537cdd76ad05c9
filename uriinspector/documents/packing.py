"""Unpack ZIP members and 7z folders, and parse the 7z header.

Counts in the header are limited by its length: a false count ends the parsing.
"""

from __future__ import annotations

import bz2
import hashlib
import lzma
import struct
import zipfile
import zlib
from bz2 import BZ2Decompressor
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from uriinspector.core.model import NamedTuple
from uriinspector.documents.decryption import chained
from uriinspector.documents.octets import NOTHING, expanded, inflated

if TYPE_CHECKING:
    from uriinspector.documents.work_budget import WorkBudget


COPY, LZMA, LZMA2, DEFLATE, BZIP2 = b"\0", b"\3\1\1", b"\x21", b"\4\1\x08", b"\4\2\2"
AES = b"\x06\xf1\x07\x01"
FILTERS = {
    b"\3": lzma.FILTER_DELTA, b"\4": lzma.FILTER_X86, b"\3\3\1\3": lzma.FILTER_X86,
    b"\3\3\2\5": lzma.FILTER_POWERPC, b"\3\3\4\1": lzma.FILTER_IA64,
    b"\3\3\5\1": lzma.FILTER_ARM, b"\3\3\7\1": lzma.FILTER_ARMTHUMB,
    b"\3\3\x08\5": lzma.FILTER_SPARC,
}  # fmt: skip
KNOWN = frozenset((COPY, LZMA, LZMA2, DEFLATE, BZIP2, AES, *FILTERS))
# The binary logarithm of the maximum number of key derivation rounds.
ROUNDS = 20
RUN = 1 << 12
# The cost per byte in units of work, by measured time.
BY_AES = 1


def chain_of(folder: Folder) -> list[Coder] | None:
    """Return the coders in the order of unpacking; None if one is unknown or has several inputs."""
    coders, bound = folder.coders, {out_of: into for into, out_of in folder.bound.items()}
    if any(each.inputs != 1 or each.outputs != 1 or each.method not in KNOWN for each in coders):
        return None
    at = folder.packed[0] if len(folder.packed) == 1 else len(coders)
    chain: list[Coder] = []
    while at < len(coders) and len(chain) < len(coders):
        chain.append(coders[at])
        at = bound.get(at, len(coders))
    return chain


def is_encrypted(folder: Folder) -> bool:
    return any(each.method == AES for each in folder.coders)


def unpacked_folder(
    chain: list[Coder],
    packed: bytes,
    size: int,
    password: str | None,
    most: int,
    budget: WorkBudget | None = None,
) -> bytes:
    """Unpack a folder as far as possible; the output of all but the last coder is charged."""
    octets, waiting = packed, list(chain)
    while waiting:
        coder = waiting.pop(0)
        # liblzma applies filters together with the decompression before them.
        filters = []
        while waiting and waiting[0].method in FILTERS and coder.method in {LZMA, LZMA2}:
            filters.append(waiting.pop(0))
        if budget and coder.method == AES and not budget.charge(BY_AES * len(octets)):
            return b""
        octets = _decoded(coder, filters, octets, size, password, most)
        if budget and waiting:
            budget.spend(len(octets))
            most = max(min(most, budget.left), 0)
    return octets[: min(size, most)]


def _decoded(
    coder: Coder, filters: list[Coder], octets: bytes, size: int, password: str | None, most: int
) -> bytes:
    if coder.method == COPY:
        return octets
    if coder.method == DEFLATE:
        return inflated(memoryview(octets), most, NOTHING)
    if coder.method == BZIP2:
        return expanded(bz2.BZ2Decompressor(), memoryview(octets), most).octets
    if coder.method == AES:
        return _decrypted(coder.properties, octets, password or "")
    if coder.method in FILTERS:  # without compression before it
        return octets
    chain: list[Any] = [_filter(each) for each in reversed(filters)]
    try:
        decompressor = lzma.LZMADecompressor(
            lzma.FORMAT_RAW, filters=[*chain, _lzma(coder, min(size, most))]
        )
    except (lzma.LZMAError, ValueError, MemoryError):
        return b""
    return expanded(decompressor, memoryview(octets), min(size, most)).octets


def _filter(coder: Coder) -> dict[str, int]:
    kind = FILTERS[coder.method]
    if kind == lzma.FILTER_DELTA:
        return {"id": kind, "dist": (coder.properties[0] if coder.properties else 0) + 1}
    return {"id": kind}


def _lzma(coder: Coder, size: int) -> dict[str, int]:
    """Return a filter whose window is limited to the output size, whatever the properties say."""
    window = max(size, 4096)
    if coder.method == LZMA2:
        return {"id": lzma.FILTER_LZMA2, "dict_size": window}
    first = coder.properties[0] if coder.properties else 0
    rest, context = divmod(first, 9)
    position, literal = divmod(rest, 5)
    return {
        "id": lzma.FILTER_LZMA1,
        "dict_size": window,
        "lc": context,
        "lp": literal,
        "pb": position,
    }


def _decrypted(properties: bytes, octets: bytes, password: str) -> bytes:
    """Decrypt with AES-256-CBC; the key is a hash of salt, password and a counter."""
    origin = key_origin(properties, password)
    if origin is None:
        return b""
    first, second = properties[:2]
    start = 2 + (first >> 7 & 1) + (second >> 4)
    vector = properties[start : start + (first >> 6 & 1) + (second & 15)].ljust(16, b"\0")
    return chained(_key(*origin), vector[:16], octets[: len(octets) & ~15])


def key_origin(properties: bytes, password: str) -> tuple[bytes, int] | None:
    """Return the input of the key derivation and its rounds; None if there are too many rounds."""
    if len(properties) < 2 or properties[0] & 0x3F > ROUNDS:
        return None
    first, second = properties[:2]
    salt = properties[2 : 2 + (first >> 7 & 1) + (second >> 4)]
    return salt + password.encode("utf-16-le", "replace"), 1 << (first & 0x3F)


# The folders of an archive usually have the same key.
@lru_cache(maxsize=32)
def _key(prefix: bytes, rounds: int) -> bytes:
    digest = hashlib.sha256()
    for start in range(0, rounds, RUN):
        counters = range(start, min(start + RUN, rounds))
        digest.update(b"".join(prefix + each.to_bytes(8, "little") for each in counters))
    return digest.digest()


def sum_of(octets: bytes) -> int:
    return zlib.crc32(octets)


SEVEN_ZIP_HEADER_END, HEADER, FILES, PACKED, FOLDERS, PARTS, SEVEN_ZIP_HEADER_SIZES, SUMS = (
    0,
    1,
    5,
    6,
    7,
    8,
    9,
    10,
)
FOLDER, UNPACKED_SIZES, PART_COUNTS, EMPTY, NAMES, ENCODED = 11, 12, 13, 14, 17, 23
HAS_STREAMS = 4
# No known coder has more inputs or outputs.
COUNT = 32


class BrokenHeaderError(Exception): ...


class Coder(NamedTuple):
    method: bytes
    properties: bytes
    inputs: int
    outputs: int


class Folder(NamedTuple):
    """A chain of coders that unpacks one stream; ``bound`` maps inputs to the outputs they read."""

    coders: list[Coder]
    bound: dict[int, int]
    packed: list[int]


class Streams(NamedTuple):
    """The positions and sizes of the packed streams, and their contents."""

    start: int
    packed_sizes: list[int]
    folders: list[Folder]
    # The output sizes of the coders in each folder, and the checksums of the folders.
    sizes: list[list[int]]
    sums: list[int | None]
    # The sizes and checksums of the files in each folder.
    parts: list[list[int]]
    part_sums: list[list[int | None]]


class ArchiveContents(NamedTuple):
    """The names of the files, whether they are empty, and the streams with their contents."""

    names: list[str]
    is_empty: list[bool]
    streams: Streams | None


class HeaderReader:
    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._at = 0

    def contents(self) -> ArchiveContents:
        if self._octet() != HEADER:
            raise BrokenHeaderError
        streams: Streams | None = None
        names: list[str] = []
        empty: list[bool] = []
        while (kind := self._number()) != SEVEN_ZIP_HEADER_END:
            if kind == HAS_STREAMS:
                streams = self.streams()
            elif kind == FILES:
                names, empty = self._files()
            elif kind == 2:  # archive properties, none of which is known
                while self._number() != SEVEN_ZIP_HEADER_END:
                    self._take(self._number())
            else:
                raise BrokenHeaderError
        return ArchiveContents(names, empty, streams)

    def encoded(self) -> Streams | None:
        """Return the packed stream that contains the real header; None if this is the real one."""
        if self._octets[:1] != bytes((ENCODED,)):
            return None
        self._at = 1
        return self.streams()

    def streams(self) -> Streams:
        """Parse the packed streams, folders and files; each section is optional."""
        start = 0
        packed: list[int] = []
        folders: list[Folder] = []
        sizes: list[list[int]] = []
        sums: list[int | None] = []
        parts: list[list[int]] | None = None
        part_sums: list[list[int | None]] = []
        while (kind := self._number()) != SEVEN_ZIP_HEADER_END:
            if kind == PACKED:
                start, packed = self._packed()
            elif kind == FOLDERS:
                folders, sizes, sums = self._folders()
            elif kind == PARTS:
                parts, part_sums = self._parts(folders, sizes, sums)
            else:
                raise BrokenHeaderError
        if parts is None:
            parts = [[_size(folder, each)] for folder, each in zip(folders, sizes, strict=True)]
            part_sums = [[each] for each in sums]
        return Streams(start, packed, folders, sizes, sums, parts, part_sums)

    def _packed(self) -> tuple[int, list[int]]:
        start, count, sizes = self._number(), self._count(), []
        while (kind := self._number()) != SEVEN_ZIP_HEADER_END:
            if kind == SEVEN_ZIP_HEADER_SIZES:
                sizes = [self._number() for _ in range(count)]
            elif kind == SUMS:
                self._sums(count)
            else:
                raise BrokenHeaderError
        return start, sizes

    def _folders(self) -> tuple[list[Folder], list[list[int]], list[int | None]]:
        if self._number() != FOLDER:
            raise BrokenHeaderError
        count = self._count()
        if self._octet():
            raise BrokenHeaderError
        folders = [self._folder() for _ in range(count)]
        if self._number() != UNPACKED_SIZES:
            raise BrokenHeaderError
        sizes = [
            [self._number() for _ in range(sum(each.outputs for each in folder.coders))]
            for folder in folders
        ]
        sums: list[int | None] = [None] * count
        while (kind := self._number()) != SEVEN_ZIP_HEADER_END:
            if kind != SUMS:
                raise BrokenHeaderError
            sums = self._sums(count)
        return folders, sizes, sums

    def _folder(self) -> Folder:
        coders = []
        for _ in range(self._count(COUNT)):
            flags = self._octet()
            method, inputs, outputs = self._take(flags & 15), 1, 1
            if flags & 0x10:
                inputs, outputs = self._count(COUNT), self._count(COUNT)
            properties = self._take(self._number()) if flags & 0x20 else b""
            coders.append(Coder(method, properties, inputs, outputs))
        inputs, outputs = sum(each.inputs for each in coders), sum(each.outputs for each in coders)
        bound = {}
        for _ in range(max(outputs - 1, 0)):
            into, out_of = self._number(), self._number()
            bound[into] = out_of
        count = inputs - len(bound)
        if count == 1:
            return Folder(coders, bound, [each for each in range(inputs) if each not in bound])
        return Folder(coders, bound, [self._number() for _ in range(max(count, 0))])

    def _parts(
        self, folders: list[Folder], sizes: list[list[int]], sums: list[int | None]
    ) -> tuple[list[list[int]], list[list[int | None]]]:
        counts = [1] * len(folders)
        kind = self._number()
        if kind == PART_COUNTS:
            counts = [self._count() for _ in folders]
            kind = self._number()
        parts = []
        for folder, each, count in zip(folders, sizes, counts, strict=True):
            own = (
                [self._number() for _ in range(count - 1)] if kind == SEVEN_ZIP_HEADER_SIZES else []
            )
            parts.append([*own, max(_size(folder, each) - sum(own), 0)] if count else [])
        if kind == SEVEN_ZIP_HEADER_SIZES:
            kind = self._number()
        # The checksum of a folder with a single file may already be known.
        known = [each if count == 1 else None for each, count in zip(sums, counts, strict=True)]
        missing = [count if own is None else 0 for own, count in zip(known, counts, strict=True)]
        rest: list[int | None] = [None] * sum(missing)
        while kind != SEVEN_ZIP_HEADER_END:
            if kind != SUMS:
                raise BrokenHeaderError
            rest = self._sums(sum(missing))
            kind = self._number()
        left = iter(rest)
        part_sums: list[list[int | None]] = [
            [own] if own is not None else list(islice(left, count))
            for own, count in zip(known, counts, strict=True)
        ]
        return parts, part_sums

    def _files(self) -> tuple[list[str], list[bool]]:
        count = self._count()
        names: list[str] = []
        empty = [False] * count
        while (kind := self._number()) != SEVEN_ZIP_HEADER_END:
            size = self._number()
            inside = HeaderReader(self._take(size))
            if kind == NAMES:
                text = inside._octets[1:].decode("utf-16-le", "replace")
                names = text.split("\0")[:count]
            elif kind == EMPTY:
                empty = inside._bits(count)
        return names + [""] * (count - len(names)), empty

    def _sums(self, count: int) -> list[int | None]:
        is_there = [True] * count if self._octet() else self._bits(count)
        return [int.from_bytes(self._take(4), "little") if each else None for each in is_there]

    def _bits(self, count: int) -> list[bool]:
        octets = self._take((count + 7) // 8)
        return [bool(octets[at >> 3] & 0x80 >> (at & 7)) for at in range(count)]

    def _take(self, size: int) -> bytes:
        octets = self._octets[self._at : self._at + size]
        if len(octets) < size:
            raise BrokenHeaderError
        self._at += size
        return octets

    def _octet(self) -> int:
        return self._take(1)[0]

    def _count(self, most: int = 1 << 24) -> int:
        count = self._number()
        if count > min(len(self._octets) * 8, most):
            raise BrokenHeaderError
        return count

    def _number(self) -> int:
        """Read a number; the leading 1 bits of its first byte count the bytes that follow.

        These are in little-endian order.
        """
        first, mask, value = self._octet(), 0x80, 0
        for position in range(8):
            if not first & mask:
                return value | (first & (mask - 1)) << (8 * position)
            value |= self._octet() << (8 * position)
            mask >>= 1
        return value


def _size(folder: Folder, sizes: list[int]) -> int:
    """Return the unpacked size of a folder: that of the output that no other coder reads."""
    bound = set(folder.bound.values())
    return next((size for at, size in enumerate(sizes) if at not in bound), 0)


# A local header up to the lengths of the name and the extra field (APPNOTE 4.3.7).
ZIP_LAYOUT_HEAD = struct.Struct("<26sHH")
# The end of central directory record without its comment (4.3.16).
ZIP_LAYOUT_END, END_SIZE = b"PK\5\6", 22
# The flag, signature and sizes of a data descriptor, with 4 or 8 bytes per size (4.3.9).
HAS_DESCRIPTOR, SIGNATURE, ZIP_LAYOUT_SIZES = 8, b"PK\7\x08", (12, 20)
NEXT = b"PK"


def outside(octets: bytes, members: Iterable[zipfile.ZipInfo], directory: int) -> int:
    """Return the number of bytes outside members and directory, not counting zeros at the ends."""
    at, count = 0, 0
    for first, end in sorted(_spans(octets, members)):
        count += _written(octets, at, first)
        at = max(at, end)
    end_of_directory = octets.rfind(ZIP_LAYOUT_END) + END_SIZE
    return count + _written(octets, at, directory) + _written(octets, end_of_directory, len(octets))


def _written(octets: bytes, start: int, end: int) -> int:
    return len(octets[start : max(start, end)].strip(b"\0"))


def _spans(octets: bytes, members: Iterable[zipfile.ZipInfo]) -> Iterator[tuple[int, int]]:
    for each in members:
        first = each.header_offset
        head = octets[first : first + ZIP_LAYOUT_HEAD.size]
        if len(head) < ZIP_LAYOUT_HEAD.size:
            continue
        _, name, extra = ZIP_LAYOUT_HEAD.unpack(head)
        end = first + ZIP_LAYOUT_HEAD.size + name + extra + each.compress_size
        yield first, end + (_descriptor(octets, end) if each.flag_bits & HAS_DESCRIPTOR else 0)


def _descriptor(octets: bytes, at: int) -> int:
    """Return the length of the data descriptor; the record after it starts with "PK"."""
    signature = len(SIGNATURE) if octets.startswith(SIGNATURE, at) else 0
    return next(
        (
            signature + size
            for size in ZIP_LAYOUT_SIZES
            if octets.startswith(NEXT, at + signature + size)
        ),
        0,
    )


METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})
# A version, the length of the properties, and the properties: their first byte and the window.
ZIP_METHODS_HEAD = 4
PROPERTIES = 5


def unpacked_member(packed: memoryview, method: int, most: int) -> bytes:
    if method == zipfile.ZIP_STORED:
        return bytes(packed[:most])
    if method == zipfile.ZIP_BZIP2:
        return expanded(BZ2Decompressor(), packed, most).octets
    if method == zipfile.ZIP_LZMA:
        return _by_lzma(packed, most)
    return inflated(packed, most)


def _by_lzma(packed: memoryview, most: int) -> bytes:
    """Unpack LZMA data (5.8.8); the window is never larger than the output."""
    size = int.from_bytes(packed[2:ZIP_METHODS_HEAD], "little")
    if size != PROPERTIES or len(packed) < ZIP_METHODS_HEAD + size:
        return b""
    rest, context = divmod(packed[ZIP_METHODS_HEAD], 9)
    position, literal = divmod(rest, 5)
    window = min(
        int.from_bytes(packed[ZIP_METHODS_HEAD + 1 : ZIP_METHODS_HEAD + size], "little"), most
    )
    chain = {
        "id": lzma.FILTER_LZMA1,
        "dict_size": max(window, 4096),
        "lc": context,
        "lp": literal,
        "pb": position,
    }
    try:
        decompressor = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[chain])
    except (lzma.LZMAError, ValueError, MemoryError):
        return b""
    return expanded(decompressor, packed[ZIP_METHODS_HEAD + size :], most).octets
