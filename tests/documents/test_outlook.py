"""Outlook's .msg and TNEF: headers, bodies, attachments and embedded messages."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from hashlib import sha256

import pytest

import uriinspector
from tests.documents.compound_files import (
    Tree,
    attached,
    attribute,
    bag,
    compound,
    mapi_properties,
    outlook_tree,
    plain_rtf,
    tnef,
    tnef_attachment,
)
from tests.documents.mails import simple
from tests.for_each import for_each
from uriinspector.documents import outlook
from uriinspector.documents.outlook import (
    COMPRESSED_RTF_BEGINNING,
    PropertyBag,
    code_page,
    unpacked_rtf,
)

SUBJECT, TRANSPORT, BODY, RTF, HTML = 0x0037, 0x007D, 0x1000, 0x1009, 0x1013
CODE_PAGE = 0x3FDE
SENDER, SENDER_SMTP, NAME, ADDRESS, KIND = 0x0042, 0x5D02, 0x3001, 0x39FE, 0x0C15
CONTENT, SHORT_NAME, LONG_NAME, MEDIA, CONTENT_ID, PATH = (
    0x3701, 0x3704, 0x3707, 0x370E, 0x3712, 0x370D,
)  # fmt: skip
PACKED_HTML = (
    rb"{\rtf1\ansi\ansicpg1252\fromhtml1 {\fonttbl{\f0\fcharset0 Arial;}}"
    rb'{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 {\*\htmltag84 <a href="http://evil.test/?a=1&amp;b=2">}'
    rb'\htmlrtf {\field{\*\fldinst{HYPERLINK "http://other.test/"}}{\fldrslt\ul \htmlrtf0 '
    rb"www.bank.com \'e9\u8364?\htmlrtf }\htmlrtf0 \htmlrtf }\htmlrtf0{\*\htmltag92 </a>}}}"
)
PAGE = b'<a href="http://a.test/">www.bank.test</a>'


def values(document: uriinspector.Document) -> list[tuple[str, str, str | None]]:
    return [(link.part, link.value, link.text) for link in document.links]


def test_html_in_rtf_has_links_with_attributes_and_positions() -> None:
    octets = compound(outlook_tree({SUBJECT: "Hi", RTF: plain_rtf(PACKED_HTML)}))
    document = uriinspector.scan(octets)
    assert document.kind == "outlook"
    assert [each.size for each in document.parts] == [len(octets), len(PACKED_HTML)]
    assert document.parts[1].sha256 == sha256(PACKED_HTML).hexdigest()
    (link,) = document.links
    assert (link.element, link.attribute) == ("a", "href")
    assert (link.value, link.text) == ("http://evil.test/?a=1&b=2", "www.bank.com é€")
    assert "text-href-mismatch" in {each.code for each in link.findings}
    source = link.source
    assert b"evil.test" in octets[source.start : source.end]
    assert document.not_examined == ()


def test_envelope_is_built_from_properties_without_a_transport_header() -> None:
    recipients = tuple(
        bag({NAME: name, ADDRESS: f"{name}@to.test"}, {KIND: kind}, 8)
        for name, kind in (("a", 1), ("b", 2), ("ü", 1))
    )
    texts: dict[int, str | bytes] = {
        SUBJECT: "Grüße\r\nBcc: x@y.test",
        SENDER: "Bank, The",
        SENDER_SMTP: "bank@evil.test",
        BODY: "see http://a.test/",
    }
    document = uriinspector.scan(compound(outlook_tree(texts, (), recipients, {0x0039: 1 << 56})))
    envelope = document.envelope
    assert envelope is not None
    assert envelope.subject == "Grüße\r\nBcc: x@y.test"
    assert [(each.name, each.address) for each in envelope.senders] == [
        ("Bank, The", "bank@evil.test")
    ]
    assert [each.address for each in envelope.recipients] == ["a@to.test", "ü@to.test"]
    assert values(document) == [("1.1", "http://a.test/", None)]


def test_transport_header_takes_precedence_and_its_links_are_read() -> None:
    transport = (
        "Microsoft Mail Internet Headers Version 2.0\r\nFrom: A <a@real.test>\r\n"
        "List-Unsubscribe: <http://list.test/u>\r\nAuthentication-Results: mx; spf=fail\r\n\r\n"
    )
    texts: dict[int, str | bytes] = {TRANSPORT: transport, SENDER_SMTP: "b@b.test", SUBJECT: "S"}
    document = uriinspector.scan(compound(outlook_tree(texts)))
    envelope = document.envelope
    assert envelope is not None
    assert [each.address for each in envelope.senders] == ["a@real.test"]
    assert (envelope.subject, envelope.authentication) == ("S", ("mx; spf=fail",))
    assert [(link.value, link.attribute) for link in document.links] == [
        ("http://list.test/u", "list-unsubscribe")
    ]


def test_bodies_and_attachments_are_parts() -> None:
    inner = outlook_tree({SUBJECT: "Inner", BODY: "http://inner.test/"}, head=24)
    attachments = (
        attached({CONTENT: b"x" * 5000 + b" http://b.test/", LONG_NAME: "a.txt"}),
        attached({CONTENT: b"GIF89a", SHORT_NAME: "LOGO~1.GIF", CONTENT_ID: "<logo@x>"}),
        attached({NAME: "Inner"}, inner),
        attached({PATH: "https://drive.test/file", LONG_NAME: "cloud.docx"}),
        attached({NAME: "nothing"}),
        attached({NAME: "drawing"}, {"\x01Ole": b"x", "CONTENTS": b"http://c.test/"}),
        attached(
            {
                CONTENT: b"Content-Type: multipart/signed; boundary=b\n\n--b\n\nhttp://s.test/\n--b--\n",
                MEDIA: "multipart/signed",
                LONG_NAME: "smime.p7m",
            }
        ),
    )
    page = b'<img src="cid:logo@x">' + PAGE
    octets = compound(outlook_tree({BODY: "text http://a.test/", HTML: page}, attachments))
    document = uriinspector.scan(octets)
    assert values(document) == [
        ("1.1", "http://a.test/", None),
        ("1.2", "cid:logo@x", None),
        ("1.2", "http://a.test/", "www.bank.test"),
        ("1.3", "http://b.test/", None),
        ("1.5.1", "http://inner.test/", None),
        ("1.6", "https://drive.test/file", None),
        ("1.8.2", "http://c.test/", None),
        ("1.9.1", "http://s.test/", None),
    ]
    assert document.links[1].names_part == "1.4"
    names = {each.path: each.name for each in document.parts}
    assert (names["1.3"], names["1.4"], names["1.5"]) == ("a.txt", "LOGO~1.GIF", "Inner")
    assert [each.subject for each in document.envelopes] == [None, "Inner"]
    assert [each.reason for each in document.not_examined] == [
        "damaged image",
        "attachment without content",
    ]
    for link in document.links:
        source = link.source
        assert 0 < source.start < source.end <= len(octets)


def test_rtf_that_repeats_the_html_adds_no_links() -> None:
    page = PACKED_HTML.replace(b"evil.test/?a=1&amp;b=2", b"a.test/")
    same: dict[int, str | bytes] = {HTML: PAGE, RTF: plain_rtf(page)}
    assert len(uriinspector.scan(compound(outlook_tree(same))).links) == 1
    other: dict[int, str | bytes] = {HTML: PAGE, RTF: plain_rtf(PACKED_HTML)}
    document = uriinspector.scan(compound(outlook_tree(other)))
    assert len(document.links) == 2
    assert [each.path for each in document.parts] == ["1", "1.1", "1.2"]


def test_plain_text_and_html_are_compared() -> None:
    texts: dict[int, str | bytes] = {BODY: "http://bank.test/", HTML: PAGE}
    document = uriinspector.scan(compound(outlook_tree(texts)))
    assert "alternative-mismatch" in {each.code for each in document.findings}


@for_each("octets", b"", b"short", b"\0" * 16, b"\x10\0\0\0\x10\0\0\0XXXX1234rest")
def test_damaged_rtf_body_is_reported(octets: bytes) -> None:
    document = uriinspector.scan(compound(outlook_tree({RTF: octets, BODY: "http://a.test/"})))
    assert len(document.links) == 1
    told = [each.reason for each in document.not_examined]
    assert told == (["damaged RTF body"] if octets else [])


def test_compressed_rtf_is_decompressed() -> None:
    # Eight literal bytes, then "aaa..." as a self-reference, and the end.
    start = len(COMPRESSED_RTF_BEGINNING)
    packed = bytes((0,)) + b"12345678" + bytes((0b110,)) + b"a"
    packed += ((start + 8) << 4 | 7).to_bytes(2, "big") + ((start + 18) << 4).to_bytes(2, "big")
    head = (
        (len(packed) + 12).to_bytes(4, "little") + (18).to_bytes(4, "little") + b"LZFu" + bytes(4)
    )
    assert unpacked_rtf(memoryview(head + packed)) == b"12345678" + b"a" * 10
    assert unpacked_rtf(memoryview(head + packed), 9) == b"12345678a"
    back = head + bytes((1,)) + (0xFFF << 4 | 15).to_bytes(2, "big")
    assert len(unpacked_rtf(memoryview(back))) == 17
    # References to the first byte and to the one before it, where the window contains zeros.
    for at, text in (
        (0, COMPRESSED_RTF_BEGINNING[:5]),
        (4096 - 2, b"\0\0" + COMPRESSED_RTF_BEGINNING[:3]),
    ):
        packed = bytes((0b11,)) + (at << 4 | 3).to_bytes(2, "big")
        packed += ((start + 5) << 4).to_bytes(2, "big")
        assert unpacked_rtf(memoryview(head + packed)) == text


def test_message_time_is_exact_to_the_microsecond() -> None:
    # 2026-11-23T20:30:40.123456 in units of 100 ns since 1601.
    sent = datetime(2026, 11, 23, 20, 30, 40, 123456, tzinfo=UTC)
    number = (sent - datetime(1601, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) * 10
    properties = PropertyBag(encoding="windows-1252")
    properties.numbers[0x0039] = number
    assert properties.time(0x0038, 0x0039) == sent
    for wrong in (0, 1 << 62):
        properties.numbers[0x0039] = wrong
        assert properties.time(0x0039) is None


def test_tnef_is_read_alone_or_in_a_message() -> None:
    inner = tnef({SUBJECT: "Inner", BODY: "http://inner.test/"})
    octets = tnef(
        {SUBJECT: "Outer", RTF: plain_rtf(PACKED_HTML), 0x3FDE: 65001},
        tnef_attachment("a.txt", b"http://a.test/", {LONG_NAME: "long name.txt"}),
        attribute(0x69002, bytes(14), 2),
        attribute(0x69005, embedded(inner), 2),
    )
    document = uriinspector.scan(octets)
    assert document.kind == "tnef"
    assert values(document) == [
        ("1.1", "http://evil.test/?a=1&b=2", "www.bank.com é€"),
        ("1.2", "http://a.test/", None),
        ("1.3.1", "http://inner.test/", None),
    ]
    assert [each.subject for each in document.envelopes] == ["Outer", "Inner"]
    assert document.parts[2].name == "long name.txt"
    mail = simple("Content-Type: application/ms-tnef; name=winmail.dat", octets)
    inside = uriinspector.scan(mail)
    assert [each.subject for each in inside.envelopes] == [None, "Inner"]
    assert [link.value for link in inside.links] == [link.value for link in document.links]


def embedded(stream: bytes) -> bytes:
    """Return the properties of an attachment that is a message."""
    octets = bytes.fromhex("0703020000000000c000000000000046") + stream
    plain = mapi_properties({CONTENT: octets})
    return plain.replace(b"\x02\x01\x01\x37", b"\x0d\x00\x01\x37", 1)


def test_bytes_after_the_attributes_of_tnef_are_reported() -> None:
    document = uriinspector.scan(tnef({BODY: "http://a.test/"}) + b"\x09" * 40)
    assert len(document.links) == 1
    assert [each.reason for each in document.not_examined] == ["damaged TNEF"]


def test_nesting_of_messages_is_limited() -> None:
    tree: Tree = outlook_tree({BODY: "http://deepest.test/"}, head=24)
    for _ in range(30):
        tree = outlook_tree({SUBJECT: "x"}, (attached({NAME: "x"}, tree),), head=24)
    document = uriinspector.scan(compound(outlook_tree({}, (attached({}, tree),))))
    assert any("not opened" in each.reason for each in document.not_examined)
    assert "reading-stopped" in {each.code for each in document.findings}


@for_each("count, left_out", (1, []), (2, []), (4, ["2 more parts not opened"]))
def test_attachments_beyond_the_limit_are_counted(
    count: int, left_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlook, "MESSAGE_FILE_ATTACHMENTS", 2)
    each = attached({CONTENT: b"http://b.test/", LONG_NAME: "a.txt"})
    document = uriinspector.scan(compound(outlook_tree({}, (each,) * count)))
    assert len(document.links) == min(count, 2)
    assert [each.reason for each in document.not_examined] == left_out
    stopped = [each for each in document.findings if each.code == "reading-stopped"]
    assert len(stopped) == len(left_out)


def test_other_compound_files_are_not_messages() -> None:
    assert uriinspector.scan(compound({"WordDocument": b"x" * 5000})).kind == "ole"


def test_older_tnef_attributes_are_used_without_properties() -> None:
    row = mapi_properties({NAME: "Ann", ADDRESS: "ann@to.test", KIND: 1})
    octets = tnef(
        {SENDER: "Bank", 0x0065: "bank@evil.test", 0x004F: "x@reply.test".encode("utf-16-le")},
        attribute(0x69007, (1251).to_bytes(4, "little") + bytes(4)),
        attribute(0x18004, "Тема".encode("cp1251") + b"\0"),
        attribute(0x2800C, b"http://a.test/\0"),
        attribute(0x69004, (1).to_bytes(4, "little") + row),
        attribute(0x2800F, b"http://b.test/", 2),
    )
    document = uriinspector.scan(octets)
    envelope = document.envelope
    assert envelope is not None
    assert (envelope.subject, envelope.senders[0].address) == ("Тема", "bank@evil.test")
    assert [each.address for each in envelope.recipients] == ["ann@to.test"]
    assert [each.address for each in envelope.reply_to] == ["x@reply.test"]
    assert [link.value for link in document.links] == ["http://a.test/", "http://b.test/"]


SIZES = {**dict.fromkeys((0, 1, 2, 3, 4, 10, 11), 4), **dict.fromkeys((5, 6, 7, 20, 64), 8), 72: 16}


@for_each("kind, size", *SIZES.items())
def test_properties_after_one_of_fixed_size_are_read(kind: int, size: int) -> None:
    row = kind.to_bytes(2, "little") + b"\x99\x30" + bytes(size)
    rows = (2).to_bytes(4, "little") + row + mapi_properties({BODY: "http://a.test/"})[4:]
    document = uriinspector.scan(tnef({}, attribute(0x69003, rows)))
    assert [link.value for link in document.links] == ["http://a.test/"]


def test_first_value_of_a_multivalued_property_counts() -> None:
    texts = [f"http://{each}.test/\0\0\0".encode() for each in "ab"]
    values = b"".join(len(each).to_bytes(4, "little") + each for each in texts)
    row = b"\x1e\x10\x00\x10" + (2).to_bytes(4, "little") + values
    octets = tnef({}, attribute(0x69003, (1).to_bytes(4, "little") + row))
    assert [link.value for link in uriinspector.scan(octets).links] == ["http://a.test/"]


def test_named_and_multivalued_tnef_properties_are_skipped() -> None:
    name = "Keywords\0".encode("utf-16-le")
    named = bytes(16) + (1).to_bytes(4, "little") + len(name).to_bytes(4, "little")
    rows = (
        b"\x1f\x10\x01\x80" + named + name + bytes(-len(name) % 4) + (2).to_bytes(4, "little"),
        (4).to_bytes(4, "little") + b"a\0\0\0" + (4).to_bytes(4, "little") + b"b\0\0\0",
        b"\x03\x00\x02\x80" + bytes(16) + bytes(4) + bytes(4) + b"1234",
        b"\x03\x10\x99\x30" + (2).to_bytes(4, "little") + bytes(8),
        b"\x40\x00\x39\x00" + (1 << 56).to_bytes(8, "little"),
        mapi_properties({BODY: "http://a.test/"})[4:],
    )
    octets = tnef({}, attribute(0x69003, (5).to_bytes(4, "little") + b"".join(rows)))
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == ["http://a.test/"]
    assert document.envelope is not None
    assert document.envelope.date is not None
    unknown = tnef({}, attribute(0x69003, (2).to_bytes(4, "little") + b"\x77\x00\x01\x30"))
    assert len(uriinspector.scan(unknown).links) == 0


@for_each(
    "number, name",
    (932, "cp932"), (1251, "cp1251"), (28605, "iso8859-15"), (50220, "iso2022_jp"),
    (65001, "utf-8"), (437, "cp437"), (99999, None), (None, None),
    (20127, "windows-1252"), (20866, "koi8-r"), (21866, "koi8-u"), (20932, "euc_jp"),
    (50221, "iso2022_jp"), (50222, "iso2022_jp"), (50225, "iso2022_kr"), (51932, "euc_jp"),
    (51949, "cp949"), (52936, "hz"), (54936, "gb18030"), (65000, "utf-7"),
    (1200, "utf-16-le"), (1201, "utf-16-be"), (10000, "mac-roman"), (936, "gb18030"),
    (28591, "windows-1252"), (28606, "iso8859-16"), (28590, None), (28607, None),
)  # fmt: skip
def test_code_page_number_maps_to_an_encoding(number: int | None, name: str | None) -> None:
    assert code_page(number) == name


def test_line_breaks_in_a_property_become_one_space() -> None:
    octets = compound(outlook_tree({BODY: "x", 0x1035: " <a\r\n <b>@c.test>\t"}))
    envelope = uriinspector.scan(octets).envelope
    assert envelope is not None
    assert envelope.message_id == "a b @c.test"


@for_each("day", *range(0, 365, 27))
def test_outlook_date_is_formatted_as_in_email_headers(day: int) -> None:
    sent = datetime(2026, 1, 1, 8, 5, 9, tzinfo=UTC) + timedelta(days=day)
    ticks = (sent - datetime(1601, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) * 10
    row = b"\x40\x00\x39\x00" + ticks.to_bytes(8, "little")
    octets = tnef({}, attribute(0x69003, (1).to_bytes(4, "little") + row))
    envelope = uriinspector.scan(octets).envelope
    assert envelope is not None
    assert envelope.date == format_datetime(sent)


def test_properties_in_a_code_page_are_decoded() -> None:
    storage = outlook_tree({HTML: "<a href='http://a.test/'>\u0436</a>"}, (), (), {0x3FFD: 1251})
    storage[f"__substg1.0_{SUBJECT:04X}001E"] = "Тема".encode("cp1251")
    storage[f"__substg1.0_{BODY:04X}001E"] = "см. http://b.test/".encode("cp1251")
    document = uriinspector.scan(compound(storage))
    assert document.envelope is not None
    assert document.envelope.subject == "Тема"
    assert values(document) == [("1.1", "http://b.test/", None), ("1.2", "http://a.test/", "ж")]


def test_embedded_message_has_a_shorter_property_header() -> None:
    """[MS-OXMSG] 2.4.1: 24 bytes, but 32 at the top level; the code page is a property after it."""
    html = '<a href="http://h.test/ж">x</a>'.encode("cp1251")
    inner = outlook_tree({HTML: html}, numbers={CODE_PAGE: 1251}, head=24)
    octets = compound(outlook_tree({}, (attached({}, inner),)))
    assert [value for _, value, _ in values(uriinspector.scan(octets))] == ["http://h.test/ж"]


def test_outlook_body_type_follows_its_property() -> None:
    html, text = b"plain http://a.test/", '<html><a href="x">x</a> http://a.test/'
    page = uriinspector.scan(compound(outlook_tree({HTML: html})))
    assert [each.type for each in page.parts][1:] == ["text/html"]
    plain = uriinspector.scan(compound(outlook_tree({BODY: text})))
    assert [each.type for each in plain.parts][1:] == ["text/plain"]
    assert [value for _, value, _ in values(plain)] == ["http://a.test/"]


def test_rtf_only_text_is_not_part_of_the_html() -> None:
    """[MS-OXRTFEX] 2.1.3.2: text between htmlrtf and htmlrtf0 is not part of the HTML."""
    packed = (
        rb"{\rtf1\ansi\fromhtml1 {\*\htmltag64 <a href=\'22http://a.test/\'22>}"
        rb"one\htmlrtf  two\htmlrtf0  three{\*\htmltag72 </a>}}"
    )
    document = uriinspector.scan(compound(outlook_tree({RTF: plain_rtf(packed)})))
    assert [(each.value, each.text) for each in document.links] == [("http://a.test/", "one three")]


@for_each("kind", 0, 1)
def test_property_without_a_value_is_skipped(kind: int) -> None:
    """MS-OXCDATA 2.11.1: PtypUnspecified and PtypNull."""
    empty = kind.to_bytes(2, "little") + b"\x39\x00" + b"\xff\xff\xff\x7f"
    date = b"\x40\x00\x39\x00" + (1 << 56).to_bytes(8, "little")
    octets = tnef({}, attribute(0x69003, (2).to_bytes(4, "little") + empty + date))
    plain = tnef({}, attribute(0x69003, (1).to_bytes(4, "little") + date))
    dates = [each.date for file in (octets, plain) for each in uriinspector.scan(file).envelopes]
    assert dates[0] == dates[1] is not None


@for_each("size, is_read", (8, True), (7, False), (4, False), (0, False))
def test_truncated_outlook_date_is_none(size: int, is_read: bool) -> None:
    row = (1).to_bytes(4, "little") + b"\x40\x00\x39\x00" + (1 << 56).to_bytes(8, "little")
    octets = tnef({BODY: "x"}, attribute(0x69003, row[: 8 + size]), attribute(0x18004, b"y\0"))
    (envelope,) = uriinspector.scan(octets).envelopes
    assert (envelope.date is not None) is is_read
    assert envelope.subject == "y"
