"""Skeletons of confusable texts."""

from tests.for_each import for_each
from uriinspector.analysis.international.scripts import are_confusable, prototype, skeleton


@for_each(
    "a, b",
    ("paypal", "\u0440\u0430ypal"), ("rn", "m"), ("Il1", "lll"), ("0", "O"),
    ("scope", "\u0455\u0441\u043e\u0440\u0435"),
    ("a\u200bb", "ab"), ("e\u0301", "é"), ("a", "\uff41"), ("ae", "æ"),
)  # fmt: skip
def test_confusable_texts_have_the_same_skeleton(a: str, b: str) -> None:
    assert skeleton(a) == skeleton(b)
    assert are_confusable(a, b)


@for_each("a, b", ("paypal", "paypal"), ("a", "b"), ("é", "e"), ("", "a"))
def test_different_texts_are_not_confusable(a: str, b: str) -> None:
    assert not are_confusable(a, b)


@for_each("text", "", "\ud800", "\0", "a\ud800\u0301", "\U0010ffff", "\u3000")
def test_skeleton_is_idempotent(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


def test_confusable_character_has_a_prototype() -> None:
    assert [prototype(char) for char in "\u0430m1a"] == ["a", "rn", "l", "a"]
