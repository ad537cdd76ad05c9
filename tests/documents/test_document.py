"""The document that scan returns: its JSON, links and accepted sources."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import uriinspector
from tests.for_each import for_each
from tests.test_face import faults
from uriinspector.documents.leaf import Leaf

PAGE = b"""<!doctype html><title>x</title><base href="http://a.test/">
<a href="http://evil.test/">www.paypal.com</a><!-- <a href=c> -->
<img srcset="a.png 1x, b.png 2x"><noscript><a href=d></noscript>"""


@for_each("source", PAGE, "", b"", "see http://a.test/", b"\x00\x01\x02", b"PK\x03\x04")
def test_document_json_matches_the_schema(source: bytes | str) -> None:
    assert faults("document", uriinspector.scan(source).to_dict()) == []


def test_bytes_are_content_and_a_path_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    told = uriinspector.scan(path).to_dict()
    assert told["name"] == "page.html"
    assert told == uriinspector.scan(PAGE, name="page.html").to_dict()
    assert told == uriinspector.scan(PAGE.decode(), name="page.html").to_dict()
    assert (
        uriinspector.scan(bytearray(PAGE)).to_dict()
        == uriinspector.scan(memoryview(PAGE)).to_dict()
    )


def test_size_and_sha256_are_those_of_the_file() -> None:
    document = uriinspector.scan(PAGE)
    assert (document.size, document.sha256) == (len(PAGE), hashlib.sha256(PAGE).hexdigest())
    (part,) = document.parts
    assert (part.size, part.sha256, part.start, part.end) == (
        len(PAGE),
        document.sha256,
        0,
        len(PAGE),
    )


def test_scanning_a_wrong_type_raises(tmp_path: Path) -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="bytes, str or a path, not int"):
        uriinspector.scan(wrong)
    with pytest.raises(TypeError, match="base must be str"):
        uriinspector.scan(b"", base=wrong)
    with pytest.raises(TypeError, match="protect must be str"):
        uriinspector.scan(b"", protect=[wrong])
    with pytest.raises(OSError, match="No such file"):
        uriinspector.scan(tmp_path / "none")


def test_document_links_are_a_sequence() -> None:
    links = uriinspector.scan(PAGE).links
    values = [link.value for link in links]
    assert len(links) == len(values) == 4
    assert [links[at].value for at in range(4)] == values
    assert links[-1].value == values[-1]
    assert [link.value for link in links[1:3]] == values[1:3]
    with pytest.raises(IndexError):
        links[4]
    assert list(uriinspector.scan(b"").links) == []


def test_document_rows_come_in_batches_with_the_worst_finding() -> None:
    document = uriinspector.scan(PAGE)
    batches = list(document.rows(3))
    assert [len(batch) for batch in batches] == [3, 1]
    assert batches[0][1] == (1, "high", "text-href-mismatch", "evil.test")
    assert document.severity == "high"
    assert uriinspector.scan(b"").severity is None


def test_sink_receives_links_in_batches() -> None:
    from uriinspector.documents.scan import scan

    told: list[tuple[int, int]] = []

    def sink(leaf: Leaf, start: int, end: int) -> None:
        assert len(leaf.locations) == end
        told.append((start, end))

    assert len(scan(b"<a href=x>" * 25_000, sink=sink).links) == 25_000
    assert told == [(0, 10_000), (10_000, 20_000), (20_000, 25_000)]


def test_document_links_are_compared_with_a_protected_name() -> None:
    page = "<a href='http://examp1e.com/'>x</a>"

    def codes(protect: Sequence[str]) -> set[str]:
        (link,) = uriinspector.scan(page, protect=protect).links
        return {each.code for each in link.findings}

    assert "lookalike" in codes(["example.com"]) - codes([])
    assert codes("example.com") == codes(["example.com"])


@for_each("edition", *uriinspector.EDITIONS)
def test_document_links_are_resolved_by_the_edition(edition: str) -> None:
    (link,) = uriinspector.scan("<a href='?y'>", base="http://a/b/c", edition=edition).links
    assert link.target == uriinspector.resolve("http://a/b/c", "?y", edition=edition).target


def test_link_inspection_uses_the_document_base() -> None:
    link = uriinspector.scan(PAGE).links[2]
    assert link.inspection.text == "a.png"
    assert link.inspection.target == "http://a.test/a.png" == link.target


@for_each(
    "octets, kind",
    (b"<p>x", "html"), (b"\xef\xbb\xbf \n<!-- x --><HTML>", "html"),
    ("<!doctype html>".encode("utf-16"), "html"), (b"<?xml version='1.0'?><svg >", "html"),
    (b"<?xml version='1.0'?><rss><link>http://a.test/</link></rss>", "text"),
    (b"see <a href='http://a.test/'>x</a>", "html"),
    (b"plain", "text"), (b"a < b", "text"), (b"<URL:http://a.test/>", "text"),
    (b"GIF89a\0\0", "image"), (b"%PDF-1.7", "pdf"), (b"PK\x03\x04\0\0", "zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"),
    (b"MZ are two letters", "text"), (b"MZ\x90\0\x03\0", "binary"), (b"\x1f\x8b\x08", "gzip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"), (b"\0\x01\x02\x03", "binary"),
    (b"From: a@b.test\nTo: c@d.test\n\nx", "message"),
    (b"Return-Path: <a@b.test>\nX-Y: z\nReceived: from x\n by y\n\nx", "message"),
    (b"From a@b.test Mon Jan  1 00:00:00 2026\nFrom: a@b.test\n\nx", "mbox"),
    (b"note: this\nand: that\n\nx", "text"),
    (b"BEGIN:VCALENDAR\r\nEND:VCALENDAR", "calendar"),
    (b"[InternetShortcut]\r\nURL=http://a.test/", "shortcut"),
)  # fmt: skip
def test_kind_is_detected_from_content(octets: bytes, kind: str) -> None:
    assert uriinspector.scan(octets).kind == kind


@for_each(
    "name, kind",
    *(("a.txt", "text"), ("a.HTML", "html"), ("a.eml", "message"), ("a.ics", "calendar")),
    ("a", "text"),
)
def test_file_name_decides_the_kind_of_plain_content(name: str, kind: str) -> None:
    assert uriinspector.scan(b"hello", name=name).kind == kind


def test_document_with_invalid_bytes_is_json() -> None:
    json.dumps(uriinspector.scan(PAGE + b"\xff\xfe\x00").to_dict(), ensure_ascii=True)


def test_unread_parts_are_not_listed_as_examined() -> None:
    """A part that was read in part is in both lists."""
    head = b"\n--x\nContent-Type: application/"
    octets = (
        b"From: a@b.test\nContent-Type: multipart/mixed; boundary=x\n"
        + head.replace(b"application/", b"text/html\n\n<a href=y>z</a>")
        + head
        + b"zip\nContent-Disposition: attachment; filename=a.zip\n\nPK\x03\x04broken"
        + head
        + b"pdf\n\n%PDF-1.4 /URI (http://a.test/)\n--x--\n"
    )
    document = uriinspector.scan(octets)
    assert [(each.part, each.links) for each in document.examined] == [
        *(("1", 0), ("1.1", 1), ("1.3", 1))
    ]
    assert [each.part for each in document.not_examined] == ["1.2", "1.3"]
