"""The query as a table: keys and values decoded, and what is changed written back in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent

from uriinspector.gui.inspect.tabs.cell_edit import CellEdit
from uriinspector.gui.inspect.tabs.query_rows import (
    KEY,
    MEANING,
    VALUE,
    QueryRow,
    RunEdit,
    added,
    moved,
    query_rows,
    removed,
)
from uriinspector.gui.inspect.tabs.tab import Tab, footed
from uriinspector.gui.inspect.value_meanings import ValueMeanings
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import Column
from uriinspector.gui.text.pieces import ours, plain_label
from uriinspector.gui.text.translation import say, say_count
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


KEYPAD = Qt.KeyboardModifier.KeypadModifier


class PairGrid(Grid):
    """A table with keys for what can be done with a pair."""

    keys: Mapping[tuple[int, bool], Callable[[], None]] = MappingProxyType({})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key stands for, alone or with Alt."""
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        on = self.keys.get((event.key(), is_alt))
        if on is not None and (is_alt or not event.modifiers() & ~KEYPAD):
            on()
        else:
            super().keyPressEvent(event)


class QueryTab(Tab):
    """Pairs that can be edited, added, removed and moved; each change is one step back."""

    edit_requested = Signal(object, str)  # a Span, and what takes its place
    undo_requested = Signal()

    def __init__(self, theme: Theme, selection: Selection) -> None:
        """Start without pairs."""
        super().__init__()
        self._inspection: Inspection | None = None
        self._rows: list[QueryRow] = []
        # The cell to go to once a change is shown, and whether to edit it.
        self._wanted: tuple[int, int, bool] | None = None
        self.grid = PairGrid(
            *(theme, selection, _columns(), say("Query")),
            widest=VALUE,
            spans=lambda row, column: row.span(column),
            by_cell=True,
        )
        self.note = plain_label(role="quiet")
        self.add = button(say("Add"), self._on_add)
        self.remove = button(say("Remove"), self._on_remove)
        self.up = button(say("Move up"), partial(self._on_move, -1))
        self.down = button(say("Move down"), partial(self._on_move, 1))
        self.undo = button(say("Undo"), self.undo_requested.emit)
        self._let_edit(theme)
        buttons = (self.add, self.remove, self.up, self.down, self.undo)
        self.fill(footed(self.grid, self.note, *buttons))
        self.grid.selectionModel().currentChanged.connect(self._on_current)
        self.grid.row_opened.connect(lambda _row: self._edit(self.grid.currentIndex()))

    def present(self, inspection: Inspection) -> str:
        """Show the pairs; where there is no query, one can be begun."""
        self._inspection = inspection
        self._rows = query_rows(inspection.reference, ValueMeanings(inspection.values))
        self.grid.set_rows(self._rows)
        can_add = added(inspection.reference, self._rows, -1) is not None
        self.add.setEnabled(can_add)
        self.note.setText(self._words())
        self._go()
        self._on_current()
        return "" if self._rows or can_add else say("This link cannot have a query.")

    def _words(self) -> str:
        if not self._rows:
            return say("This link has no key-value pairs.")
        return say_count(len(self._rows), "1 pair", "{count} pairs")

    def _let_edit(self, theme: Theme) -> None:
        names = {KEY: say("Key"), VALUE: say("Value")}
        for column, name in names.items():
            pieces = partial(QueryRow.pieces, column=column)
            content = partial(QueryRow.content, column=column)
            cell = CellEdit(theme, pieces, content, name, self.grid)
            cell.written.connect(partial(self._on_written, column))
            self.grid.setItemDelegateForColumn(column, cell)
        self.grid.keys = {
            (Qt.Key.Key_Insert, False): self._on_add,
            (Qt.Key.Key_Delete, False): self._on_remove,
            (Qt.Key.Key_Up, True): partial(self._on_move, -1),
            (Qt.Key.Key_Down, True): partial(self._on_move, 1),
        }

    def _on_written(self, column: int, row: QueryRow, content: str) -> None:
        self._wanted = (row.number, column, False)
        self._request(row.changed(column, content))

    def _on_add(self) -> None:
        if self._inspection is None or not self.add.isEnabled():
            return
        number = self._number()
        number = len(self._rows) - 1 if number < 0 else number
        self._wanted = (number + 1, KEY, True)
        self._request(added(self._inspection.reference, self._rows, number))

    def _on_remove(self) -> None:
        number = self._number()
        if number >= 0:
            self._wanted = (min(number, len(self._rows) - 2), self._column(), False)
            self._request(removed(self._rows, number))

    def _on_move(self, steps: int) -> None:
        number = self._number()
        if number >= 0:
            self._wanted = (number + steps, self._column(), False)
            self._request(moved(self._rows, number, steps))

    def _request(self, edit: RunEdit | None) -> None:
        """Have a run replaced, once the cell that was edited is closed."""
        if edit is None:
            self._wanted = None
        else:
            QTimer.singleShot(0, self, lambda: self.edit_requested.emit(*edit))

    def _go(self) -> None:
        """Be where the change was made."""
        wanted, self._wanted = self._wanted, None
        if wanted is None or wanted[0] < 0:
            return
        number, column, is_edited = wanted
        index = self.grid.lazy.index(number, column)
        self.grid.setCurrentIndex(index)
        if is_edited:
            self._edit(index)

    def _edit(self, index: QModelIndex) -> None:
        if index.isValid() and index.column() == MEANING:
            index = index.siblingAtColumn(VALUE)
        if index.isValid():
            self.grid.setCurrentIndex(index)
            self.grid.edit(index)

    def _number(self) -> int:
        return self.grid.currentIndex().row()

    def _column(self) -> int:
        return max(self.grid.currentIndex().column(), KEY)

    def _on_current(self, *_indexes: QModelIndex) -> None:
        number = self._number()
        self.remove.setEnabled(number >= 0)
        self.up.setEnabled(number > 0)
        self.down.setEnabled(0 <= number < len(self._rows) - 1)


def _columns() -> list[Column]:
    return [
        Column(say("Key"), lambda row: row.pieces(KEY), is_uri=True, is_editable=True),
        Column(say("Value"), lambda row: row.pieces(VALUE), is_uri=True, is_editable=True),
        Column(say("Meaning"), lambda row: ours(row.meaning)),
    ]
