"""What waits until the window has been seen: whatever is heavy, so that it is seen at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


class _FirstPaint(QObject):
    def __init__(self, window: QWidget, then: Callable[[], object]) -> None:
        super().__init__(window)
        self._then = then

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._go)
        return False

    def _go(self) -> None:
        self._then()
        self.deleteLater()


def after_first_paint(window: QWidget, then: Callable[[], object]) -> None:
    """Call it once, when the window has been painted for the first time."""
    window.installEventFilter(_FirstPaint(window, then))
