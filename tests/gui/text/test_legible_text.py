"""Characters without a glyph are shown by code point, and emoji also by name."""

import pytest

from tests.for_each import for_each
from uriinspector.gui.compare.comparison_view import drawn
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text import pieces
from uriinspector.gui.text.pieces import label_of, outside, plain_text, visible

LOCK, CHECK, FLAG, HAN, PILE = "\U0001f512", "\u2705", "\U0001f1e9", "\u4e2d", "\U0001f4a9"


@pytest.fixture(autouse=True)
def poor_machine(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:  # noqa: ARG001
    """Simulate a system whose fonts only cover Latin, Greek and Cyrillic."""
    monkeypatch.setattr(pieces, "has_glyph", lambda char: char < "\u0530" or char in "‹›…")


@for_each(
    "text, shown",
    ("https://a.example/", "https://a.example/"), ("b\u00fccher.p\u0430", "b\u00fccher.p\u0430"),
    (f"/{LOCK}x", "/‹U+1F512 LOCK›x"), (CHECK, "‹U+2705 WHITE HEAVY CHECK MARK›"),
    (FLAG, "‹U+1F1E9 LETTER D›"), (HAN, "‹U+4E2D›"), ("a\u202eb", "a‹U+202E›b"),
    ("\ud800", "‹U+D800›"),
)  # fmt: skip
def test_characters_without_a_glyph_are_named(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert plain_text(outside(text)) == shown


def test_characters_with_a_glyph_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "has_glyph", lambda _char: True)
    assert visible(LOCK) == LOCK
    assert plain_text(outside(LOCK)) == LOCK
    assert drawn(LOCK) == LOCK


def test_each_missing_glyph_is_a_chip_and_text_is_unchanged(window: Window) -> None:
    assert [each.is_chip for each in outside(f"a{LOCK}{HAN}b")] == [False, True, True, False]
    text = f"https://a.example/{LOCK}"
    window.show_text(text)
    assert window.inspect_page.editor.text() == text
    assert drawn(LOCK) == "‹U+1F512›"


def test_long_character_names_are_cut() -> None:
    assert label_of("\U0001f643\u200d"[0]).startswith("U+1F643 UPSIDE-DOWN")
    assert len(label_of("\U0001f1e9")) < 30
    assert label_of(PILE) == "U+1F4A9 PILE OF POO"
