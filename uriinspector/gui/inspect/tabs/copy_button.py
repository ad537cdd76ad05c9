"""A button that puts a text on the clipboard exactly as it is, and says so."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton

from uriinspector.gui.selection import to_clipboard
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button


def copy_button(what: str, text: Callable[[], str]) -> QPushButton:
    """A button for a text that is asked for when it is pressed; ``what`` is for those who hear."""
    result = button(say("Copy original"), lambda: to_clipboard(text()))
    result.setAccessibleName(say("Copy original: {what}", what=what))
    return result
