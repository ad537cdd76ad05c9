"""Headers of 7z archives: numbers, names, flags and streams."""

import pytest

from tests.for_each import for_each
from uriinspector.documents.packing import (
    COUNT,
    EMPTY,
    FILES,
    FOLDER,
    FOLDERS,
    HAS_STREAMS,
    HEADER,
    NAMES,
    PACKED,
    PARTS,
    SEVEN_ZIP_HEADER_END,
    SEVEN_ZIP_HEADER_SIZES,
    SUMS,
    UNPACKED_SIZES,
    ArchiveContents,
    BrokenHeaderError,
    HeaderReader,
    Streams,
)

COPY = b"\x01\0"


def listed(count: int, *properties: tuple[int, bytes]) -> ArchiveContents:
    """Return the contents of a header that only lists files."""
    files = b"".join(bytes((kind, len(octets))) + octets for kind, octets in properties)
    return HeaderReader(
        bytes((HEADER, FILES, count)) + files + bytes((SEVEN_ZIP_HEADER_END, SEVEN_ZIP_HEADER_END))
    ).contents()


def names(*given: str) -> tuple[int, bytes]:
    return NAMES, b"\0" + "".join(f"{each}\0" for each in given).encode("utf-16-le")


def test_missing_names_empty_files_and_other_properties_are_read() -> None:
    assert listed(2, names("a", "bé")).names == ["a", "bé"]
    assert listed(3, names("a", "b")).names == ["a", "b", ""]
    assert listed(1, names("a", "b")).names == ["a"]
    assert listed(2).names == ["", ""]
    assert listed(3).is_empty == [False] * 3
    assert listed(9, (EMPTY, b"\x81\x80")).is_empty == [True, *[False] * 6, True, True]
    with pytest.raises(BrokenHeaderError):
        listed(9, (EMPTY, b"\x81"))
    times = 0x14, b"\1\0" + bytes(8)
    assert listed(1, times, names("a")).names == ["a"]


def test_properties_of_the_archive_are_skipped() -> None:
    octets = bytes((HEADER, 2, 5, 1, 9, SEVEN_ZIP_HEADER_END, FILES, 1, NAMES, 5)) + b"\0a\0\0\0"
    assert HeaderReader(
        octets + bytes((SEVEN_ZIP_HEADER_END, SEVEN_ZIP_HEADER_END))
    ).contents().names == ["a"]


@for_each("octets", b"", bytes((FILES,)), bytes((HEADER, 99)), bytes((HEADER,)))
def test_wrong_7z_header_is_refused(octets: bytes) -> None:
    with pytest.raises(BrokenHeaderError):
        HeaderReader(octets).contents()


@for_each(
    "written, number",
    *((b"\x7f", 0x7F), (b"\x80\x80", 0x80), (b"\xbf\xff", 0x3FFF), (b"\xc0\x12\x34", 0x3412)),
    *((b"\xc1\x12\x34", 0x13412), (b"\xe0\1\2\3", 0x030201), (b"\xf0\1\2\3\4", 0x04030201)),
    *((b"\xfe\1\2\3\4\5\6\7", 0x07060504030201), (b"\xff\1\2\3\4\5\6\7\x08", 0x0807060504030201)),
)
def test_first_byte_of_a_7z_number_gives_its_length(written: bytes, number: int) -> None:
    octets = (
        bytes((HEADER, HAS_STREAMS, PACKED))
        + written
        + bytes((0, SEVEN_ZIP_HEADER_END, SEVEN_ZIP_HEADER_END, SEVEN_ZIP_HEADER_END))
    )
    streams = HeaderReader(octets).contents().streams
    assert streams is not None
    assert streams.start == number


def packed(*lines: bytes) -> Streams | None:
    """Return the streams of a header with these sections."""
    octets = (
        bytes((HEADER, HAS_STREAMS))
        + b"".join(lines)
        + bytes((SEVEN_ZIP_HEADER_END, SEVEN_ZIP_HEADER_END))
    )
    return HeaderReader(octets).contents().streams


def folders(*coders: bytes, sizes: bytes, sums: bytes = b"") -> bytes:
    """Return folders with these coders and no bound streams."""
    each = b"".join(b"\1" + coder for coder in coders)
    head = bytes((FOLDERS, FOLDER, len(coders), 0)) + each
    return head + bytes((UNPACKED_SIZES,)) + sizes + sums + bytes((SEVEN_ZIP_HEADER_END,))


def test_stream_sizes_and_checksums_are_read() -> None:
    sums = bytes((SUMS, 1)) + b"\1\0\0\0" + b"\2\0\0\0"
    streams = packed(
        bytes((PACKED, 7, 2, SEVEN_ZIP_HEADER_SIZES, 5, 6)) + sums + bytes((SEVEN_ZIP_HEADER_END,)),
        folders(COPY, COPY, sizes=b"\5\6", sums=bytes((SUMS, 0, 0x40)) + b"\2\0\0\0"),
    )
    assert streams is not None
    assert (streams.start, streams.packed_sizes) == (7, [5, 6])
    assert (streams.sizes, streams.sums) == ([[5], [6]], [None, 2])
    # Without a list of files, each folder is one file.
    assert (streams.parts, streams.part_sums) == ([[5], [6]], [[None], [2]])


def test_last_file_of_a_7z_folder_is_the_rest() -> None:
    streams = packed(
        folders(COPY, COPY, COPY, sizes=b"\x09\6\5", sums=bytes((SUMS, 0, 0x40)) + b"\7\0\0\0"),
        bytes((PARTS, 13, 2, 1, 0, SEVEN_ZIP_HEADER_SIZES, 4, SUMS, 0, 0xC0))
        + b"\1\0\0\0\2\0\0\0"
        + bytes((SEVEN_ZIP_HEADER_END,)),
    )
    assert streams is not None
    assert streams.parts == [[4, 5], [6], []]
    assert streams.part_sums == [[1, 2], [7], []]
    streams = packed(
        folders(COPY, sizes=b"\5"),
        bytes((PARTS, 13, 2, SEVEN_ZIP_HEADER_SIZES, 9, SEVEN_ZIP_HEADER_END)),
    )
    assert streams is not None
    assert streams.parts == [[9, 0]]


@for_each(
    "line",
    bytes((PACKED, 0, 1, 99, SEVEN_ZIP_HEADER_END)),
    bytes((FOLDERS, 99)),
    bytes((FOLDERS, FOLDER, 1, 1)),  # external folders
    bytes((FOLDERS, FOLDER, 1, 0, 1)) + COPY + bytes((99,)),
    folders(COPY, sizes=b"\5", sums=bytes((99,))),
    folders(COPY, sizes=b"\5") + bytes((PARTS, 99, SEVEN_ZIP_HEADER_END)),
    bytes((99,)),
    bytes((FOLDERS, FOLDER, 1, 0, COUNT + 1)) + bytes(400),
)
def test_incomplete_7z_header_is_refused(line: bytes) -> None:
    with pytest.raises(BrokenHeaderError):
        packed(line)


def test_coders_have_streams_properties_and_bindings() -> None:
    # The first coder has two inputs and properties; the second is bound to its second input.
    first, second = b"\x33\1\2\3\2\1\4abcd", b"\1\0"
    body = bytes((FOLDERS, FOLDER, 1, 0, 2)) + first + second + bytes((1, 1, 0, 2))
    streams = packed(body + bytes((UNPACKED_SIZES, 8, 9, SEVEN_ZIP_HEADER_END)))
    assert streams is not None
    (folder,) = streams.folders
    assert [(each.method, each.properties) for each in folder.coders] == [
        (b"\1\2\3", b"abcd"),
        (b"\0", b""),
    ]
    assert [(each.inputs, each.outputs) for each in folder.coders] == [(2, 1), (1, 1)]
    assert (folder.bound, folder.packed) == ({1: 1}, [0, 2])
    # The output bound to no coder is the folder's output.
    assert streams.parts == [[8]]
