"""Decoded texts whose characters know the bytes that they come from."""

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.analysis.encoding import mapped_text

PIECES = st.sampled_from(
    [b"a", b"\xc3\xa9", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xe2\x82", b"\xf0\x9f\x98", b"\xff"]
)


@given(st.lists(PIECES | st.binary(max_size=3)).map(b"".join))
def test_decoded_character_maps_to_its_bytes(octets: bytes) -> None:
    text = mapped_text(octets, "utf-8")
    assert text.text == octets.decode("utf-8", "replace")
    places = [text.place(at, at + 1) for at in range(len(text.text))]
    assert b"".join(octets[start:end] for start, end in places) == octets
    for char, (start, end) in zip(text.text, places, strict=True):
        assert octets[start:end].decode("utf-8", "replace") == char


@for_each("encoding", "gb18030", "euc-kr", "big5hkscs")
def test_characters_in_other_encodings_have_byte_positions(encoding: str) -> None:
    octets = "a\u4e00\u4e8cb".encode(encoding)
    text = mapped_text(octets, encoding)
    assert text.text == "a\u4e00\u4e8cb"
    assert text.place(0, 4) == (0, len(octets))
