"""Appendix B on the text: the expression, and its nine groups as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uriinspector.core.expression_groups import EXPRESSION
from uriinspector.gui.inspect.component_rules import RULES
from uriinspector.gui.inspect.tabs.group_rows import group_note, group_rows
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.marked_text import MarkedText
from uriinspector.gui.text.pieces import outside, plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


class GroupsPanel(QWidget):
    """What each pair of parentheses matched; a cell that is chosen is selected in the text."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without a text."""
        super().__init__()
        self._cite = ""
        self.clause = button("", lambda: self.clause_requested.emit(self._cite), link=True)
        self.expression = MarkedText(theme, size=12)
        self.expression.show_pieces(outside(EXPRESSION))
        self.grid = Grid(
            theme,
            selection,
            _columns(),
            say("Groups of appendix B"),
            widest=2,
            spans=lambda each, column: each.span(column),
            by_cell=True,
        )
        self.note = plain_label(role="quiet")
        self._lay_out()

    def show_inspection(self, inspection: Inspection) -> bool:
        """Show the groups; False where the edition has no appendix B."""
        rows = group_rows(inspection)
        self.grid.set_rows(rows)
        if not rows:
            return False
        self._cite = f"{RULES[inspection.edition][0]} B"
        self.clause.setText(self._cite)
        self.note.setText(group_note(rows, inspection))
        self.note.setVisible(bool(self.note.text()))
        return True

    def _lay_out(self) -> None:
        title = plain_label(say("Appendix B applied to this text"), role="title")
        title.setWordWrap(False)
        head = row(title, None, self.clause)
        top = column_of(head, self.expression, margins=(14, 10, 14, 6), spacing=4)
        self.note.setContentsMargins(14, 4, 14, 8)
        column_of(top, stretched(self.grid), self.note, into=self, margins=(0, 0, 0, 0), spacing=0)


def _columns() -> list[Column]:
    return [
        Column(say("Component"), lambda each: each.component, is_rigid=True),
        Column(say("With delimiter"), lambda each: each.with_delimiter, is_uri=True),
        Column(say("Without delimiter"), lambda each: each.value, is_uri=True),
    ]
