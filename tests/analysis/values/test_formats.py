"""Formats in depth: all types of values in them, and data that only resembles them."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.values.packing import dns_query, message
from tests.for_each import for_each
from uriinspector.analysis.values.candidates import INSIDE, Datum, Within
from uriinspector.analysis.values.walk import rows_for

CBOR = (
    b"\xd9\xd9\xf7\xa9" b"\x64name\x64anna" b"\x61n\x38\x63" b"\x61o\x43\x01\x02\x03"
    b"\x61l\x82\x01\xa1\x20\xf5" b"\x61t\xc1\x18\x64" b"\x61h\xf9\x3c\x00"
    b"\x61f\xfa\x3f\x80\x00\x00" b"\x61d\xfb\x3f\xf0\x00\x00\x00\x00\x00\x00" b"\x01\xf6"
)  # fmt: skip
PACK = (
    b"\x89" b"\xa4name\xa4anna" b"\xa1n\xff" b"\xa1i\xd1\xff\x00" b"\xa1u\xcd\x01\x00"
    b"\xa1o\xc4\x02\x01\x02" b"\xa1l\x92\x01\x81\xa1x\xc3" b"\xa1f\xca\x3f\x80\x00\x00"
    b"\xa1d\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00" b"\xd9\x01t\xd9\x03abc"
)  # fmt: skip


def values(name: str, content: str | bytes, key: str = "") -> list[str]:
    """Return what one decoder reads in some content."""
    datum = Datum(content, INSIDE, Within(0), key)
    rows = (row for row in rows_for(datum) if row.name == name)
    return [each.value for row in rows for each in row.function(datum)]


def test_cbor_reads_every_type_of_value() -> None:
    assert values("cbor", CBOR) == [
        "name: anna, n: -100, o: 010203, l.0: 1, l.1.-1: true, t: 100, h: 1.0, f: 1.0, d: 1.0,"
        " 1: null"
    ]


def test_message_pack_reads_every_type_of_value() -> None:
    assert values("msgpack", PACK) == [
        "name: anna, n: -1, i: -256, u: 256, o: 0102, l.0: 1, l.1.x: true, f: 1.0, d: 1.0, t: abc"
    ]


@for_each("name", "cbor", "msgpack")
def test_truncated_binary_value_is_not_read(name: str) -> None:
    octets = CBOR if name == "cbor" else PACK
    for end in range(len(octets)):
        assert values(name, octets[:end]) == []


@for_each(
    "name, octets",
    ("cbor", b"\xa1\x40\x01"), ("cbor", b"\xa1\x64name\xf8\x20"), ("cbor", b"\xa1\x64name\x7f"),
    ("cbor", b"\xa1\x64name\x62\xff\xff"),
    ("cbor", b"\xa1" * 40), ("cbor", b"\xa1\x01\x02"), ("msgpack", b"\x81\x01\x02"),
    ("msgpack", b"\x81\xa1a\xc1"), ("msgpack", b"\x81\xa1a" * 40),
    ("dns", dns_query("a" * 63, 28)[:-4] + b"\x00\xfe\x00\x01"),
    ("dns", dns_query("www.b.example", 28)[:-6]),
    ("dns", dns_query("www.b.example", 28) + b"more"),
    ("dns", b"\0\0\x80\0" + dns_query("www.b.example", 28)[4:]),
    ("dns", dns_query("b.example", 28).replace(b"\x01b", b"\x01\x07")),
    ("protobuf", b"\x0a\x04some\x0b"),
    ("protobuf", b"\x0a\x7fsome"),
    ("protobuf", b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"),
    ("protobuf", b"\x0d\x01\x02"),
    ("protobuf", message((1, 7), (2, 8))),
    ("utf-16", b"\xff\xfe\x00\xd8\x00\xd8\x00\xd8"),
    ("deflate", b"\x01\x05\x00\xfa\xffwords"),
    ("gzip", b"\x1f\x8b\x08" + b"\0" * 20),
)  # fmt: skip
def test_bytes_of_no_format_are_not_read(name: str, octets: bytes) -> None:
    assert values(name, octets) == []


def test_protocol_buffers_read_every_type_of_number() -> None:
    octets = message((1, "some words")) + b"\x11" + struct.pack("<d", 2.5) + b"\x1d\x07\0\0\0"
    octets += b"\x22\x02\x08\x05" + b"\x2a\x03\xff\xfe\xfd" + b"\x32\x00"
    assert values("protobuf", octets) == ["1: some words, 2: 2.5, 3: 7, 4.1: 5, 5: fffefd, 6: "]


@for_each(
    "text",
    '{"a":}', '{"a" 1}', "{1:2}", '{"a":1', "[1,]", "[1 2]", '{"a":1}x', "[tru]",
    "[" * 50,
    "{}",
    '["\\x"]',
    "[" + "1," * 600 + "1]",
)  # fmt: skip
def test_invalid_json_is_not_read(text: str) -> None:
    assert values("json", text) == []


def test_json_with_all_types_is_read() -> None:
    [value] = values("json", ' {"a": [true, null, -1.5e3, "\\u00e4"], "b": {}} ')
    assert value.strip().startswith("{")


@for_each(
    "name, text",
    ("xml", "<a b='c'>"), ("xml", "a<b>c</b>"), ("jwt", "e30.e30.e30"), ("jwt", "eyJ.eyJ.eyJ"),
    ("jwt", "eyJhbGciOjF9.e30.a"),
    ("itsdangerous", "abcd.AAAAAA.AAECAwQFBgcICQoLDA0ODxAREhM"),
    ("iso-time", "2023-13-14T22:13:20Z"), ("iso-time", "2023-11-14T22:13:20+99:99"),
    ("calendar", "20230231"), ("base58", "1111111111111111111111111"),
    ("gmail", "short"), ("email", "a@b"), ("punycode", "xn--a"), ("ip", "::1::2"),
    ("base32", "ABCDEFGHIJKLMNOPQ"), ("mac", "00-B0:D0-63:C2-26"),
)  # fmt: skip
def test_text_that_only_begins_like_a_format_is_not_read(name: str, text: str) -> None:
    assert values(name, text) == []


@for_each(
    "name, text, value",
    ("xml", "<a b='c'>x</a>", "<a b='c'>x</a>"),
    ("xml", '<?xml version="1.0"?><!-- c --><a/>', '<?xml version="1.0"?><!-- c --><a/>'),
    ("base58", "41AM49hyuUTPN7y1FqkW6KSDs", "Hello World, again"),
    ("iso-time", "20231114T221320-0100", "2023-11-14T23:13:20Z"),
    ("iso-time", "2023-11-14 22:13:20.50", "2023-11-14T22:13:20.5"),
    ("mac", "02-00-00-00-00-01", "02:00:00:00:00:01"),
    ("ip", "10.0.0.1", "10.0.0.1"),
    ("hex", "4772c3bcc39f6520617573", "Gr\u00fc\u00dfe aus"),
)
def test_unusual_notations_of_values_are_read(name: str, text: str, value: str) -> None:
    assert values(name, text) == [value]


@given(st.binary(min_size=1, max_size=80))
def test_decoders_never_raise_for_any_bytes(octets: bytes) -> None:
    datum = Datum(octets, INSIDE, Within(0))
    assert all(list(row.function(datum)) is not None for row in rows_for(datum))


@given(st.text(min_size=1, max_size=60), st.sampled_from(["", "t", "mac", "ip", "date", "v"]))
def test_no_text_makes_a_decoder_raise(text: str, name: str) -> None:
    datum = Datum(text, INSIDE, Within(0), name)
    assert all(list(row.function(datum)) is not None for row in rows_for(datum))


@for_each(
    "octets, value",
    (b"\xa1\x61a\xf4", "a: false"), (b"\xa1\x61a\xf5", "a: true"), (b"\xa1\x61a\xf6", "a: null"),
    (b"\xa1\x61a\xf7", "a: undefined"), (b"\xa1\x20\x64anna", "-1: anna"),
    (b"\xa1\x21\x64anna", "-2: anna"), (b"\xa1\x22\x64anna", "-3: anna"),
)  # fmt: skip
def test_cbor_reads_constants_and_negative_numbers(octets: bytes, value: str) -> None:
    assert values("cbor", octets) == [value]
