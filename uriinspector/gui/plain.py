"""Outside text made safe to look at: nothing hidden, nothing reordered, nothing rendered."""

from __future__ import annotations

import html
import unicodedata

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_CALM_DIRECTIONS = frozenset({"L", "EN", "ES", "ET", "CS", "ON", "WS", "NSM"})
# Default-ignorable though they are letters or marks, and the character that stands for an object.
_INVISIBLE = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0xFFFC}
    | {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
)


def is_risky(character: str) -> bool:
    """Tell whether a character could hide, reorder its neighbours, or pass for a space."""
    if "!" <= character <= "~" or character == " ":
        return False
    category = unicodedata.category(character)
    return (
        category in _HIDDEN_CATEGORIES
        or category == "Zs"
        or ord(character) in _INVISIBLE
        or unicodedata.bidirectional(character) not in _CALM_DIRECTIONS
    )


def code_name(character: str) -> str:
    """Name a character by its number."""
    return f"U+{ord(character):04X}"


def visible(text: str) -> str:
    """Show the text with every risky character as its number."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"‹{code_name(c)}›" if is_risky(c) else c for c in text)


def plain_label(text: str = "", *, role: str = "", parent: QWidget | None = None) -> QLabel:
    """Make a label that never guesses that its text is rich; its role is a name for the theme."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(role)
    label.setWordWrap(True)
    return label


def tip(text: str) -> str:
    """What a tooltip is given: it guesses rich text too, so that what is shown is spelled out."""
    return f'<p style="white-space: pre-wrap">{html.escape(visible(text))}</p>' if text else ""
