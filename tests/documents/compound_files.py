"""Write compound files, Outlook messages and TNEF streams for the tests."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import TypeAlias

Tree: TypeAlias = "dict[str, bytes | Tree]"
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
SECTOR, SMALL, CUTOFF = 512, 64, 4096
STORAGE, STREAM, ROOT = 1, 2, 5


class CompoundWriter:
    """A compound file under construction: streams, small streams, directory, then tables."""

    def __init__(self) -> None:
        self.sectors: list[bytes] = []
        self.fat: list[int] = []
        self.small = b""
        self.mini_fat: list[int] = []
        self.entries: list[bytes] = []

    def chain(self, octets: bytes) -> int:
        """Write consecutive sectors and return the number of the first."""
        if not octets:
            return END
        first = len(self.sectors)
        for at in range(0, len(octets), SECTOR):
            self.sectors.append(octets[at : at + SECTOR].ljust(SECTOR, b"\0"))
            self.fat.append(len(self.sectors))
        self.fat[-1] = END
        return first

    def stream(self, octets: bytes) -> int:
        """Write a stream, in small sectors if it is short, and return its first sector."""
        if len(octets) >= CUTOFF:
            return self.chain(octets)
        first = len(self.mini_fat)
        count = -(-len(octets) // SMALL)
        self.mini_fat += [*range(first + 1, first + count), END] if count else []
        self.small += octets.ljust(count * SMALL, b"\0")
        return first if count else END

    def add(self, name: str, kind: int, content: bytes | Tree, after: int) -> int:
        """Add an entry and its contents; each entry is the right sibling of the one before."""
        number = len(self.entries)
        self.entries.append(b"")
        child, first, size = FREE, 0, 0
        if isinstance(content, bytes):
            first, size = self.stream(content), len(content)
        else:
            for each, inner in reversed(content.items()):
                kind_of_inner = STREAM if isinstance(inner, bytes) else STORAGE
                child = self.add(each, kind_of_inner, inner, child)
        self.entries[number] = entry(name, kind, after, child, first, size)
        return number

    def finished(self, content: Tree) -> bytes:
        """Return the whole file."""
        self.add("Root Entry", ROOT, content, FREE)
        mini_fat = self.chain(struct.pack(f"<{len(self.mini_fat)}I", *self.mini_fat))
        small = self.chain(self.small)
        root = bytearray(self.entries[0])
        root[116:128] = struct.pack("<IQ", small, len(self.small))
        directory = self.chain(b"".join([bytes(root), *self.entries[1:]]))
        count = 1
        while count * SECTOR // 4 < len(self.fat) + count:
            count += 1
        first = len(self.sectors)
        fat = self.fat + [FAT] * count
        table = struct.pack(f"<{len(fat)}I", *fat).ljust(count * SECTOR, b"\xff")
        head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
        head += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
        head += struct.pack(
            "<IIIIIIIIII", 0, count, directory, 0, CUTOFF, mini_fat, 1, END, 0, first
        )
        numbers = [*range(first + 1, first + count), *[FREE] * (109 - count)]
        head += struct.pack(f"<{len(numbers)}I", *numbers)
        return head + b"".join(self.sectors) + table


def entry(name: str, kind: int, after: int, child: int, first: int, size: int) -> bytes:
    """Return a directory entry."""
    written = name.encode("utf-16-le") + b"\0\0"
    head = written.ljust(64, b"\0") + struct.pack("<HBB", len(written), kind, 1)
    links = struct.pack("<III", FREE, after, child)
    return (head + links + bytes(36) + struct.pack("<IQ", first, size)).ljust(128, b"\0")


def compound(content: Tree) -> bytes:
    """Return a compound file with these storages and streams."""
    return CompoundWriter().finished(content)


def fixed(numbers: dict[int, int], head: int) -> bytes:
    """Return the stream of fixed-length properties."""
    rows = (struct.pack("<HHIQ", 3, tag, 6, number) for tag, number in numbers.items())
    return bytes(head) + b"".join(rows)


def bag(texts: dict[int, str | bytes], numbers: dict[int, int], head: int) -> Tree:
    """Return the storage of a message, a recipient or an attachment."""
    storage: Tree = {"__properties_version1.0": fixed(numbers, head)}
    for tag, value in texts.items():
        kind = 0x001F if isinstance(value, str) else 0x0102
        octets = value.encode("utf-16-le") if isinstance(value, str) else value
        storage[f"__substg1.0_{tag:04X}{kind:04X}"] = octets
    return storage


def outlook_tree(
    texts: dict[int, str | bytes],
    attachments: tuple[Tree, ...] = (),
    recipients: tuple[Tree, ...] = (),
    numbers: dict[int, int] | None = None,
    head: int = 32,
) -> Tree:
    """Return a message as storages and streams."""
    storage = bag(texts, numbers or {}, head)
    for number, each in enumerate(recipients):
        storage[f"__recip_version1.0_#{number:08X}"] = each
    for number, each in enumerate(attachments):
        storage[f"__attach_version1.0_#{number:08X}"] = each
    return storage


def attached(texts: dict[int, str | bytes], embedded: Tree | None = None) -> Tree:
    """Return an attachment, optionally with an embedded message."""
    storage = bag(texts, {}, 8)
    if embedded is not None:
        storage["__substg1.0_3701000D"] = embedded
    return storage


def plain_rtf(octets: bytes) -> bytes:
    """Return uncompressed RTF with the header it has in messages."""
    return struct.pack("<II4sI", len(octets) + 12, len(octets), b"MELA", 0) + octets


def attribute(number: int, octets: bytes, level: int = 1) -> bytes:
    """Return one attribute of a TNEF stream."""
    head = struct.pack("<BII", level, number, len(octets))
    return head + octets + struct.pack("<H", sum(octets) & 0xFFFF)


def mapi_properties(values: Mapping[int, str | bytes | int]) -> bytes:
    """Encode MAPI properties as in TNEF."""
    pieces = [struct.pack("<I", len(values))]
    for tag, value in values.items():
        if isinstance(value, int):
            pieces.append(struct.pack("<HHI", 3, tag, value))
            continue
        octets = value if isinstance(value, bytes) else (value + "\0").encode("utf-16-le")
        kind = 0x0102 if isinstance(value, bytes) else 0x001F
        padding = bytes(-len(octets) % 4)
        pieces.append(struct.pack("<HHII", kind, tag, 1, len(octets)) + octets + padding)
    return b"".join(pieces)


def tnef(values: Mapping[int, str | bytes | int], *attachments: bytes) -> bytes:
    """Return a TNEF stream with these message properties."""
    head = struct.pack("<IH", 0x223E9F78, 1)
    return head + attribute(0x69003, mapi_properties(values)) + b"".join(attachments)


def tnef_attachment(name: str, octets: bytes, more: dict[int, str | bytes | int]) -> bytes:
    """Return the attributes of one attachment."""
    return b"".join(
        (
            attribute(0x69002, bytes(14), 2),
            attribute(0x18010, name.encode() + b"\0", 2),
            attribute(0x6800F, octets, 2),
            attribute(0x69005, mapi_properties(more), 2),
        )
    )
