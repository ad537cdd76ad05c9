"""Encodings by their labels and byte order marks, as browsers know them."""

from tests.for_each import for_each
from uriinspector.analysis.encoding import encoding_named, is_text, marked


@for_each(
    "octets, name, length",
    (b"\xef\xbb\xbfa", "utf-8", 3), (b"\xff\xfea\0", "utf-16-le", 2),
    (b"\xfe\xff\0a", "utf-16-be", 2), (b"\xef\xbba", None, 0), (b"", None, 0),
)  # fmt: skip
def test_byte_order_mark_names_the_encoding(octets: bytes, name: str | None, length: int) -> None:
    assert marked(octets) == (name, length)


@for_each(
    "label, name",
    ("latin1", "windows-1252"), (" UTF8 ", "utf-8"), ("gb2312", "gb18030"), ("Shift_JIS", "cp932"),
    ("euc-kr", "cp949"), ("l5", "cp1254"), ("tis-620", "cp874"), ("utf-16", "utf-16-le"),
    ("utf-16be", "utf-16-be"), ("big5", "big5hkscs"), ("koi8-r", "koi8-r"), (None, None),
    ("", None), ("nonsense", None), ("rot13", None), ("zlib", None), ("idna", None),
    ("punycode", None), ("a" * 42, None),
)  # fmt: skip
def test_label_names_the_encoding_that_browsers_use(label: str | None, name: str | None) -> None:
    assert encoding_named(label) == name


def test_idna_and_punycode_are_not_text_encodings() -> None:
    assert [is_text(each) for each in ("idna", "punycode", "utf-8")] == [False, False, True]
