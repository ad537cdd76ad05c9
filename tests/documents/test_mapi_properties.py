"""MAPI properties of messages: fixed-size types and values in streams."""

import struct

import uriinspector
from tests.documents.compound_files import Tree, compound, outlook_tree
from tests.for_each import for_each
from uriinspector.documents.octets import Raw
from uriinspector.documents.ole import CompoundFile
from uriinspector.documents.outlook import LONGEST, MapiValue, MessageFile

TAG = 0x1234
RAW = bytes.fromhex("f1e2d3c4b5a69788")
# MS-OXCDATA 2.11.1: the fixed-size types and their sizes in bytes.
SIZES = {
    0x0002: 2,
    0x0003: 4,
    0x0004: 4,
    0x0005: 8,
    0x0006: 8,
    0x0007: 8,
    0x000A: 4,
    0x000B: 2,
    0x0014: 8,
    0x0040: 8,
}


def numbers(kind: int, head: int = 32) -> dict[int, int]:
    """Return the numeric properties of a message with one property of this type."""
    listed = bytes(head) + struct.pack("<HHI8s", kind, TAG, 6, RAW)
    octets = compound({"__properties_version1.0": listed})
    return MessageFile(CompoundFile(octets, 0, len(octets)), Raw(octets)).message().bag.numbers


@for_each("kind, size", *SIZES.items())
def test_fixed_size_mapi_property_is_a_number(kind: int, size: int) -> None:
    assert numbers(kind) == {TAG: int.from_bytes(RAW[:size], "little")}


@for_each("kind", 0x0000, 0x0001, 0x000D, 0x001E, 0x001F, 0x0048, 0x0102, 0x1003)
def test_other_mapi_property_types_are_not_numbers(kind: int) -> None:
    assert numbers(kind) == {}


@for_each("head", 31, 33, 24, 16)
def test_mapi_property_list_starts_after_its_header(head: int) -> None:
    assert numbers(0x0003, head) != numbers(0x0003)


@for_each("most, head", (1, b"a"), (3, b"abc"), (4, b"abcx"), (9, b"abcxyz"))
def test_beginning_of_a_mapi_value_spans_its_pieces(most: int, head: bytes) -> None:
    value = MapiValue(0x0102, Raw(b"abc...xyz"), ((0, 3), (6, 9)))
    assert value.head(most) == head
    assert value.size == 6
    assert value.head() == b"abcxyz"


def test_read_length_of_a_mapi_value_is_limited() -> None:
    octets = b"a" * (LONGEST + 1)
    assert len(MapiValue(0x0102, Raw(octets), ((0, len(octets)),)).head()) == 1 << 16


@for_each("kind, encoding", (0x001E, "cp1251"), (0x001F, "utf-16-le"), (0x0102, "cp1251"))
def test_header_and_body_use_the_encoding_of_their_type(kind: int, encoding: str) -> None:
    """Only the wide type ignores the code page of the message."""
    header = "From: \u0436 <a@b.example>\r\nX-Link: http://h.example/\u0436\r\n\r\n"
    storage: Tree = outlook_tree({}, numbers={0x3FFD: 1251, 0x3FDE: 1251})
    storage[f"__substg1.0_007D{kind:04X}"] = header.encode(encoding)
    storage[f"__substg1.0_1000{kind:04X}"] = "see http://b.example/\u0436".encode(encoding)
    links = uriinspector.scan(compound(storage)).links
    assert [each.value for each in links] == ["http://h.example/\u0436", "http://b.example/\u0436"]
