"""Codings in both directions: encoded data decodes to the same."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.analysis.values.codings import (
    CODINGS,
    NotCodedError,
    chain_of,
    encoded_by,
    recoded_by,
)

TEXTUAL = ("percent", "form", "base64", "base64url", "base32", "hex", "quoted-printable")
PACKING = ("gzip", "zlib", "deflate")


@given(st.binary(max_size=80), st.lists(st.sampled_from(TEXTUAL), min_size=1, max_size=4))
def test_encoded_bytes_can_be_decoded(octets: bytes, names: list[str]) -> None:
    assert chain_of(encoded_by(octets, names), tuple(names)).content == octets


@for_each("packing", *PACKING)
def test_compressed_bytes_can_be_decompressed(packing: str) -> None:
    chain = ("percent", "base64", packing)
    assert chain_of(encoded_by(b"text \xff", chain), chain).content == b"text \xff"


@for_each(
    "names, text, octets",
    (("percent",), "a%20b+c", b"a b+c"), (("form",), "a%20b+c", b"a b c"),
    (("base64url",), "SGk_", b"Hi?"), (("quoted-printable",), "a=3Db", b"a=b"),
    (("entities",), "a&amp;&#228;", "a&\u00e4".encode()),
    (("base32",), "jbuq", b"Hi"),
)  # fmt: skip
def test_text_is_decoded_by_its_coding(names: tuple[str, ...], text: str, octets: bytes) -> None:
    assert chain_of(text, names).content == octets


def test_markup_is_encoded_as_character_references() -> None:
    assert encoded_by(b"<a>", ("entities",)) == "&lt;a&gt;"
    assert encoded_by(b"a=b", ("quoted-printable",)) == "a=3Db"


@for_each("name", "base64", "base32", "hex", *PACKING)
@for_each("text", "\u00e4", "(", "abcde!")
def test_text_that_a_coding_cannot_decode_is_refused(name: str, text: str) -> None:
    with pytest.raises(NotCodedError):
        chain_of(text, (name,))


@given(st.text(max_size=60), st.sampled_from(sorted(CODINGS)))
def test_codings_raise_only_not_coded_errors(text: str, name: str) -> None:
    with suppress(NotCodedError):
        assert isinstance(chain_of(text, (name,)).content, bytes)


@for_each(
    "text, names, octets, result",
    ("a%2fb%20c", ("percent",), b"a/b d", "a%2fb%20d"),
    ("a%2fb%20c", ("percent",), b"a/b c", "a%2fb%20c"),
    ("a%2Fb+c", ("form",), b"a/b c d", "a%2Fb+c+d"),
    ("a%20b", ("form",), b"a b c", "a%20b%20c"),
    ("a+b", ("percent",), b"a+c", "a+c"),
    ("x", ("percent",), b"a+b c&d", "a%2Bb%20c%26d"),
    ("\u00e4x", ("percent",), "\u00f6x".encode(), "%C3%B6x"),
    ("%C3%A4x", ("percent",), "\u00e4y".encode(), "%C3%A4y"),
    ("100%", ("percent",), b"100%!", "100%%21"),
    ("100%2", ("percent",), b"100%20", "100%2520"),
    ("%d%06", ("percent",), b"%dF\x06", "%25dF%06"),
    ("%xFA", ("percent",), b"%FA", "%25FA"),
    ("a=2", ("quoted-printable",), b"a=20", "a=3D20"),
    ("SGk_", ("base64",), b"Hi>", "SGk-"),
    ("SGkr+w", ("base64url",), b"Hi+\xfa", "SGkr+g"),
    ("SGk/", ("base64url",), b"Hi>", "SGk+"), ("SGkh", ("base64url",), b"Hi>", "SGk-"),
    ("SGkh", ("base64",), b"Hi", "SGk="), ("SGkh", ("base64url",), b"Hi", "SGk"),
    ("SGk", ("base64",), b"Hello", "SGVsbG8"), ("SGk=", ("base64url",), b"Hello", "SGVsbG8="),
    ("jbuq", ("base32",), b"Hi!", "jbusc"), ("4A4B", ("hex",), b"JL", "4A4C"),
    ("4a4b", ("hex",), b"JL", "4a4c"),
    ("U0dr%3D", ("percent", "base64"), b"SGm", "U0dt"),
    ("aaa", ("percent",), b"aa", "aa"), ("aa", ("percent",), b"aaa", "aaa"),
    ("a%61a", ("percent",), b"", ""), ("%FF", ("percent",), b"\xff\xfe", "%FF%FE"),
    ("a\n\r\n=c3=a4", ("quoted-printable",), "a\n\r\n\u00e4!".encode(), "a\n\r\n=c3=a4!"),
    ("a=\r\nb", ("quoted-printable",), b"ab =", "ab=20=3D"),
)  # fmt: skip
def test_recoding_rewrites_only_changed_parts(
    text: str, names: tuple[str, ...], octets: bytes, result: str
) -> None:
    assert recoded_by(text, names, octets) == result
    assert chain_of(result, names).content == octets


@given(
    st.binary(max_size=40), st.binary(max_size=40), st.lists(st.sampled_from(TEXTUAL), max_size=4)
)
def test_recoded_bytes_can_be_decoded(one: bytes, other: bytes, names: list[str]) -> None:
    text = encoded_by(one, names)
    if not names:
        return
    assert chain_of(recoded_by(text, names, other), tuple(names)).content == other
    assert recoded_by(text, names, one) == text


@given(
    st.text(max_size=30),
    st.text(max_size=30),
    st.sampled_from(("percent", "form", "quoted-printable")),
)
def test_any_decoded_text_can_be_edited(text: str, other: str, name: str) -> None:
    octets = other.encode("utf-8", "surrogatepass")
    assert chain_of(recoded_by(text, (name,), octets), (name,)).content == octets


def test_chain_of_codings_is_decoded_and_encoded_again() -> None:
    chain = chain_of("eJzLSM3JyQcABiwCFQ%3D%3D")
    for name in ("percent", "base64", "zlib"):
        assert name in chain.offered
        chain = chain.then(name)
    assert chain.content == b"hello"
    assert chain.undone().names == ("percent", "base64")
    assert chain.undone().undone().undone().undone() == chain_of(chain.text)
    assert chain_of(chain.holding(b"bye"), chain.names).content == b"bye"
    assert chain.holding(b"hello") == chain.text


@for_each("text", "", "plain words", "x" * (1 << 19), "\ud800", "100%")
def test_coding_chain_offers_only_effective_decodings(text: str) -> None:
    chain = chain_of(text)
    for name in chain.offered:
        assert chain.then(name).content not in {b"", chain.content}


def test_codings_with_readable_results_are_offered_first() -> None:
    assert chain_of("aGVsbG8gd29ybGQh").offered[0] == "base64"


def test_recoding_keeps_soft_line_breaks() -> None:
    names = ("quoted-printable",) * 3
    chain = chain_of("%====00%", names)
    for content in (
        b"x" + chain.content,
        b"=\r\n " + chain.content,
        chain.content[:1] + b"=",
        b"=",
    ):
        assert chain_of(chain.holding(content), names).content == content
