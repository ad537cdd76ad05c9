"""A list to search and to choose from: history, links in a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from uriinspector.core.model import NamedTuple
from uriinspector.gui.tables.table_model import ROW_ROLE, Table, TableField
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import card
from uriinspector.gui.widgets.dialog_sheet import DialogSheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QColor, QFont
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.theme import Theme

LONGEST = 300
MOVES = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class PickerRow(NamedTuple):
    """One row: a text from outside, the worst that was found in it, and when."""

    text: str
    severity: str | None = None
    when: str = ""


class Picker(DialogSheet):
    """Type to search, arrows to move, Enter to take."""

    chosen = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        title: str,
        find: Callable[[str], Sequence[PickerRow]],
        empty: Callable[[str], str],
    ) -> None:
        """Show what ``find`` gives for a search; ``empty`` is said where it gives nothing."""
        super().__init__(parent, theme, title, (760, 440))
        self._find = find
        self._empty = empty
        self.search = QLineEdit()
        self.search.setPlaceholderText(say("Search"))
        self.search.setAccessibleName(say("Search"))
        self.search.setClearButtonEnabled(True)
        self.note = plain_label(role="quiet")
        self.table = Table(self._fields(), title, widest=0)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.horizontalHeader().hide()
        self.body.addWidget(self.search)
        self._list = card(self.table, margins=(4, 4))
        self.body.addWidget(self._list, 1)
        self.body.addWidget(self.note)
        self.body.addStretch(0)  # takes the place of a list that is empty
        self.search.textChanged.connect(self.refresh)
        self.search.installEventFilter(self)
        self.table.installEventFilter(self)
        self.table.doubleClicked.connect(lambda _index: self._take())
        self.refresh()
        self.search.setFocus()

    def select(self, text: str) -> None:
        """Make the row of this text the current one, if there is one."""
        texts = [each.text for each in self._find(self.search.text())]
        if text in texts:
            self.table.selectRow(texts.index(text))

    def refresh(self) -> None:
        """Search again."""
        search = self.search.text()
        rows = self._find(search)
        self.table.set_rows(rows)
        self._list.setVisible(bool(rows))
        if rows:
            self.table.selectRow(0)
        self.note.setText(
            say("Press Enter to show the selected row, Esc to close.")
            if rows
            else self._empty(search)
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows in the search move in the list; Enter takes from either."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._take()
                return True
            if watched is self.search and event.key() in MOVES:
                self.table.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)

    def _take(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self.accept()
            self.chosen.emit(index.data(ROW_ROLE).text)

    def _fields(self) -> list[TableField]:
        def colour(choice: PickerRow) -> QColor:
            return self.theme.color(choice.severity or "muted")

        def quiet(_choice: PickerRow) -> QColor:
            return self.theme.color("muted")

        def face(_choice: PickerRow) -> QFont:
            return self.theme.uri_font(13)

        return [
            TableField(say("Text"), lambda choice: visible(choice.text[:LONGEST]), font=face),
            TableField(
                say("Severity"),
                lambda choice: say(choice.severity) if choice.severity else "",
                color=colour,
            ),
            TableField(say("Inspected"), lambda choice: choice.when, color=quiet),
        ]
