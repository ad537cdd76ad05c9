"""Cells that several tables of pairs share.  No Qt here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.text.pieces import Kind, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.gui.text.pieces import Pieces


def given(text: str) -> Pieces:
    """A text from outside, which may be empty."""
    return outside(text) or ours(say("empty"), Kind.MUTED)


def mark(*, is_right: bool) -> Pieces:
    """The mark of an answer, as a sign and a word."""
    if is_right:
        return (*ours("✓", Kind.ADDED), *ours("  " + say("right"), Kind.MUTED))
    return (*ours("✗", Kind.FAULT), *ours("  " + say("wrong"), Kind.MUTED))
