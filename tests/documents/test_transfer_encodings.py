"""Transfer encodings as found in mails: with comments, repeated, or older than MIME."""

import base64
import binascii
import quopri
import re

from hypothesis import given, settings
from hypothesis import strategies as st

import uriinspector
from tests.documents.mails import simple
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector.documents.mime import QuotedPrintable, Uuencode, uuencoded_files
from uriinspector.documents.octets import Raw
from uriinspector.documents.reading.email_message import transfer_encodings

LINK = "https://evil.example/a?b=c"
PAGE = f'<p>\n<a href="{LINK}">text</a> and more, so that there are several lines</p>'.encode()
BASE64, QUOTED = base64.encodebytes(PAGE), quopri.encodestring(PAGE, quotetabs=True)


def uuencoded(octets: bytes, name: str = "x.html", end: bytes = b"\n") -> bytes:
    lines = [binascii.b2a_uu(octets[at : at + 45]) for at in range(0, len(octets), 45)]
    body = b"".join(each.rstrip(b"\n") + end for each in lines)
    return b"begin 644 " + name.encode() + end + body + b"`" + end + b"end" + end


@for_each(
    "values, names", ([], []), (["7bit"], ["7bit"]), (["BASE64 "], ["base64"]),
    (["(as RFC 2045 allows) base64 (a (nested) one)"], ["base64"]),
    ([r"base64 (an \) escaped one)"], ["base64"]),
    (["7bit", "base64"], ["base64", "7bit"]),
    (["base64", "Base64"], ["base64"]),
    (["base(a)64"], ["base 64"]),  # a comment is whitespace (RFC 5322 3.2.2)
    (["base64 (never closed"], ["base64 (never closed"]),
    (["a", "b", "c", "d", "e"], ["a", "b", "c", "d"]),
)  # fmt: skip
def test_transfer_encoding_field_is_parsed(values: list[str], names: list[str]) -> None:
    assert transfer_encodings(values) == names


@for_each(
    "fields, body",
    (["base64 (comment)"], BASE64), (["(comment) quoted-printable"], QUOTED),
    (["7bit", "base64"], BASE64), (["quoted-printable", "8bit"], QUOTED),
    (["x-uuencode"], uuencoded(PAGE)), (["uuencode"], uuencoded(PAGE, end=b"\r\n")),
    (["x-uue"], uuencoded(PAGE).partition(b"\n")[2]),
)  # fmt: skip
def test_page_is_read_in_every_transfer_encoding(fields: list[str], body: bytes) -> None:
    head = "\n".join(
        ["Content-Type: text/html", *map("Content-Transfer-Encoding: {}".format, fields)]
    )
    octets = simple(head, body)
    document = uriinspector.scan(octets, name="x.eml")
    link = next(each for each in document.links if each.element == "a")
    assert link.value == LINK
    assert octets.index(body[:20]) <= link.source.start < link.source.end <= len(octets)


@for_each("shift", *range(0, 76, 5))
@for_each("end", b"\n", b"\r\n")
def test_soft_line_break_is_removed_at_any_position(shift: int, end: bytes) -> None:
    """A long body is decoded in chunks, with a line break at the edge of each."""
    line = b"x" * 75 + b"=" + end
    written = b"y" * shift + b"=" + end + line * 300 + b"z"
    coding = QuotedPrintable()
    assert coding.decoded(written, 0, len(written)) == b"y" * shift + b"x" * 75 * 300 + b"z"


def test_two_conflicting_encodings_are_both_tried() -> None:
    head = "Content-Type: text/html\nContent-Transfer-Encoding: base64\n"
    document = uriinspector.scan(
        simple(head + "Content-Transfer-Encoding: quoted-printable", BASE64), name="x.eml"
    )
    assert {each.part for each in document.links} == {"1.1"}
    assert [each.part for each in document.examined][-1] == "1.1.encoding2"
    document = uriinspector.scan(
        simple(head + "Content-Transfer-Encoding: x-unknown", BASE64), name="x.eml"
    )
    assert [each.reason for each in document.not_examined] == [
        "a second transfer encoding in the header was not used: x-unknown"
    ]


def test_uuencoded_files_in_a_text_are_parts() -> None:
    body = (
        b"See these:\n\n" + uuencoded(PAGE, "a.html") + b"\nand\n\n" + uuencoded(PAGE, "b c.html")
    )
    document = uriinspector.scan(simple("Content-Type: text/plain", body), name="x.eml")
    assert [each.name for each in document.parts][2:] == ["a.html", "b c.html"]
    assert [each.part for each in document.links if each.element == "a"] == ["1.1.uu1", "1.1.uu2"]


def test_line_starting_with_begin_is_not_a_file() -> None:
    body = "begin 2024 with this\nbegin 99x\nend\n"
    assert list(uuencoded_files(body.encode(), 0, len(body))) == []


def test_number_of_uuencoded_files_is_limited() -> None:
    body = uuencoded(b"x") * 80
    assert len(list(uuencoded_files(body, 0, len(body)))) == 64


@settings(max_examples=at_most(200), deadline=None)
@given(st.binary(max_size=300), st.sampled_from([b"\n", b"\r\n"]))
def test_uudecoding_restores_bytes_and_positions(octets: bytes, end: bytes) -> None:
    written = uuencoded(octets, end=end)
    coding = Uuencode()
    assert coding.decoded(written, 0, len(written)) == octets
    # A line is its length, 60 characters for 45 bytes, and its end.
    head, line = written.index(b"\n") + 1, 61 + len(end)

    def group(at: int) -> int:
        return head + at // 45 * line + 1 + at % 45 // 3 * 4

    for at in range(0, len(octets), 7):
        for stop in range(at + 1, len(octets) + 1, 31):
            assert coding.place(Raw(written), at, stop) == (group(at), group(stop - 1) + 4)
        assert coding.place(Raw(written), at, at) == (group(at), group(at))
    last = coding.place(Raw(written), len(octets), len(octets))
    assert last[0] == last[1] <= len(written)


@settings(max_examples=at_most(200), deadline=None)
@given(st.binary(max_size=200))
def test_uudecoding_never_raises(octets: bytes) -> None:
    Uuencode().decoded(octets, 0, len(octets))
    list(uuencoded_files(octets, 0, len(octets)))


@for_each("charset", "utf-7", "iso-2022-jp", "iso-2022-kr", "utf-16")
def test_links_are_found_in_charsets_not_compatible_with_ascii(charset: str) -> None:
    text = f'<a href="{LINK}">https://www.paypal.com/</a> 日'
    try:
        body = text.encode(charset)
    except (UnicodeEncodeError, LookupError):
        body = text.removesuffix("日").encode(charset)
    document = uriinspector.scan(simple(f"Content-Type: text/html; charset={charset}", body))
    link = next(each for each in document.links if each.element == "a")
    assert link.value == LINK
    assert "text-href-mismatch" in {each.code for each in link.findings}


@settings(max_examples=at_most(200), deadline=None)
@given(st.binary(max_size=300))
def test_end_of_quoted_printable_has_a_position(octets: bytes) -> None:
    written = quopri.encodestring(octets)
    coding = QuotedPrintable()
    assert coding.decoded(written, 0, len(written)) == octets
    assert coding.place(Raw(written), len(octets), len(octets)) == (len(written), len(written))


@for_each("unit", b"a", b"=", b"==", b"=4", b"=41", b"==41", b"=3D=", b"a=e9b=c")
@for_each("before", *range(4))
def test_line_without_an_end_is_decoded_with_positions(unit: bytes, before: int) -> None:
    octets = b"x" * before + unit * (20_000 // len(unit)) + b"."
    escape = re.compile(rb"=[0-9A-Fa-f]{2}|.", re.DOTALL)
    expected = [(match.span(), match[0]) for match in escape.finditer(octets)]
    coding = QuotedPrintable()
    assert coding.decoded(octets, 0, len(octets)) == b"".join(
        bytes.fromhex(each[1:].decode()) if len(each) > 1 else each for _, each in expected
    )
    found = [coding.place(Raw(octets), at, at + 1) for at in range(0, len(expected), 7)]
    assert found == [span for span, _ in expected[::7]]


PIECES = (b"<p>one</p>", b'<a href="http://a.test/">x</a>', b'<img src="http://b.test/i">', b"end!")


@for_each("between", "", "\r\n", " ", "\n\n", "*")
@for_each("cut", 0, 1, 2)
def test_links_after_base64_padding_have_their_positions(between: str, cut: int) -> None:
    """Concatenated base64, as forwarding programs write it."""
    pieces = [each + b" " * ((cut - len(each)) % 3) for each in PIECES]
    written = [base64.b64encode(each).decode() for each in pieces]
    octets = simple(
        "Content-Type: text/html\nContent-Transfer-Encoding: base64", between.join(written)
    )
    document = uriinspector.scan(octets, name="x.eml")
    assert [each.value for each in document.links] == ["http://a.test/", "http://b.test/i"]
    for link, piece, line in zip(document.links, pieces[1:], written[1:], strict=False):
        at = octets.index(line.encode())
        first = piece.index(b"http")
        last = first + len(link.value) - 1
        assert link.source.start - at == first // 3 * 4 + first % 3
        assert link.source.end - at == last // 3 * 4 + last % 3 + 2


def test_nesting_of_uuencoded_files_is_limited() -> None:
    for levels, reasons in ((7, []), (8, ["nested more than 16 levels deep"])):
        body = simple("Content-Type: text/plain", LINK)
        for _ in range(levels):
            body = simple("Content-Type: text/plain", uuencoded(body, "x.eml"))
        document = uriinspector.scan(body, name="x.eml")
        assert [each.reason for each in document.not_examined] == reasons
        assert len(document.links) == (not reasons)
