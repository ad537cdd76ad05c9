"""Read compound files (MS-CFB), the file systems within files that older Office programs write.

Libraries return the bytes of a stream without their positions, and fail if a single sector is
missing, although mail programs still open such files.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

HEAD = 512
ENTRY = 128
# Sector numbers; higher ones have special meanings.
LAST = 0xFFFFFFFA
NONE = 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5
# The maximum number of directory entries.
ENTRIES = 50_000
MINI_SHIFT, CUTOFF = 6, 4096
OUTLOOK_STREAM = "__properties_version1.0"


@dataclass(slots=True)
class DirectoryEntry:
    """A storage or a stream; only storages contain other entries."""

    name: str
    kind: int
    first: int
    size: int
    inside: dict[str, DirectoryEntry] = field(default_factory=dict)
    # The spans of its bytes, once they have been looked up.
    runs: list[tuple[int, int]] | None = None

    @property
    def is_stream(self) -> bool:
        return self.kind == STREAM

    def walk(self) -> Iterator[tuple[str, DirectoryEntry]]:
        waiting = [(name, each) for name, each in reversed(self.inside.items())]
        while waiting:
            path, entry = waiting.pop()
            if entry.is_stream:
                yield path, entry
            waiting += [(f"{path}/{name}", each) for name, each in reversed(entry.inside.items())]


class CompoundFile:
    """A compound file from ``start`` to ``end``; broken parts of it are treated as missing."""

    def __init__(self, octets: bytes | memoryview, start: int, end: int) -> None:
        self._octets = octets
        self._start, self._end = start, end
        head = bytes(octets[start : min(start + HEAD, end)]).ljust(HEAD, b"\0")
        shift = struct.unpack_from("<H", head, 30)[0]
        self._shift = shift if shift in {9, 12} else 9
        self._count = max(end - start, 0) >> self._shift
        self._fat = self._table(self._fat_sectors(head))
        self._mini_fat = self._table(self._chain(struct.unpack_from("<I", head, 60)[0]))
        self._mini_sectors: list[int] = []
        self._mini_size = 0
        # Each sector belongs to one stream: sharing sectors would make a file of any size possible.
        self._left, self._mini_left = self._count + 1, len(self._mini_fat) + 1
        # True if streams were left out because the limit was reached.
        self.is_cut = False
        self.root = DirectoryEntry("", ROOT, NONE, 0)
        self._read_directory(struct.unpack_from("<I", head, 48)[0])

    def _fat_sectors(self, head: bytes) -> list[int]:
        """Return the sectors of the allocation table: 109 in the header, others in a chain."""
        sectors = list(struct.unpack_from("<109I", head, 76))
        following, seen = struct.unpack_from("<I", head, 68)[0], 0
        each = (1 << self._shift) // 4
        while following < self._count and seen < self._count and len(sectors) <= self._count:
            numbers = self._numbers(following)
            if len(numbers) < each:
                break
            sectors += numbers[:-1]
            following, seen = numbers[-1], seen + 1
        return [sector for sector in sectors if sector < LAST][: self._count + 1]

    def _span(self, sector: int) -> tuple[int, int]:
        first = self._start + ((sector + 1) << self._shift)
        return min(first, self._end), min(first + (1 << self._shift), self._end)

    def _numbers(self, sector: int) -> array[int]:
        first, last = self._span(sector)
        octets = bytes(self._octets[first:last])
        return array("I", struct.unpack(f"<{len(octets) // 4}I", octets[: len(octets) & ~3]))

    def _table(self, sectors: list[int]) -> array[int]:
        table = array("I")
        each = (1 << self._shift) // 4
        for sector in sectors:
            numbers = self._numbers(sector)
            table.extend(numbers)
            table.extend([NONE] * (each - len(numbers)))
        return table

    def _chain(self, sector: int, most: int | None = None) -> list[int]:
        """Return the chain that starts at a sector; a cycle is cut at the length of the file."""
        return _followed(self._fat, sector, self._count + 1 if most is None else most)

    def _read_directory(self, first: int) -> None:
        sectors = self._chain(first, ENTRIES * ENTRY >> self._shift)
        octets = b"".join(bytes(self._octets[slice(*self._span(each))]) for each in sectors)
        raw = [octets[at : at + ENTRY] for at in range(0, len(octets) - ENTRY + 1, ENTRY)]
        if not raw:
            return
        start, size = struct.unpack_from("<IQ", raw[0], 116)
        self._mini_sectors = self._chain(start)
        self._mini_size = min(size, len(self._mini_sectors) << self._shift)
        visited = {0}
        waiting = [(struct.unpack_from("<I", raw[0], 76)[0], self.root)]
        while waiting:
            number, parent = waiting.pop()
            if number >= len(raw) or number in visited:
                continue
            visited.add(number)
            left, right, child = struct.unpack_from("<III", raw[number], 68)
            entry = _entry(raw[number])
            waiting += ((left, parent), (right, parent))
            if entry.kind in {STORAGE, STREAM}:
                parent.inside.setdefault(entry.name, entry)
                if entry.kind == STORAGE:
                    waiting.append((child, entry))

    def runs(self, entry: DirectoryEntry) -> list[tuple[int, int]]:
        """Return the spans of a stream's bytes in the file, in order."""
        if entry.runs is None:
            entry.runs = self._runs(entry) if entry.is_stream and entry.size else []
        return entry.runs

    def _runs(self, entry: DirectoryEntry) -> list[tuple[int, int]]:
        if entry.size >= CUTOFF:
            most = (entry.size >> self._shift) + 1
            chain = _followed(self._fat, entry.first, min(most, self._left))
            self.is_cut |= len(chain) == self._left < most
            self._left -= len(chain)
            return _joined(map(self._span, chain), entry.size)
        most = (entry.size >> MINI_SHIFT) + 1
        chain = _followed(self._mini_fat, entry.first, min(most, self._mini_left))
        self.is_cut |= len(chain) == self._mini_left < most
        self._mini_left -= len(chain)
        return _joined(map(self._mini_span, chain), entry.size)

    def _mini_span(self, sector: int) -> tuple[int, int]:
        """Return the span of a mini sector, which is a piece of the root's stream."""
        at = sector << MINI_SHIFT
        if at >= self._mini_size:
            return self._start, self._start
        first, _ = self._span(self._mini_sectors[at >> self._shift])
        first = min(first + (at & ((1 << self._shift) - 1)), self._end)
        return first, min(first + (1 << MINI_SHIFT), self._end)

    def read(self, entry: DirectoryEntry, most: int = 1 << 16) -> bytes:
        runs = _joined(iter(self.runs(entry)), most)
        return b"".join(bytes(self._octets[first:last]) for first, last in runs)


def _followed(table: array[int], sector: int, most: int) -> list[int]:
    chain: list[int] = []
    while sector < len(table) and len(chain) < most:
        chain.append(sector)
        sector = table[sector]
    return chain


def _entry(raw: bytes) -> DirectoryEntry:
    length, kind = struct.unpack_from("<HB", raw, 64)
    name = raw[: max(min(length, 64) - 2, 0) & ~1].decode("utf-16-le", "replace")
    first, size = struct.unpack_from("<IQ", raw, 116)
    # In version 3, the size has 32 bits; the next 32 bits are undefined (2.6.3).
    return DirectoryEntry(name, kind, first, size & 0xFFFFFFFF)


def _joined(spans: Iterator[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Merge adjacent spans and limit their total size."""
    runs: list[tuple[int, int]] = []
    for first, last in spans:
        last = min(last, first + size)
        size -= last - first
        if runs and runs[-1][1] == first:
            runs[-1] = runs[-1][0], last
        elif last > first:
            runs.append((first, last))
        if size <= 0:
            break
    return runs


def is_outlook_message(view: memoryview) -> bool:
    """Return True if a compound file is an Outlook message (MS-OXMSG 2.4)."""
    return OUTLOOK_STREAM in CompoundFile(view, 0, len(view)).root.inside
