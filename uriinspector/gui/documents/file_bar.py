"""Above the list of files: how many there are, the filter, what is left to decide, the levels."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uriinspector.gui.documents.file_order import FileQuery
from uriinspector.gui.documents.filter_bar import LEAST, NARROW, FilterEdit, LevelButtons
from uriinspector.gui.text.translation import number, say
from uriinspector.gui.theme import Theme
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row, stretched

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase


class FileBar(QWidget):
    """What is wanted of the list; it tells only that this has changed."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        """Wish for all rows."""
        super().__init__()
        self._theme = theme
        self.filter = FilterEdit(
            theme, say("Filter the files and messages"), say("Filter: sender, subject, assessment…")
        )
        self.filter.setMinimumWidth(theme.pixels(LEAST))
        self.open = button("", self.changed.emit)
        self.open.setCheckable(True)
        self._left = 0
        self.levels = LevelButtons(theme, self)
        row(
            stretched(self.filter),
            self.open,
            *self.levels.buttons.values(),
            into=self,
            margins=(12, 7, 12, 7),
            spacing=8,
        )
        self.filter.textChanged.connect(lambda _text: self.changed.emit())
        self.levels.changed.connect(self.changed)
        self.levels.dress()

    def query(self, column: str, *, falls: bool) -> FileQuery:
        """All of it together."""
        is_open = self.open.isChecked()
        return FileQuery(self.filter.text().strip(), self.levels.rank, is_open, column, falls)

    def show_counts(self, case: OpenCase) -> None:
        """Write on the buttons how many there are of each level, and how many are left."""
        entries = list(case.files.single())
        self.levels.show_counts(len(entries), Counter(each.rank for each in entries))
        self._left = sum(each.key not in case.file_marks for each in entries)
        self._fit()

    def clear(self) -> None:
        """Want all again."""
        self.filter.clear()
        self.open.setChecked(False)
        self.levels.buttons[None].setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room numbers have to do."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "levels"):
            self.levels.dress()

    def _fit(self) -> None:
        is_wide = self.width() > self._theme.pixels(NARROW)
        words = say("Not marked: {count}", count=self._left)
        self.open.setText(words if is_wide else f"☐ {number(self._left)}")
        self.open.setAccessibleName(words)
        self.levels.fit(is_wide=is_wide)
