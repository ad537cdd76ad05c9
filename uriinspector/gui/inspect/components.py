"""The components of the reference, with what each means and the clause it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout

from uriinspector.core.model import Component, Part
from uriinspector.gui.plain import visible
from uriinspector.gui.tables import Field, Table
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme

Row = tuple[Part, Component | None]


class Components(QFrame):
    """What the reference consists of."""

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without rows."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._selection = selection
        self.table = Table(self._fields(), say("Components"), widest=1)
        column = QVBoxLayout(self)
        column.addWidget(self.table)
        self.table.row_selected.connect(self._on_row)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show the components of what was inspected."""
        found = inspection.components if inspection else {}
        self.table.set_rows([(part, found.get(part)) for part in Part])

    def _fields(self) -> list[Field]:
        def said(row: Row) -> str:
            return say("not present") if row[1] is None else visible(row[1].text) or say("empty")

        return [Field(say("Component"), lambda row: row[0].value), Field(say("Text"), said)]

    def _on_row(self, row: Row) -> None:
        self._selection.select(row[1].span if row[1] else None)
