"""One of the two references: its letter, its buttons, its editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from uriinspector.gui.editor.excerpt_bar import ExcerptBar
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.selection import Selection
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, card
from uriinspector.gui.widgets.layouts import column_of, row

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme


class ReferenceSide(QWidget):
    """A card with an editor that shares a selection with nobody but its page."""

    def __init__(self, theme: Theme, title: str, paste: str) -> None:
        """Start empty."""
        super().__init__()
        self.selection = Selection()
        self.editor = UriEdit(theme, self.selection)
        self.editor.setAccessibleName(title)
        self.excerpt = ExcerptBar(self.editor)
        self.paste = button(paste, self.editor.paste)
        self.paste.setAccessibleName(f"{paste}: {title}")
        self.copy = copy_button(title, self.editor.text)
        head = row(plain_label(title, role="quiet"), None, self.paste, self.copy)
        column_of(card(head, self.editor, self.excerpt), into=self, margins=(0, 0, 0, 0))
