"""What is escaped and why, what comes out of it layer by layer, and how to do it oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from uriinspector.gui.inspect.tabs.coding_pane import CodingPane
from uriinspector.gui.inspect.tabs.decoding_pane import DecodingPane
from uriinspector.gui.inspect.tabs.noted_table import NotedTable
from uriinspector.gui.inspect.tabs.octet_rows import OctetRow, octet_rows
from uriinspector.gui.inspect.tabs.tab import Tab, divided
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import plain_label, plain_text
from uriinspector.gui.text.translation import say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.layouts import column_of

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


MEANING, WHY = 3, 4
LEAST_ROOM = {MEANING: 520, WHY: 300}  # of the table, before zoom, for a column


class OctetGrid(Grid):
    """The octets; in a narrow pane the row's tip tells what they mean."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what would be cut to nothing."""
        for column, least in LEAST_ROOM.items():
            self.show_column(column, shown=self.width() >= self._theme.pixels(least))
        super().resizeEvent(event)


class SideArea(QScrollArea):
    """Scrolls up and down alone: it is as wide as what is in it has to be."""

    def minimumSizeHint(self) -> QSize:
        """Have room for the widest row, and for the bar."""
        least, inner = super().minimumSizeHint(), self.widget()
        wanted = inner.minimumSizeHint().width() if inner is not None else 0
        width = wanted + self.verticalScrollBar().sizeHint().width()
        return QSize(max(least.width(), width), least.height())


class EscapesTab(Tab):
    """The octet table on the left; layers, encoding and decoding on the right."""

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without rows."""
        super().__init__()
        self.grid = OctetGrid(
            theme,
            selection,
            _columns(),
            say("Encoding"),
            widest=4,
            spans=lambda row, _column: row.span,
        )
        self.none = plain_label(say("No percent-encoding in this link."), role="quiet")
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.table = QStackedWidget()
        self.noted = NotedTable(self.grid, _row_text)
        self.table.addWidget(self.noted)
        self.table.addWidget(self.none)
        self.peeling = DecodingPane(theme)
        self.coding = CodingPane(theme)
        self.fill(divided(self.table, self._side(), (620, 480)))

    def present(self, inspection: Inspection) -> str:
        """Show the octets; the rest works on any text."""
        self.noted.show_rows(octet_rows(inspection.reference), say("One row per encoded byte."))
        self.table.setCurrentIndex(0 if self.grid.lazy.rows else 1)
        self.peeling.show_text(inspection.text)
        self.coding.show_inspection(inspection)
        return ""

    def _side(self) -> QWidget:
        side = QWidget()
        column = column_of(self.peeling, into=side, margins=(16, 10, 14, 10), spacing=10)
        line = QFrame()
        line.setObjectName("line")
        column.addWidget(line)
        column.addWidget(self.coding)
        column.addStretch(1)
        area = SideArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(side)
        side.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        return area


def _columns() -> list[Column]:
    return [
        Column(say("Encoded byte"), lambda row: row.triplet, is_uri=True, is_rigid=True),
        Column(say("Byte"), lambda row: row.value, is_uri=True, is_rigid=True),
        Column(say("Character"), lambda row: row.character, is_uri=True, is_rigid=True),
        Column(say("Meaning"), lambda row: row.meaning),
        Column(say("Why"), lambda row: row.reason),
    ]


def _row_text(row: OctetRow, _column: int) -> str:
    return f"{plain_text(row.triplet)} · {plain_text(row.meaning)} · {plain_text(row.reason)}"
