"""What was found, the worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from uriinspector.core.model import Span
from uriinspector.gui.plain import visible
from uriinspector.gui.tables import Field, Table
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme


class Findings(QFrame):
    """The findings of an inspection."""

    fix_requested = Signal(str)
    clause_requested = Signal(str)

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without findings."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._selection = selection
        self.table = Table(self._fields(), say("Findings"), widest=1, wraps=True)
        column = QVBoxLayout(self)
        column.addWidget(self.table)
        self.table.row_selected.connect(self._on_row)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show the findings of what was inspected."""
        self.table.set_rows(inspection.findings if inspection else ())

    def _fields(self) -> list[Field]:
        return [
            Field(say("Severity"), lambda finding: finding.severity),
            Field(say("Finding"), lambda finding: visible(finding.message)),
        ]

    def _on_row(self, finding: Finding) -> None:
        self._selection.select(Span(finding.start, finding.end))
