"""What could deceive the eye is named by its number."""

from __future__ import annotations

import pytest

from uriinspector.gui.plain import is_risky, visible


@pytest.mark.parametrize(
    "character",
    ["\0", "\t", "\n", "\x7f", "\x85", "\xa0", "\xad", "\u034f", "\u05d0", "\u0627", "\u0661",
     "\u115f", "\u2003", "\u200b", "\u200e", "\u2028", "\u202e", "\u2066", "\u3164", "\ud800",
     "\ue000", "\ufe0f", "\ufeff", "\uffff", "\ufffc", "\U000e0041", "\U000e0100"],
    ids=ascii,
)  # fmt: skip
def test_a_risky_character_is_never_shown_raw(character: str) -> None:
    assert is_risky(character)
    assert visible(f"a{character}b") == f"a‹U+{ord(character):04X}›b"


@pytest.mark.parametrize(
    "text", ["http://a/?b#c%20", "é", "中文", "例え", "а", "e\u0301", "😀", " "]
)
def test_what_can_be_seen_is_shown_as_it_is(text: str) -> None:
    assert visible(text) == text
