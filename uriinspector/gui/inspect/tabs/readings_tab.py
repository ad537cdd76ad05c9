"""How each reader takes the same text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from uriinspector.core.model import Part, Span
from uriinspector.gui.inspect.tabs.noted_table import NotedTable
from uriinspector.gui.inspect.tabs.reader_rows import PARTS, ReaderRow, parts_read, reader_rows
from uriinspector.gui.inspect.tabs.tab import Tab
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import ours, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

GRAMMAR = len(PARTS) + 1
# Left out where no reader finds any.
RARE = frozenset({Part.QUERY, Part.FRAGMENT})


class ReadingsTab(Tab):
    """A row for each reader; what differs from the chosen edition is marked."""

    clause_requested = Signal(str)

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without rows."""
        super().__init__()
        self.grid = Grid(
            theme,
            selection,
            _columns(),
            say("Parsers"),
            widest=GRAMMAR,
            spans=_span,
            pointed=_pointed,
            by_cell=True,
        )
        self.noted = NotedTable(self.grid, _row_text)
        self.grid.row_opened.connect(self._on_opened)
        self.fill(self.noted)

    def present(self, inspection: Inspection) -> str:
        """Show every reader's row."""
        rows = reader_rows(inspection)
        parts = parts_read(inspection)
        for number, part in enumerate(PARTS, 1):
            self.grid.show_column(number, shown=part not in RARE or part in parts)
        self.noted.show_rows(rows, _summary(rows, inspection.edition))
        return ""

    def _on_opened(self, row: ReaderRow) -> None:
        if row.cite:
            self.clause_requested.emit(row.cite)


def _columns() -> list[Column]:
    return [
        Column(say("Parser"), lambda row: ours(row.title), is_rigid=True),
        *(_column(number, part) for number, part in enumerate(PARTS)),
        Column(say("valid"), lambda row: row.grammar.pieces),
    ]


def _column(number: int, part: Part) -> Column:
    return Column(
        say(part.value),
        lambda row: row.cells[number].pieces,
        is_uri=True,
        keeps_end=part is Part.HOST,
        is_rigid=part in (Part.SCHEME, Part.PORT),
    )


def _span(row: ReaderRow, column: int) -> Span | None:
    if column == GRAMMAR:
        return row.grammar.parting
    return row.cells[column - 1].span if column else None


def _pointed(row: ReaderRow, column: int) -> Span | None:
    if column == GRAMMAR:
        return row.grammar.parting
    cell = row.cells[column - 1] if column else None
    return (cell.parting or cell.span) if cell else None


def _row_text(row: ReaderRow, column: int) -> str:
    if not column:
        return ""
    if column == GRAMMAR:
        return f"{row.title}: {plain_text(row.grammar.pieces)}"
    return (
        f"{row.title} · {say(PARTS[column - 1].value)}: {plain_text(row.cells[column - 1].pieces)}"
    )


def _summary(rows: tuple[ReaderRow, ...], edition: str) -> str:
    if any(row.differs for row in rows):
        return say(
            "Highlighted: differs from the {edition} edition. Point to a cell to highlight its "
            "characters in the link.",
            edition=edition,
        )
    if any(row.is_refused for row in rows):
        return say("All parsers that accept the link find the same components.")
    return say("All parsers find the same components.")
