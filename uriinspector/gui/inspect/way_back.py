"""The button that leads back to where the text was chosen: a list, or the link around it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from uriinspector.gui.text.pieces import show_tip
from uriinspector.gui.text.translation import say


class WayBack(QPushButton):
    """Out of sight as long as there is nothing to go back to."""

    changed = Signal(bool)  # whether there is something to go back to

    def __init__(self) -> None:
        """Lead nowhere."""
        super().__init__()
        self.action: Callable[[], object] | None = None
        self.setAutoDefault(False)
        show_tip(self, say("Esc"))
        self.clicked.connect(self.go)
        self.hide()

    def lead(self, action: Callable[[], object] | None, words: str = "") -> None:
        """Lead there from now on, or nowhere; ``words`` say where, if it is no list."""
        self.action = action
        words = words or say("Back to the list")
        self.setText(f"‹ {words}")
        self.setAccessibleName(words)
        self.setVisible(action is not None)
        self.changed.emit(action is not None)

    def go(self) -> bool:
        """Go back; whether there was a way."""
        action = self.action
        if action is None:
            return False
        action()
        return True
