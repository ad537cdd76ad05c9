"""What is never drawn raw, against the definition; what is not seen at all."""

from __future__ import annotations

import pytest

from uriinspector.analysis.international.delimiters import (
    delimiter_look_alike,
    delimiter_look_alikes,
)
from uriinspector.analysis.international.invisible import (
    BIDI_CONTROLS,
    bidi_controls,
    invisible_spans,
    is_invisible,
    is_risky,
    risk,
    risky_spans,
)
from uriinspector.core.model import Span


@pytest.mark.parametrize(
    ("char", "kind"),
    [
        ("\0", "control character"),
        ("\t", "control character"),
        ("\x7f", "control character"),
        ("\x85", "control character"),
        ("\xa0", "space other than U+0020"),
        ("\u3000", "space other than U+0020"),
        ("\u200b", "invisible character"),
        ("\xad", "invisible character"),
        ("\u034f", "invisible character"),
        ("\u3164", "invisible character"),
        ("\ufe0f", "invisible character"),
        ("\u0600", "format character"),
        ("\u202e", "direction control"),
        ("\u200f", "direction control"),
        ("\u2028", "line separator"),
        ("\u2029", "paragraph separator"),
        ("\ud800", "lone surrogate"),
        ("\ue000", "private use"),
        ("\uffff", "unassigned"),
        ("\u05d0", "right-to-left character"),
        ("\u0660", "right-to-left character"),
        ("a", None),
        (" ", None),
        ("é", None),
        ("\u0301", None),
        ("日", None),
        ("\u2044", None),
    ],
)
def test_a_risky_character_says_why(char: str, kind: str | None) -> None:
    found = risk(char)
    assert (found.kind if found else None) == kind
    assert is_risky(char) is (kind is not None)


def test_direction_controls_have_short_names() -> None:
    assert bidi_controls("a\u202eb\u2069") == ((Span(1, 2), "RLO"), (Span(3, 4), "PDI"))
    assert all(is_invisible(char) for char in BIDI_CONTROLS)


def test_runs_are_maximal() -> None:
    text = "a\u200b\u202eb\u2800c\n"
    assert invisible_spans(text) == (Span(1, 3), Span(4, 5))
    assert risky_spans(text) == (Span(1, 3), Span(6, 7))
    assert invisible_spans("") == ()


@pytest.mark.parametrize(
    ("char", "imitates", "becomes"),
    [
        ("\u2044", "/", None),
        ("\u2215", "/", None),
        ("\u29f8", "/", None),
        ("\uff0f", "/", "/"),
        ("\u3002", ".", "."),
        ("\uff0e", ".", "."),
        ("\uff61", ".", "."),
        ("\u2024", ".", None),
        ("\ufe55", ":", ":"),
        ("\uff1a", ":", ":"),
        ("\ua789", ":", None),
        ("\u2236", ":", None),
        ("\uff20", "@", "@"),
        ("\ufe6b", "@", "@"),
        ("\uff1f", "?", "?"),
        ("\uff03", "#", "#"),
        ("\u2010", "-", None),
        ("\u2011", "-", None),
        ("\u2100", "a/c", "a/c"),
    ],
)
def test_a_look_alike_of_a_delimiter_says_whether_it_is_one(
    char: str, imitates: str, becomes: str | None
) -> None:
    found = delimiter_look_alike(char)
    assert found is not None
    assert (found.imitates, found.becomes) == (imitates, becomes)
    assert found.is_one is (imitates == becomes)


@pytest.mark.parametrize("char", ["/", "a", "é", "\ud800", "\u0430", "\uff21"])
def test_other_characters_are_no_delimiters(char: str) -> None:
    assert delimiter_look_alike(char) is None


def test_each_look_alike_of_a_delimiter_has_its_place() -> None:
    found = delimiter_look_alikes("a\u2044b\uff20c")
    assert [(span, each.imitates) for span, each in found] == [
        (Span(1, 2), "/"),
        (Span(3, 4), "@"),
    ]
    assert delimiter_look_alikes("a/b") == ()
