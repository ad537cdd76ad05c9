"""A button that puts a text on the clipboard exactly as it is, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from uriinspector.gui.cards import button
from uriinspector.gui.words import say
from uriinspector.readers.browser import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QPushButton


def copy_button(what: str, text: Callable[[], str]) -> QPushButton:
    """A button for a text that is asked for when it is pressed; ``what`` is for those who hear."""

    def copy() -> None:
        # No clipboard carries half a pair.
        QGuiApplication.clipboard().setText(without_surrogates(text()))

    made = button(say("Copy exact"), copy)
    made.setAccessibleName(say("Copy exact: {what}", what=what))
    return made
