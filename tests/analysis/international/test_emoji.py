"""Emoji in names."""

from tests.for_each import for_each
from uriinspector.analysis.international.display import is_emoji


@for_each(
    "char, expected",
    ("\u2764", True), ("\U0001f600", True), ("\u00a9", True), ("#", False), ("1", False),
    ("é", False), ("日", False), ("\ufe0f", False), ("\ud800", False),
)  # fmt: skip
def test_emoji_are_distinguished_from_letters(char: str, expected: bool) -> None:
    assert is_emoji(char) is expected
