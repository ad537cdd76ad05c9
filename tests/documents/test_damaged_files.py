"""Damaged files of every container format: nothing raises or takes long."""

import bz2
import lzma
import plistlib
import random
from collections.abc import Iterator
from zipfile import ZIP_STORED

import pytest

import uriinspector
from tests.documents.compound_files import (
    attached,
    compound,
    outlook_tree,
    plain_rtf,
    tnef,
    tnef_attachment,
)
from tests.documents.samples import zipped
from tests.documents.test_desktop_files import ONE, embedded, named, shortcut
from tests.documents.test_office_files import field, related
from tests.documents.test_outlook import PACKED_HTML
from tests.documents.test_signed_content import PART, in_pieces
from tests.examples import at_most

LINKED = "<p>" + field('HYPERLINK "http://a.test/"', "x") + "</p>"
WHOLE: dict[str, bytes] = {
    "msg": compound(
        outlook_tree(
            {0x37: "S", 0x1000: "http://a.test/", 0x1009: plain_rtf(PACKED_HTML)},
            (attached({0x3701: b"http://b.test/" * 400, 0x3707: "a.txt"}),
                attached({0x3001: "I"}, outlook_tree({0x1000: "http://c.test/"}, head=24))),
        )
    ),
    "tnef": tnef({0x37: "S", 0x1000: "http://a.test/", 0x1009: plain_rtf(PACKED_HTML)},
        tnef_attachment("a.txt", b"http://a.test/", {0x3707: "b.txt"})),
    "rtf": PACKED_HTML + rb"{\rtf1{\field{\*\fldinst HYPERLINK http://a.test/}{\fldrslt x}}}",
    "doc": compound({"WordDocument": b'\x13HYPERLINK "http://a.test/"\x14x\x15' + bytes(5000),
        "Data": "http://b.test/".encode("utf-16-le")}),
    "docx": zipped({"[Content_Types].xml": b"<x/>", "word/document.xml": LINKED.encode(),
        "word/_rels/document.xml.rels": related(("rId1", "image", "http://b.test/"))}, ZIP_STORED),
    "lnk": shortcut("http://a.test/", "http://b.test/a.ico", r"\\\\c.test\d", "http://e.test/"),
    "webloc": plistlib.dumps({"URL": "http://a.test/"}, fmt=plistlib.FMT_BINARY),
    "one": ONE + named("a.htm") + embedded(b"http://a.test/") + b"\0http://b.test/",
    "p7m": in_pieces(PART),
    "tar.xz": lzma.compress(b"http://a.test/ " * 100),
    "tar.bz2": bz2.compress(b"http://a.test/ " * 100),
}  # fmt: skip


def damaged(octets: bytes, chance: random.Random) -> Iterator[bytes]:
    for _ in range(at_most(120)):
        at = chance.randrange(len(octets))
        kind = chance.randrange(4)
        if kind == 0:
            yield octets[:at]
        elif kind == 1:
            piece = bytes(chance.choice((0, 255, chance.randrange(256))) for _ in range(4))
            yield octets[:at] + piece + octets[at + 4 :]
        elif kind == 2:
            yield octets[:at] + chance.randbytes(chance.randrange(1, 40)) + octets[at:]
        else:
            changed = bytearray(octets)
            for _ in range(20):
                changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            yield bytes(changed)


@pytest.mark.parametrize("kind", WHOLE)
def test_damaged_file_is_scanned_without_error(kind: str) -> None:
    octets = WHOLE[kind]
    assert uriinspector.scan(octets).links
    for each in damaged(octets, random.Random(kind)):
        document = uriinspector.scan(each)
        for link in document.links[:50]:
            source = link.source
            assert 0 <= source.start <= source.end <= len(each)
        document.to_dict()
