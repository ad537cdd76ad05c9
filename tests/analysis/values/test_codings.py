"""Codings in both directions: what is encoded again is what was decoded."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uriinspector.analysis.values.codings import CODINGS, NotCodedError, decoded_by, encoded_by

TEXTUAL = ("percent", "form", "base64", "base64url", "base32", "hex")
PACKING = ("gzip", "zlib", "deflate")


@given(st.binary(max_size=80), st.lists(st.sampled_from(TEXTUAL), min_size=1, max_size=4))
def test_what_is_encoded_can_be_decoded(octets: bytes, names: list[str]) -> None:
    assert decoded_by(encoded_by(octets, names), names) == octets


@pytest.mark.parametrize("packing", PACKING)
def test_packed_octets_can_be_unpacked(packing: str) -> None:
    chain = ("percent", "base64", packing)
    assert decoded_by(encoded_by(b"text \xff", chain), chain) == b"text \xff"


@pytest.mark.parametrize(
    ("names", "text", "octets"),
    [
        (("percent",), "a%20b+c", b"a b+c"),
        (("form",), "a%20b+c", b"a b c"),
        (("base64url",), "SGk_", b"Hi?"),
        (("quoted-printable",), "a=3Db", b"a=b"),
        (("entities",), "a&amp;&#228;", "a&\u00e4".encode()),
        (("base32",), "jbuq", b"Hi"),
    ],
)
def test_a_text_is_decoded(names: tuple[str, ...], text: str, octets: bytes) -> None:
    assert decoded_by(text, names) == octets


def test_markup_is_encoded() -> None:
    assert encoded_by(b"<a>", ("entities",)) == "&lt;a&gt;"
    assert encoded_by(b"a=b", ("quoted-printable",)) == "a=3Db"


@pytest.mark.parametrize("name", ["base64", "base32", "hex", *PACKING])
@pytest.mark.parametrize("text", ["\u00e4", "(", "abcde!"])
def test_what_is_not_written_so_is_refused(name: str, text: str) -> None:
    with pytest.raises(NotCodedError):
        decoded_by(text, (name,))


@given(st.text(max_size=60), st.sampled_from(sorted(CODINGS)))
def test_nothing_else_is_raised(text: str, name: str) -> None:
    with suppress(NotCodedError):
        assert isinstance(decoded_by(text, (name,)), bytes)
