"""Outside text as this machine can draw it: what no face has a shape for is named, no empty box."""

from __future__ import annotations

import unicodedata

from PySide6.QtGui import QGuiApplication

from uriinspector.analysis import safe_text
from uriinspector.core.characters import number
from uriinspector.core.expression import expression
from uriinspector.gui.fonts import has_glyph

OUTSIDE = expression("[^\x00-\x7f]")
LONGEST = 24  # characters of a name in a label


def visible(text: str, most: int | None = None) -> str:
    """The text with every character that is unsafe, or has no shape here, as a label."""
    shown = safe_text.visible(text, most)
    return shown if shown.isascii() else OUTSIDE.sub(lambda each: legible(each[0]), shown)


def legible(char: str) -> str:
    """One character as it is drawn: itself, its number, or of a symbol its name besides."""
    return f"‹{label_of(char)}›" if is_illegible(char) else safe_text.drawn(char)


def is_illegible(char: str) -> bool:
    """Whether no face can draw it, although nothing is wrong with it."""
    if char.isascii() or safe_text.is_unsafe(char) or QGuiApplication.instance() is None:
        return False
    return not has_glyph(char)


def label_of(char: str) -> str:
    """What stands in the place of a character: an emoji is told by its name too."""
    code = number(char)
    if unicodedata.category(char) not in {"So", "Sk"}:
        return code
    name = unicodedata.name(char, "").removeprefix("REGIONAL INDICATOR SYMBOL ")
    name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"
    return f"{code} {name}".rstrip()
