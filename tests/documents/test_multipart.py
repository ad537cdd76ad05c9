"""Splitting a multipart body at its boundary."""

import uriinspector
from tests.for_each import for_each
from uriinspector.documents.mime import divided

BODY = b"before\r\n--b\r\n\r\nfirst\r\n--b \t\n\nsecond\n\n--b--\r\nbehind"


def test_part_ends_before_the_line_break_of_its_boundary() -> None:
    body = divided(BODY, b"b", 0, len(BODY))
    assert [BODY[start:end] for start, end in body.parts] == [b"\r\nfirst", b"\nsecond\n"]
    assert BODY[slice(*body.before)] == b"before"
    assert BODY[slice(*body.after)] == b"behind"
    assert body.closed


@for_each("octets", b"--b\r\n\r\nx", b"--b\n\r\nx", b"a --b\n--b\n\r\nx", b"--bc\n--b\n\r\nx")
def test_unclosed_part_extends_to_the_end(octets: bytes) -> None:
    body = divided(octets, b"b", 0, len(octets))
    assert [octets[start:end] for start, end in body.parts] == [b"\r\nx"]
    assert not body.closed


@for_each("octets", b"", b"text", b"a\n--c\n\nb\n--c--\n", b"a --b\nc", b"--bc\n")
def test_body_without_a_boundary_line_is_all_preamble(octets: bytes) -> None:
    around = b"--b\n" + octets + b"\n--b\n"
    body = divided(around, b"b", 4, 4 + len(octets))
    assert (body.parts, body.closed) == ([], False)
    assert around[slice(*body.before)] == octets
    assert around[slice(*body.after)] == b""


@for_each(
    "boundary",
    b"boundary=b", b'boundary="b"', b"boundary=c", b"boundary=", b"boundary*=utf-8''b",
    b"boundary*=utf-16-le''%00%D8",
    # Half of a surrogate pair, which UTF-8 cannot encode.
    b"boundary*=utf-7''%2B2AA-",
    b"x=y",
)  # fmt: skip
def test_link_is_found_with_any_declared_boundary(boundary: bytes) -> None:
    head = b"Content-Type: multipart/mixed; " + boundary + b"\r\n\r\n"
    octets = head + b"--b\r\nContent-Type: text/plain\r\n\r\nhttp://a.test/\r\n--b--\r\n"
    assert [each.value for each in uriinspector.scan(octets, name="x.eml").links] == [
        "http://a.test/"
    ]


def test_parts_without_a_boundary_count_as_levels() -> None:
    def nested(levels: int) -> bytes:
        head = b"From: a@b.example\nContent-Type: multipart/mixed\n\n"
        return head * levels + b"From: a@b.example\nContent-Type: text/plain\n\nhttp://a.test/\n"

    seven, eight = (uriinspector.scan(nested(each), name="a.eml") for each in (7, 8))
    assert [each.value for each in seven.links] == ["http://a.test/"]
    assert not eight.links
    assert [each.reason for each in eight.not_examined] == ["nested more than 16 levels deep"]
