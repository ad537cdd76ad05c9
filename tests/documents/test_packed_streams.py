"""Streams of 7z and zip, compared with Python's compressors with the same properties."""

import bz2
import gzip
import lzma
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import uriinspector
from tests.for_each import for_each
from uriinspector.documents import packing
from uriinspector.documents.octets import GZIP, NOTHING, ZLIB, inflated
from uriinspector.documents.packing import Coder, Folder, chain_of, unpacked_folder, unpacked_member

TEXT = b"".join(b"http://a.test/%d\n" % number for number in range(3_000))
# Method numbers in the headers of 7z.
COPY, LZMA, LZMA2, BCJ, DELTA = b"\0", b"\3\1\1", b"\x21", b"\3\3\1\3", b"\3"
DEFLATE, BZIP2 = b"\4\1\x08", b"\4\2\2"
# lc, lp and pb are packed in one byte: (pb * 5 + lp) * 9 + lc.
BITS = [(3, 0, 2), (0, 0, 0), (4, 0, 0), (0, 4, 0), (1, 2, 3), (0, 0, 4), (2, 1, 4)]


def packed(*filters: dict[str, Any]) -> bytes:
    return lzma.compress(TEXT, lzma.FORMAT_RAW, filters=list(filters))


def properties(lc: int, lp: int, pb: int) -> bytes:
    return bytes([(pb * 5 + lp) * 9 + lc]) + struct.pack("<I", 1 << 16)


def unpacked(octets: bytes, *coders: Coder, size: int = len(TEXT), most: int = 1 << 20) -> bytes:
    return unpacked_folder(list(coders), octets, size, None, most)


def coder(method: bytes, held: bytes = b"") -> Coder:
    return Coder(method, held, 1, 1)


@for_each("lc, lp, pb", *BITS)
def test_lzma_properties_byte_is_decoded(lc: int, lp: int, pb: int) -> None:
    made = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16, "lc": lc, "lp": lp, "pb": pb}
    octets, held = packed(made), properties(lc, lp, pb)
    assert unpacked(octets, coder(LZMA, held)) == TEXT
    member = b"\x09\x04" + struct.pack("<H", len(held)) + held + octets
    assert unpacked_member(memoryview(member), zipfile.ZIP_LZMA, 1 << 20) == TEXT


@for_each(
    "octets, method",
    (TEXT, COPY),
    (packed({"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16}), LZMA2),
    (zlib.compress(TEXT)[2:-4], DEFLATE),
    (bz2.compress(TEXT), BZIP2),
    ids=["copy", "lzma2", "deflate", "bzip2"],
)
def test_every_method_number_is_supported(octets: bytes, method: bytes) -> None:
    assert unpacked(octets, coder(method, b"\x10")) == TEXT
    # The output is limited to the size in the header and to the requested size.
    assert unpacked(octets, coder(method, b"\x10"), size=5_000) == TEXT[:5_000]
    assert unpacked(octets, coder(method, b"\x10"), most=5_000) == TEXT[:5_000]


@for_each("distance", 1, 2, 16, 256)
def test_delta_distance_is_one_more_than_its_byte(distance: int) -> None:
    octets = packed(
        {"id": lzma.FILTER_DELTA, "dist": distance}, {"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16}
    )
    assert unpacked(octets, coder(LZMA2), coder(DELTA, bytes([distance - 1]))) == TEXT


@for_each(
    "method, kind",
    (b"\4", lzma.FILTER_X86), (b"\3\3\1\3", lzma.FILTER_X86), (b"\3\3\2\5", lzma.FILTER_POWERPC),
    (b"\3\3\4\1", lzma.FILTER_IA64), (b"\3\3\5\1", lzma.FILTER_ARM),
    (b"\3\3\7\1", lzma.FILTER_ARMTHUMB), (b"\3\3\x08\5", lzma.FILTER_SPARC),
)  # fmt: skip
def test_branch_filter_is_undone(method: bytes, kind: int) -> None:
    code = random.Random(7).randbytes(1 << 16)  # contains some jumps of each processor
    plain = {"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16}
    octets = lzma.compress(code, lzma.FORMAT_RAW, filters=[{"id": kind}, plain])
    assert unpacked(octets, coder(LZMA2), size=len(code)) != code
    assert unpacked(octets, coder(LZMA2), coder(method), size=len(code)) == code


def test_coders_are_undone_in_binding_order() -> None:
    first, second = coder(LZMA2), coder(BCJ)
    # The output of coder 0 goes into coder 1; packed data goes into coder 0.
    assert chain_of(Folder([first, second], {1: 0}, [0])) == [first, second]
    assert chain_of(Folder([second, first], {0: 1}, [1])) == [first, second]
    assert chain_of(Folder([first._replace(inputs=4)], {}, [0])) is None
    assert chain_of(Folder([coder(b"\x7f")], {}, [0])) is None


def test_damaged_stream_is_unpacked_up_to_the_damage() -> None:
    octets = packed({"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16})
    found = unpacked(octets[: len(octets) // 2], coder(LZMA2))
    assert 0 < len(found) < len(TEXT)
    assert TEXT.startswith(found)
    assert unpacked(b"\xff" * 100, coder(LZMA, b"\xff" * 5)) == b""


def test_7z_checksum_is_the_crc32_of_zip() -> None:
    assert packing.sum_of(b"123456789") == 0xCBF43926


@for_each(
    "ending, inside",
    *((".gz", "a.txt"), (".tgz", "a.txt.tar"), (".svgz", "a.txt.svg"), (".bz2", "a.txt")),
    *((".tbz", "a.txt.tar"), (".tbz2", "a.txt.tar"), (".xz", "a.txt"), (".txz", "a.txt.tar")),
)
def test_unpacked_file_is_named_after_the_compressed_one(ending: str, inside: str) -> None:
    text = b"http://a.test/"
    packed = gzip.compress(text)
    if "b" in ending or "x" in ending:
        packed = bz2.compress(text) if "b" in ending else lzma.compress(text)
    document = uriinspector.scan(packed, name=f"a.txt{ending}")
    assert [each.name for each in document.parts] == [f"a.txt{ending}", inside]


@for_each(
    "around, packer",
    (NOTHING, lambda octets: zlib.compress(octets)[2:-4]),
    *((ZLIB, zlib.compress), (GZIP, gzip.compress)),
    ids=["nothing", "zlib", "gzip"],
)
def test_matches_across_the_whole_window_are_unpacked(
    around: int, packer: Callable[[bytes], bytes]
) -> None:
    """RFC 1951 2: up to 32 KB back."""
    octets = random.Random(3).randbytes(32_500) * 3
    packed = memoryview(packer(octets))
    assert len(packed) < 40_000
    assert inflated(packed, 1 << 20, around) == octets
    for most in (0, 1, 40_000, len(octets) - 1):
        assert inflated(packed, most, around) == octets[:most]
    for other in {NOTHING, ZLIB, GZIP} - {around}:
        assert inflated(packed, 1 << 20, other) != octets
