"""Whether anything was laid out, moved or shown while events were processed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

LAYOUT = QEvent.Type.LayoutRequest
# One of these comes with every change of where something is, painted or not.
CHANGES = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})


class ChangeWatch(QObject):
    """Looks at all events of the application while those that wait are processed."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.is_laid_out = False
        self.is_changed = False

    def process_events(self) -> None:
        """Process what is waiting, and note what it was."""
        self.is_laid_out = self.is_changed = False
        self._application.installEventFilter(self)
        self._application.processEvents()
        self._application.removeEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Note it, and let it through."""
        kind = event.type()
        self.is_laid_out = self.is_laid_out or kind == LAYOUT
        self.is_changed = self.is_changed or kind in CHANGES
        return False
