"""The clipboard watched, if that is wanted: a link copied elsewhere is offered, never taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from uriinspector.gui.storage.settings import Settings

LONGEST = 4_096


class ClipboardWatcher(QObject):
    """Says when the clipboard holds one link that another program put there."""

    link_copied = Signal(str)

    def __init__(self, settings: Settings, parent: QObject) -> None:
        """Look from the next change on."""
        super().__init__(parent)
        self._settings = settings
        self._last = ""
        QGuiApplication.clipboard().dataChanged.connect(self.look)

    def look(self) -> None:
        """Offer what is there, once; what was copied in this program is no news."""
        clipboard = QGuiApplication.clipboard()
        if not self._settings["clipboard"] or clipboard.ownsClipboard():
            return
        text = clipboard.text()
        if not text or len(text) > LONGEST or text == self._last:
            return
        from uriinspector.analysis.running_text import references_in

        self._last = text
        if references_in(text, 1):
            self.link_copied.emit(text)
