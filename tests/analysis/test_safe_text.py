"""Deceptive characters are replaced by their code points, by the same rule everywhere."""

import re
import sys

import pytest

from tests.architecture.source import modules, shown
from tests.for_each import for_each
from uriinspector.analysis.international.scripts import is_risky
from uriinspector.analysis.safe_text import clipped, defanged, drawn, is_unsafe, visible
from uriinspector.cli.styled_line import run
from uriinspector.gui.text import pieces
from uriinspector.gui.text.pieces import outside


@for_each(
    "character",
    "\0", "\t", "\n", "\x7f", "\x85", "\xa0", "\xad", "\u034f", "\u05d0", "\u0627", "\u0661",
    "\u115f", "\u2003", "\u200b", "\u200e", "\u2028", "\u202e", "\u2066", "\u3164", "\ud800",
    "\ue000", "\ufe0f", "\ufeff", "\uffff", "\ufffc", "\U000e0041", "\U000e0100",
)  # fmt: skip
def test_risky_character_is_never_shown_raw(character: str) -> None:
    assert is_unsafe(character)
    assert visible(f"a{character}b") == f"a‹U+{ord(character):04X}›b"


@for_each("text", "http://a/?b#c%20", "é", "中文", "例え", "а", "e\u0301", "😀", " ")
def test_visible_text_is_shown_unchanged(text: str) -> None:
    assert visible(text) == text


@for_each(
    "character, is_drawn",
    ("\u2800", False),  # blank, though a symbol by its category
    ("\ufffc", False),  # Qt's placeholder for embedded objects
    ("\u0897", True),  # a mark that Unicode 16 added: Python 3.11 knows none there
    ("\u20c1", True),  # a sign of Unicode 17
    ("\u202e", False),
    ("\u05d0", False),
)
def test_window_terminal_and_reports_hide_the_same_characters(
    character: str, monkeypatch: pytest.MonkeyPatch, *, is_drawn: bool
) -> None:
    # Installed fonts differ between computers, and are known only after a window was created.
    monkeypatch.setattr(pieces, "has_glyph", lambda _: True)
    expected = character if is_drawn else f"‹U+{ord(character):04X}›"
    text = f"a{character}b"
    assert visible(text) == f"a{expected}b"
    assert defanged(text) == f"a{expected}b"
    assert "".join(piece.text for piece in outside(text)) == f"a{expected}b"
    assert run(text).text == f"a{expected}b"
    assert drawn(character) == expected


def test_unsafe_characters_are_those_of_the_tables() -> None:
    others = [
        char for char in map(chr, range(sys.maxunicode + 1)) if is_unsafe(char) != is_risky(char)
    ]
    assert others == ["\u2800", "\ufffc"]


def test_only_one_module_formats_code_points() -> None:
    places = {
        shown(path) for path in modules() if re.search(r"U\+\{.*:04X\}", path.read_text("utf-8"))
    }
    assert places == {"uriinspector/core/characters.py"}


@for_each(
    "length, end",
    *((5, ""), (6, "… (1 more character)"), (7, "… (2 more characters)")),
    (5_005, "… (5,000 more characters)"),
)
def test_clipped_text_counts_the_rest(length: int, end: str) -> None:
    assert clipped("x" * length, 5) == f"xxxxx{end}"
