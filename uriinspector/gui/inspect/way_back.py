"""The button that leads back to the list which the text was chosen from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import show_tip

if TYPE_CHECKING:
    from collections.abc import Callable


class WayBack(QPushButton):
    """Out of sight as long as there is no list to go back to."""

    def __init__(self) -> None:
        """Lead nowhere."""
        super().__init__()
        self._action: Callable[[], object] | None = None
        self.setAutoDefault(False)
        self.setText(f"‹ {say('Back to the list')}")
        self.setAccessibleName(say("Back to the list"))
        show_tip(self, say("Esc"))
        self.clicked.connect(self.go)
        self.hide()

    def lead(self, action: Callable[[], object] | None) -> None:
        """Lead there from now on, or nowhere."""
        self._action = action
        self.setVisible(action is not None)

    def go(self) -> bool:
        """Go back; whether there was a way."""
        action = self._action
        if action is None:
            return False
        action()
        return True
