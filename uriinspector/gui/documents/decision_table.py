"""A table whose rows are decided by single keys: one height for all rows, columns that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QTableView,
    QWidget,
)

from uriinspector.documents.cases.link_row import DecisionKey
from uriinspector.gui.documents.column_fit import SIGNED, ColumnFit, ColumnPriorities
from uriinspector.gui.documents.note_delegate import NoteDelegate
from uriinspector.gui.documents.numbered_model import LEVEL, MARK, NumberedColumn, NumberedModel
from uriinspector.gui.documents.row_menu import MARKS, UNMARKED
from uriinspector.gui.documents.row_selection import choose_row, select_numbers, selected_numbers
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.tables.grid import MarkedDelegate, SeverityDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.view_parts import paint_in_place_of_rows

ROW = 29
# The headings and two rows are seen in the lowest window.
LEAST_ROWS = 3
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ROW_STEPS = {"next_row": 1, "previous_row": -1}
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class DecisionTable(QTableView):
    """Rows by number; it tells which is the current one, and what is wished of it."""

    selection_changed = Signal()  # another row is current, or other rows are shown or selected
    moved = Signal()  # by the user, not by another order
    row_opened = Signal(int)
    mark_requested = Signal(str)  # of all selected rows; UNMARKED takes the marks away
    note_written = Signal(int, str)  # the number of a row, and its note
    note_drafted = Signal(int, object)  # the same while it is written; None once it is not
    marked_note_requested = Signal()  # on the row that was marked last
    undo_requested = Signal()
    redo_requested = Signal()
    details_requested = Signal()  # as a sheet, where the window is small
    next_requested = Signal()  # the next file, or the next message
    sort_requested = Signal(str, bool)  # a column, and whether it falls

    marks_links = False  # and files otherwise
    priorities = ColumnPriorities()
    narrow = 0  # with less room than this, before zoom, marks are signs

    def __init__(self, theme: Theme, model: NumberedModel, name: str) -> None:
        """Start without rows."""
        super().__init__()
        self._theme = theme
        self.numbered = model
        self.setModel(model)
        self.setAccessibleName(name)
        self._sorted: tuple[str, bool] = ("", False)
        self._actions: dict[str, Callable[[], None]] = {
            "next_to_mark": self.next_requested.emit,
            "add_note": self.edit_note,
            "note_on_marked": self.marked_note_requested.emit,
            "undo_mark": self.undo_requested.emit,
            "redo_mark": self.redo_requested.emit,
            "remove_mark": lambda: self.mark_requested.emit(UNMARKED),
            "show_details": self.details_requested.emit,
            "open_row": self._open,
        }
        self._column_fit = ColumnFit(theme, model, self.priorities)
        self._hidden = -1  # the row to go to once it is shown
        self._follows: int | None = None  # the first file whose worst row is current until moved
        self._is_ordering = False
        self.nothing = ""  # what is told where there are no rows
        self._held: Any = None  # an order that came while a note was being written
        self._is_noting = False
        self._set_up()

    def delegate_of(self, cell: NumberedColumn) -> MarkedDelegate:
        """What paints a column."""
        raise NotImplementedError

    def wanted_widths(self, room: int) -> Mapping[str, int]:
        """The columns that are shown in so much room, each with its width before zoom."""
        raise NotImplementedError

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """What is decided with some rows."""
        raise NotImplementedError

    def number_of(self, key: DecisionKey) -> int:
        """The number of the row that something is decided with."""
        raise NotImplementedError

    def set_order(self, order: Any) -> None:
        """Hand an order on to the model."""
        raise NotImplementedError

    def follow(self, first: int | None) -> None:
        """Select the highest severity of the files from this number on until the user moves."""
        self._follows = first

    def keep(self, number: int) -> None:
        """Select a row as soon as it is shown: rows have other numbers now."""
        self._hidden = number

    def row_to_follow(self, first: int) -> int:
        """Return the row with the highest severity of the files from this number on, or -1."""
        raise NotImplementedError

    def show_order(self, order: Any) -> None:
        """Show rows in this order; the selection stays on rows that are still shown."""
        if self._is_noting:
            self._held = order
            return
        self._is_ordering = True
        current, scrolled = self.current(), self.verticalScrollBar().value()
        before, chosen, is_visible = self.numbered.numbers, self.selected(), self._is_in_sight()
        blocked = self.selectionModel().blockSignals(True)
        self.set_order(order)
        row = self.numbered.row_of(current) if current >= 0 else -1
        if row >= 0:
            choose_row(self, row)
        self.selectionModel().blockSignals(blocked)
        self._describe()
        self.executeDelayedItemsLayout()  # else it scrolls no further than before
        self.verticalScrollBar().setValue(scrolled)
        wanted = self._wanted_row(before, current, row)
        if wanted >= 0 and wanted != row:
            choose_row(self, wanted)
            self.scrollTo(self.currentIndex())
        elif is_visible:
            self.scrollTo(self.currentIndex())
        if len(chosen) > 1:
            self._select_again(chosen)
        self._is_ordering = False
        self.fit()
        self.selection_changed.emit()

    def _wanted_row(self, before: Sequence[int], current: int, row: int) -> int:
        """Return the row to select in a new order; ``row`` has the one that was current."""
        followed = -1 if self._follows is None else self.row_to_follow(self._follows)
        if followed >= 0:
            return followed
        hidden = self.numbered.row_of(self._hidden) if self._hidden >= 0 else -1
        if hidden >= 0:
            self._hidden = -1  # the filter that hid it is gone
            return hidden
        if row >= 0 or current < 0:
            return row if row >= 0 else self.first_row()
        if self._hidden < 0:
            self._hidden = current
        return self._next_shown(before, current)

    def first_row(self) -> int:
        """Return the row that is current where none was."""
        return 0 if self.numbered.numbers else -1

    def _next_shown(self, before: Sequence[int], current: int) -> int:
        """Return the row that came after the current one, else the one that came before it."""
        rows = {number: row for row, number in enumerate(self.numbered.numbers)}
        at = before.index(current) if current in before else 0
        near = chain(before[at + 1 :], reversed(before[:at]))
        return next((rows[each] for each in near if each in rows), self.first_row())

    def _select_again(self, numbers: Iterable[int]) -> None:
        """Select those that are still shown; one of them is the current one."""
        shown = frozenset(self.numbered.numbers).intersection(numbers)
        if shown:
            if self.current() not in shown:
                self.go(next(each for each in self.numbered.numbers if each in shown))
            select_numbers(self, self.numbered, shown)

    def _is_in_sight(self) -> bool:
        """Return True if the current row is not scrolled away from."""
        place = self.visualRect(self.currentIndex())
        return place.isValid() and self.viewport().rect().intersects(place)

    def selected(self) -> list[int]:
        """The numbers of the selected rows, from above; at least the current one, if any."""
        result = selected_numbers(self, self.numbered)
        current = self.current()
        return result or ([current] if current >= 0 else [])

    def current(self) -> int:
        """The number of the current row; -1 where there is none."""
        index = self.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else -1

    def go(self, number: int) -> None:
        """Make a row the current one, or as soon as it is shown."""
        row = self.numbered.row_of(number)
        self._move(-1 if row >= 0 else number)
        if row >= 0:
            choose_row(self, row)
            self.scrollTo(self.currentIndex())

    def _move(self, hidden: int = -1) -> None:
        """Follow nothing: the user selected something."""
        if not self._is_ordering:
            self._hidden, self._follows = hidden, None
            self.moved.emit()

    def go_to_all(self, numbers: Sequence[int]) -> None:
        """Make the first of the rows the current one, and select all of them."""
        self.go(numbers[0])
        if len(numbers) > 1:
            self._select_again(numbers)

    def step(self, steps: int) -> None:
        """Go to the next row, or to one before."""
        last = self.numbered.rowCount() - 1
        row = min(max(self.currentIndex().row() + steps, 0), last)
        if row >= 0:
            choose_row(self, row)
            self.scrollTo(self.currentIndex())

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first row and to the last one: columns are not walked through."""
        ends = {self.CursorAction.MoveHome: 0, self.CursorAction.MoveEnd: -1}
        if action not in ends or not self.numbered.numbers:
            return super().moveCursor(action, modifiers)
        return self.numbered.index(ends[action] % len(self.numbered.numbers), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, letters decide."""
        if self._is_noting:
            return  # the key that ends a note comes by here too
        if (name := keys_in_use.name_of(event)) in MARKS:
            self._mark(MARKS[name])
        elif name in ROW_STEPS:
            self.step(ROW_STEPS[name])
        elif name in self._actions:
            self._actions[name]()
        elif name or Qt.Key(event.key()) not in ENTER:
            super().keyPressEvent(event)

    def _open(self) -> None:
        if self.current() >= 0:
            self.row_opened.emit(self.current())

    def _mark(self, word: str) -> None:
        """Mark by a key, which goes on to the next row unless several are marked."""
        marked = self.selected()
        self.mark_requested.emit(word)
        if len(marked) == 1 and self.selected() == marked:  # else a filter took the row away
            self.step(1)

    def edit_note(self) -> None:
        """Write a note on the current row, in its place."""
        if self.current() >= 0:
            self._is_noting = True
            row = self.currentIndex().row()
            self.edit(self.numbered.index(row, self.numbered.column(MARK)))

    @property
    def note_editor(self) -> QLineEdit | None:
        """Where a note is being written, if one is."""
        result = self.viewport().findChildren(QLineEdit, "note")
        return next((each for each in result if each.isVisible()), None)

    def closeEditor(self, editor: QWidget, _hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Go back to the rows, in the order that came meanwhile."""
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self._is_noting = False
        held, self._held = self._held, None
        if held is not None:
            self.show_order(held)
        self.fit()
        self.setFocus()

    def show_decided(self, keys: Iterable[DecisionKey]) -> None:
        """Show what was decided: the current row, and all that is in sight."""
        few = [self.numbered.row_of(self.number_of(each)) for each in list(keys)[:1]]
        for row in {self.currentIndex().row(), *few}:
            if row >= 0:
                self.numbered.marked(row)
        self.viewport().update()

    def tell_nothing(self, words: str) -> None:
        """Say why there are no rows."""
        self.nothing = words
        self._describe()
        self.viewport().update()

    def _describe(self) -> None:
        """Only a table without rows is described by the reason for that."""
        self.setAccessibleDescription("" if self.numbered.rowCount() else self.nothing)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Where there are no rows, the reason stands in their place."""
        super().paintEvent(event)
        if self.nothing and not self.numbered.rowCount():
            paint_in_place_of_rows(self, self._theme, self.nothing)

    def keyboardSearch(self, _search: str) -> None:
        """Letters decide; what is looked for is typed into the filter."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns into the new width."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or zoom: other heights and widths."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_column_fit"):
            self.fit()

    def fit(self) -> None:
        """Show the columns that there is something in, and fit them into the width."""
        pixels, room = self._theme.pixels, self.viewport().width()
        self.verticalHeader().setDefaultSectionSize(pixels(ROW))
        self.setMinimumHeight(pixels(LEAST_ROWS * ROW))
        self.numbered.show_signs(wanted=room < pixels(self.narrow))
        sizes = self._column_fit.sizes(self.wanted_widths(room), room)
        for number in range(len(self.numbered.cells)):
            self.setColumnHidden(number, number not in sizes)
        for number, size in sizes.items():
            self.setColumnWidth(number, size)

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setDragEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(SIGNED // 2)  # else the style widens the column of signs
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_header)
        self.selectionModel().currentRowChanged.connect(lambda: self._on_current())
        self.selectionModel().selectionChanged.connect(lambda: self._on_selection())
        self.doubleClicked.connect(lambda index: self.row_opened.emit(index.data(ROW_ROLE)))

    def set_delegates(self) -> None:
        """Give each column what paints it."""
        theme, model = self._theme, self.numbered
        for number, cell in enumerate(model.cells):
            if cell.name == LEVEL:
                severity_delegate = SeverityDelegate(
                    theme, lambda _row: (), self, sign=model.severity
                )
                self.setItemDelegateForColumn(number, severity_delegate)
            elif cell.name == MARK:
                notes = NoteDelegate(theme, cell.pieces, model, self)
                notes.written.connect(self.note_written)
                notes.drafted.connect(self.note_drafted)
                self.setItemDelegateForColumn(number, notes)
            else:
                self.setItemDelegateForColumn(number, self.delegate_of(cell))

    def _on_header(self, section: int) -> None:
        """Once rises, twice falls, and a third time as it was: the worst first."""
        name = self.numbered.cells[section].name
        self._sorted = {
            (name, False): (name, True),
            (name, True): ("", False),
        }.get(self._sorted, (name, False))
        self._show_sorting(section)
        self.sort_requested.emit(*self._sorted)

    def _show_sorting(self, section: int) -> None:
        name, falls = self._sorted
        header = self.horizontalHeader()
        header.setSortIndicatorShown(bool(name))
        orders = Qt.SortOrder
        header.setSortIndicator(section, orders.DescendingOrder if falls else orders.AscendingOrder)

    def _on_current(self) -> None:
        self._on_selection()

    def _on_selection(self) -> None:
        """Report it, once an order is shown as a whole."""
        if not self._is_ordering:
            self._move()
            self.selection_changed.emit()
