"""The table of links: one height for all rows, columns that fit, keys that decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QTableView,
    QWidget,
)

from uriinspector.analysis.defang import defang
from uriinspector.gui.documents import link_model as columns
from uriinspector.gui.documents.link_model import LinkModel
from uriinspector.gui.documents.note_delegate import NoteDelegate
from uriinspector.gui.documents.row_menu import MARKS, row_menu
from uriinspector.gui.editor.clipboard_text import to_clipboard
from uriinspector.gui.editor.menu import menu_of
from uriinspector.gui.tables.marked_delegate import MarkedDelegate
from uriinspector.gui.tables.severity_delegate import SeverityDelegate
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.tables.widths import distributed
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent

    from uriinspector.gui.documents.open_case import OpenCase
    from uriinspector.gui.documents.order import Order
    from uriinspector.gui.theme import Theme

ROW, LEAST = 29, 60
# The headings and two rows are seen in the lowest window.
LEAST_ROWS = 3
# How wide each column wants to be, before zoom.
WIDTHS = {
    columns.LEVEL: 94,
    columns.MARK: 92,
    columns.ELEMENT: 104,
    columns.WRITTEN: 290,
    columns.GOES: 176,
    columns.FINDING: 250,
    columns.HOST_COUNT: 78,
    columns.LINKS: 62,
    columns.PLACE: 100,
}
RIGID = {columns.LEVEL, columns.MARK, columns.HOST_COUNT, columns.LINKS, columns.PLACE}
# With notes in it the column of the marks is as wide as this, if there is room.
NOTED = 160
STEPS = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
# With less room than this the place is told below the table alone, and then the element too.
NARROW, NARROWEST = 720, 480


class LinkTable(QTableView):
    """Rows of links."""

    row_changed = Signal(int)  # the number of the row, or -1
    row_opened = Signal(int)
    row_resolved = Signal(int)  # against its base
    mark_requested = Signal(str)
    note_written = Signal(int, str)  # the number of a row, and its note
    undo_requested = Signal()
    known_requested = Signal()  # the site of the current row is known
    file_requested = Signal()  # the next one
    sort_requested = Signal(str, bool)  # a column, and whether it falls

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start without rows."""
        super().__init__()
        self._theme = theme
        self.links = LinkModel(case)
        self.setModel(self.links)
        self.setAccessibleName(say("Links"))
        self._sorted: tuple[str, bool] = ("", False)
        self._does: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_N: self.file_requested.emit,
            Qt.Key.Key_E: self.edit_note,
            Qt.Key.Key_U: self.undo_requested.emit,
            Qt.Key.Key_F: self.known_requested.emit,
        }
        self._current = -1
        self._held: Order | None = None  # an order that came while a note was being written
        self._is_noting = False
        self._set_up()
        self._fit()

    def show_order(self, order: Order) -> None:
        """Show rows in this order; the current one stays so if it is still there."""
        if self._is_noting:
            self._held = order
            return
        current, scrolled = self.current(), self.verticalScrollBar().value()
        was_grouped = self.links.order.counts is not None
        blocked = self.selectionModel().blockSignals(True)
        self.links.set_order(order)
        row = self.links.row_of(current) if current >= 0 else -1
        if row >= 0:
            self.setCurrentIndex(self.links.index(row, 0))
        self.selectionModel().blockSignals(blocked)
        self.verticalScrollBar().setValue(scrolled)
        if row < 0 and order.numbers:
            self.setCurrentIndex(self.links.index(0, 0))
        elif row < 0:
            self._tell(-1)
        if was_grouped != (order.counts is not None):
            self._fit()

    def current(self) -> int:
        """The number of the current row; -1 where there is none."""
        index = self.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else -1

    def go(self, number: int) -> None:
        """Make a row of the case the current one."""
        row = self.links.row_of(number)
        if row >= 0:
            self.setCurrentIndex(self.links.index(row, 0))
            self.scrollTo(self.currentIndex())

    def step(self, steps: int) -> None:
        """Go to the next row, or to one before."""
        last = self.links.rowCount() - 1
        row = min(max(self.currentIndex().row() + steps, 0), last)
        if row >= 0:
            self.setCurrentIndex(self.links.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, letters decide; what is copied is defanged."""
        if self._is_noting:
            return  # the key that ends a note comes by here too
        key = Qt.Key(event.key())
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_defanged()
        elif key in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if self.current() >= 0:
                self.row_resolved.emit(self.current())
        elif plain and key in ENTER:
            if self.current() >= 0:
                self.row_opened.emit(self.current())
        elif plain and (word := MARKS.get(event.text().upper())):
            self.mark_requested.emit(word)
        elif plain and key in STEPS:
            self.step(STEPS[key])
        elif plain and key in self._does:
            self._does[key]()
        else:
            super().keyPressEvent(event)

    def use(self, case: OpenCase) -> None:
        """Show another case."""
        self._current = -1
        self.links.set_case(case)
        self._fit()

    def edit_note(self) -> None:
        """Write a note on the current row, in its place."""
        if self.current() >= 0:
            self._is_noting = True
            self._fit()
            names = [cell.name for cell in self.links.cells]
            row = self.currentIndex().row()
            self.edit(self.links.index(row, names.index(columns.MARK)))

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
        self._fit()
        self.setFocus()

    def keyboardSearch(self, _search: str) -> None:
        """Letters decide; what is looked for is typed into the filter."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the current row."""
        if self.current() >= 0:
            menu = menu_of(self, row_menu(self))
            menu.exec(event.globalPos())
            menu.deleteLater()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns into the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or zoom: other heights and widths."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_current"):
            self._fit()

    def fit(self) -> None:
        """Show the columns that there is something in."""
        self._fit()

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
        for number, cell in enumerate(self.links.cells):
            is_uri = cell.name in {columns.WRITTEN, columns.GOES}
            if cell.name == columns.LEVEL:
                severity_delegate: MarkedDelegate = SeverityDelegate(
                    self._theme, lambda _row: (), self, sign=self.links.severity
                )
            elif cell.name == columns.MARK:
                severity_delegate = self._notes = NoteDelegate(
                    self._theme, cell.pieces, lambda at: self.links.case.decision(at).note, self
                )
            else:
                keeps_end = cell.name == columns.GOES
                severity_delegate = MarkedDelegate(
                    self._theme, cell.pieces, self, is_uri=is_uri, keeps_end=keeps_end
                )
            self.setItemDelegateForColumn(number, severity_delegate)
        self._notes.written.connect(self.note_written)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.doubleClicked.connect(lambda index: self.row_opened.emit(index.data(ROW_ROLE)))

    def _fit(self) -> None:
        pixels, room = self._theme.pixels, self.viewport().width()
        self.verticalHeader().setDefaultSectionSize(pixels(ROW))
        self.setMinimumHeight(pixels(LEAST_ROWS * ROW))
        is_narrow = room < pixels(NARROW)
        hidden = {
            columns.MARK: not (self.links.case.is_decided() or self._is_noting),
            columns.HOST_COUNT: self.links.case.mails < 2 or is_narrow,
            columns.LINKS: self.links.order.counts is None,
            columns.PLACE: is_narrow,
        }
        widths = WIDTHS | ({columns.MARK: NOTED} if self.links.case.notes and not is_narrow else {})
        names = [cell.name for cell in self.links.cells]
        for number, name in enumerate(names):
            self.setColumnHidden(number, hidden.get(name, False))
        left = [number for number, name in enumerate(names) if not hidden.get(name, False)]
        wanted = [pixels(widths[names[number]]) for number in left]
        widest = left.index(names.index(columns.WRITTEN))
        rigid = [at for at, number in enumerate(left) if names[number] in RIGID]
        sizes = distributed(wanted, room, pixels(LEAST), widest, rigid=rigid)
        for number, size in zip(left, sizes, strict=True):
            self.setColumnWidth(number, size)

    def _on_header(self, section: int) -> None:
        """Once rises, twice falls, and a third time as it was: the worst first."""
        name = self.links.cells[section].name
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

    def copy_defanged(self) -> None:
        """Copy the link of the current row so that no program makes a link of it."""
        if self.current() >= 0:
            to_clipboard(defang(self.links.case.rows[self.current()].value))

    def copy_exact(self) -> None:
        """Copy the link of the current row as it is."""
        if self.current() >= 0:
            to_clipboard(self.links.case.rows[self.current()].value)
