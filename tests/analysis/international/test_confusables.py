"""Skeletons and what passes for ASCII."""

from __future__ import annotations

import pytest

from uriinspector.analysis.international.confusables import (
    are_confusable,
    ascii_look_alike,
    ascii_shadow,
    looks_like_ascii,
    prototype,
    skeleton,
    whole_script,
)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("paypal", "\u0440\u0430ypal"),
        ("rn", "m"),
        ("Il1", "lll"),
        ("0", "O"),
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),
        ("a\u200bb", "ab"),
        ("e\u0301", "é"),
        ("a", "\uff41"),
        ("ae", "æ"),
    ],
)
def test_what_looks_alike_has_one_skeleton(a: str, b: str) -> None:
    assert skeleton(a) == skeleton(b)
    assert are_confusable(a, b)


@pytest.mark.parametrize(("a", "b"), [("paypal", "paypal"), ("a", "b"), ("é", "e"), ("", "a")])
def test_what_does_not_look_alike_is_not_confusable(a: str, b: str) -> None:
    assert not are_confusable(a, b)


@pytest.mark.parametrize("text", ["", "\ud800", "\0", "a\ud800\u0301", "\U0010ffff", "\u3000"])
def test_every_text_has_a_skeleton(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


def test_a_prototype_stands_for_its_look_alikes() -> None:
    assert [prototype(char) for char in "\u0430m1a"] == ["a", "rn", "l", "a"]


@pytest.mark.parametrize(
    ("label", "read"),
    [
        ("аррӏе", "apple"),
        ("pаypal", "paypal"),
        ("ѕсоре", "scope"),
        ("ＰＡＹＰＡＬ", "paypal"),
        ("g\u200boogle\u0430", "googlea"),
        ("\u2488", "l."),
        ("paypal", None),
        ("münchen", None),
        ("日本", None),
        ("\u200b", None),
        ("", None),
    ],
)
def test_a_label_is_read_as_the_ascii_that_it_imitates(label: str, read: str | None) -> None:
    assert looks_like_ascii(label) == read


@pytest.mark.parametrize(
    ("label", "shadow"),
    [
        ("GooglÉ", "google"),
        ("göögle", "google"),
        ("łódź", "lodz"),
        ("raурal", "raypal"),
        ("日本", "日本"),
        ("Paypal", "paypal"),
        ("øre\u200b", "ore"),
    ],
)
def test_a_shadow_is_the_label_without_accents(label: str, shadow: str) -> None:
    assert ascii_shadow(label) == shadow


def test_one_character_passes_for_small_ascii() -> None:
    assert [ascii_look_alike(char) for char in "aо\u0131Оéк日"] == [
        "a",
        "o",
        "i",
        "o",
        None,
        "k",
        None,
    ]


@pytest.mark.parametrize(
    ("label", "script", "imitates"),
    [
        ("аррӏе", "Cyrl", "apple"),
        ("сор-1", "Cyrl", "cop-1"),
        ("νοτα", "Grek", "vota"),
        ("հոս", "Armn", "hnu"),
        ("\u1090\u1091", "Mymr", None),
        ("россия", None, None),
        ("aррӏе", None, None),  # the first letter is Latin
        ("abc", None, None),
        ("日本", None, None),
        ("сα", None, None),
        ("é", None, None),
    ],
)
def test_a_whole_label_of_one_script_may_pass_for_latin(
    label: str, script: str | None, imitates: str | None
) -> None:
    found = whole_script(label)
    assert (found.script if found else None) == script
    assert (found.imitates if found else None) == imitates
