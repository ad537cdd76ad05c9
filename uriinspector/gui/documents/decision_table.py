"""A table whose rows are decided by single keys: one height for all rows, columns that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QTableView,
    QWidget,
)

from uriinspector.gui.documents.note_delegate import NoteDelegate
from uriinspector.gui.documents.numbered_model import LEVEL, MARK
from uriinspector.gui.documents.row_menu import MARKS
from uriinspector.gui.tables.severity_delegate import SeverityDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.tables.widths import distributed
from uriinspector.gui.text.paragraph import TextStyle, metrics_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent

    from uriinspector.documents.cases.link_row import DecisionKey
    from uriinspector.gui.documents.numbered_model import NumberedColumn, NumberedModel
    from uriinspector.gui.tables.marked_delegate import MarkedDelegate
    from uriinspector.gui.theme import Theme

ROW, LEAST, SIDE = 29, 60, 12
# What a heading needs: its words, and what the style sheet leaves free around them.
TITLE, TITLE_SIDES = TextStyle(size=12, weight=600), 24
# The headings and two rows are seen in the lowest window.
LEAST_ROWS = 3
STEPS = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class DecisionTable(QTableView):
    """Rows by number; it tells which is the current one, and what is wished of it."""

    row_changed = Signal(int)  # the number of the row, or -1
    row_opened = Signal(int)
    mark_requested = Signal(str)
    note_written = Signal(int, str)  # the number of a row, and its note
    note_drafted = Signal(int, object)  # the same while it is written; None once it is not
    undo_requested = Signal()
    details_requested = Signal()  # as a sheet, where the window is small
    next_requested = Signal()  # the next file, or the next message
    sort_requested = Signal(str, bool)  # a column, and whether it falls

    rigid: Collection[str] = ()  # columns that keep their width
    widest = ""  # the column that takes the room that is left
    importance: tuple[str, ...] = ()  # columns by what they tell: the last one goes first
    least_widths: Mapping[str, int] = {}  # before zoom, where a title alone tells too little

    def __init__(self, theme: Theme, model: NumberedModel, name: str) -> None:
        """Start without rows."""
        super().__init__()
        self._theme = theme
        self.numbered = model
        self.setModel(model)
        self.setAccessibleName(name)
        self._sorted: tuple[str, bool] = ("", False)
        self._keys: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_N: self.next_requested.emit,
            Qt.Key.Key_E: self.edit_note,
            Qt.Key.Key_U: self.undo_requested.emit,
            Qt.Key.Key_Space: self.details_requested.emit,
        }
        self._current = -1
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

    def keys_of(self, number: int) -> list[DecisionKey]:
        """What is decided with a row."""
        raise NotImplementedError

    def number_of(self, key: DecisionKey) -> int:
        """The number of the row that something is decided with."""
        raise NotImplementedError

    def set_order(self, order: Any) -> None:
        """Hand an order on to the model."""
        raise NotImplementedError

    def show_order(self, order: Any) -> None:
        """Show rows in this order; the current one stays so if it is still there."""
        if self._is_noting:
            self._held = order
            return
        current, scrolled = self.current(), self.verticalScrollBar().value()
        blocked = self.selectionModel().blockSignals(True)
        self.set_order(order)
        row = self.numbered.row_of(current) if current >= 0 else -1
        if row >= 0:
            self.setCurrentIndex(self.numbered.index(row, 0))
        self.selectionModel().blockSignals(blocked)
        self.verticalScrollBar().setValue(scrolled)
        if row < 0:
            self._lose_current()
        self.fit()

    def _lose_current(self) -> None:
        """The row that was the current one is not shown any more: go to the first."""
        if self.numbered.numbers:
            self.setCurrentIndex(self.numbered.index(0, 0))
        else:
            self._tell(-1)

    def current(self) -> int:
        """The number of the current row; -1 where there is none."""
        index = self.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else -1

    def go(self, number: int) -> None:
        """Make a row the current one."""
        row = self.numbered.row_of(number)
        if row >= 0:
            self.setCurrentIndex(self.numbered.index(row, 0))
            self.scrollTo(self.currentIndex())

    def step(self, steps: int) -> None:
        """Go to the next row, or to one before."""
        last = self.numbered.rowCount() - 1
        row = min(max(self.currentIndex().row() + steps, 0), last)
        if row >= 0:
            self.setCurrentIndex(self.numbered.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, letters decide."""
        if self._is_noting:
            return  # the key that ends a note comes by here too
        key = Qt.Key(event.key())
        plain = event.modifiers() in PLAIN
        if plain and key in ENTER:
            if self.current() >= 0:
                self.row_opened.emit(self.current())
        elif plain and (word := MARKS.get(event.text().upper())):
            self.mark_requested.emit(word)
        elif plain and key in STEPS:
            self.step(STEPS[key])
        elif plain and key in self._keys:
            self._keys[key]()
        else:
            super().keyPressEvent(event)

    def edit_note(self) -> None:
        """Write a note on the current row, in its place."""
        if self.current() >= 0:
            self._is_noting = True
            self.fit()
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
        """Show what was decided; of a whole group there is one row at most to be looked for."""
        few = [self.numbered.row_of(self.number_of(each)) for each in list(keys)[:1]]
        for row in {self.currentIndex().row(), *few}:
            if row >= 0:
                self.numbered.marked(row)
        self.fit()

    def tell_nothing(self, words: str) -> None:
        """Say why there are no rows."""
        self.nothing = words
        self.setAccessibleDescription(words)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Where there are no rows, the reason stands in their place."""
        super().paintEvent(event)
        if self.nothing and not self.numbered.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.color("muted"))
            painter.setFont(self._theme.interface_font())
            place = self.viewport().rect().adjusted(SIDE, 0, -SIDE, 0)
            middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(place, middle, self.nothing)
            painter.end()

    def keyboardSearch(self, _search: str) -> None:
        """Letters decide; what is looked for is typed into the filter."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns into the new width."""
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or zoom: other heights and widths."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_current"):
            self.fit()

    def fit(self) -> None:
        """Show the columns that there is something in, and fit them into the width."""
        pixels, room = self._theme.pixels, self.viewport().width()
        self.verticalHeader().setDefaultSectionSize(pixels(ROW))
        self.setMinimumHeight(pixels(LEAST_ROWS * ROW))
        widths = self.wanted_widths(room)
        names = [cell.name for cell in self.numbered.cells]
        left = self._fitting([n for n, name in enumerate(names) if name in widths], room)
        for number in range(len(names)):
            self.setColumnHidden(number, number not in left)
        rigid = [at for at, number in enumerate(left) if names[number] in self.rigid]
        sizes = distributed(
            [pixels(widths[names[number]]) for number in left],
            room,
            pixels(LEAST),
            self._stretched([names[number] for number in left]),
            rigid=rigid,
        )
        for number, size in zip(left, sizes, strict=True):
            self.setColumnWidth(number, size)

    def _fitting(self, columns: list[int], room: int) -> list[int]:
        """The columns whose titles and a few words have room; the least important go first."""
        left, importance = list(columns), self.importance
        rank = {name: at for at, name in enumerate(reversed(importance))}
        metrics = metrics_of(self._theme, TITLE)

        def least(number: int) -> float:
            name = self.numbered.cells[number].name
            title = metrics.horizontalAdvance(self.numbered.cells[number].title) + TITLE_SIDES
            return max(title, self._theme.pixels(self.least_widths.get(name, LEAST)))

        while len(left) > 1 and sum(map(least, left)) > room:
            left.remove(min(left, key=lambda n: rank.get(self.numbered.cells[n].name, -1)))
        return left

    def _stretched(self, names: list[str]) -> int:
        """Which of the columns takes the room that is left: the widest that is there."""
        wanted = [name for name in (self.widest, *self.importance) if name in names]
        soft = [name for name in wanted if name not in self.rigid] or names
        return names.index(soft[0])

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setDragEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_header)
        self.selectionModel().currentRowChanged.connect(self._on_row)
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
                notes = NoteDelegate(theme, cell.pieces, model.note, self)
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

    def _on_row(self, current: QModelIndex) -> None:
        self._tell(current.data(ROW_ROLE) if current.isValid() else -1)

    def _tell(self, number: int) -> None:
        if number != self._current:
            self._current = number
            self.row_changed.emit(number)
