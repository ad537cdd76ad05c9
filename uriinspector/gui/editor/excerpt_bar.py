"""The line under an editor that says what is shown of a huge text, and moves on in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.editor.exact_text_edit import ExactTextEdit


class ExcerptBar(QWidget):
    """Out of sight as long as all of the text is shown and looked at."""

    def __init__(self, editor: ExactTextEdit) -> None:
        """Follow an editor."""
        super().__init__()
        self._editor = editor
        self._is_waiting = False
        self.note = plain_label(role="quiet")
        self.earlier = button(say("Show earlier text"), lambda: editor.turn(-1))
        self.later = button(say("Show later text"), lambda: editor.turn(1))
        row(stretched(self.note), self.earlier, self.later, into=self, margins=(0, 2, 0, 0))
        editor.excerpt_moved.connect(self._tell)
        self._tell()

    def show_waiting(self, waiting: bool) -> None:
        """Say that the text is being looked at."""
        self._is_waiting = waiting
        self._tell()

    def _tell(self) -> None:
        first, last = self._editor.shown
        length = len(self._editor.text())
        is_whole = last - first == length
        texts = [] if is_whole else [_range(first, last, length)]
        texts += [say("Inspecting…")] if self._is_waiting else []
        self.note.setText(" · ".join(texts))
        self.earlier.setEnabled(first > 0)
        self.later.setEnabled(last < length)
        for each in (self.earlier, self.later):
            each.setVisible(not is_whole)
        self.setVisible(bool(texts))


def _range(first: int, last: int, length: int) -> str:
    return say(
        "Showing characters {first} to {last} of {length}; the others stay unchanged",
        first=first + 1,
        last=last,
        length=length,
    )
