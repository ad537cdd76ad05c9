"""Hostile input: nothing raises, work is bounded, and limits are reported."""

import io
import zipfile
import zlib
from base64 import encodebytes
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import uriinspector
from tests.documents.compound_files import compound
from tests.documents.mails import simple
from tests.documents.samples import zipped
from tests.examples import at_most
from tests.for_each import for_each
from tests.linear import is_linear
from uriinspector.documents import scan_state
from uriinspector.documents.scan_state import BY_NAME

SIZE = 10_000
CMS = b"\x30\x80\x06\x09" + bytes.fromhex("2a864886f70d010702")
NOTEBOOK = bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3")
EMBEDDED = bytes.fromhex("e716e3bd65261145a4c48d4d0b7a9eac")
HEAD = b"From: a@b.test\nTo: c@d.test\n"


def overlapping(count: int) -> bytes:
    """Return a packed stream of objects, each of which begins before or after all others."""
    body = b"<</EF<</F 5 0 R>>>>" + b"x " * 50 * count
    places = [0 if at % 2 else len(body) - 2 for at in range(count)]
    numbers = b"".join(b"%d %d " % (10 + at, place) for at, place in enumerate(places))
    packed = zlib.compress(numbers + body)
    head = (b"<</Type/ObjStm/First %d/Filter/FlateDecode>>" % len(numbers)) + b"stream\n"
    return head + packed + b"\nendstream\nendobj\n"


PIECES: dict[str, Callable[[int], bytes]] = {
    "<": lambda n: b"<!doctype html>" + b"<" * n,
    "quotes": lambda n: b"<!doctype html><a href=\"'" + b"\"'" * (n // 2),
    "quoted": lambda n: b"<!doctype html>" + b'<a title="' * (n // 10),
    "attributes": lambda n: b"<!doctype html><a " + b"x " * (n // 2),
    "equals": lambda n: b"<!doctype html><a " + b"=" * n,
    "style": lambda n: b"<!doctype html><p style=" + b"x" * n + b" style=" + b"y" * n + b">",
    "styles": lambda n: b"<!doctype html><p " + b"style='x' " * (n // 10) + b">",
    "links": lambda n: b"<!doctype html>" + b"<a href=x>" * (n // 10),
    "comments": lambda n: b"<!doctype html>" + b"<!--" * (n // 4),
    "dashes": lambda n: b"<!doctype html><!--" + b"-" * n,
    "scripts": lambda n: b"<!doctype html><script>" + b"<!--<script>" * (n // 12),
    "urls": lambda n: b"<!doctype html><style>" + b"url(" * (n // 4),
    "strings": lambda n: b"<!doctype html><style>" + b"'\\" * (n // 2),
    "handlers": lambda n: b'<!doctype html><p onclick="' + b"location='" * (n // 10) + b'">',
    "entities": lambda n: b"<!doctype html><a href='" + b"&#x" * (n // 3) + b"'>",
    "digits": lambda n: b"<!doctype html><a href='&#" + b"9" * n + b"'>",
    "svg": lambda n: b"<!doctype html>" + b"<svg>" * (n // 5),
    "svg title": lambda n: b"<!doctype html>" + b"<svg><title>" * (n // 12),
    "forms": lambda n: b"<!doctype html>" + b"<form action=x><input>" * (n // 22),
    "refresh": lambda n: b"<meta http-equiv=refresh content='0" + b" " * n + b"'>",
    "srcset": lambda n: b"<img srcset='" + b"a (" * (n // 3) + b"'>",
    # A closing bracket is searched for within some kilobytes: shorter texts do not reach the limit.
    "brackets": lambda n: b"<http://a.test/" * (n // 3),
    "broken": lambda n: b'"http://a.test/\n' * (n // 16),
    "words": lambda n: b"www." * (n // 4),
    "dots": lambda n: b"a[.]" * (n // 4),
    "closing": lambda n: b"http://a.test/" + b")" * n,
    "schemes": lambda n: b"a://" * (n // 4),
    "non-ascii": lambda n: b"http://a.test/" + b"\xe9" * n,
    "header": lambda n: HEAD + b"X: y\n" * (n // 5) + b"\n",
    "folded": lambda n: HEAD + b"X:" + b"\n y" * (n // 3) + b"\n\n",
    "names": lambda n: HEAD + b"From: " + b'"' * n + b"\n\n",
    "words in header": lambda n: HEAD + b"Subject: " + b"=?utf-8?q?a?= " * (n // 14) + b"\n\n",
    "parameters": lambda n: HEAD + b"Content-Type: a/b" + b";x*0*=y" * (n // 7) + b"\n\n",
    "boundaries": lambda n: (
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n" * (n // 20)
    ),
    "no boundary": lambda n: HEAD + b"Content-Type: multipart/mixed\n\n" + b"--b c\n" * (n // 24),
    "nested": lambda n: HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * (n // 47),
    "messages": lambda n: HEAD + b"Content-Type: message/rfc822\n\n" * (n // 30),
    "mailbox": lambda n: b"From a\nX: y\n\n" * (n // 50),
    "quoted-printable": lambda n: (
        HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=\n" * (n // 2)
    ),
    "equal signs": lambda n: HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=" * n,
    "base64": lambda n: HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"QQ==" * (n // 4),
    "calendar": lambda n: b"BEGIN:VCALENDAR\n" + b"\n " * (n // 2),
    "shortcut": lambda n: b"[InternetShortcut]\n" + b"URL= " * (n // 5),
    "utf-16": lambda n: b"\xff\xfe" + "<\u4e00 ".encode("utf-16-le") * (n // 6),
    "written": lambda n: HEAD + b"Content-Type: text/html\n\n<a title='" + b" http://" * (n // 8),
    "spoken": lambda n: HEAD + b"Content-Type: text/html\n\n" + b"<p>www.a.test" * (n // 13),
    "tar": lambda n: (
        (b"a" + b"\0" * 123 + b"0" * 12 + b"\0" * 121 + b"ustar").ljust(512, b"\0") * (n // 512)
    ),
    "gzip": lambda n: b"\x1f\x8b\x08\0" + b"\0" * n,
    "pdf": lambda n: b"%PDF-1.7\n" + b"/URI (" * (n // 6),
    "pdf files": lambda n: b"%PDF-1.7\n1 0 obj\n" + b"/EF<</X 5 0 R>>" * (n // 15) + b"\nendobj",
    "pdf objects": lambda n: b"%PDF-1.7\n1 0 obj\n" + overlapping(n // 10),
    "contact": lambda n: b"BEGIN:VCARD\n" + b"=\n" * (n // 2),
    "rtf groups": lambda n: b"{\\rtf1" + b"{\\b" * (n // 3),
    "rtf fields": lambda n: (
        b"{\\rtf1" + b"{\\field{\\*\\fldinst HYPERLINK http://a.test/}" * (n // 45)
    ),
    "rtf code": lambda n: b"{\\rtf1{\\field{\\*\\fldinst HYPERLINK " + b'\\\\a "' * (n // 5),
    "rtf octets": lambda n: b"{\\rtf1\\f1" + b"\\'82" * (n // 4),
    "signed": lambda n: CMS + b"\xa0\x80\x30\x80" * (n // 4),
    "notebook": lambda n: NOTEBOOK + (EMBEDDED + b"\1" + bytes(19) + b"x") * (n // 37),
    "names in a notebook": lambda n: NOTEBOOK + b"\x40\0\0\0" + b"a\0.\0" * (n // 4),
    "tnef": lambda n: b"\x78\x9f\x3e\x22\0\0" + (b"\2\2\x90\6\0" + bytes(6)) * (n // 11),
    "shortcut of windows": lambda n: (
        bytes.fromhex("4c0000000114020000000000c000000000000046")
        + bytes(56)
        + (8).to_bytes(4, "little") * (n // 4)
    ),
    "compound": lambda n: compound({str(at): b"x" for at in range(n // 200)}),
    "fields of word": lambda n: compound({"WordDocument": b"\x13HYPERLINK \x14" * (n // 12)}),
    "office": lambda n: zipped(
        {"[Content_Types].xml": b"", "word/document.xml": b"<w:hyperlink r:id='a'>" * (n // 22)}
    ),
    "office fields": lambda n: zipped(
        {
            "[Content_Types].xml": b"",
            "word/document.xml": b"<w:fldChar w:fldCharType='begin'/>" * (n // 34),
        }
    ),
}


def looked_at(octets: bytes) -> None:
    document = uriinspector.scan(octets)
    for link in document.links[:50]:
        link.to_dict()
    document.head()


@for_each("piece", *PIECES.values(), ids=PIECES)
def test_scanning_takes_linear_time(piece: Callable[[int], bytes]) -> None:
    short, long = piece(SIZE), piece(4 * SIZE)
    assert is_linear(lambda: looked_at(short), lambda: looked_at(long))


def judged(octets: bytes) -> None:
    for link in uriinspector.scan(octets, base="http://page.test/").links:
        _ = link.judged(), link.source


HANDLERS = b" on%d=\"location='http://a.test/%d'\""
MANY: dict[str, Callable[[int], bytes]] = {
    "in one tag": lambda n: b"<a" + b"".join(HANDLERS % (at, at) for at in range(n)) + b" href=y>",
    "in forms in templates": lambda n: (
        b"<template>" + b"<form action=http://x.test/>" * n + b"<input>" * n
    ),
    "in a page in an archive in a message": lambda n: simple(
        "Content-Type: application/zip\nContent-Transfer-Encoding: base64",
        encodebytes(zipped({"a.html": b"<a href=x>" * n + b" " * (90_000 * n)})),
    ),
}


@pytest.mark.parametrize("made", MANY.values(), ids=MANY)
def test_judging_links_takes_linear_time(made: Callable[[int], bytes]) -> None:
    short, long = made(60), made(240)
    assert is_linear(lambda: judged(short), lambda: judged(long))


def test_zip_member_with_a_false_size_is_read_to_its_end() -> None:
    octets = bytearray(zipped({str(at): b"http://a.test/" for at in range(40)}))
    at = octets.find(b"PK\x01\x02")
    while at >= 0:
        octets[at + 20 : at + 24] = len(octets).to_bytes(4, "little")
        at = octets.find(b"PK\x01\x02", at + 1)
    document = uriinspector.scan(bytes(octets))
    assert (len(document.links), document.not_examined) == (40, ())


@settings(max_examples=at_most(300), suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=300), st.sampled_from(["", *(f"x.{each}" for each in BY_NAME)]))
def test_scanning_any_bytes_never_raises(octets: bytes, name: str) -> None:
    uriinspector.scan(octets, name=name).to_dict()


@settings(max_examples=at_most(300))
@given(
    st.sampled_from(sorted(PIECES)), st.integers(0, 300), st.binary(max_size=40),
    st.integers(0, 300),
)  # fmt: skip
def test_scanning_hostile_input_with_noise_never_raises(
    name: str, size: int, noise: bytes, at: int
) -> None:
    octets = PIECES[name](size)
    octets = octets[:at] + noise + octets[at:]
    for end in ("", "mbox", "eml", "html"):
        uriinspector.scan(octets, name=f"x.{end}").to_dict()


@settings(max_examples=at_most(200))
@given(st.text(max_size=200))
def test_scanning_any_text_never_raises(text: str) -> None:
    uriinspector.scan(text).to_dict()


def test_parts_over_the_limit_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_state, "PARTS", 1_000)
    octets = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 100_000
    document = uriinspector.scan(octets)
    assert len(document.parts) == 1_000
    assert [each.reason for each in document.not_examined] == ["99,001 more parts not opened"]


@for_each(
    "octets",
    b"<!doctype html>" + b"<a href=x>" * 100,
    b"<!doctype html><a href=x><!--" + b"<a href=x>" * 100 + b"--><!--<a href=y>-->",
    b"http://a.test/ " * 100,
    HEAD + b"X: http://a.test/\n" * 100 + b"\n<!doctype html><a href=x>",
    b"BEGIN:VCALENDAR\n" + b"URL:http://a.test/\n" * 100,
    b"[InternetShortcut]\n" + b"URL=http://a.test/\n" * 100,
    b"%PDF-1.7\n" + b"/URI (http://a.test/)" * 100,
)
def test_links_over_the_limit_are_reported(octets: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_state, "MOST_LINKS", 30)
    document = uriinspector.scan(octets)
    assert len(document.links) + len(document.commented) <= 101
    assert "links are listed" in document.not_examined[0].reason


@for_each("most, is_told", (9, True), (10, False), (11, False))
def test_links_up_to_the_limit_are_kept(
    most: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_state, "MOST_LINKS", most)
    document = uriinspector.scan(b"<!doctype html>" + b"<a href=x>" * 10)
    assert len(document.links) == min(most, 10)
    assert bool(document.not_examined) is is_told


def test_deeply_nested_parts_are_bounded_and_reported() -> None:
    piece = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
    document = uriinspector.scan(HEAD + b"".join(piece % (n, n) for n in range(100_000)))
    assert any("nested more than 16 levels deep" in each.reason for each in document.not_examined)


def test_large_base64_part_is_read_whole() -> None:
    inner = b"PGEgaHJlZj14Pg==" * 200_000
    octets = HEAD + b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + inner
    assert len(uriinspector.scan(octets).links) == 200_000


def test_zip_bomb_is_bounded_and_reported() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(5):
            archive.writestr(f"{number}.bin", b"\0" * (65 << 20), compresslevel=1)
    document = uriinspector.scan(made.getvalue())
    reasons = " ".join(each.reason for each in document.not_examined)
    assert "only the first 67,108,864 bytes could be unpacked" in reasons
    assert reasons.count("could be unpacked") == 5
    assert sum(each.size for each in document.parts[1:]) <= 256 << 20
    assert [each.code for each in document.findings] == ["reading-stopped"]


def test_deeply_nested_archive_is_bounded() -> None:
    octets = b"http://deep.test/"
    for _ in range(30):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            archive.writestr("inner.zip", octets)
        octets = made.getvalue()
    assert uriinspector.scan(octets).not_examined[0].reason == "nested more than 16 levels deep"


def test_file_bytes_beyond_the_limit_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from uriinspector.documents import scan

    monkeypatch.setattr(scan, "LIMIT", 1 << 20)
    octets = b"<!doctype html><a href=x>" + b" " * (1 << 20) + b"<a href=y>"
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == ["x"]
    assert document.size == len(octets)
    assert document.not_examined[0].reason == "only the first 1 MB were checked"
