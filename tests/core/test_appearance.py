"""Character-by-character alignment of two texts."""

from itertools import pairwise

from tests.for_each import for_each
from uriinspector.core.appearance import Appearance, align

ROWS = [
    # a, b, the ranges that differ
    ("", "", []), ("same", "same", []), ("", "a", [("", "a")]), ("ab", "", [("ab", "")]),
    ("paypal", "paypa1", [("l", "1")]),
    ("paypal", "p\u0430yp\u0430l", [("a", "\u0430"), ("a", "\u0430")]),
    ("example.com", "exarnple.com", [("m", "rn")]), ("http://a", "https://a", [("", "s")]),
    ("aa", "a", [("a", "")]), ("abc", "xyz", [("abc", "xyz")]),
    ("a\u200bb", "ab", [("\u200b", "")]), ("\ud800", "\ufffd", [("\ud800", "\ufffd")]),
    ("e\u0301", "\u00e9", [("e\u0301", "\u00e9")]),
]  # fmt: skip


def runs(found: Appearance) -> list[tuple[str, str]]:
    return [(each.a.of(found.a), each.b.of(found.b)) for each in found.differences]


@for_each("a, b, expected", *ROWS)
def test_differences_are_the_same_in_both_directions(
    a: str, b: str, expected: list[tuple[str, str]]
) -> None:
    assert runs(align(a, b)) == expected
    assert len(align(b, a).differences) == len(align(a, b).differences) == len(expected)


PAIRS = [
    *[(a, b) for a, b, _ in ROWS],
    ("ab", "ba"),
    ("kitten", "sitting"),
    ("a" * 300 + "x" + "b" * 300, "b" * 300 + "y" + "a" * 300),
    ("ab" * 400, "ba" * 400),
    ("a" * 5000, "b" * 4000),
    ("x" + "a" * 2000 + "y" + "a" * 2000 + "z", "u" + "a" * 2000 + "v" + "a" * 2000 + "w"),
]


def changed(found: Appearance) -> str:
    """Return the first text with every difference applied."""
    text = found.a
    for each in reversed(found.differences):
        text = text[: each.a.start] + each.b.of(found.b) + text[each.a.end :]
    return text


@for_each("a, b", *PAIRS)
def test_applied_differences_give_the_other_text(a: str, b: str) -> None:
    assert changed(align(a, b)) == b
    assert changed(align(b, a)) == a
    found = align(a, b).differences
    for before, after in pairwise(found):
        assert before.a.end <= after.a.start
        assert before.b.end <= after.b.start
        assert (before.a.end, before.b.end) != (after.a.start, after.b.start)


def test_texts_up_to_the_limit_are_aligned() -> None:
    a = "x" + "a" * 1000 + "y" + "a" * 1000 + "z"
    b = "u" + "a" * 1000 + "v" + "a" * 1000 + "w"
    assert runs(align(a, b)) == [("x", "u"), ("y", "v"), ("z", "w")]
    a, b = "x" + "a" * 1000 + "z", "y" + "b" * 900 + "w"
    assert runs(align("<" + a + ">", "<" + b + ">")) == [(a, b)]
    same = "ab/" * 100_000
    assert runs(align(same + "l" + same, same + "1" + same)) == [("l", "1")]


def test_difference_json_has_code_points_and_names() -> None:
    assert align("paypal", "paypa1").to_dict() == {
        "identical": False,
        "differences": [
            {
                "a": {"start": 5, "end": 6, "text": "l",
                    "characters": ["U+006C LATIN SMALL LETTER L"]},
                "b": {"start": 5, "end": 6, "text": "1", "characters": ["U+0031 DIGIT ONE"]},
            },
        ],
        "omitted": 0,
    }  # fmt: skip


def test_difference_json_is_limited() -> None:
    expected = {"identical": True, "differences": [], "omitted": 0}
    assert align("a", "a").to_dict() == expected
    found = align("ab" * 1000 + "c", "xb" * 1000 + "d").to_dict()
    assert len(found["differences"]) == 256
    assert found["omitted"] == 1001 - 256


@for_each(
    "a, b, count",
    # Texts are aligned if the product of their lengths is at most 2 to the power of 16.
    ("ab" * 128, "ba" * 128, 2), ("ab" * 128, "ba" * 128 + "c", 1), ("x", "y" * 65_534 + "xz", 2),
    ("x", "y" * 65_535 + "xz", 1),
)  # fmt: skip
def test_texts_over_the_limit_are_not_aligned(a: str, b: str, count: int) -> None:
    found = align(a, b)
    assert len(found.differences) == count
    assert changed(found) == b


def test_long_difference_names_only_its_first_characters() -> None:
    (found,) = align("", "a" * 1000).to_dict()["differences"]
    assert len(found["b"]["text"]) == 1000
    assert found["b"]["characters"] == ["U+0061 LATIN SMALL LETTER A"] * 256
