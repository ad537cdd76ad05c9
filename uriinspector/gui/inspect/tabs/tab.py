"""What every tab is: its content, or in words why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import DividedPanes

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


def notice() -> QLabel:
    """Make the label that says why there is nothing to look at."""
    label = plain_label(role="quiet")
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setContentsMargins(24, 12, 24, 12)
    return label


class Tab(QWidget):
    """One way to look at an inspection; it is asked only while it can be seen."""

    def __init__(self) -> None:
        """Start with nothing to look at."""
        super().__init__()
        self.empty = notice()
        self._layers = QStackedLayout(self)
        self._layers.addWidget(self.empty)

    def present(self, inspection: Inspection) -> str:
        """Show it; the answer is what to say in its place where there is nothing to show."""
        raise NotImplementedError

    def show_inspection(self, inspection: Inspection) -> None:
        """Show what was inspected, or say why there is nothing."""
        words = self.present(inspection)
        self.empty.setText(words)
        self._layers.setCurrentIndex(0 if words else 1)

    def fill(self, content: QWidget) -> None:
        """Take what is shown where there is something to show."""
        self._layers.addWidget(content)


def divided(left: QWidget, right: QWidget, widths: tuple[int, int]) -> DividedPanes:
    """Put two views beside each other; what lies between them can be moved."""
    whole = DividedPanes(Qt.Orientation.Horizontal, say("Rows, explanation"), 1)
    whole.setObjectName("divided")
    whole.addWidget(left)
    whole.addWidget(right)
    whole.setSizes(widths)
    return whole


def footed(view: QWidget, words: QWidget, *widgets: QWidget) -> QWidget:
    """Put a line of words, and what belongs to them, below a view."""
    whole = QWidget()
    column = column_of(stretched(view), into=whole, margins=(0, 0, 0, 0), spacing=0)
    foot = row(stretched(words), *widgets, margins=(10, 4, 12, 8))
    column.addLayout(foot)
    return whole
