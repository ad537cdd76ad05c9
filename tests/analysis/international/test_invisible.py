"""Risky and invisible characters."""

from tests.for_each import for_each
from uriinspector.analysis.international.scripts import (
    BIDI_CONTROLS,
    bidi_controls,
    invisible_spans,
    is_invisible,
    is_risky,
    risk,
)
from uriinspector.core.model import Span


@for_each(
    "char, kind",
    ("\0", "control character"), ("\t", "control character"), ("\x7f", "control character"),
    ("\x85", "control character"), ("\xa0", "space other than U+0020"),
    ("\u3000", "space other than U+0020"),
    ("\u200b", "invisible character"), ("\xad", "invisible character"),
    ("\u034f", "invisible character"), ("\u3164", "invisible character"),
    ("\ufe0f", "invisible character"), ("\u0600", "format character"),
    ("\u202e", "direction control"), ("\u200f", "direction control"), ("\u2028", "line separator"),
    ("\u2029", "paragraph separator"), ("\ud800", "lone surrogate"), ("\ue000", "private use"),
    ("\uffff", "unassigned"),
    ("\u05d0", "right-to-left character"),
    ("\u0660", "right-to-left character"),
    ("a", None), (" ", None), ("é", None), ("\u0301", None), ("日", None), ("\u2044", None),
)  # fmt: skip
def test_risky_character_has_a_reason(char: str, kind: str | None) -> None:
    found = risk(char)
    assert (found.kind if found else None) == kind
    assert is_risky(char) is (kind is not None)


def test_direction_controls_have_short_names() -> None:
    assert tuple(bidi_controls("a\u202eb\u2069")) == ((Span(1, 2), "RLO"), (Span(3, 4), "PDI"))
    assert all(is_invisible(char) for char in BIDI_CONTROLS)


def test_runs_of_invisible_characters_are_maximal() -> None:
    assert invisible_spans("a\u200b\u202eb\u2800c\n") == (Span(1, 3), Span(4, 5))
    assert invisible_spans("") == ()
