"""What the scheme's own text says about the reference.  Nothing is ever sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from uriinspector.gui.cards import row
from uriinspector.gui.inspect.tabs.copying import copy_button
from uriinspector.gui.inspect.tabs.noted import Noted
from uriinspector.gui.inspect.tabs.says import SaidRow, said_rows
from uriinspector.gui.inspect.tabs.tab import Tab
from uriinspector.gui.pieces import told
from uriinspector.gui.plain import plain_label
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.model import ROW_ROLE
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.schemes.dossier import Dossier
    from uriinspector.gui.selection import Selection
    from uriinspector.gui.theme import Theme


class Scheme(Tab):
    """The dossier as one table: fields, actions, remarks, what is inside."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start with nothing said."""
        super().__init__()
        self.heading = plain_label(role="title")
        self.about = plain_label(role="quiet")
        self.grid = Grid(
            theme,
            selection,
            _columns(),
            say("What the scheme says"),
            widest=2,
            spans=lambda said, _column: said.span,
        )
        self.copy = copy_button(say("what is chosen"), self._exact)
        self.noted = Noted(self.grid, _told, self.copy)
        self.grid.selectionModel().currentChanged.connect(lambda *_: self._offer())
        self.grid.row_opened.connect(self._on_opened)
        self.fill(self._laid_out())

    def present(self, inspection: Inspection) -> str:
        """Show the dossier."""
        dossier = inspection.dossier
        if dossier is None:
            return say("A relative reference has no scheme of its own: its base’s would count.")
        self.heading.setText(say(dossier.title))
        self.about.setText(_about(dossier))
        self.noted.show_rows(
            said_rows(dossier), say("Choose a row to see it whole and to copy it.")
        )
        self._offer()
        return ""

    def _laid_out(self) -> QWidget:
        self.heading.setWordWrap(False)
        top = row(self.heading, self.about, spacing=12)
        top.setStretch(1, 1)
        top.setContentsMargins(10, 8, 12, 6)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.noted, 1)
        return content

    def _chosen(self) -> SaidRow | None:
        index: QModelIndex = self.grid.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else None

    def _exact(self) -> str:
        chosen = self._chosen()
        return (chosen.exact if chosen else None) or ""

    def _offer(self) -> None:
        self.copy.setEnabled(bool(self._exact()))

    def _on_opened(self, said: SaidRow) -> None:
        if said.cite:
            self.clause_requested.emit(said.cite)


def _columns() -> list[Column]:
    return [
        Column(say("Name"), lambda said: said.name, is_rigid=True, spans_all=_is_heading),
        Column(say("Text"), lambda said: said.text, is_uri=True),
        Column(say("Meaning"), lambda said: said.meaning),
    ]


def _is_heading(said: SaidRow) -> bool:
    return said.is_heading


def _about(dossier: Dossier) -> str:
    number = str(dossier.default_port or "")
    port = say("default port {port}", port=number) if number else ""
    grammar = say("by its grammar") if dossier.valid else say("not by its grammar")
    known = grammar if dossier.known else say("nothing is known of it here")
    return " · ".join(filter(None, (port, known, "; ".join(dossier.cites))))


def _told(said: SaidRow, _column: int) -> str:
    return " · ".join(filter(None, map(told, (said.name, said.text, said.meaning))))
