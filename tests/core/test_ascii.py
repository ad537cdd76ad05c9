"""Only ASCII letters have case; the specifications define no other."""

from tests.for_each import for_each
from uriinspector.core.expression import lowered, lowered_except_escapes, with_uppercase_escapes

ROWS = [
    # text, lowercase, uppercase escapes, lowercase except escapes
    ("", "", "", ""),
    ("AbC", "abc", "AbC", "abc"),
    ("%c3%Af", "%c3%af", "%C3%AF", "%c3%Af"),
    ("A%aBC", "a%abc", "A%ABC", "a%aBc"), ("%", "%", "%", "%"), ("%aG", "%ag", "%aG", "%ag"),
    ("%%aA", "%%aa", "%%AA", "%%aA"),
    ("\u0130\u00c9\u212a", "\u0130\u00c9\u212a", "\u0130\u00c9\u212a", "\u0130\u00c9\u212a"),
    ("\ud800A", "\ud800a", "\ud800A", "\ud800a"),
]  # fmt: skip


@for_each("text, small, capital, mixed", *ROWS)
def test_only_ascii_letters_have_case(text: str, small: str, capital: str, mixed: str) -> None:
    assert lowered(text) == small
    assert with_uppercase_escapes(text) == capital
    assert lowered_except_escapes(text) == mixed
