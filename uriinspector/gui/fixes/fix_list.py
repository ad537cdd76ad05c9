"""The list of changes: rows by number, ticked and skipped by key, pointer or menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView

from uriinspector.gui.editor.copied_links import copy_links_defanged, copy_links_exact
from uriinspector.gui.editor.menu import MenuEntry, menu_of
from uriinspector.gui.fixes.fix_delegate import FixDelegate
from uriinspector.gui.storage.place_keys import keys_in_use
from uriinspector.gui.tables.empty_view import paint_in_place_of_rows
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from uriinspector.gui.fixes.fix_model import FixModel
    from uriinspector.gui.theme import Theme

ROW_STEPS = {"next_row": 1, "previous_row": -1}
LEAST_ROWS = 2
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FixList(QListView):
    """Tells which row is the current one, and what is asked of it."""

    row_changed = Signal(int)  # the number of the proposal, or -1
    details_requested = Signal()
    undo_requested = Signal()
    left = Signal()
    copied = Signal(str)  # in words

    def __init__(self, theme: Theme, model: FixModel) -> None:
        """Show this model."""
        super().__init__()
        self._theme = theme
        self.fixes = model
        self.nothing = ""
        self.setModel(model)
        self.setAccessibleName(say("Changes"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self._delegate = FixDelegate(theme, model, self)
        self.setItemDelegate(self._delegate)
        self.selectionModel().currentChanged.connect(self._on_current)
        model.modelReset.connect(lambda: self.choose(0))
        self._fit()

    def current(self) -> int:
        """The number of the current row; -1 where there is none."""
        index = self.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else -1

    def selected(self) -> list[int]:
        """The numbers of the selected rows, from above; at least the current one."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        numbers = [self.fixes.numbers[row] for row in rows]
        return numbers or ([self.current()] if self.current() >= 0 else [])

    def choose(self, row: int) -> None:
        """Make a row the current one, if there is one."""
        index = self.fixes.index(row)
        if index.isValid():
            self.setCurrentIndex(index)
        else:
            self.row_changed.emit(-1)

    def toggle(self) -> None:
        """Take the changes of the selected rows, or skip them."""
        self.fixes.decide(self.fixes.review.toggled(self.selected()))

    def next_option(self) -> None:
        """Take the next option of the first open choice of the current row, or of the last one."""
        current = self.current()
        if current >= 0:
            self.fixes.decide(self.fixes.review.next_option(current))

    def copy_defanged(self) -> None:
        """Copy the selected links as they are fixed, so that no program makes links of them."""
        self._emit_copied(copy_links_defanged(self._fixed()))

    def copy_exact(self) -> None:
        """Copy the selected links as they are fixed."""
        self._emit_copied(copy_links_exact(self._fixed()))

    def _emit_copied(self, words: str) -> None:
        if words:
            self.copied.emit(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters decide; Enter goes to the details."""
        key, name = Qt.Key(event.key()), keys_in_use.name_of(event)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_defanged()
        elif name in ROW_STEPS:
            self.choose(self.currentIndex().row() + ROW_STEPS[name])
        elif name == "undo_mark":
            self.undo_requested.emit()
        elif name == "next_option":
            self.next_option()
        elif key == Qt.Key.Key_Space and not event.modifiers():
            self.toggle()
        elif key in ENTER:
            self.details_requested.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Letters decide."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the box of a row ticks it."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        is_plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if index.isValid() and is_plain:
            row = self.visualRect(index)
            if row.left() <= place.x() <= self._delegate.box_of(row).right():
                self.fixes.decide(self.fixes.review.toggled([index.data(ROW_ROLE)]))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the selected rows."""
        if self.current() < 0:
            return
        menu = menu_of(self, self.entries())
        menu.exec(event.globalPos())
        menu.deleteLater()

    def entries(self) -> tuple[MenuEntry | None, ...]:
        """The entries of the menu, each with the key that does the same."""
        review, shown = self.fixes.review, keys_in_use.shown
        numbers = self.selected()
        is_taken = any(map(review.is_taken, numbers))
        words = say("Skip the selected changes") if is_taken else say("Take the selected changes")
        can_choose = self.current() >= 0 and bool(review.proposals[self.current()].choices)
        return (
            MenuEntry(words, self.toggle, bool(review.toggled(numbers)), "Space"),
            MenuEntry(
                say("Take the next option"), self.next_option, can_choose, shown("next_option")
            ),
            MenuEntry(say("Undo"), self.undo_requested.emit, review.can_undo, shown("undo_mark")),
            None,
            MenuEntry(say("Copy defanged"), self.copy_defanged, True, "Ctrl+C"),
            MenuEntry(say("Copy original"), self.copy_exact, True, "Ctrl+Shift+C"),
            None,
            MenuEntry(say("Show the details"), self.details_requested.emit, True, "Return"),
            MenuEntry(say("Back to the links"), self.left.emit, True, "Escape"),
        )

    def tell_nothing(self, words: str) -> None:
        """Say why there are no rows."""
        self.nothing = words
        self.setAccessibleDescription("" if self.fixes.rowCount() else words)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Where there are no rows, the reason is in their place."""
        super().paintEvent(event)
        if self.nothing and not self.fixes.rowCount():
            paint_in_place_of_rows(self, self._theme, self.nothing)

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or zoom: other heights."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_delegate"):
            self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(LEAST_ROWS * self._delegate.height())
        self.scheduleDelayedItemsLayout()

    def _on_current(self, index: QModelIndex) -> None:
        self.row_changed.emit(index.data(ROW_ROLE) if index.isValid() else -1)

    def _fixed(self) -> list[str]:
        return [self.fixes.review.fix_of(each).fixed for each in self.selected()]
