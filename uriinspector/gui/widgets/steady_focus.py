"""A page whose focus does not wander: what hides something gives the keys to what comes next.

Qt hands the focus of what is hidden to whatever Tab would come to, and screen readers are told of
that before the page can say where the focus belongs.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget


class SteadyFocusPage(QWidget):
    """Waits for a moment where the focus is hidden; if nobody takes it, it moves on as usual."""

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Move on from what is in sight; Qt asks for this, too, when it hides what has the keys."""
        holder = QApplication.focusWidget()
        if holder is None or holder.isVisible() or not self.isAncestorOf(holder):
            return super().focusNextPrevChild(is_next)
        QTimer.singleShot(0, self, self._move_on)
        return True

    def _move_on(self) -> None:
        holder = QApplication.focusWidget()
        if holder is not None and not holder.isVisible() and self.isAncestorOf(holder):
            super().focusNextPrevChild(True)
