"""What every dialog of the window looks like: a title, a body, and a button or Esc to close it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLayout, QVBoxLayout

from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QPushButton, QWidget

    from uriinspector.gui.theme import Theme

MARGIN = 16


class DialogSheet(QDialog):
    """A dialog in front of its window, gone for good when it is closed."""

    def __init__(
        self, parent: QWidget, theme: Theme, title: str, size: tuple[int, int] = (560, 480)
    ) -> None:
        """Make an empty one; its size is before zoom and never more than the window's."""
        super().__init__(parent)
        self.theme = theme
        self.closing = say("Close")
        self._does: tuple[QPushButton, ...] = ()
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = QVBoxLayout()
        self.body.setSpacing(10)
        self._whole = whole = QVBoxLayout(self)
        whole.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        whole.setSpacing(10)
        whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        whole.addLayout(self.body, 1)
        width, height = (theme.pixels(length) for length in size)
        room = parent.window().size()
        self.resize(min(width, room.width() - 40), min(height, room.height() - 40))

    @cached_property
    def close_button(self) -> QPushButton:
        """Made when it is shown: the keys come to it last."""
        result = button(self.closing, self.reject)
        self._whole.addLayout(row(None, result, *self._does))
        return result

    def ask_by(self, *buttons: QPushButton) -> None:
        """Put what the dialog asks for beside the button that closes it, and does none of it."""
        self.closing, self._does = say("Cancel"), buttons

    def showEvent(self, event: QShowEvent) -> None:
        """Have a button that closes, and the keys inside."""
        self.close_button.show()
        super().showEvent(event)
        if self.focusWidget() is None:
            self.focusNextChild()
