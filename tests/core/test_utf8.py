"""Decoding of bytes as UTF-8: every sequence is classified, and no byte is left out (RFC 3629)."""

from tests.for_each import for_each
from uriinspector.core.characters import Sequence, sequences

ONE = [
    # bytes, form, the character that a lenient decoder returns
    ("41", "ascii", "A"), ("00", "ascii", "\x00"), ("7F", "ascii", "\x7f"),
    ("C2 80", "utf-8", "\x80"), ("C3 A9", "utf-8", "\u00e9"), ("DF BF", "utf-8", "\u07ff"),
    ("E0 A0 80", "utf-8", "\u0800"), ("E2 82 AC", "utf-8", "\u20ac"),
    ("ED 9F BF", "utf-8", "\ud7ff"), ("EE 80 80", "utf-8", "\ue000"),
    ("EF BF BF", "utf-8", "\uffff"),
    ("F0 90 80 80", "utf-8", "\U00010000"),
    ("F4 8F BF BF", "utf-8", "\U0010ffff"),
    # RFC 3629 10: longer than necessary
    ("C0 80", "overlong", "\x00"), ("C0 AE", "overlong", "."), ("C0 AF", "overlong", "/"),
    ("C1 BF", "overlong", "\x7f"), ("E0 80 AF", "overlong", "/"),
    ("E0 9F BF", "overlong", "\u07ff"), ("F0 80 80 AF", "overlong", "/"),
    ("F0 8F BF BF", "overlong", "\uffff"),
    # RFC 3629 3: UTF-16 surrogates
    ("ED A0 80", "surrogate", None),
    ("ED BF BF", "surrogate", None),
    # above U+10FFFF
    ("F4 90 80 80", "beyond", None),
    ("F7 BF BF BF", "beyond", None),
    # incomplete sequences
    ("C3", "truncated", None), ("E2 82", "truncated", None), ("F0 9F 98", "truncated", None),
    ("80", "stray", None), ("BF", "stray", None), ("F8", "invalid", None), ("FE", "invalid", None),
    ("FF", "invalid", None),
]  # fmt: skip


@for_each("octets, form, char", *ONE)
def test_every_byte_sequence_has_a_form(octets: str, form: str, char: str | None) -> None:
    data = bytes.fromhex(octets)
    assert list(sequences(data)) == [Sequence(0, len(data), form, char)]


ROWS = [
    ("", []), ("41 42", ["ascii 1", "ascii 1"]), ("C3 41", ["truncated 1", "ascii 1"]),
    ("E2 82 41", ["truncated 2", "ascii 1"]), ("F0 9F C3 A9", ["truncated 2", "utf-8 2"]),
    ("C3 C3 A9", ["truncated 1", "utf-8 2"]), ("C3 A9 A9", ["utf-8 2", "stray 1"]),
    ("80 80", ["stray 1", "stray 1"]),
    ("F8 88 80 80 80", ["invalid 1", *["stray 1"] * 4]),
    ("ED A0 80 ED B0 80", ["surrogate 3", "surrogate 3"]),
]  # fmt: skip


@for_each("octets, expected", *ROWS)
def test_utf8_sequence_ends_before_the_first_impossible_byte(
    octets: str, expected: list[str]
) -> None:
    found = sequences(bytes.fromhex(octets))
    assert [f"{each.form} {each.end - each.start}" for each in found] == expected


@for_each("lead", *range(256))
def test_utf8_sequences_cover_every_byte_and_agree_with_python(lead: int) -> None:
    for rest in ("", "80", "80 80", "80 80 80", "BF BF BF BF", "41"):
        data = bytes([lead]) + bytes.fromhex(rest)
        found = list(sequences(data))
        assert [each.start for each in found] == [0, *[each.end for each in found[:-1]]]
        assert found[-1].end == len(data)
    for rest in ("", "80", "A9", "80 80", "A0 80", "9F BF", "80 80 80", "90 80 80", "8F BF BF"):
        data = bytes([lead]) + bytes.fromhex(rest)
        good = all(each.form in {"ascii", "utf-8"} for each in sequences(data))
        try:
            text = data.decode()
        except UnicodeDecodeError:
            assert not good
        else:
            assert good
            assert "".join(each.char or "" for each in sequences(data)) == text
