"""What the scheme's own text says about the reference.  Nothing is ever sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from uriinspector.gui.inspect.tabs.copy_button import copy_button
from uriinspector.gui.inspect.tabs.dossier_rows import DossierRow, dossier_rows
from uriinspector.gui.inspect.tabs.noted_table import NotedTable
from uriinspector.gui.inspect.tabs.tab import Tab
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import ROW_ROLE, Column
from uriinspector.gui.text.pieces import plain_label, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.core.schemes.dossier import Dossier


class SchemeTab(Tab):
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
            say("What the scheme defines"),
            widest=2,
            spans=lambda said, _column: said.span,
        )
        self.copy = copy_button(say("selected"), self._exact)
        self.noted = NotedTable(self.grid, _row_text, self.copy)
        self.grid.selectionModel().currentChanged.connect(lambda *_: self._offer())
        self.grid.row_opened.connect(self._on_opened)
        self.fill(self._laid_out())

    def present(self, inspection: Inspection) -> str:
        """Show the dossier."""
        dossier = inspection.dossier
        if dossier is None:
            return say("A relative reference uses the scheme of its base.")
        self.heading.setText(say(dossier.title))
        self.about.setText(_about(dossier))
        self.noted.show_rows(
            dossier_rows(dossier), say("Select a row to see all of it or copy it.")
        )
        self._offer()
        return ""

    def _laid_out(self) -> QWidget:
        self.heading.setWordWrap(False)
        top = row(self.heading, stretched(self.about), margins=(10, 8, 12, 6), spacing=12)
        content = QWidget()
        column_of(top, stretched(self.noted), into=content, margins=(0, 0, 0, 0), spacing=0)
        return content

    def _chosen(self) -> DossierRow | None:
        index: QModelIndex = self.grid.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else None

    def _exact(self) -> str:
        chosen = self._chosen()
        return (chosen.exact if chosen else None) or ""

    def _offer(self) -> None:
        self.copy.setEnabled(bool(self._exact()))

    def _on_opened(self, row: DossierRow) -> None:
        if row.cite:
            self.clause_requested.emit(row.cite)


def _columns() -> list[Column]:
    return [
        Column(say("Name"), lambda said: said.name, is_rigid=True, spans_all=_is_heading),
        Column(say("Text"), lambda said: said.text, is_uri=True),
        Column(say("Meaning"), lambda said: said.meaning),
    ]


def _is_heading(row: DossierRow) -> bool:
    return row.is_heading


def _about(dossier: Dossier) -> str:
    number = str(dossier.default_port or "")
    port = say("default port {port}", port=number) if number else ""
    grammar = (
        say("matches the scheme's grammar")
        if dossier.valid
        else say("does not match the scheme's grammar")
    )
    known = grammar if dossier.known else say("not known to this program")
    return " · ".join(filter(None, (port, known, "; ".join(dossier.cites))))


def _row_text(row: DossierRow, _column: int) -> str:
    return " · ".join(filter(None, map(plain_text, (row.name, row.text, row.meaning))))
