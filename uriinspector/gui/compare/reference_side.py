"""One of the two references: its letter, its buttons, its editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from uriinspector.gui.editor.base_field import BaseField
from uriinspector.gui.editor.excerpt_bar import ExcerptBar
from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.selection import Selection
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button, field_card
from uriinspector.gui.widgets.layouts import column_of, row

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme


class ReferenceSide(QWidget):
    """A card with an editor that shares a selection with nobody but its page, and its base."""

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
        self.base_field = BaseField(theme, say("Base URI: needed for relative references"), title)
        self.base = self.base_field.editor
        # What is left over of the height stands above the base: both sides begin and end alike.
        texts = column_of(head, self.editor, self.excerpt, None, spacing=4)
        frame = field_card(texts, self.base_field)
        column_of(frame, into=self, margins=(0, 0, 0, 0))

    def show_brief(self, brief: bool) -> None:
        """Leave out what the keys and the menu do as well, where there is hardly room."""
        self.copy.setVisible(not brief)
