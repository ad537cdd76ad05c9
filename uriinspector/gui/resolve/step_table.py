"""The table of steps: what is still to come is dimmed, or covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from uriinspector.core.reference import has_two_buffers
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import Kind, Pieces, ours
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent

    from uriinspector.core.reference import Step
    from uriinspector.gui.resolve.step_rows import StepRow
    from uriinspector.gui.theme import Theme

from uriinspector.gui.resolve.step_rows import StepRows
from uriinspector.gui.resolve.variants import NO_CLAUSE

NUMBER, RULE, OUTPUT, INPUT, NOTE, BUFFER = range(6)
ASKING = 32  # no more steps than these only ask, before one of them changes something
KEYS = {
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Space: 1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Left: -1,
}


class StepTable(Grid):
    """A row for each step; the current row is the last step that was made."""

    step_chosen = Signal(int)
    steps_requested = Signal(int)  # so many forward, or back
    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without steps."""
        self.at = 0
        self.is_covered = False
        self._is_going = self._is_narrow = False
        super().__init__(
            theme,
            Selection(),
            self._columns_shown(),
            say("Steps"),
            widest=NOTE,
            spans=lambda _row, _column: None,
        )
        self.lazy.name_rows(self._sentence, (NUMBER, RULE))
        self.horizontalHeader().moveSection(BUFFER, OUTPUT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.clicked.connect(self._on_clicked)
        self.row_opened.connect(lambda row: self.clause_requested.emit(row.rule))

    def show_steps(self, steps: Sequence[Step], edition: str) -> None:
        """Show the rows of these steps, with the buffers that the edition has."""
        has_two = has_two_buffers(edition)
        for column in (OUTPUT, INPUT, BUFFER):
            self.show_column(column, shown=has_two is (column != BUFFER))
        self.at = 0
        self._is_going = True
        self.set_sequence(StepRows(steps))
        self._is_going = False
        self._span_notes()

    def go(self, number: int) -> None:
        """Make this step the current one; it is brought into sight."""
        before, self.at = self.at, number
        self._is_going = True
        if number:
            index = self.lazy.index(number - 1, RULE)
            self.setCurrentIndex(index)
            self.scrollTo(index)
        else:
            self.selectionModel().clear()
            self.scrollToTop()
        self._is_going = False
        if abs(number - before) > 1:
            self.viewport().update()  # else only the two rows change that are painted anyway

    def fit_words(self, *, is_narrow: bool) -> None:
        """Without room for what is done, a step that leaves the buffers alone says it there."""
        self._is_narrow = is_narrow
        for number in (NUMBER, NOTE):
            self.show_column(number, shown=not is_narrow)
        self._span_notes()
        self.viewport().update()

    def cover(self, *, covered: bool) -> None:
        """Cover what is still to come, or only dim it."""
        if covered != self.is_covered:
            self.is_covered = covered
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step as the clicker of a presenter does."""
        steps = KEYS.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
        else:
            self.steps_requested.emit(steps)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the step in sight."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def showEvent(self, event: QShowEvent) -> None:
        """Stay at the step."""
        super().showEvent(event)
        self.go(self.at)

    def _columns_shown(self) -> list[Column]:
        return [
            Column("#", lambda row: ours(str(row.number)), is_rigid=True, is_dim=self._is_coming),
            self._column(say("Clause"), _clause, is_rigid=True),
            self._column(
                say("Output buffer"),
                lambda row: row.output,
                self._with_note,
                is_uri=True,
                keeps_end=True,
            ),
            self._column(say("Input buffer"), lambda row: row.input, is_uri=True),
            self._column(say("Action"), lambda row: ours(row.note)),
            self._column(say("Buffer"), lambda row: row.buffer, self._with_note, is_uri=True),
        ]

    def _column(
        self,
        title: str,
        pieces: Callable[[StepRow], Pieces],
        more: Callable[[StepRow], Pieces] | None = None,
        **looks: bool,
    ) -> Column:
        """A column that can be covered; it is as wide as what is under the cover.

        ``more`` is shown instead, and has no part in the width.
        """
        shown, is_dim = self._unless_covered(more or pieces), self._is_coming
        return Column(title, shown, uncovered=pieces, is_dim=is_dim, **looks)  # type: ignore[arg-type]

    def _with_note(self, row: StepRow) -> Pieces:
        """What is in the buffer, or what is done where that is shown nowhere else."""
        is_single = self.isColumnHidden(OUTPUT)
        cells = row.buffer if is_single else row.output
        says_note = self._is_narrow and not row.buffer
        return ours(row.note) if says_note else cells

    def _span_notes(self) -> None:
        """A sentence has the room of both buffers; the steps with one are the first."""
        self.clearSpans()
        if self._is_narrow and not self.isColumnHidden(OUTPUT):
            for number, row in enumerate(self.lazy.rows[:ASKING]):
                if not row.buffer:
                    self.setSpan(number, OUTPUT, 1, INPUT - OUTPUT + 1)

    def _sentence(self, row: StepRow) -> str:
        """What is heard of a row; of what is covered only its number."""
        return str(row.number) if self.is_covered and self._is_coming(row) else row.sentence

    def _is_coming(self, row: StepRow) -> bool:
        return row.number > self.at

    def _unless_covered(self, pieces: Callable[[StepRow], Pieces]) -> Callable[[StepRow], Pieces]:
        return lambda row: () if self.is_covered and self._is_coming(row) else pieces(row)

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and not self._is_going:
            self.step_chosen.emit(current.row() + 1)

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == RULE:
            self.clause_requested.emit(self.lazy.rows[index.row()].rule)


def _clause(row: StepRow) -> Pieces:
    return ours(row.rule.removesuffix(NO_CLAUSE), Kind.LINK)
