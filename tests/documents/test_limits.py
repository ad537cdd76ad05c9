"""Limits of scanning: everything up to the limit is read, and one more is reported."""

import io
import struct
import tarfile
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

import uriinspector
from tests.documents.compound_files import compound
from tests.documents.samples import code, zipped
from tests.for_each import for_each
from uriinspector.documents import scan_state
from uriinspector.documents.html.tokens import mapped_value

LINK = b"http://a.test/"


def nested(levels: int) -> bytes:
    """Return archives nested this deep, with a link in the innermost."""
    octets, name = LINK, "a.txt"
    for _ in range(levels):
        octets, name = zipped({name: octets}), "a.zip"
    return octets


def tar(members: int) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for number in range(members):
            info = tarfile.TarInfo(str(number))
            info.size = len(LINK)
            archive.addfile(info, io.BytesIO(LINK))
    return buffer.getvalue()


def frames(count: int) -> bytes:
    """Return an animation whose last frame has a QR code."""
    last = code().convert("L").resize((300, 300))
    pictures = [*(Image.new("L", last.size, shade) for shade in range(count - 1)), last]
    buffer = io.BytesIO()
    pictures[0].save(buffer, "GIF", save_all=True, append_images=pictures[1:], duration=100)
    return buffer.getvalue()


def points(width: int) -> bytes:
    """Return an image with 5,000 rows and a QR code in its corner."""
    paper = Image.new("1", (width, 5_000), 1)
    paper.paste(code().convert("1"), (0, 0))
    buffer = io.BytesIO()
    paper.save(buffer, "PNG")
    return buffer.getvalue()


def recipients(count: int) -> bytes:
    people = ", ".join(f"p{at}@c.test" for at in range(count))
    return f"From: a@b.test\nTo: {people}\n\nx".encode()


# Builder, limit, expected links, and the reason given for one more.
LIMITS: dict[str, tuple[Callable[[int], bytes], int, Callable[[int], int], str]] = {
    "levels": (nested, 16, lambda n: int(n <= 16), "nested more than 16 levels deep"),
    "files of a zip": (lambda n: zipped({str(at): LINK for at in range(n)}), 2_000,
        lambda n: min(n, 2_000), "1 more file not opened"),
    "files of a tar": (tar, 2_000, lambda n: min(n, 2_000), "too many files in the archive"),
    "frames": (frames, 8, lambda n: int(n <= 8), "only the first 8 of 9 frames were checked"),
    "points": (points, 8_000, lambda n: int(n <= 8_000), "image larger than 40,000,000 pixels"),
}  # fmt: skip


@for_each("name", *LIMITS)
def test_scan_reads_everything_up_to_the_limit(name: str) -> None:
    make, most, links, told = LIMITS[name]
    for count, reasons in ((most, []), (most + 1, [told])):
        document = uriinspector.scan(make(count))
        assert len(document.links) == links(count)
        assert [each.reason for each in document.not_examined] == reasons


SRCDOC = "<iframe srcdoc='<a href=http://a.test/>x</a>'></iframe>"
SCRIPT = "<script>document.write(atob('PGEgaHJlZj1odHRwOi8vYS50ZXN0Lz54PC9hPg=='))</script>"


def multipart(levels: int) -> bytes:
    """Return a message with nested parts and a link in the innermost."""
    text = "\nhttp://a.test/\n"
    for each in range(levels):
        head = f'Content-Type: multipart/mixed; boundary="b{each}"'
        text = f"{head}\n\n--b{each}\n{text}--b{each}--\n"
    return f"From: a@b.test\n{text}".encode()


def mailbox(messages: int) -> bytes:
    return b"From x\nSubject: a\n\nx\n" * messages


MANY: dict[str, tuple[Callable[[int], bytes], int]] = {
    "levels": (nested, 16),
    "levels of a message": (multipart, 15),
    "files of a zip": (lambda n: zipped({str(at): LINK for at in range(n)}), 2_000),
    "files of a tar": (tar, 2_000),
    "srcdoc pages": (lambda n: f"<html>{SRCDOC * n}".encode(), 64),
    "pages in scripts": (lambda n: f"<html>{SCRIPT * n}".encode(), 64),
}


@for_each("name", *MANY)
def test_exceeded_nesting_limit_is_a_finding(name: str) -> None:
    make, most = MANY[name]
    whole, cut = uriinspector.scan(make(most)), uriinspector.scan(make(most + 1))
    assert "reading-stopped" not in {each.code for each in whole.findings}
    assert len(whole.links) >= 1
    (found,) = (each for each in cut.findings if each.code == "reading-stopped")
    assert found.severity == "medium"
    assert "more levels or parts than the program opens" in found.message


def test_script_pages_are_read_after_too_many_srcdoc_pages() -> None:
    assert len(uriinspector.scan(f"<html>{SRCDOC * 65}{SCRIPT}".encode()).links) == 65


@for_each("make", mailbox, lambda n: zipped({str(at): LINK for at in range(n)}))
def test_exceeded_part_limit_is_a_finding(
    make: Callable[[int], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_state, "PARTS", 3)
    document = uriinspector.scan(make(9))
    assert len(document.parts) == 3
    assert "reading-stopped" in {each.code for each in document.findings}


@for_each("form", "GIF", "TIFF", "WEBP")
@for_each("count", 9, 10, 12)
def test_frames_after_the_eighth_are_not_read(form: str, count: int) -> None:
    last = code().convert("L").resize((300, 300))
    pictures = [Image.new("L", last.size, 10 * shade) for shade in range(8)]
    # All frames differ, because writers drop repeated ones.
    pictures += [last.transpose(Image.Transpose(turn)) for turn in range(1, count - 8)] + [last]
    buffer = io.BytesIO()
    pictures[0].save(buffer, form, save_all=True, append_images=pictures[1:])
    document = uriinspector.scan(buffer.getvalue())
    assert len(document.links) == 0
    reasons = [each.reason for each in document.not_examined]
    assert reasons == [f"only the first 8 of {count} frames were checked"]


@for_each("more, told", (1, "1 more file"), (2, "2 more files"))
def test_unopened_files_are_counted(more: int, told: str) -> None:
    members = {str(at): b"" for at in range(2_000 + more)}
    (rest,) = uriinspector.scan(zipped(members)).not_examined
    assert rest.reason == f"{told} not opened"


def test_first_hundred_recipients_of_a_field_are_read() -> None:
    def names(octets: bytes) -> list[Any]:
        (envelope,) = uriinspector.scan(octets, name="a.eml").envelopes
        return [each.address for each in envelope.recipients]

    every = [f"p{at}@c.test" for at in range(100)]
    assert names(recipients(99)) == every[:99]
    assert names(recipients(100)) == names(recipients(101)) == every


def circle(size: int) -> bytes:
    """Return a compound file with a stream of this stated size, whose sector follows itself."""
    octets = bytearray(compound({"Text": LINK.ljust(512) * 9}))
    entry = octets.index("Text".encode("utf-16-le"))
    first = struct.unpack_from("<I", octets, entry + 116)[0]
    struct.pack_into("<Q", octets, entry + 120, size)
    table = (struct.unpack_from("<I", octets, 76)[0] + 1) * 512
    struct.pack_into("<I", octets, table + 4 * first, first)
    return bytes(octets)


def test_compound_streams_are_limited_to_the_file_size() -> None:
    octets = circle(1 << 30)
    tracemalloc.start()
    document = uriinspector.scan(octets, name="a.doc")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
    assert 1 <= len(document.links) <= len(octets) // 512 + 1
    assert [each.code for each in document.findings] == ["reading-stopped"]


def test_shared_compound_sectors_are_read_once_and_reported() -> None:
    names = [f"Text{number:04}" for number in range(50)]
    octets = bytearray(compound(dict.fromkeys(names, LINK.ljust(512) * 20)))
    entries = [octets.index(name.encode("utf-16-le")) for name in names]
    for each in entries:
        octets[each + 116 : each + 120] = octets[entries[0] + 116 : entries[0] + 120]
    shared = uriinspector.scan(bytes(octets), name="a.doc")
    assert 20 <= len(shared.links) <= len(octets) // 512 + 1
    assert uriinspector.scan(compound(dict.fromkeys(names, LINK)), name="a.doc").findings == ()


@for_each("unit", "ab&lt;", "&#1;", "\U0001f600&lt;ab", "\r&")
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "gb18030"])
def test_memory_for_positions_in_an_attribute_is_bounded(unit: str, encoding: str) -> None:
    octets = (unit * 20_000).encode("utf-8")
    tracemalloc.start()
    mapped = mapped_value(octets, encoding)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert mapped.place(0, len(mapped.text)) == (0, len(octets))
    assert peak < 24 * len(octets)
