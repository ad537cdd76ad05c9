"""The normal form, rung by rung, and the checklist of good practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from uriinspector.core.model import Span
from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.inspect.tabs.rung_rows import PracticeRow, RungRow, practice_rows, rung_rows
from uriinspector.gui.inspect.tabs.tab import Tab, divided, footed
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import ours, plain_label
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


class NormalTab(Tab):
    """The ladder on the left, the checklist on the right."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without rungs."""
        super().__init__()
        self._form = ""
        self.ladder = Grid(
            theme,
            selection,
            _rungs(),
            say("Normal form"),
            widest=1,
            spans=lambda _row, _column: None,
        )
        self.practice = Grid(
            theme, selection, _rules(), say("Good practice"), widest=1, spans=_first
        )
        self.summary = plain_label(role="quiet")
        self.copy = copy_button(say("the normal form"), lambda: self._form)
        self.ladder.row_opened.connect(self._on_opened)
        self.practice.row_opened.connect(lambda rule: self.clause_requested.emit(rule.cite))
        left = footed(self.ladder, self.summary, self.copy)
        self.fill(divided(left, self.practice, (720, 380)))

    def present(self, inspection: Inspection) -> str:
        """Climb the ladder."""
        rungs = rung_rows(inspection)
        self._form = rungs[-2].text or ""
        self.ladder.set_rows(rungs)
        self.practice.set_rows(practice_rows(inspection))
        edition = inspection.edition
        self.summary.setText(
            say("Already in the normal form of the {edition} edition.", edition=edition)
            if self._form == inspection.text
            else say("The last level reached is the normal form ({edition}).", edition=edition)
        )
        return ""

    def _on_opened(self, rung: RungRow) -> None:
        if rung.cites:
            self.clause_requested.emit(rung.cites[0])


def _rungs() -> list[Column]:
    return [
        Column(say("Level"), lambda rung: ours(rung.title), is_rigid=True),
        Column(say("What this level changes"), lambda rung: rung.cell, is_uri=True, wraps=True),
    ]


def _rules() -> list[Column]:
    return [
        Column("", lambda rule: rule.sign, is_rigid=True),
        Column(say("Good practice (2003)"), lambda rule: ours(rule.rule), wraps=True),
    ]


def _first(rule: PracticeRow, _column: int) -> Span | None:
    return rule.spans[0] if rule.spans else None
