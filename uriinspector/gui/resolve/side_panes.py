"""What stands beside the steps: what is there after one of them, and what others make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout

from uriinspector.gui.resolve.step_rows import StepState, state_after
from uriinspector.gui.resolve.variants import explanation
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QResizeEvent, QShowEvent

    from uriinspector.core.reference import Step
    from uriinspector.gui.resolve.answers import Answer
    from uriinspector.gui.resolve.variants import Variant
    from uriinspector.gui.theme import Theme

LONGEST_TIP = 400
REMARK, NARROW = 3, 560  # below this width, before zoom, there are no remarks
STATES = 7  # two buffers and five components


class TitledPane(QFrame):
    """A card with a title and a table."""

    other_requested = Signal()  # what else could stand here

    def __init__(self, title: str, table: Grid, other: str = "") -> None:
        """Put the table below the title; ``other`` names what else could stand here."""
        super().__init__()
        self.setObjectName("card")
        self.title = plain_label(title, role="title")
        self.title.setWordWrap(False)
        self.title.setContentsMargins(10, 8, 10, 6)
        self.table = table
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 1)
        column.setSpacing(0)
        rule = QFrame()
        rule.setObjectName("line")
        self.other = button(other, self.other_requested.emit)
        if not other:  # shown before it is laid out, it would be a window for a moment
            self.other.hide()
        head = row(self.title, None, self.other, margins=(0, 0, 12, 0))
        if other:
            head.setContentsMargins(0, 1, 12, 1)
        column.addLayout(head)
        column.addWidget(rule)
        column.addWidget(table, 1)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class StatePane(TitledPane):
    """The buffers and the components of the target after a step."""

    def __init__(self, theme: Theme) -> None:
        """Start before the first step."""
        columns = [
            Column(say("Value"), lambda state: ours(state.name, Kind.MUTED), is_rigid=True),
            Column(say("Text"), _value, is_uri=True),
            Column(say("From"), lambda state: ours(_noted(state), Kind.MUTED), is_rigid=True),
        ]
        table = Grid(
            theme, Selection(), columns, say("After this step"), widest=1, spans=lambda *_: None
        )
        table.horizontalHeader().hide()
        table.setSelectionMode(Grid.SelectionMode.NoSelection)
        super().__init__("", table, say("Show the rules"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_step(self, steps: Sequence[Step], number: int, edition: str) -> None:
        """Show what is there after so many steps of an edition."""
        text = say("After step {number}", number=number) if number else say("Before the first step")
        self.title.setText(text)
        self.table.set_rows(state_after(steps, number, edition))
        rows = STATES * self.table.verticalHeader().defaultSectionSize() + 4
        if self.table.height() != rows:
            self.table.setFixedHeight(rows)


def _value(state: StepState) -> Pieces:
    if state.text is None:
        return ours(state.note, Kind.MUTED)
    return outside(state.text) if state.text else ours(say("empty"), Kind.MUTED)


def _noted(state: StepState) -> str:
    return state.note if state.text is not None else ""


class EditionsPane(TitledPane):
    """The same pair by every edition; choosing a row chooses the edition."""

    variant_chosen = Signal(object)  # Way

    def __init__(self, theme: Theme) -> None:
        """Start without rows."""
        columns = [
            Column(say("Edition"), lambda row: ours(row.title), is_rigid=True, tip=_explained),
            Column(say("Difference"), lambda row: row.mark, is_rigid=True, tip=_whole_answer),
            Column(
                say("Target"), lambda row: row.pieces, is_uri=True, is_rigid=True, tip=_whole_answer
            ),
            Column(say("Remark"), lambda row: ours(row.note, Kind.MUTED), tip=_whole_answer),
        ]
        table = Answers(theme, columns)
        super().__init__(say("The same pair in all editions"), table, say("Compare steps"))
        self.answers = table
        table.horizontalHeader().hide()
        table.answer_chosen.connect(self._on_answer)

    def show_answers(self, rows: Sequence[Answer], chosen: Variant) -> None:
        """Show the rows; that of the chosen way is the current one."""
        place = next((number for number, row in enumerate(rows) if row.variant == chosen), -1)
        self.answers.show_answers(rows, place)

    def _on_answer(self, row: Answer) -> None:
        if row.variant is not None:
            self.variant_chosen.emit(row.variant)


def _explained(answer: Answer) -> str:
    """What a way to resolve is; browsers follow a standard of their own."""
    if answer.variant is None:
        return say("As browsers resolve it, by the URL standard of the WHATWG.")
    return explanation(answer.variant)


def _whole_answer(answer: Answer) -> str:
    """The target and the remark, which a narrow pane cuts."""
    target = say("no target") if answer.target is None else answer.target
    return "\n".join(filter(None, (target[:LONGEST_TIP], answer.note)))


class Answers(Grid):
    """A table that keeps its row."""

    answer_chosen = Signal(object)

    def __init__(self, theme: Theme, columns: Sequence[Column]) -> None:
        """Start without rows."""
        self._chosen = -1
        name = say("The same pair in all editions")
        super().__init__(theme, Selection(), columns, name, widest=2, spans=lambda *_: None)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def show_answers(self, rows: Sequence[Answer], chosen: int) -> None:
        """Show the rows, one of them chosen."""
        with QSignalBlocker(self.selectionModel()):
            self.set_rows(rows)
        self._chosen = chosen
        self._keep()

    def showEvent(self, event: QShowEvent) -> None:
        """Keep the row."""
        super().showEvent(event)
        self._keep()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the remarks out where there is hardly room for the targets."""
        self.show_column(REMARK, shown=self.width() >= self._theme.pixels(NARROW))
        super().resizeEvent(event)

    def _keep(self) -> None:
        if self._chosen >= 0:
            self.setCurrentIndex(self.lazy.index(self._chosen, 0))

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and current.row() != self._chosen:
            self._chosen = current.row()
            self.answer_chosen.emit(self.lazy.rows[self._chosen])
