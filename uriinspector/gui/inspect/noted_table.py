"""A table with lines below: one shows the selected row in full, one counts the hidden rows.

Cells may be cut off, and the scroll bar may be hidden while another part of the page shows its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QPushButton, QWidget

from uriinspector.gui.selection import to_clipboard
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import plain_label
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.widgets.cards import button, rule
from uriinspector.gui.widgets.layouts import column_of, row, stretched
from uriinspector.gui.widgets.view_parts import Fitted

if TYPE_CHECKING:
    from uriinspector.gui.tables.grid import Grid


class NotedTable(Fitted, QWidget):
    """A grid with a note below it."""

    def __init__(self, grid: Grid, note_of: Callable[[Any, int], str], *widgets: QWidget) -> None:
        """``note_of`` returns the note for a row and column."""
        super().__init__()
        self.grid = grid
        self._words_of = note_of
        self._hint = ""
        self.note = plain_label(role="quiet", yields=True)
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        foot = row(stretched(self.note), *widgets, margins=(16, 3, 12, 7))
        self._note_area, self._has_buttons = QWidget(), bool(widgets)
        column_of(rule(), foot, into=self._note_area, spacing=0)
        self.more = button("", self._on_more, link=True)
        foot_of_rows = row(self.more, None, margins=(16, 0, 12, 2))
        column_of(stretched(grid), foot_of_rows, self._note_area, into=self, spacing=0)
        bar = grid.verticalScrollBar()
        for moved in (bar.rangeChanged, bar.valueChanged):
            moved.connect(self.fit)
        self._later = QTimer(self, singleShot=True)  # once for all rows whose height changes
        self._later.timeout.connect(self.fit)
        grid.verticalHeader().sectionResized.connect(lambda *_: self._later.start())
        grid.selectionModel().currentChanged.connect(self._on_current)
        grid.model().modelReset.connect(self._on_reset)

    def show_rows(self, rows: Iterable[Any], hint: str) -> None:
        """Show these rows, and a hint while none is selected."""
        self._hint = hint
        self.grid.set_rows(rows)
        self._on_current(self.grid.currentIndex())

    def fit(self) -> None:
        """Show how many rows are below the visible ones or, at the end, offer to scroll back."""
        grid, first, note = self.grid, self._first_hidden(), self._note_area
        needed = grid.horizontalHeader().height() + grid.verticalHeader().length()
        if not note.isHidden():
            wraps = note.hasHeightForWidth()
            needed += note.heightForWidth(self.width()) if wraps else note.sizeHint().height()
        self.more.setVisible(needed > self.height())
        words = say_count(len(grid.lazy.rows) - first, "1 more row ▾", "{count} more rows ▾")
        self.more.setText(words if first else say("Back to the first row ▴"))

    def _first_hidden(self) -> int:
        """Return the first row that ends below the visible area, or 0."""
        return max(self.grid.rowAt(self.grid.viewport().height()), 0)

    def _on_more(self) -> None:
        first = self._first_hidden()
        self.grid.setFocus()
        self.grid.selectRow(first)
        self.grid.scrollTo(self.grid.currentIndex(), self.grid.ScrollHint.PositionAtTop)

    def _on_current(self, current: QModelIndex) -> None:
        text = self._words_of(current.data(ROW_ROLE), current.column()) if current.isValid() else ""
        self._show(text or self._hint)

    def _on_reset(self) -> None:
        self._show(self._hint)

    def _show(self, text: str) -> None:
        self.note.setText(text)
        self._note_area.setVisible(self._has_buttons or bool(text))
        self.fit()


def copy_button(what: str, text: Callable[[], str]) -> QPushButton:
    """Return a button that copies ``text()``; ``what`` names it for screen readers."""
    return button(
        say("Copy original"),
        lambda: to_clipboard(text()),
        name=say("Copy original: {what}", what=what),
    )
