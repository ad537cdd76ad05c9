"""The rules of an edition in our own words; the line that the current step follows is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from uriinspector.core.listing import LISTINGS
from uriinspector.core.model import NamedTuple
from uriinspector.gui.resolve.side_panes import TitledPane
from uriinspector.gui.resolve.variants import NO_CLAUSE, cite_of
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import INDENT, Kind, Pieces, ours
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QResizeEvent

    from uriinspector.core.listing import ListingLine
    from uriinspector.core.reference import Step
    from uriinspector.gui.theme import Theme

NUMBER, WORDS, CLAUSE = range(3)


class RuleRow(NamedTuple):
    """A line of the listing, and its number; headings have none."""

    place: int
    number: int
    line: ListingLine


class RuleTable(Grid):
    """The lines; the current one stays in sight, with those around it."""

    def __init__(self, theme: Theme) -> None:
        """Start without lines."""
        columns = _columns()
        super().__init__(
            theme, Selection(), columns, say("Rules"), widest=WORDS, spans=lambda *_: None
        )
        self.horizontalHeader().hide()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def follow(self) -> None:
        """Bring the current line into sight."""
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex(), self.ScrollHint.PositionAtCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep it in sight."""
        super().resizeEvent(event)
        self.follow()


class RuleListing(TitledPane):
    """The listing beside the steps; choosing a line leads to the next step that follows it."""

    step_requested = Signal(int)
    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without an edition."""
        self._edition = ""
        self._steps: Sequence[Step] = ()
        self._at = 0
        self._is_following = False
        table = RuleTable(theme)
        super().__init__(say("Rules of the algorithm"), table, say("Show the state"))
        self.lines = table
        table.clicked.connect(self._on_clicked)
        table.selectionModel().currentRowChanged.connect(self._on_row)
        table.row_opened.connect(self._on_opened)

    def show_steps(self, steps: Sequence[Step], edition: str) -> None:
        """Show the listing that these steps follow."""
        self._steps = steps
        if edition != self._edition:
            self._edition = edition
            rules = {line.rule for line in LISTINGS[edition].lines if line.rule}
            self.table.show_column(CLAUSE, shown=len(rules) > 1)
            self.table.set_rows(_rows(edition))

    def follow(self, at: int) -> None:
        """Mark the line of the step that was made last."""
        self._at = at
        place = LISTINGS[self._edition].place(self._steps[at - 1]) if at else -1
        self._is_following = True
        if place >= 0:
            self.table.setCurrentIndex(self.table.lazy.index(place, WORDS))
            self.lines.follow()
        else:
            self.table.selectionModel().clear()
        self._is_following = False

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and not self._is_following:
            self._lead_to(current.row())

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == CLAUSE:
            self._on_opened(self.table.lazy.rows[index.row()])

    def _on_opened(self, chosen: RuleRow) -> None:
        if chosen.line.rule:
            self.clause_requested.emit(cite_of(self._edition, chosen.line.rule))

    def _lead_to(self, place: int) -> None:
        """The next step of that line, from the front again behind the last one."""
        listing, count = LISTINGS[self._edition], len(self._steps)
        for number in (*range(self._at, count), *range(self._at)):
            if listing.place(self._steps[number]) == place:
                self.step_requested.emit(number + 1)
                return


def _rows(edition: str) -> Iterator[RuleRow]:
    number = 0
    for place, line in enumerate(LISTINGS[edition].lines):
        number += bool(line.rule)
        yield RuleRow(place, number, line)


def _columns() -> list[Column]:
    return [
        Column("#", _number, is_rigid=True),
        Column(say("Rule"), _words, wraps=True),
        Column(say("Clause"), _clause, is_rigid=True),
    ]


def _number(row: RuleRow) -> Pieces:
    return ours(str(row.number), Kind.MUTED) if row.line.rule else ()


def _words(row: RuleRow) -> Pieces:
    kind = Kind.PLAIN if row.line.rule else Kind.MUTED
    return ours(INDENT * row.line.depth + say(row.line.words), kind)


def _clause(row: RuleRow) -> Pieces:
    return ours(row.line.rule.removesuffix(NO_CLAUSE), Kind.LINK)
