"""Compressed files with several streams, damage, truncation or trailing bytes."""

import bz2
import gzip
import io
import lzma
import random
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable

import pytest

import uriinspector
from tests.documents.samples import zipped
from tests.for_each import for_each
from uriinspector.documents import octets

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}
RANDOM = random.Random(7)
# Hard to compress, so that a part of the file contains that part of the text.
LINKS = "".join(f"http://a.test/{RANDOM.randbytes(9).hex()}\n" for _ in range(2_000)).encode()
every_packer = for_each("ending", *PACKERS)
streaming = for_each("ending", "gz", "xz")  # bzip2 compresses blocks of 900 KB


def read(data: bytes, name: str) -> tuple[int, list[str]]:
    """Return the number of links and the reasons for skipped content."""
    document = uriinspector.scan(data, name=name)
    return len(document.links), [each.reason for each in document.not_examined]


@every_packer
@for_each("zeros", 0, 1, 600)
def test_compressed_file_may_have_several_streams(ending: str, zeros: int) -> None:
    """Appended data is another stream (RFC 1952 2.2); tapes are padded with zeros."""
    pack = PACKERS[ending]
    data = pack(b"http://a.test/\n") + pack(b"") + pack(b"http://b.test/\n") + bytes(zeros)
    assert read(data, f"a.txt.{ending}") == (2, [])


@every_packer
def test_compressed_file_may_be_empty(ending: str) -> None:
    assert read(PACKERS[ending](b""), f"a.txt.{ending}") == (0, [])


@every_packer
@for_each(
    "behind, told",
    (b"x", "1 byte after the end of the archive was not checked"),
    (b"\0x\0", "1 byte after the end of the archive was not checked"),
    (b"http://b.test/", "14 bytes after the end of the archive were not checked"),
    (b"x" * 1_234, "1,234 bytes after the end of the archive were not checked"),
)
def test_bytes_after_a_compressed_stream_are_reported(
    ending: str, behind: bytes, told: str
) -> None:
    data = PACKERS[ending](b"http://a.test/\n") + behind
    assert read(data, f"a.txt.{ending}") == (1, [told])


@streaming
@for_each("share", 0.1, 0.5, 0.9)
def test_truncated_compressed_file_is_read_up_to_the_cut(ending: str, share: float) -> None:
    packed = PACKERS[ending](LINKS)
    count, told = read(packed[: int(len(packed) * share)], f"a.txt.{ending}")
    assert 2_000 * (share - 0.02) < count < 2_000 * (share + 0.02)
    assert told[0].startswith("only the first ")


@every_packer
@for_each("lost", 1, 4, 8)
def test_truncated_trailer_is_reported(ending: str, lost: int) -> None:
    count, told = read(PACKERS[ending](LINKS)[:-lost], f"a.txt.{ending}")
    assert count == 2_000
    assert told == [f"only the first {len(LINKS):,} bytes could be unpacked"]


@streaming
def test_content_before_the_damage_is_read(ending: str) -> None:
    packed = bytearray(PACKERS[ending](LINKS))
    middle = len(packed) // 2
    packed[middle : middle + 9] = bytes(9)
    count, told = read(bytes(packed), f"a.txt.{ending}")
    assert count > 900
    assert told[0].startswith("only the first ")


@for_each("ending", *PACKERS)
def test_damaged_second_stream_is_reported(ending: str) -> None:
    pack = PACKERS[ending]
    data = pack(b"http://a.test/\n") + pack(LINKS)[:20]
    count, told = read(data, f"a.txt.{ending}")
    assert count == 1
    assert told == ["only the first 15 bytes could be unpacked"]


def test_single_unpacked_byte_is_reported_in_the_singular() -> None:
    packed = gzip.compress(b"x")
    assert read(packed[:-1], "a.txt.gz") == (0, ["only the first byte could be unpacked"])


@for_each("ending", *PACKERS)
def test_number_of_streams_is_limited(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(octets, "MOST_STREAMS", 3)
    one = PACKERS[ending](b"http://a.test/\n")
    assert read(one * 3, f"a.txt.{ending}") == (3, [])
    assert read(one * 4, f"a.txt.{ending}") == (3, ["only the first 45 bytes could be unpacked"])


def tarred(*files: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for number, data in enumerate(files):
            info = tarfile.TarInfo(f"{number}.txt")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


TAR = tarred(b"http://a.test/\n", b"http://b.test/\n")
BEHIND = "513 bytes after the end of the archive were not checked"


@for_each(
    "data, told", (TAR, (2, [])), (TAR[: 4 * 512], (2, [])), (TAR[: 3 * 512 + 15], (2, [])),
    (TAR[: 3 * 512 + 14], (2, ["only the first 14 bytes could be unpacked"])),
    (TAR[: 3 * 512], (1, ["nothing could be unpacked"])),
    (TAR[: 3 * 512 - 1], (1, ["265 bytes after the end of the archive were not checked"])),
    (TAR + b"http://c.test/", (2, ["14 bytes after the end of the archive were not checked"])),
    (TAR[: 4 * 512] + b"x" * 513, (2, [BEHIND])),
    (TAR.replace(b"00000000017", b"80000000017", 1), (0, ["damaged archive"])),
)  # fmt: skip
def test_bytes_outside_the_members_of_a_tar_are_reported(
    data: bytes, told: tuple[int, list[str]]
) -> None:
    assert read(data, "a.tar") == told


CHANGED = "the checksum does not match: damaged, or changed after packing"


@for_each("method", zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
def test_wrong_zip_checksum_is_reported(method: int) -> None:
    text = b"http://a.test/\n"
    data = zipped({"a.txt": text, "b.txt": b"", "c.txt": text}, method)
    assert read(data, "a.zip") == (2, [])
    sums = zlib.crc32(text).to_bytes(4, "little")
    changed = data.replace(sums, bytes(4))  # in the local headers and in the directory
    assert changed != data
    assert read(changed, "a.zip") == (2, [CHANGED, CHANGED])


def test_changed_zip_member_is_read_and_reported() -> None:
    data = zipped({"a.txt": b"http://a.test/\n", "b.txt": b"http://b.test/\n"}, zipfile.ZIP_STORED)
    document = uriinspector.scan(data.replace(b"//a.test", b"//x.test"), name="a.zip")
    assert [link.value for link in document.links] == ["http://x.test/", "http://b.test/"]
    assert [(each.part, each.reason) for each in document.not_examined] == [("1.1", CHANGED)]


@for_each("around", octets.NOTHING, octets.ZLIB, octets.GZIP)
@for_each("most", 1, 257, octets.OUT - 1, octets.OUT, octets.OUT + 1, 200_000)
def test_decompression_stops_at_the_requested_size(around: int, most: int) -> None:
    """A run of 258 bytes (RFC 1951 3.2.5) can cross the end of a chunk."""
    text = b"".join(b"x" * 258 + bytes([each]) for each in range(256)) * 2
    pack = zlib.compressobj(wbits=around)
    packed = memoryview(pack.compress(text) + pack.flush() + b"behind")
    found = octets.expanded(octets.Inflater(around), packed, most)
    assert found.octets == text[:most]
    assert found.is_whole is (most > len(text))
    if found.is_whole:
        assert bytes(packed[found.used :]) == b"behind"


TWO = zipped({"a.txt": b"http://a.test/", "b.txt": b"http://b.test/"}, zipfile.ZIP_STORED)
DIRECTORY, SECOND = TWO.index(b"PK\1\2"), TWO.rindex(b"PK\1\2")
END = TWO.index(b"PK\5\6")
TWICE = f"{len(TWO.strip(bytes(1)))} bytes outside of the archive's files were not checked"
# The first member is missing from the directory.
HIDDEN = (
    TWO[:DIRECTORY]
    + TWO[SECOND:END]
    + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 1, 1, END - SECOND, DIRECTORY, 0)
)


@for_each(
    "data, told",
    (TWO + b"x", (2, ["1 byte outside the archive's files was not checked"])),
    (TWO + b"x" * 1_300, (2, ["1,300 bytes outside of the archive's files were not checked"])),
    (TWO + bytes(600), (2, [])),
    (TWO[:-2] + b"\3\0abc", (2, ["3 bytes outside of the archive's files were not checked"])),
    (HIDDEN, (1, ["49 bytes outside of the archive's files were not checked"])),
    (TWO + TWO, (2, [TWICE])),
    ids=["one", "many", "zeros", "comment", "hidden", "twice"],
)
def test_bytes_outside_the_members_of_a_zip_are_reported(
    data: bytes, told: tuple[int, list[str]]
) -> None:
    assert read(data, "a.zip") == told


class Pipe(io.RawIOBase):
    """An unseekable file: the sizes of a member are written after it."""

    def __init__(self) -> None:
        super().__init__()
        self.octets = b""

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.octets += bytes(data)
        return len(data)


@for_each("is_large", False, True)
@for_each("signature", b"PK\7\x08", b"")
def test_zip_member_with_a_data_descriptor_is_read(is_large: bool, signature: bytes) -> None:
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a.txt", "b.txt"):
            with archive.open(name, "w", force_zip64=is_large) as member:
                member.write(b"http://a.test/")
    assert pipe.octets.count(b"PK\7\x08") == 2
    if signature:
        assert read(pipe.octets, "a.zip") == (2, [])
        return
    # Without the signatures, everything after them moves to the front.
    first, second, rest = pipe.octets.split(b"PK\7\x08")
    moved = first + second + rest
    places = [moved.index(b"PK\3\4", 4), moved.index(b"PK\1\2")]
    at, end = moved.rindex(b"PK\1\2") + 42, moved.index(b"PK\5\6") + 16
    data = bytearray(moved)
    data[at : at + 4], data[end : end + 4] = (each.to_bytes(4, "little") for each in places)
    assert read(bytes(data), "a.zip") == (2, [])
