"""Compound files with unusual sector layouts, intact and damaged."""

import struct

import uriinspector
from tests.documents.compound_files import END, FREE, Tree, compound
from tests.for_each import for_each
from uriinspector.documents.ole import CompoundFile

SECTOR = 512
LONG, SHORT = bytes(range(256)) * 600, b"short"
TREE: Tree = {"Long": LONG, "Storage": {"Short": SHORT, "Second": b"second" * 100}}


def contents(octets: bytes) -> dict[str, bytes]:
    """Return every stream by path, as far as it can be read."""
    file = CompoundFile(octets, 0, len(octets))
    return {path: file.read(entry, 1 << 20) for path, entry in file.root.walk()}


WHOLE = {"Long": LONG, "Storage/Short": SHORT, "Storage/Second": b"second" * 100}


def tables_elsewhere(octets: bytes, in_head: int, each: int) -> bytes:
    """Move the sector numbers of the allocation table into DIFAT sectors with `each` numbers."""
    count = struct.unpack_from("<I", octets, 44)[0]
    numbers = list(struct.unpack_from(f"<{count}I", octets, 76))
    head, rest = numbers[:in_head], numbers[in_head:]
    first = len(octets) // SECTOR - 1
    lists = [rest[at : at + each] for at in range(0, len(rest), each)]
    made = bytearray(octets)
    struct.pack_into("<109I", made, 76, *head, *[FREE] * (109 - in_head))
    struct.pack_into("<I", made, 68, first if lists else END)
    for number, listed in enumerate(lists, 1):
        following = first + number if number < len(lists) else END
        row = [*listed, *[FREE] * (127 - len(listed)), following]
        made += struct.pack("<128I", *row)
    return bytes(made)


@for_each("in_head, each", (3, 127), (1, 127), (0, 127), (0, 2), (1, 1))
def test_allocation_table_is_found_through_difat_sectors(in_head: int, each: int) -> None:
    octets = compound(TREE)
    assert struct.unpack_from("<I", octets, 44)[0] == 3
    assert contents(octets) == WHOLE
    assert contents(tables_elsewhere(octets, in_head, each)) == WHOLE


@for_each("cut", 1, 4, 5, 256, 508, 509, 511, 512)
def test_truncated_difat_is_not_read(cut: int) -> None:
    assert contents(tables_elsewhere(compound(TREE), 1, 127)[:-cut]) == {}


def test_circular_difat_and_large_sectors_are_read() -> None:
    octets = bytearray(tables_elsewhere(compound(TREE), 0, 127))
    struct.pack_into("<I", octets, len(octets) - 4, len(octets) // SECTOR - 2)
    assert contents(bytes(octets)) == WHOLE
    content = bytes(range(251)) * 50
    assert contents(wide("Data", content)) == {"Data": content}


def wide(name: str, content: bytes) -> bytes:
    """Return a file with one stream in sectors of 4,096 bytes (version 4)."""
    size = 4096
    data = content.ljust(-(-len(content) // size) * size, b"\0")
    count = len(data) // size
    fat = [*range(1, count), END, END, 0xFFFFFFFD]
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(size, b"\xff")
    written = name.encode("utf-16-le") + b"\0\0"

    def entry(title: bytes, kind: int, child: int, first: int, length: int) -> bytes:
        head = title.ljust(64, b"\0") + struct.pack("<HBB", len(title), kind, 1)
        links = struct.pack("<III", FREE, FREE, child)
        return head + links + bytes(36) + struct.pack("<IQ", first, length)

    root = entry("Root Entry".encode("utf-16-le") + b"\0\0", 5, 1, END, 0)
    directory = (root + entry(written, 2, FREE, 0, len(content))).ljust(size, b"\0")
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<HHHHH6x", 0x3E, 4, 0xFFFE, 12, 6)
    head += struct.pack("<IIIIIIIIII", 1, 1, count, 0, 4096, END, 0, END, 0, count + 1)
    head += struct.pack("<I", FREE) * 108
    return head.ljust(size, b"\0") + data + directory + table


@for_each("shift", 0, 8, 10, 11, 13, 0xFFFF)
def test_invalid_sector_sizes_are_read_as_512(shift: int) -> None:
    octets = bytearray(compound(TREE))
    struct.pack_into("<H", octets, 30, shift)
    assert contents(bytes(octets)) == WHOLE


@for_each("length", 0, 1, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097, 8192)
def test_compound_stream_has_its_stated_length(length: int) -> None:
    content = bytes(at % 251 for at in range(length))
    octets = compound({"A": b"first", "Data": content, "Z": b"last"})
    expected = {"A": b"first", "Data": content, "Z": b"last"}
    assert contents(octets) == expected
    file = CompoundFile(octets, 0, len(octets))
    (entry,) = (each for path, each in file.root.walk() if path == "Data")
    runs = file.runs(entry)
    assert b"".join(octets[first:last] for first, last in runs) == content
    assert all(first < last for first, last in runs)
    assert len(runs) <= 1  # adjacent sectors are one run


def test_streams_are_in_directory_order_even_if_truncated() -> None:
    octets = compound(TREE)
    for end in range(0, len(octets), 1000):
        for path, content in contents(octets[:end]).items():
            assert len(content) <= len(WHOLE[path])
    tree: Tree = {"b": {"y": b"1", "x": b"2"}, "a": b"3"}
    assert list(contents(compound(tree))) == ["b/y", "b/x", "a"]
    name = "abcd".encode("utf-16-le")
    octets = compound({"abcd": b"see http://a.test/ and more" * 200})
    assert octets.count(name) == 1
    changed = octets.replace(name, b"\0\xd8" + name[2:])
    assert uriinspector.scan(changed).links[0].value == "http://a.test/"
