"""Messages: every link, and its position in the bytes of the message."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import uriinspector
from tests.documents.mails import message, simple
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector.documents.document_values import Mailbox
from uriinspector.documents.html.tokens import attribute_value
from uriinspector.documents.mime import Base64, QuotedPrintable
from uriinspector.documents.octets import Raw

CODINGS = {"base64": Base64, "quoted-printable": QuotedPrintable}
CHARSETS = (
    ("utf-8", "é€😀"), ("iso-8859-1", "é"), ("windows-1252", "€"), ("koi8-r", "ж"),
    ("shift_jis", "日本"), ("iso-2022-jp", "日本"), ("gb18030", "中"), ("big5", "中"),
    ("euc-kr", "한"), ("utf-16", "é日"), ("utf-7", "é"),
)  # fmt: skip


@for_each("encoding", "7bit", "8bit", "binary", "quoted-printable", "base64")
@for_each("charset, char", *CHARSETS)
def test_links_are_found_in_every_encoding_and_charset(
    encoding: str, charset: str, char: str
) -> None:
    made = message(encoding, charset, char)
    if charset == "utf-16" and encoding != "base64":
        return  # always sent as base64: its line ends are not ones to a mail program
    document = uriinspector.scan(made.octets)
    assert [link.value for link in document.links] == made.values
    assert document.not_examined == ()


@for_each("encoding", "8bit", "quoted-printable", "base64")
def test_source_position_covers_the_encoded_value(encoding: str) -> None:
    made = message(encoding, "utf-8", "é&lt;")
    for link in uriinspector.scan(made.octets).links:
        written = made.octets[link.source.start : link.source.end]
        if encoding == "quoted-printable":
            written = QuotedPrintable().decoded(written, 0, len(written))
        if encoding == "base64":
            assert link.value.encode()[3:-6] in padded(written)
        else:
            assert attribute_value(written) == link.value
        assert made.octets[: link.source.start].count(b"\n") + 1 == link.source.line


def padded(written: bytes) -> bytes:
    """Return the decoded piece of base64 for each possible alignment."""
    found = (b"A" * shift + written for shift in range(4))
    return b"\n".join(Base64().decoded(each, 0, len(each)) for each in found)


@settings(max_examples=at_most(300))
@given(st.binary(max_size=400), st.data())
def test_base64_position_maps_back_to_the_decoded_bytes(octets: bytes, data: st.DataObject) -> None:
    import base64

    width = data.draw(st.integers(1, 80))
    plain = base64.b64encode(octets)
    end = data.draw(st.sampled_from([b"\n", b"\r\n", b" \r\n", b"!\n"]))
    written = b"head" + end.join(plain[at : at + width] for at in range(0, len(plain), width))
    coding = Base64()
    assert coding.decoded(written, 4, len(written)) == octets
    if octets:
        start = data.draw(st.integers(0, len(octets) - 1))
        stop = data.draw(st.integers(start + 1, len(octets)))
        first, last = coding.place(Raw(written), start, stop)
        piece = b"A" * (start % 3) + written[first:last]
        assert Base64().decoded(piece, 0, len(piece))[start % 3 :] == octets[start:stop]


@settings(max_examples=at_most(300))
@given(
    st.lists(st.sampled_from([b"=3D", b"=\r\n", b"=\n", b"a", b" ", b"\r\n", b"=", b"=E9", b"=z"]),
        max_size=60),
    st.data(),
)  # fmt: skip
def test_quoted_printable_position_maps_back_to_the_decoded_bytes(
    pieces: list[bytes], data: st.DataObject
) -> None:
    written = b"".join(pieces) * data.draw(st.sampled_from([1, 40, 200]))
    coding = QuotedPrintable()
    decoded = coding.decoded(written, 0, len(written))
    if decoded:
        start = data.draw(st.integers(0, len(decoded) - 1))
        stop = data.draw(st.integers(start + 1, len(decoded)))
        first, last = coding.place(Raw(written), start, stop)
        piece = written[first:last] + b"."  # a "=" at the very end encodes nothing
        assert QuotedPrintable().decoded(piece, 0, len(piece)) == decoded[start:stop] + b"."


def values(octets: bytes) -> list[str]:
    return [link.value for link in uriinspector.scan(octets).links]


@for_each(
    "header, body, expected",
    ("Content-Type: multipart/mixed; boundary=b", "--b\n\nhttp://x.test/\n--b--\n",
        ["http://x.test/"]),
    ("Content-Type: multipart/mixed; boundary=b", "--b\n\nhttp://x.test/", ["http://x.test/"]),
    ("Content-Type: multipart/mixed; boundary=wrong",
        "--b\nContent-Type: text/html\n\n<a href=x>\n--b\n\nhttp://y.test/\n--b--",
        ["x", "http://y.test/"]),
    ("Content-Type: multipart/mixed", "--b\n\nhttp://x.test/\n--b--\n", ["http://x.test/"]),
    ("Content-Type: multipart/mixed; boundary=none", "see http://x.test/", ["http://x.test/"]),
    ("Content-Type: multipart/mixed; boundary=none", "<html><a href=x>", ["x"]),
    ("Content-Type: multipart/mixed; boundary=b",
        "--bb\n\nhttp://x.test/\n--b\n\nhttp://y.test/\n--b--",
        ["http://x.test/", "http://y.test/"]),
    ("Content-Type: multipart/mixed; boundary=b", "--b--\nafter http://x.test/",
        ["http://x.test/"]),
    ("Content-Type: text/html; charset=nonsense", "<a href=é>", ["é"]),
    ("Content-Type: text/plain", "<a href='http://x.test/'>", ["http://x.test/"]),
    ("Content-Type: text/html\nContent-Transfer-Encoding: BASE64 ", "PGEgaHJlZj14Pg==\n\ntail",
        ["x"]),
    ("Content-Type: text/html\nContent-Transfer-Encoding: base64",
        "PGEg\naHJl\nZj14Pg==PGEgaHJlZj15Pg==", ["x", "y"]),
    ("Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable", "<a hr=\nef=3Dx=3d>",
        ["x="]),
    ("Content-Type: application/octet-stream; name=x.html", "<p><a href=x>", ["x"]),
    ("Content-Type: text/plain; name=x.html", "<p><a href=x>", ["x"]),
    ("Content-Type: text/html; name=x.txt", "hello <a href=x>", ["x"]),
    ("Subject: x", "<html><a href=x></a></html>", ["x"]),
    ("X-Report:\n http://x.test/ ", "", ["http://x.test/"]),
    ("List-Unsubscribe: <http://x.test/a\n b>", "", ["http://x.test/ab"]),
    ("Subject: =?utf-8?q?http=3A//x.test/?=\n =?utf-8?q?y?=", "", ["http://x.test/y"]),
)  # fmt: skip
def test_parts_are_found_despite_odd_boundaries(
    header: str, body: str, expected: list[str]
) -> None:
    assert values(simple(header, body)) == expected


@for_each(
    "page, expected",
    ("<p>see http://a.test/x?a=1&amp;b, or www.example.com.", ["http://a.test/x?a=1&b",
    "www.example.com"]),
    ("<p>http://a.test/x&nbsp;and &lt;http://b.test/&gt;", ["http://a.test/x", "http://b.test/"]),
    ("<p>http://a.test/<b>b</b>", ["http://a.test/"]),
    ("<p>http://\u00fc.test/\u00e9", ["http://\u00fc.test/\u00e9"]),
    ("<title>http://no.test/</title><!-- http://no.test/ --><p title=' http://no.test/'>", []),
    ("<style>/* http://no.test/ */</style><p>no links", []),
)  # fmt: skip
def test_addresses_in_html_text_are_links_in_mails(page: str, expected: list[str]) -> None:
    octets = simple("Content-Type: text/html; charset=utf-8", page)
    links = uriinspector.scan(octets).links
    assert [link.value for link in links] == expected
    for link in links:
        assert (link.element, link.attribute, link.text) == (None, None, None)
        written = octets[link.source.start : link.source.end].decode()
        assert written.replace("&amp;", "&") == link.value
    assert values(page.encode()) == []


def test_link_text_is_not_another_link() -> None:
    octets = simple("Content-Type: text/html", "<a href=x>http://a.test/</a> http://b.test/")
    assert values(octets) == ["x", "http://b.test/"]


def test_nested_messages_are_opened() -> None:
    octets = b"Subject: inner\nContent-Type: text/html\n\n<a href=x>"
    for _ in range(5):
        octets = b"Subject: outer\nContent-Type: message/rfc822\n\n" + octets
    document = uriinspector.scan(octets)
    (link,) = document.links
    assert (link.value, link.part) == ("x", "1.1.1.1.1.1.1")
    assert [each.subject for each in document.envelopes] == ["outer"] * 5 + ["inner"]


def test_digest_contains_messages() -> None:
    body = "--b\n\nSubject: x\n\nhttp://x.test/\n--b--"
    octets = simple("Content-Type: multipart/digest; boundary=b", body)
    assert values(octets) == ["http://x.test/"]


def test_mailbox_messages_have_their_own_protected_domains() -> None:
    octets = b"".join(
        b"From x@y Mon Jan 1\nTo: a@%b.example.com\nContent-Type: text/html\n\n<a href=%b>\n\n"
        % (n, n)
        for n in (b"one", b"two")
    )
    document = uriinspector.scan(octets)
    assert document.kind == "mbox"
    assert [(link.value, link.part) for link in document.links] == [
        ("one", "1.1.1"),
        ("two", "1.2.1"),
    ]
    assert document.envelope is None
    names = [each.name for envelope in document.envelopes for each in envelope.protected]
    assert names == ["one.example.com", "two.example.com"]


@for_each("before", b"", b"see\n\nhttp://first.test/\n\n")
def test_mbox_extension_makes_a_mailbox(before: bytes) -> None:
    rest = b"From x@y Mon Jan 1\nTo: a@b.test\n\nhttp://last.test/\n" if before else b"no field\n"
    document = uriinspector.scan(before + rest, name="x.mbox")
    assert [link.value for link in document.links] == (
        ["http://first.test/", "http://last.test/"] if before else []
    )
    assert len(document.envelopes) == len(document.links) or not before


def test_domain_of_the_recipient_is_protected() -> None:
    octets = simple(
        "Delivered-To: x@mycompany.com\nContent-Type: text/html", "<a href=http://mycornpany.com/>"
    )
    (link,) = uriinspector.scan(octets).links
    assert "lookalike" in {each.code for each in link.findings}


def test_envelope_contains_the_header_claims() -> None:
    octets = simple(
        'Subject: =?iso-8859-1?Q?gr=FC=DFe?=\nReply-To: "B, C" <b@other.test>, d@e.test (D)\n'
        "Return-Path: <r@f.test>\nAuthentication-Results: mx; spf=pass",
        "",
    )
    envelope = uriinspector.scan(octets).to_dict()["envelope"]
    assert envelope["subject"] == "grüße"
    assert envelope["from"] == [{"name": "", "address": "a@a.test"}]
    assert envelope["reply_to"] == [
        {"name": "B, C", "address": "b@other.test"},
        {"name": "D", "address": "d@e.test"},
    ]
    assert envelope["return_path"] == "r@f.test"
    assert envelope["authentication_results"] == ["mx; spf=pass"]
    assert envelope["protected"] == [
        {"name": "b.test", "from": "To"},
        {"name": "a.test", "from": "From"},
    ]


@for_each(
    "header, base, text, origin",
    ("", None, None, "default"),
    ("", "http://r.test/", "http://r.test/", "retrieval"),
    ("Content-Base: http://b.test/\n x\nContent-Location: http://c.test/\n", None,
        "http://b.test/x", "content-base"),
    ("Content-Base: /relative\nContent-Location: http://c.test/\n", None, "http://c.test/",
        "content-location"),
    ("Content-Location: dir/page\n", "http://r.test/x", "http://r.test/dir/page",
        "content-location"),
    ("Content-Location: dir/page\n", None, None, "default"),
)  # fmt: skip
def test_message_links_have_their_base(
    header: str, base: str | None, text: str | None, origin: str
) -> None:
    octets = simple(f"{header}X-Link: <http://h.test/>\nContent-Type: text/html", "<a href=x>")
    document = uriinspector.scan(octets, base=base)
    for link in document.links:
        assert (link.base.text, link.base.origin) == (text, origin)


def test_message_part_overrides_the_base_for_its_contents() -> None:
    body = (
        "--b\nContent-Location: http://p.test/dir/\nContent-Type: multipart/mixed; boundary=c\n\n"
        "--c\nContent-Type: text/html\n\n<a href=x>\n"
        "--c\nContent-Type: text/html\nContent-Location: q/\n\n<a href=y>\n--c--\n"
        "--b\nContent-Type: text/html\n\n<a href=z>\n--b--"
    )
    document = uriinspector.scan(
        simple("Content-Base: http://m.test/\nContent-Type: multipart/mixed; boundary=b", body)
    )
    assert [(link.target, link.base.origin) for link in document.links] == [
        ("http://p.test/dir/x", "encapsulating"),
        ("http://p.test/dir/q/y", "content-location"),
        ("http://m.test/z", "encapsulating"),
    ]


def test_content_location_that_moves_a_link_is_reported() -> None:
    octets = simple(
        "Content-Location: http://c.test/\nContent-Type: text/html", "<a href=x><a href=#y>"
    )
    document = uriinspector.scan(octets)
    first, second = document.links
    assert [
        (each.code, each.severity) for each in first.findings if each.code == "base-hijack"
    ] == [("base-hijack", "info")]
    assert "base-hijack" not in {each.code for each in second.findings}
    moved = [each for each in document.findings if each.code == "base-hijack"]
    assert [(each.severity, each.message) for each in moved] == [
        ("medium", "A message header sends relative links to c.test.")
    ]
    assert octets[moved[0].start : moved[0].end] == b"x"


@for_each(
    "body", "<a href=#y>", "<a href=http://other.test/>", "<a href=//other.test/x>", "no link"
)
def test_content_location_that_moves_no_link_is_not_reported(body: str) -> None:
    octets = simple("Content-Location: http://c.test/\nContent-Type: text/html", body)
    document = uriinspector.scan(octets)
    assert "base-hijack" not in {each.code for each in document.findings}


def test_reference_to_another_part_names_it() -> None:
    body = (
        "--b\nContent-Type: text/html\nContent-Location: http://p.test/index\n\n"
        "<img src='cid:pic%40x'><img src=pic.png><img src=other.png>\n"
        "--b\nContent-Type: image/png\nContent-ID: <pic@x>\n\nx\n"
        "--b\nContent-Type: image/png\nContent-Location: http://p.test/pic.png\n\nx\n--b--"
    )
    document = uriinspector.scan(simple("Content-Type: multipart/related; boundary=b", body))
    assert [link.names_part for link in document.links] == ["1.2", "1.3", None]


@for_each(
    "text, page, severity",
    ("http://bank.com/", "<a href='http://evil.test/'>", "high"),
    ("http://bank.com/ http://a.com/", "<a href='http://evil.test/'><a href='http://a.com/'>",
        "medium"),
    ("http://bank.com/", "<a href='http://www.bank.com/'>", None),
    ("http://bank.com/", "<a href='http://bank.com/'><a href='http://list.com/'>", None),
    ("no links", "<a href='http://evil.test/'>", None),
    ("http://bank.com/", "<img src='http://pixel.test/'>", None),
)  # fmt: skip
def test_alternatives_that_disagree_are_reported(
    text: str, page: str, severity: str | None
) -> None:
    body = f"--b\n\n{text}\n--b\nContent-Type: text/html\n\n{page}\n--b--"
    octets = simple("Content-Type: multipart/alternative; boundary=b", body)
    found = {each.code: each for each in uriinspector.scan(octets).findings}
    told = found.get("alternative-mismatch")
    assert (told.severity if told else None) == severity
    if told:
        assert octets[told.start : told.end] == b"http://evil.test/"


def test_number_of_other_sites_in_the_plain_text_is_shown() -> None:
    text = "http://a.test/ http://b.test/ http://c.test/"
    body = f"--b\n\n{text}\n--b\nContent-Type: text/html\n\n<a href='http://d.test/'>x</a>\n--b--"
    octets = simple("Content-Type: multipart/alternative; boundary=b", body)
    found = [each.message for each in uriinspector.scan(octets).findings]
    assert found == [
        "The HTML version links to d.test; the plain-text version links instead to a.test and 2 "
        "more."
    ]


def test_sender_name_with_another_address_is_reported() -> None:
    octets = b"From: support@paypal.com <x@evil.test>\nReply-To: y@z.test\nTo: a@b.test\n\nx"
    found = {each.code: each.severity for each in uriinspector.scan(octets).findings}
    assert found == {"sender-name": "medium", "reply-elsewhere": "low"}


def test_unreadable_parts_have_a_reason() -> None:
    body = (
        "--b\nContent-Type: application/pkcs7-mime\n\n\0\1\2\0\1\n"
        "--b\nContent-Type: text/plain\nContent-Transfer-Encoding: x-binhex\n\nbegin 644 x\n"
        "--b\nContent-Type: application/x-rar\n\nRar!\x1a\x07\n--b--"
    )
    document = uriinspector.scan(simple("Content-Type: multipart/mixed; boundary=b", body))
    told = {each.part: each.reason for each in document.not_examined}
    assert set(told) == {"1.1", "1.2", "1.3"}
    assert "x-binhex" in told["1.2"]


def test_calendars_are_unfolded() -> None:
    octets = (
        b"BEGIN:VCALENDAR\r\nDESCRIPTION:see http://a.test/lo\r\n ng\\, and\\nhttp://b.test/\\n\\nx\r\n"
        b"URL:http://c.test/\r\nATTACH:cid:x\r\nEND:VCALENDAR\r\n"
    )
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == [
        "http://a.test/long", "http://b.test/", "http://c.test/",
    ]  # fmt: skip
    first = document.links[0].source
    assert octets[first.start : first.end] == b"http://a.test/lo\r\n ng"


def test_internet_shortcut_url_and_icon_are_links() -> None:
    icon = b"IconFile=\\\\evil.test\\share\\x.ico"
    octets = b"[InternetShortcut]\r\nURL=http://a.test/ \r\n" + icon + b"\r\nHotKey=0\r\n"
    document = uriinspector.scan(octets)
    assert [(link.attribute, link.value) for link in document.links] == [
        ("url", "http://a.test/"),
        ("iconfile", "\\\\evil.test\\share\\x.ico"),
    ]
    assert document.links[1].verdict.severity == "high"


def test_style_sheet_has_its_own_base() -> None:
    header = "Content-Type: text/css\nContent-Location: http://a.test/css/x.css"
    octets = simple(header, "@import 'b.css'; c { d: url(../e.png) } /* http://no.test/ */")
    links = uriinspector.scan(octets).links
    assert [link.target for link in links] == ["http://a.test/css/b.css", "http://a.test/e.png"]
    assert octets[links[1].source.start : links[1].source.end] == b"../e.png"


def corpus() -> list[Path]:
    """Return the messages of Python's own email tests, if installed."""
    import sysconfig

    folder = Path(sysconfig.get_path("stdlib")) / "test" / "test_email" / "data"
    return sorted(folder.glob("*.txt"))


@for_each("path", *corpus())
def test_messages_of_python_email_tests_are_read(path: Path) -> None:
    octets = path.read_bytes()
    document = uriinspector.scan(octets, name="x.eml")
    document.to_dict()
    assert document.kind in {"message", "mbox", "text", "html"}
    for link in document.links:
        assert 0 <= link.source.start <= link.source.end <= len(octets)


@for_each("octets", b"\0", b"\0\x01\x02" * 40)
def test_part_without_a_type_is_text_even_with_control_bytes(octets: bytes) -> None:
    mail = b"From: a@b.example\nSubject: x\n\nsee http://www.example.com/ " + octets
    document = uriinspector.scan(mail)
    assert [link.value for link in document.links] == ["http://www.example.com/"]
    assert document.parts[-1].type == "text/plain"
    assert document.not_examined == ()


def test_escaped_newlines_in_calendars_separate_links() -> None:
    r"""RFC 5545 3.3.11: \n and \N are both a newline."""
    text = "DESCRIPTION:http://a.test/\\Nhttp://b.test/\\nhttp://c.test/\\,d\\;e\\\\f"
    octets = f"BEGIN:VCALENDAR\r\n{text}\r\nEND:VCALENDAR\r\n".encode()
    values = [each.value for each in uriinspector.scan(octets).links]
    assert values[:2] == ["http://a.test/", "http://b.test/"]
    assert values[2].startswith("http://c.test/,d;e")


@for_each(
    "remark, name",
    (r"Some \(one\) there", "Some (one) there"), ("Some (one) there", "Some (one) there"),
    (r"a (b \( c) d", "a (b ( c) d"), ("alone", "alone"),
)  # fmt: skip
def test_comment_after_an_address_is_the_sender_name(remark: str, name: str) -> None:
    """RFC 5322 3.2.2: nested comments and quoted pairs."""
    document = uriinspector.scan(f"From: a@b.example ({remark})\n\nx\n".encode())
    (sender,) = document.messages[0].envelope.senders
    assert (sender.name, sender.address) == (name, "a@b.example")


@for_each("around", "{}", " {}\t", '"{}"', "<{}>", "'{}'", '\t<"{}">', "x@{}")
def test_domain_of_an_address_is_stripped_of_punctuation(around: str) -> None:
    assert Mailbox("", around.format("a@b-1.Test")).domain == "b-1.test"
