"""What every dialog of the window looks like: a title, a body, and Esc to close it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLayout, QVBoxLayout

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.theme import Theme

MARGIN = 16


class Sheet(QDialog):
    """A dialog in front of its window, gone for good when it is closed."""

    def __init__(
        self, parent: QWidget, theme: Theme, title: str, size: tuple[int, int] = (560, 480)
    ) -> None:
        """Make an empty one; its size is before zoom and never more than the window's."""
        super().__init__(parent)
        self.theme = theme
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self.body.setSpacing(10)
        self.body.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        width, height = (theme.pixels(length) for length in size)
        room = parent.window().size()
        self.resize(min(width, room.width() - 40), min(height, room.height() - 40))
