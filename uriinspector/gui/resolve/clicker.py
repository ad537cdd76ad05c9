"""The keys of a presenter's clicker, wherever the keys go."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

CLICKS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


class Clicker(QObject):
    """Watches a page and the editors on it: one paragraph has no pages to turn."""

    clicked = Signal(int)  # so many steps

    def watch(self, *watched: QObject) -> None:
        """Take the keys from these."""
        for each in watched:
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let every other key go on."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = CLICKS.get(Qt.Key(event.key()))
            if steps is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                self.clicked.emit(steps)
                return True
        return super().eventFilter(watched, event)
