"""The header of a 7z archive: which streams are packed how, and which files they are.

Counts are only believed as far as the header is long: a lie in it ends the reading.
"""

from __future__ import annotations

from itertools import islice

from uriinspector.core.model import NamedTuple

END, HEADER, FILES, PACKED, FOLDERS, PARTS, SIZES, SUMS = 0, 1, 5, 6, 7, 8, 9, 10
FOLDER, UNPACKED_SIZES, PART_COUNTS, EMPTY, NAMES, ENCODED = 11, 12, 13, 14, 17, 23
HAS_STREAMS = 4
# Coders with more ways in or out than these are none that is known.
COUNT = 32


class BrokenHeaderError(Exception):
    """It does not go on as it should."""


class Coder(NamedTuple):
    """A method by its number, its properties, and how many streams go in and out."""

    method: bytes
    properties: bytes
    inputs: int
    outputs: int


class Folder(NamedTuple):
    """Coders that make one stream of a packed one: what goes from which output to which input."""

    coders: list[Coder]
    bound: dict[int, int]
    packed: list[int]


class Streams(NamedTuple):
    """Where packed streams lie, and what they become."""

    start: int
    packed_sizes: list[int]
    folders: list[Folder]
    # The sizes of what each coder makes, folder by folder; the sums of what folders become.
    sizes: list[list[int]]
    sums: list[int | None]
    # The sizes of the files in each folder, and their sums.
    parts: list[list[int]]
    part_sums: list[list[int | None]]


class ArchiveContents(NamedTuple):
    """The names of all files, whether each has content, and the streams of the content."""

    names: list[str]
    is_empty: list[bool]
    streams: Streams | None


class HeaderReader:
    """Reads the header octet by octet."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._at = 0

    def contents(self) -> ArchiveContents:
        """What a plain header lists."""
        if self._octet() != HEADER:
            raise BrokenHeaderError
        streams: Streams | None = None
        names: list[str] = []
        empty: list[bool] = []
        while (kind := self._number()) != END:
            if kind == HAS_STREAMS:
                streams = self.streams()
            elif kind == FILES:
                names, empty = self._files()
            elif kind == 2:  # properties of the archive: none is known
                while self._number() != END:
                    self._take(self._number())
            else:
                raise BrokenHeaderError
        return ArchiveContents(names, empty, streams)

    def encoded(self) -> Streams | None:
        """The stream in which the true header is packed; None where this is it."""
        if self._octets[:1] != bytes((ENCODED,)):
            return None
        self._at = 1
        return self.streams()

    def streams(self) -> Streams:
        """Packed streams, folders and files, each part of it only where it is needed."""
        start = 0
        packed: list[int] = []
        folders: list[Folder] = []
        sizes: list[list[int]] = []
        sums: list[int | None] = []
        parts: list[list[int]] | None = None
        part_sums: list[list[int | None]] = []
        while (kind := self._number()) != END:
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
        while (kind := self._number()) != END:
            if kind == SIZES:
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
        while (kind := self._number()) != END:
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
            own = [self._number() for _ in range(count - 1)] if kind == SIZES else []
            parts.append([*own, max(_size(folder, each) - sum(own), 0)] if count else [])
        if kind == SIZES:
            kind = self._number()
        # Where a folder is one file, its sum may be known already.
        known = [each if count == 1 else None for each, count in zip(sums, counts, strict=True)]
        missing = [count if own is None else 0 for own, count in zip(known, counts, strict=True)]
        rest: list[int | None] = [None] * sum(missing)
        while kind != END:
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
        while (kind := self._number()) != END:
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
        """As many octets more as the first one has ones at its top, the lowest first."""
        first, mask, value = self._octet(), 0x80, 0
        for position in range(8):
            if not first & mask:
                return value | (first & (mask - 1)) << (8 * position)
            value |= self._octet() << (8 * position)
            mask >>= 1
        return value


def _size(folder: Folder, sizes: list[int]) -> int:
    """How much a folder becomes: what the output makes that goes into no other coder."""
    bound = set(folder.bound.values())
    return next((size for at, size in enumerate(sizes) if at not in bound), 0)
