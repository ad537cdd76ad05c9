"""The table of links, and the bar that filters it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QLineEdit, QPushButton, QWidget

from uriinspector.analysis.finding import RANK
from uriinspector.documents.cases.link_row import DecisionKey
from uriinspector.gui.accessibility import announce_answer
from uriinspector.gui.documents import link_model as columns
from uriinspector.gui.documents.decision_table import DecisionTable, row_menu
from uriinspector.gui.documents.link_model import LEAST, LinkModel
from uriinspector.gui.documents.numbered_model import (
    LEVEL,
    MARK,
    ColumnPriorities,
    NumberedColumn,
    select_numbers,
)
from uriinspector.gui.documents.order import NONE, SITE, TARGET, Order, names_in
from uriinspector.gui.selection import copy_links_defanged, copy_links_exact, menu_of
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.text.pieces import show_tip
from uriinspector.gui.text.translation import number, say, say_count
from uriinspector.gui.theme import Theme, icon
from uriinspector.gui.widgets.cards import FoldingLayout, button
from uriinspector.gui.widgets.layouts import row, stretched
from uriinspector.gui.widgets.severity_sign import word_of

if TYPE_CHECKING:
    from uriinspector.gui.documents.open_case import OpenCase

# How wide each column wants to be, before zoom.
WIDTHS = {
    LEVEL: 84,
    columns.ELEMENT: 104,
    columns.WRITTEN: 290,
    columns.GOES: 176,
    columns.FINDING: 250,
    columns.HOST_COUNT: 78,
    columns.LINKS: 62,
    columns.PLACE: 100,
}
# With less than this a column tells too little.
LEAST_WIDTHS = {LEVEL: 84, columns.GOES: 112, columns.FINDING: 120}
LEAST_WIDTHS |= {columns.WRITTEN: 150, columns.ELEMENT: 90}
# With less room than this the place is told below the table alone.
NARROW = 720
# With less room than this marks are signs.
SIGNS = 1000


class LinkTable(DecisionTable):
    """Rows of links."""

    row_resolved = Signal(int)  # against its base
    known_requested = Signal()  # the site of the current row is known
    base_requested = Signal(int)  # where the page came from that the current link is in
    forms_requested = Signal(int)  # the ways to write the link
    fixes_requested = Signal(int)  # of the file that the current link is in
    copied = Signal(str)  # in words
    left = Signal()  # back to the list of files

    priorities = ColumnPriorities(
        rigid=frozenset({LEVEL, MARK, columns.HOST_COUNT, columns.LINKS, columns.PLACE}),
        widest=columns.WRITTEN,
        importance=(
            *(MARK, columns.GOES, LEVEL, columns.FINDING, columns.WRITTEN),
            *(columns.LINKS, columns.ELEMENT, columns.HOST_COUNT, columns.PLACE),
        ),
        least_widths=LEAST_WIDTHS,
    )
    narrow = SIGNS
    marks_links = True

    def __init__(self, theme: Theme, case: OpenCase) -> None:
        """Start without rows."""
        self.links = LinkModel(case)
        super().__init__(theme, self.links, say("Links"))
        self._actions["known_site"] = self.known_requested.emit
        self._actions["select_site"] = self.select_site
        self._actions["leave_rows"] = self.left.emit
        self._actions["resolve_row"] = self._resolve
        self.set_delegates()
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is copied is defanged."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_defanged()
        else:
            super().keyPressEvent(event)

    def _resolve(self) -> None:
        if self.current() >= 0:
            self.row_resolved.emit(self.current())

    def use(self, case: OpenCase) -> None:
        """Show another case."""
        self._hidden = -1
        self.links.set_case(case)
        self.fit()

    def set_order(self, order: Order) -> None:
        """Hand an order on to the model, and say how many rows a filter leaves."""
        self.links.set_order(order)
        count, is_all = len(order.numbers), len(order.numbers) == len(self.links.case.rows)
        words = say_count(count, "1 row shown", "{count} rows shown")
        announce_answer(self, "" if is_all else words)

    def row_to_follow(self, first: int) -> int:
        """Return the row with the highest severity of the files from this number on, or -1."""
        kind, numbers = self.links.case.rows.kind, self.links.numbers
        rows = (row for row, each in enumerate(numbers) if kind(each).file >= first)
        if self._sorted[0]:
            return max(rows, key=lambda row: kind(numbers[row]).rank, default=-1)
        return next(rows, -1)

    def keys_of(self, numbers: Sequence[int]) -> list[DecisionKey]:
        """The links that rows stand for."""
        links = self.links
        if all(links.count(each) == 1 for each in numbers):
            return [*numbers]
        rows = links.case.rows
        of = names_in(rows, links.order.group)
        names = {of(each) for each in numbers}
        return [each for each in range(len(rows)) if of(each) in names]

    def select_site(self) -> None:
        """Select all rows that are shown of the current one's site."""
        number, rows = self.current(), self.links.case.rows
        if number >= 0:
            of = names_in(rows, SITE)
            site = of(number)
            alike = [each for each in self.links.numbers if of(each) == site]
            select_numbers(self, self.links, alike)

    def number_of(self, key: DecisionKey) -> int:
        """A link is decided by its number."""
        return key if isinstance(key, int) else -1

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the current row."""
        if self.current() >= 0:
            menu = menu_of(self, row_menu(self))
            menu.exec(event.globalPos())
            menu.deleteLater()

    def delegate_of(self, cell: NumberedColumn) -> MarkedDelegate:
        """What paints a column."""
        is_uri = cell.name in {columns.WRITTEN, columns.GOES}
        keeps_end = cell.name == columns.GOES
        return MarkedDelegate(self._theme, cell.pieces, self, is_uri=is_uri, keeps_end=keeps_end)

    def wanted_widths(self, room: int) -> Mapping[str, int]:
        """The columns that there is something in, with their widths."""
        case, is_narrow = self.links.case, room < self._theme.pixels(NARROW)
        hidden = {
            columns.HOST_COUNT: case.files.singles < LEAST or is_narrow,
            columns.LINKS: self.links.order.counts is None,
            columns.PLACE: is_narrow,
        }
        return {name: width for name, width in WIDTHS.items() if not hidden.get(name, False)}

    def copy_defanged(self) -> None:
        """Copy the selected links, a line each, so that no program makes links of them."""
        self._emit_copied(copy_links_defanged(self._values()))

    def copy_exact(self) -> None:
        """Copy the selected links as they are, a line each."""
        self._emit_copied(copy_links_exact(self._values()))

    def _emit_copied(self, words: str) -> None:
        if words:
            self.copied.emit(words)

    def _values(self) -> list[str]:
        return [self.links.case.rows[each].value for each in self.selected()]


# How narrow filter and grouping may become, and where words give way, before zoom.
FILTER_BAR_LEAST, FILTER_BAR_NARROW = 90, 600
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
        self.filter.setMinimumWidth(theme.pixels(FILTER_BAR_LEAST))
        self.group = QComboBox()
        self.group.setAccessibleName(say("Group by"))
        self.group.addItem(say("Not grouped"), NONE)
        self.group.addItem(say("Group: unique URL"), TARGET)
        self.group.addItem(say("Group: site"), SITE)
        self.group.setMinimumWidth(theme.pixels(FILTER_BAR_LEAST))
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
        is_wide = self.width() > self._theme.pixels(FILTER_BAR_NARROW)
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
