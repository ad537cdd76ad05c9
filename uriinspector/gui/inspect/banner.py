"""The verdict: the largest thing on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout

from uriinspector.gui.plain import plain_label, visible
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.theme import Theme


class Banner(QFrame):
    """Where the link goes, and why."""

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to judge."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.headline = plain_label(role="headline")
        self.detail = plain_label(role="quiet")
        column = QVBoxLayout(self)
        column.addWidget(self.headline)
        column.addWidget(self.detail)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Say what was found; None while there is nothing to look at."""
        if inspection is None:
            self.headline.setText(say("Nothing to look at yet"))
            self.detail.setText(say("Paste or type a URI reference. Nothing is ever opened."))
            return
        self.headline.setText(visible(inspection.verdict.headline))
        self.detail.setText(visible(inspection.verdict.detail))
