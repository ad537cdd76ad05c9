"""A text that is drawn like that of an editor, and that nobody changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.editor.uri_edit import UriEdit

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme


class ReadOnlyEdit(UriEdit):
    """It can be selected and copied, the whole of it defanged; nothing else happens to it."""

    _is_writing = False

    def __init__(self, theme: Theme, name: str) -> None:
        """Start with an empty text."""
        super().__init__(theme)
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setPlaceholderText("")

    def show_text(self, text: str) -> None:
        """Show this text."""
        self._is_writing = True
        self.set_text(text)
        self._is_writing = False

    def replace(self, start: int, end: int, new: str, *, typed: bool = False) -> None:
        """Let no key, paste or drop in."""
        if self._is_writing:
            super().replace(start, end, new, typed=typed)

    @property
    def can_undo(self) -> bool:
        """What was drawn before is nobody's step."""
        return False

    @property
    def can_redo(self) -> bool:
        """Nor is what was drawn after it."""
        return False

    def undo(self) -> None:
        """There is nothing to take back."""

    def redo(self) -> None:
        """There is nothing to make again."""
