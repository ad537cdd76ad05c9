"""The foot of the window: what is selected, how long the text is, and a promise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.core.model import Span

ALWAYS = "Offline: nothing is ever opened."
PROMISE = "Offline: only the text was checked; the site was not visited."


class StatusBar(QWidget):
    """One quiet line; that something was judged is said only of what is there."""

    def __init__(self) -> None:
        """Start with the promise alone."""
        super().__init__()
        self._text = ""
        self._workspace = "inspect"
        self._selected = ""
        self._words: dict[str, str] = {}  # what a workspace other than the first says of itself
        self.selection = plain_label(role="quiet")
        self.text = plain_label(role="quiet")
        self.promise = plain_label(say(ALWAYS), role="quiet")
        self.promise.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.selection.setWordWrap(False)
        self.text.setWordWrap(False)
        row(
            self.selection,
            self.text,
            stretched(self.promise),
            into=self,
            margins=(18, 0, 18, 10),
            spacing=18,
        )
        self.selection.hide()

    def show_text(self, text: str | None) -> None:
        """Describe the text that is looked at."""
        self._text = text or ""
        self._describe()

    def show_words(self, workspace: str, words: str) -> None:
        """Say this of a workspace while it is in sight."""
        self._words[workspace] = words
        self._describe()

    def serve(self, workspace: str) -> None:
        """Speak of the workspace that is in sight."""
        self._workspace = workspace
        self._describe()

    def _describe(self) -> None:
        is_inspect = self._workspace == "inspect"
        text = self._text if is_inspect else ""
        words = self._words.get(self._workspace, "")
        self.text.setText(described(text) if text else words)
        self.promise.setText(say(PROMISE if text else ALWAYS))
        self._show_selected()

    def _show_selected(self) -> None:
        self.selection.setText(self._selected if self._workspace == "inspect" else "")
        self.selection.setVisible(bool(self.selection.text()))

    def show_selection(self, span: Span | None) -> None:
        """Tell where the selection lies."""
        self._selected = selected(span) if span and span.start < span.end else ""
        self._show_selected()


def selected(span: Span) -> str:
    """Say where a selection begins and ends, counted as in the table of components."""
    return say_count(
        span.end - span.start,
        "Selection {start}–{end} · 1 character",
        "Selection {start}–{end} · {count} characters",
        start=span.start,
        end=span.end,
    )


def described(text: str) -> str:
    """Say how long the text is and whether anything in it cannot be seen."""
    hidden = sum(map(is_unsafe, text))
    if hidden:
        length = say_count(len(text), "1 character", "{count} characters")
        return say("{length} · {hidden} invisible or misleading", length=length, hidden=hidden)
    if text.isascii():
        return say_count(len(text), "1 character · ASCII only", "{count} characters · ASCII only")
    return say_count(
        len(text), "1 character · not ASCII", "{count} characters · includes non-ASCII"
    )
