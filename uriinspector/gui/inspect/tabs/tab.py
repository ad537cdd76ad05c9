"""What every tab is: its content, or in words why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from uriinspector.gui.plain import plain_label

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


class Tab(QWidget):
    """One way to look at an inspection; it is asked only while it can be seen."""

    def __init__(self) -> None:
        """Start with nothing to look at."""
        super().__init__()
        self.empty = plain_label(role="quiet")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(24, 12, 24, 12)
        self._layers = QStackedLayout(self)
        self._layers.addWidget(self.empty)

    def title(self, inspection: Inspection | None) -> str:
        """Say what stands on the tab: cheap, it is asked while the tab is hidden."""
        raise NotImplementedError

    def purpose(self) -> str:
        """Say what will stand here as soon as there is a text."""
        raise NotImplementedError

    def present(self, inspection: Inspection) -> str:
        """Show it; the answer is what to say in its place where there is nothing to show."""
        raise NotImplementedError

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show what was inspected, or say why there is nothing."""
        words = self.present(inspection) if inspection else self.purpose()
        self.empty.setText(words)
        self._layers.setCurrentIndex(0 if words else 1)

    def fill(self, content: QWidget) -> None:
        """Take what is shown where there is something to show."""
        self._layers.addWidget(content)
