"""How the two look: their characters in columns, what differs by name, and where they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy

from uriinspector.gui.compare.aligned_texts import AlignedTexts
from uriinspector.gui.compare.character_columns import MOST_ROWS
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.tables.table_model import ROW_ROLE
from uriinspector.gui.text.pieces import NEW_LINE, Kind, Pieces, ours
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.layouts import column_of, stretched
from uriinspector.gui.widgets.marked_text import MarkedText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.compare.character_columns import DifferenceRow
    from uriinspector.gui.compare.comparison_view import ComparisonView
    from uriinspector.gui.compare.likeness_facts import FactRow
    from uriinspector.gui.theme import Theme

MOST_VISIBLE = 4  # rows of the table; more of them scroll


class LikenessCard(QFrame):
    """The card on which appearance is shown."""

    difference_chosen = Signal(object)  # DifferenceRow

    def __init__(self, theme: Theme) -> None:
        """Start with nothing to look at."""
        super().__init__()
        self.setObjectName("card")
        self.aligned = AlignedTexts(theme)
        self.table = Differences(theme)
        self.facts = FactGrid(theme)
        self.note = plain_label(role="quiet")
        self.note.setContentsMargins(14, 4, 14, 6)
        words = say("Shows both links, aligned character by character.")
        self.empty = plain_label(words, role="quiet")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(24, 24, 24, 24)
        self.empty.setMinimumHeight(theme.pixels(120))
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.show_shown(None)

    def show_shown(self, shown: ComparisonView | None) -> None:
        """Show how both look; None while there are not two of them."""
        for call in self.show_steps(shown):
            call()

    def show_steps(self, shown: ComparisonView | None) -> Iterator[Callable[[], object]]:
        """The same, pane by pane."""
        yield lambda: self._show_note(shown)
        yield lambda: self.aligned.show_columns(shown.columns if shown else ())
        yield lambda: self.table.show_differences(shown.differences if shown else ())
        yield lambda: self.facts.show_rows(shown.facts if shown else ())

    def _show_note(self, shown: ComparisonView | None) -> None:
        self.empty.setVisible(shown is None)
        self.aligned.setVisible(shown is not None)
        self.note.setText(_noted(shown) if shown else "")
        self.note.setVisible(bool(self.note.text()))

    def _lay_out(self) -> None:
        title = plain_label(say("Appearance"), role="title")
        title.setContentsMargins(14, 10, 14, 9)
        around = column_of(self.aligned, margins=(14, 2, 8, 4))
        column = column_of(
            title,
            stretched(self.empty),
            around,
            self.note,
            self.table,
            self.facts,
            into=self,
            margins=(1, 1, 1, 1),
            spacing=0,
        )
        column.addStretch(0)

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid():
            chosen: DifferenceRow = current.data(ROW_ROLE)
            self.aligned.choose(chosen.change)
            self.difference_chosen.emit(chosen)


def _noted(shown: ComparisonView) -> str:
    """What is not shown, or that there is nothing to show."""
    if not shown.differences:
        return say("No difference.")
    text = []
    if shown.left_out:
        text.append(say("{count} more characters are not shown.", count=shown.left_out))
    if len(shown.differences) == MOST_ROWS:
        text.append(say("The first {count} differences are listed.", count=MOST_ROWS))
    return " ".join(text)


class Differences(Grid):
    """The characters that differ: two lines a row, as high as it needs to be for a few of them."""

    def __init__(self, theme: Theme) -> None:
        """Start without rows."""
        self._sized: tuple[int, ...] = ()
        super().__init__(
            theme,
            Selection(),
            _columns(),
            say("Different characters"),
            widest=3,
            spans=lambda _row, _column: None,
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_differences(self, rows: tuple[DifferenceRow, ...]) -> None:
        """Show these rows."""
        self._sized = ()
        self.setVisible(bool(rows))
        self.set_rows(rows)
        self._fit_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows may have become higher."""
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        """Another zoom."""
        self._sized = ()
        super().changeEvent(event)
        if event.type() == event.Type.StyleChange and self._wanted:
            self._fit_height()

    def resizeRowsToContents(self) -> None:
        """Measure the rows, unless they were measured for these widths."""
        widths = tuple(map(self.columnWidth, range(len(self._columns))))
        if self._sized != widths:
            self._sized = widths
            super().resizeRowsToContents()

    def _fit_height(self) -> None:
        count = self.lazy.rowCount()
        rows = sum(self.rowHeight(number) for number in range(min(count, MOST_VISIBLE)))
        bars = Qt.ScrollBarPolicy
        is_more = count > MOST_VISIBLE
        wanted = bars.ScrollBarAsNeeded if is_more else bars.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(wanted)
        half = self.rowHeight(0) // 2 if is_more else 0  # shows that there are more
        # The last row's line is left to what stands below.
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows + half - 1)


def _columns() -> list[Column]:
    letters = (*ours(say("A"), Kind.MUTED), *NEW_LINE, *ours(say("B"), Kind.MUTED))
    return [
        Column("", lambda _row: letters, is_rigid=True, wraps=True),
        Column(say("Location"), _both_sides(lambda row, side: row.position(side)), wraps=True),
        Column(
            say("Character"),
            _both_sides(lambda row, side: row.character(side)),
            is_uri=True,
            is_rigid=True,
            wraps=True,
        ),
        Column(
            say("Code point, name and script"),
            _both_sides(lambda row, side: row.description(side)),
            wraps=True,
        ),
    ]


def _both_sides(of: Callable[[DifferenceRow, int], Pieces]) -> Callable[[DifferenceRow], Pieces]:
    return lambda row: (*of(row, 0), *NEW_LINE, *of(row, 1))


class FactGrid(QFrame):
    """Questions about both, with the answer for each."""

    def __init__(self, theme: Theme) -> None:
        """Start without rows."""
        super().__init__()
        self.setObjectName("rung")  # a line above it
        self._theme = theme
        self.cells: list[MarkedText] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(14, 8, 14, 12)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(6)
        for column, stretch in enumerate((0, 1, 1)):
            self._grid.setColumnStretch(column, stretch)

    def show_rows(self, rows: tuple[FactRow, ...]) -> None:
        """Show these answers; none are shown of nothing."""
        self.setVisible(bool(rows))
        if not rows:
            return
        if not self.cells:
            self._begin(rows)
        for each, pieces in zip(self.cells, _answers(rows), strict=True):
            each.show_pieces(pieces)

    def _begin(self, rows: tuple[FactRow, ...]) -> None:
        for column, letter in enumerate((say("A"), say("B")), 1):
            self._grid.addWidget(plain_label(letter, role="quiet"), 0, column)
        for number, each in enumerate(rows, 1):
            self._place(number, each)

    def _place(self, number: int, row: FactRow) -> None:
        title = plain_label(row.title, role="quiet")
        title.setWordWrap(False)
        self._grid.addWidget(title, number, 0, Qt.AlignmentFlag.AlignTop)
        for column in (1,) if row.is_one else (1, 2):
            cell = MarkedText(self._theme, size=12, is_uri=not row.is_one)
            cell.setAccessibleDescription(row.title)
            self.cells.append(cell)
            self._grid.addWidget(cell, number, column, 1, 2 if row.is_one else 1)


def _answers(rows: tuple[FactRow, ...]) -> list[Pieces]:
    """The cells in their order."""
    return [pieces for row in rows for pieces in ((row.a,) if row.is_one else (row.a, row.b))]
