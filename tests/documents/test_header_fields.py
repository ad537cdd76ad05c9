"""Header fields: unfolding, encoded words and parameters."""

from tests.for_each import for_each
from uriinspector import scan
from uriinspector.documents.mime import decoded_words, parameters, read_header


@for_each(
    "octets, text",
    *((b"a", "a"), (b" a", "a"), (b"\ta", "a"), (b"a ", "a"), (b"a\t", "a"), (b" \ta ", "a")),
    *((b"a\r\n b", "a b"), (b"a\n\tb", "a\tb"), (b"\r\n\ta\r\n ", "a"), (b"a \r\n b", "a  b")),
    *((b"\x0ba\x0c", "\x0ba\x0c"), (b"a\rb", "a\rb"), (b"", ""), (b" \t", "")),
    *((b"\xc3\xa9", "\xe9"), (b"\xe9", "\xe9"), (b"\xc3\xa9\xe9", "\xc3\xa9\xe9")),
)
def test_header_value_is_unfolded_and_trimmed(octets: bytes, text: str) -> None:
    header = b"Subject:" + octets + b"\n\n"
    assert read_header(header, 0, len(header)).raw("subject") == text


@for_each(
    "octets, names, body",
    (b"A: 1\nB : 2\n\nx", ["a", "b"], b"x"), (b"A: 1\r\n\r\nx", ["a"], b"x"),
    (b"A: 1\n \t\nx", ["a"], b"x"), (b"A: 1\n 2\n\t3\n\nx", ["a"], b"x"),
    # Lines that a mailbox or a relay inserts.
    (b"From a@b.test\nA: 1\n\nx", ["a"], b"x"),
    (b"A: 1\n>From a@b.test\nB: 2\n\nx", ["a", "b"], b"x"),
    # The first line that is not a field starts the body.
    (b"A: 1\nx", ["a"], b"x"),
    (b"A: 1", ["a"], b""),
    (b"", [], b""),
)  # fmt: skip
def test_header_ends_at_the_first_line_that_is_not_a_field(
    octets: bytes, names: list[str], body: bytes
) -> None:
    header = read_header(octets, 0, len(octets))
    assert [each.name for each in header.fields] == names
    assert octets[header.body :] == body


@for_each(
    "written, text",
    ("=?utf-8?q?a_b=C3=A9?=", "a b\xe9"), ("=?UTF-8?Q?a?=", "a"), ("=?utf-8?b?w6k=?=", "\xe9"),
    ("=?utf-8?B?w6k=?=", "\xe9"), ("=?iso-8859-1*en?q?=E9?=", "\xe9"),
    ("=?nonsense?q?=80?=", "\u20ac"), ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
    ("=?utf-8?q?a?= \t=?utf-8?b?Yg==?=", "ab"), ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
    ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
)  # fmt: skip
def test_encoded_word_is_decoded(written: str, text: str) -> None:
    assert decoded_words(written) == text


@for_each(
    "value, name",
    ('x; name="a b"', "a b"), ("x;name= a ", "a"), ("x ; NAME = a", "a"),
    (r'x; name="a\"\\b"', 'a"\\b'), ('x; name="a', "a"), ("x; other=b; name=a", "a"),
    # RFC 2231: sections in any order.
    ("x; name*0=a; name*1=b; name*2=c", "abc"), ('x; name*1="b c"; name*0="a "', "a b c"),
    ("x; name*10=c; name*9=b; name*0=a", "abc"), ("x; name*=utf-8''%C3%A9", "\xe9"),
    ("x; name*=iso-8859-1'fr'%E9", "\xe9"), ("x; name*=nonsense''%80", "\u20ac"),
    ("x; name*0*=utf-8''%C3; name*1*=%A9; name*2=%41", "\xe9%41"),
    ("x; name*1=b; name*0*=utf-8''%C3%A9", "\xe9b"),
    ("x; name*0=utf-8''a; name*1*=%42", "utf-8''aB"),
    ("x; name*=no-charset'%41", "no-charset'A"),
    ("x", None),
    ("x; name", None),
)  # fmt: skip
def test_parameter_sections_are_joined(value: str, name: str | None) -> None:
    main, found = parameters(value)
    assert (main, found.get("name")) == ("x", name)


@for_each("before", b"\n", b"\r\n \t\r\n", b"\xef\xbb\xbf\n")
def test_empty_lines_before_the_header_are_skipped(before: bytes) -> None:
    mail = b"From: A <a@a.test>\nTo: b@b.test\nSubject: s\n\nhttps://c.test/\n"
    (message,) = scan(before + mail).messages
    assert message.sentence == "Claims to be from a.test; 1 clickable web link to c.test"
