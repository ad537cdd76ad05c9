"""Labels and tooltips that show a text as it is: Qt would guess that it is rich."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from uriinspector.gui.text.legible_text import visible

# The words of the tooltip, on the widget.
TIP = "tip_words"


def plain_label(text: str = "", *, role: str = "", parent: QWidget | None = None) -> QLabel:
    """Make a label that never guesses that its text is rich; its role is a name for the theme."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(role)
    label.setWordWrap(True)
    return label


def show_tip(widget: QWidget, text: str) -> None:
    """Explain a widget to who points at it, and to who hears it, unless that is told otherwise.

    Without a description of its own a screen reader would read the markup of the tooltip.
    """
    words = visible(text)
    if widget.accessibleDescription() == (widget.property(TIP) or ""):
        widget.setAccessibleDescription(words)
    widget.setProperty(TIP, words)
    widget.setToolTip(tip(text))


def tip(text: str) -> str:
    """What a tooltip is given: it guesses rich text too, so that what is shown is spelled out."""
    return f'<p style="white-space: pre-wrap">{html.escape(visible(text))}</p>' if text else ""
