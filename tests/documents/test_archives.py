"""Archives: their members, positions in the file, and what is not examined."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Callable
from email.message import EmailMessage

import pytest

import uriinspector
from tests.documents.samples import zipped
from tests.for_each import for_each
from uriinspector.documents.reading import zip_archive


def test_archives_are_opened_in_memory() -> None:
    inner = zipped({"b.txt": b"http://b.test/"})
    document = uriinspector.scan(zipped({"dir/a.html": b"<a href=x>", "inner.zip": inner}))
    assert [(link.value, link.part) for link in document.links] == [
        ("x", "1.1"),
        ("http://b.test/", "1.2.1"),
    ]
    assert [each.name for each in document.parts] == [None, "dir/a.html", "inner.zip", "b.txt"]


def test_stored_zip_members_keep_their_positions() -> None:
    octets = zipped({"a.html": b"<p><a href=x&amp;y>"}, zipfile.ZIP_STORED)
    (link,) = uriinspector.scan(octets).links
    assert octets[link.source.start : link.source.end] == b"x&amp;y"


def test_encrypted_member_is_reported() -> None:
    octets = bytearray(zipped({"secret.html": b"<a href=x>"}))
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        octets[octets.find(sign) + offset] |= 1
    (told,) = uriinspector.scan(bytes(octets)).not_examined
    assert told.reason == "secret.html: encrypted"


def tarred(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, octets in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(octets)
            archive.addfile(info, io.BytesIO(octets))
        archive.addfile(tarfile.TarInfo("folder/"))
    return made.getvalue()


def test_files_in_tar_in_gzip_are_read() -> None:
    octets = tarred({"a.html": b"<p><a href=x>", "b.eml": b"To: a@b.test\n\nhttp://b.test/"})
    links = uriinspector.scan(octets).links
    assert [(link.value, link.part) for link in links] == [
        ("x", "1.1"),
        ("http://b.test/", "1.2.1"),
    ]
    assert octets[links[1].source.start : links[1].source.end] == b"http://b.test/"
    document = uriinspector.scan(gzip.compress(octets), name="x.tgz")
    assert [link.value for link in document.links] == ["x", "http://b.test/"]
    assert [each.name for each in document.parts[:3]] == ["x.tgz", "x.tar", "a.html"]
    assert (document.links[0].source.start, document.not_examined) == (0, ())


@for_each(
    "letter, is_file",
    *((tarfile.REGTYPE, True), (tarfile.AREGTYPE, True), (tarfile.CONTTYPE, True)),
    *((tarfile.LNKTYPE, False), (tarfile.SYMTYPE, False), (tarfile.CHRTYPE, False)),
    *((tarfile.BLKTYPE, False), (tarfile.DIRTYPE, False), (tarfile.FIFOTYPE, False)),
)
def test_only_regular_files_of_a_tar_are_read(letter: bytes, is_file: bool) -> None:
    octets = bytearray(tarred({"a.txt": b"http://a.test/", "b.txt": b"http://b.test/"}))
    octets[156:157] = letter
    octets[148:156] = b"%06o\0 " % (256 + sum(octets[:148]) + sum(octets[156:512]))
    values = [link.value for link in uriinspector.scan(bytes(octets)).links]
    assert ("http://a.test/" in values) is is_file


def test_long_tar_names_are_complete() -> None:
    name = "long/" * 40 + "a.html"
    for kind in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        made = io.BytesIO()
        with tarfile.open(fileobj=made, mode="w", format=kind) as archive:
            info = tarfile.TarInfo(name)
            info.size = 14
            archive.addfile(info, io.BytesIO(b"http://a.test/"))
        assert uriinspector.scan(made.getvalue()).parts[1].name == name


def risks(octets: bytes, name: str) -> list[tuple[str, str]]:
    found = uriinspector.scan(octets, name=name).findings
    return [(each.severity, str(each.args.get("shown", ""))) for each in found]


def iso(*names: str) -> bytes:
    """Return a disc image (ECMA-119) with these files in its root."""
    content = b"http://a.test/"
    records = b""
    for number, name in enumerate(names):
        file = name.encode("ascii") + b";1"
        size = (33 + len(file) + 1) & ~1
        record = struct.pack(
            "<BBII",
            size,
            0,
            19 + number,
            int.from_bytes((19 + number).to_bytes(4, "big"), "little"),
        )
        record += struct.pack("<II7xBBBIB", len(content), 0, 0, 0, 0, 0, len(file)) + file
        records += record.ljust(size, b"\0")
    root = struct.pack("<BBIIII7xBBBIB", 34, 0, 18, 0, 2048, 0, 2, 0, 0, 0, 1) + b"\0"
    volume = (b"\1CD001\1".ljust(156, b"\0") + root).ljust(2048, b"\0")
    end = b"\xffCD001\1".ljust(2048, b"\0")
    files = b"".join(content.ljust(2048, b"\0") for _ in names)
    return bytes(16 * 2048) + volume + end + records.ljust(2048, b"\0") + files


PACKED: dict[str, Callable[[str], bytes]] = {
    "a.zip": lambda name: zipped({name: b"x"}),
    "a.tar": lambda name: tarred({name: b"x"}),
    "a.iso": iso,
}


@for_each(
    "name, severity",
    *(("a.pdf.exe", "high"), ("a.pdf.js", "high"), ("x.lnk", "medium"), ("a.rdp", "medium")),
    *(("a.one", "medium"), ("setup.exe", "low"), ("a.docm", "low")),
    *(("index.js", None), ("logo.svg", None), ("page.html", None), ("readme.txt", None)),
)
def test_severity_of_an_archived_file_depends_on_its_name(name: str, severity: str | None) -> None:
    for archive, packed in PACKED.items():
        expected = [(severity, name)] if severity else []
        assert risks(packed(name), archive) == expected, archive
    inner = zipped({"inner.zip": zipped({name: b"x"})})
    assert risks(inner, "a.zip") == ([(severity, name)] if severity else [])


def mail(name: str, content: bytes, text: str = "Hello") -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@b.example.org", "c@d.example.org", "x"
    made.set_content(text)
    made.add_attachment(content, maintype="application", subtype="x", filename=name)
    return made.as_bytes()


@for_each(
    "name, severity",
    *(("a.pdf.exe", "high"), ("setup.exe", "medium"), ("index.js", "medium")),
    *(("inner.zip", "low"), ("readme.txt", None)),
)
def test_files_in_attached_archives_are_more_severe(name: str, severity: str | None) -> None:
    found = risks(mail("a.zip", zipped({name: b"x"})), "m.eml")
    assert found == ([(severity, name)] if severity else [])


@for_each("ending, pack", ("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress))
def test_compressed_tar_is_a_single_archive(ending: str, pack: Callable[[bytes], bytes]) -> None:
    octets = mail(f"a.tar.{ending}", pack(tarred({"a.txt": b"x"})))
    assert risks(octets, "a.eml") == []


def test_disc_image_names_and_links_are_read() -> None:
    octets = iso("A.TXT", "B.LNK")
    document = uriinspector.scan(octets)
    assert (document.kind, [each.name for each in document.parts[1:]]) == (
        "iso",
        ["A.TXT", "B.LNK"],
    )
    link = next(iter(document.links))
    assert octets[link.source.start : link.source.end] == b"http://a.test/"
    for size in range(0, len(octets), 977):
        uriinspector.scan(octets[:size], name="a.iso").to_dict()


def test_unsupported_compression_is_reported() -> None:
    octets = bytearray(zipped({"a.html": b"<a href=x>", "b.txt": b"http://b.test/"}))
    for sign, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        octets[octets.find(sign) + offset] = 9  # a larger window than deflate has
    document = uriinspector.scan(bytes(octets))
    assert [link.value for link in document.links] == ["http://b.test/"]
    (told,) = document.not_examined
    assert told.reason == "a.html: unsupported compression"


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "tgz": gzip.compress,
    "tbz2": bz2.compress,
    "txz": lzma.compress,
}


@for_each("ending", *PACKERS)
def test_every_compression_format_is_opened(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = PACKERS[ending]
    octets = pack(tarred({"a.html": b"<a href=x>" + b" " * 200_000}))
    document = uriinspector.scan(octets, name=f"a.{ending}")
    assert [link.value for link in document.links] == ["x"]
    assert [each.name for each in document.parts[:3]] == [f"a.{ending}", "a.tar", "a.html"]
    assert uriinspector.scan(octets[: len(octets) // 2]).parts
    monkeypatch.setattr(zip_archive, "LARGEST", 9)
    told = uriinspector.scan(pack(b"http://a.test/")).not_examined
    assert told[-1].reason == "only the first 9 bytes could be unpacked"


def test_damaged_or_oversized_gzip_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert uriinspector.scan(b"\x1f\x8b\x08rest").not_examined[0].reason == "damaged archive"
    monkeypatch.setattr(zip_archive, "LARGEST", 9)
    told = uriinspector.scan(gzip.compress(b"http://a.test/")).not_examined
    assert told[-1].reason == "only the first 9 bytes could be unpacked"


def test_tar_with_too_many_members_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_archive, "MEMBERS", 1)
    document = uriinspector.scan(tarred({"a": b"http://a.test/", "b": b"http://b.test/"}))
    assert [link.value for link in document.links] == ["http://a.test/"]
    assert document.not_examined[0].reason == "too many files in the archive"


@for_each("cut", 30, 45, 70, 100)
def test_damaged_zip_is_reported(cut: int) -> None:
    octets = zipped({"a.html": b"<a href=x>" * 100})
    assert uriinspector.scan(octets[:-cut]).not_examined
    assert uriinspector.scan(octets[:cut] + b"\xff" * 8 + octets[cut + 8 :]).parts


def test_office_relationships_are_read() -> None:
    rels = b'<Relationships><Relationship Target="http://x.test/t.dotm"/></Relationships>'
    octets = zipped({"[Content_Types].xml": b"<x/>", "word/_rels/settings.xml.rels": rels})
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == ["http://x.test/t.dotm"]
    assert document.not_examined[0].reason.endswith("other parts: 1")


def test_zip_member_without_a_name_is_read() -> None:
    octets = zipped({"n": b"http://a.test/"}, zipfile.ZIP_STORED).replace(b"n", b"\0")
    assert [link.value for link in uriinspector.scan(octets).links] == ["http://a.test/"]


@for_each("method", zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
def test_bzip2_and_lzma_members_are_read(method: int) -> None:
    octets = zipped({"a.html": b"<a href=http://a.test/>" + b" " * 100_000}, method)
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == ["http://a.test/"]
    assert document.not_examined == ()
    for at in range(30, 60):
        uriinspector.scan(octets[:at] + b"\xff" + octets[at + 1 :]).to_dict()


@for_each("size", 0, 1, 511, 512, 513, 1023, 1024, 1025)
def test_tar_files_are_padded_to_whole_blocks(size: int) -> None:
    octets = tarred({"a.txt": b" " * size, "b.txt": b"http://b.test/"})
    (link,) = uriinspector.scan(octets).links
    assert octets[link.source.start : link.source.end] == b"http://b.test/"


@for_each(
    "error",
    *(zipfile.BadZipFile, EOFError, OSError, ValueError, RuntimeError, NotImplementedError),
    *(struct.error, IndexError, MemoryError),
)
def test_any_error_in_an_archive_is_reported_as_damage(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: zipfile.ZipFile) -> None:
        raise error

    octets = zipped({"a.txt": b"http://a.test/"})
    assert len(uriinspector.scan(octets).links) == 1
    monkeypatch.setattr(zipfile.ZipFile, "infolist", broken)
    document = uriinspector.scan(octets)
    assert [each.reason for each in document.not_examined] == ["damaged archive"]
    assert len(document.links) == 0
