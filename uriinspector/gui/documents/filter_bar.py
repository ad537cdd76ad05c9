"""Above the table: the filter, how rows are grouped, and a button for each level."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QLineEdit, QPushButton, QWidget

from uriinspector.analysis.finding import RANK
from uriinspector.gui.documents.order import NONE, SITE, TARGET
from uriinspector.gui.text.pieces import show_tip
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import Theme, icon
from uriinspector.gui.widgets.cards import FoldingLayout, button
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.gui.widgets.severity_sign import word_of

# How narrow filter and grouping may become, and where words give way, before zoom.
LEAST, NARROW = 90, 600
SIDES = 24  # of a field, that its words leave free
LEVELS = ("high", "medium", "low")


class FilterEdit(QLineEdit):
    """A line that leads down into the table."""

    left = Signal()

    def __init__(self, theme: Theme, name: str, words: str) -> None:
        """Begin empty; the words say what is looked at."""
        super().__init__()
        self._theme = theme
        self._words = words
        self.setAccessibleName(name)
        self.setPlaceholderText(words)
        show_tip(self, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say what can be filtered by where it can be read."""
        super().resizeEvent(event)
        room = self.width() - self._theme.pixels(SIDES)
        fits = self.fontMetrics().horizontalAdvance(self._words) <= room
        self.setPlaceholderText(self._words if fits else say("Filter"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down goes to the rows, Esc shows all of them."""
        if event.key() == Qt.Key.Key_Down:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class LevelButtons(QObject):
    """A button for each level and one for all, of which one is checked."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Want all of them."""
        super().__init__(parent)
        self._theme = theme
        self.buttons: dict[int | None, QPushButton] = {}
        self._only = QButtonGroup(self)
        for rank in (*(RANK[each] for each in LEVELS), None):
            result = button("", lambda: None)
            result.setCheckable(True)
            self._only.addButton(result)
            self.buttons[rank] = result
        self.buttons[None].setChecked(True)
        self._only.buttonClicked.connect(lambda _button: self.changed.emit())

    @property
    def rank(self) -> int | None:
        """The level that is wanted; None for all."""
        return next(rank for rank, each in self.buttons.items() if each.isChecked())

    def show_counts(self, total: int, counts: Mapping[int, int]) -> None:
        """Write how many there are of each level on its button."""
        for rank, each in self.buttons.items():
            count = total if rank is None else counts.get(rank, 0)
            each.setText(say("All {count}", count=count) if rank is None else number(count))
            each.setEnabled(count > 0 or rank is None)
            if rank is not None:
                name = word_of(LEVELS[RANK["high"] - rank])
                each.setAccessibleName(say("Only {level}: {count}", level=name, count=count))

    def fit(self, *, is_wide: bool) -> None:
        """Where there is little room, levels that nothing has go."""
        for each in self.buttons.values():
            each.setVisible(is_wide or each.isEnabled() or each.isChecked())

    def dress(self) -> None:
        """Draw the signs of the levels."""
        side = self._theme.pixels(14)
        for name in LEVELS:
            each = self.buttons[RANK[name]]
            each.setIcon(icon(self._theme, name, name))
            each.setIconSize(QSize(side, side))


class FilterBar(QWidget):
    """What is wanted of the table; it tells only that this has changed."""

    changed = Signal()
    facet_cleared = Signal()
    scope_cleared = Signal()

    def __init__(self, theme: Theme) -> None:
        """Wish for all rows."""
        super().__init__()
        self._theme = theme
        self.filter = FilterEdit(theme, say("Filter"), say("Filter: host, text, finding…"))
        self.filter.setMinimumWidth(theme.pixels(LEAST))
        self.group = QComboBox()
        self.group.setAccessibleName(say("Group by"))
        self.group.addItem(say("Not grouped"), NONE)
        self.group.addItem(say("Group: unique URL"), TARGET)
        self.group.addItem(say("Group: site"), SITE)
        self.group.setMinimumWidth(theme.pixels(LEAST))
        self._folded = 0
        self.folded = button("", self.changed.emit)
        self.folded.setCheckable(True)
        self.folded.hide()
        self.facet = button("", self.facet_cleared.emit)
        self.facet.hide()
        self.scope = button("", self.scope_cleared.emit)
        self.scope.hide()
        self._levels = LevelButtons(theme, self)
        self.levels = self._levels.buttons
        self._lay_out()
        self.filter.textChanged.connect(lambda _text: self.changed.emit())
        self.group.currentIndexChanged.connect(lambda _at: self.changed.emit())
        self._levels.changed.connect(self.changed)
        self._levels.dress()

    @property
    def rank(self) -> int | None:
        """The level that is wanted; None for all."""
        return self._levels.rank

    def show_counts(self, total: int, ranks: Mapping[int, int]) -> None:
        """Write how many links there are of each level on its button."""
        self._levels.show_counts(total, ranks)
        self._fit()

    def show_scope(self, words: str) -> None:
        """Tell which file or message of the list the links are of; "" for all."""
        self.scope.setText(f"{words}  ✕")
        self.scope.setAccessibleName(say("Show all, not only {what}", what=words))
        self.scope.setVisible(bool(words))

    def clear(self) -> None:
        """Wish for all rows again."""
        self.filter.clear()
        self.levels[None].setChecked(True)

    @property
    def shows_known(self) -> bool:
        """Whether rows of known sites are wanted too."""
        return self.folded.isChecked()

    def show_folded(self, count: int) -> None:
        """Tell how many rows are folded away, or would be."""
        self._folded = count
        self._fit()
        text = say_count(count, "Show 1 link to a known site", "Show {count} links to known sites")
        self.folded.setAccessibleName(text)
        self.folded.setVisible(count > 0)
        if not count:
            self.folded.setChecked(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room numbers have to do, and levels without links go."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_wide = self.width() > self._theme.pixels(NARROW)
        count = self._folded
        words = say("{count} hidden", count=count) if is_wide else number(count)
        self.folded.setText(f"{'▾' if self.shows_known else '▸'} {words}")
        self._levels.fit(is_wide=is_wide)
        self._rows.fit(self.width())

    def show_facet(self, words: str) -> None:
        """Tell what the tree or the list of sites filters by."""
        most = 30
        shown = words if len(words) <= most else f"…{words[-most:]}"
        self.facet.setText(f"{shown}  ✕".replace("&", "&&"))
        self.facet.setAccessibleName(say("Show all, not only {what}", what=words))
        self.facet.setVisible(bool(words))

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and hasattr(self, "_levels"):
            self._levels.dress()

    def _lay_out(self) -> None:
        asked = row(stretched(self.filter), self.scope, self.facet, self.folded, self.group)
        self._rows = FoldingLayout(asked, row(*self.levels.values()))
        self._rows.setContentsMargins(12, 7, 12, 7)
        self.setLayout(self._rows)
