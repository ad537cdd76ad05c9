"""A card with the steps of two editions for the same pair, beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame

from uriinspector.core.reference import Buffer, newest
from uriinspector.gui.resolve.step_alignment import StepAlignment, StepPair, alignment
from uriinspector.gui.resolve.variants import (
    NO_CLAUSE,
    VARIANTS,
    Variant,
    cite_of,
    explanation,
    variant_of,
)
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside, own
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label, show_tip
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QResizeEvent

    from uriinspector.core.reference import Step
    from uriinspector.gui.theme import Theme

LEFT_CLAUSE, LEFT, RIGHT_CLAUSE, RIGHT, MARK = range(5)
NARROW = 760  # before zoom: below it, what is done has the room of the clauses
SHOWN = 80  # so much of a text stands in a cell


class StepComparisonCard(QFrame):
    """Two ways to resolve are chosen above; every row is what both do at the same point."""

    closed = Signal()
    clause_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        """Start without a pair."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._pair = ("", "")
        self.summary = plain_label(role="title")
        self.left, self.right = _chooser(say("First edition")), _chooser(say("Second edition"))
        self.done = button(say("Back to the steps"), self.closed.emit)
        self.table = Grid(
            theme,
            Selection(),
            _columns(),
            say("Steps compared"),
            widest=RIGHT,
            spans=lambda *_: None,
        )
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_out()
        self.table.clicked.connect(self._on_clicked)
        self.table.row_opened.connect(self._on_opened)
        for each in (self.left, self.right):
            each.currentIndexChanged.connect(self._show)

    @property
    def ways(self) -> tuple[Variant, Variant]:
        """The two ways that are chosen."""
        return VARIANTS[self.left.currentIndex()], VARIANTS[self.right.currentIndex()]

    def compare(self, base: str, reference: str, chosen: Variant) -> None:
        """Begin with the chosen way and one that gives another target, if there is any."""
        right = chosen
        left = _other_way(base, reference, chosen)
        self.choose(left, right)
        self.show_pair(base, reference)

    def choose(self, left: Variant, right: Variant) -> None:
        """Choose the two ways."""
        for box, way in ((self.left, left), (self.right, right)):
            with QSignalBlocker(box):
                box.setCurrentIndex(VARIANTS.index(way))

    def show_pair(self, base: str, reference: str) -> None:
        """Show another pair, by the ways that are chosen."""
        self._pair = (base, reference)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the clauses out where there is hardly room for what is done."""
        super().resizeEvent(event)
        for number in (LEFT_CLAUSE, RIGHT_CLAUSE):
            self.table.show_column(number, shown=self.width() >= self._theme.pixels(NARROW))

    def _show(self) -> None:
        result = alignment(*self._pair, *self.ways)
        for box, way in zip((self.left, self.right), self.ways, strict=True):
            show_tip(box, explanation(way))
        self.summary.setText(result.sentence)
        self._name_columns(result)
        self.table.setVisible(bool(result.rows))
        self.table.set_rows(result.rows)

    def _name_columns(self, result: StepAlignment) -> None:
        for number, way in zip((LEFT, RIGHT), result.ways, strict=True):
            self.table.lazy.name_column(number, say(way.title))

    def _lay_out(self) -> None:
        head = row(self.left, self.right, None, self.done, margins=(10, 8, 14, 4))
        self.summary.setContentsMargins(10, 2, 14, 8)
        column_of(
            head,
            self.summary,
            stretched(self.table),
            into=self,
            margins=(1, 0, 1, 1),
            spacing=0,
        )

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() in (LEFT_CLAUSE, RIGHT_CLAUSE):
            side = int(index.column() == RIGHT_CLAUSE)
            self._ask(self.table.lazy.rows[index.row()], side)

    def _on_opened(self, pair: StepPair) -> None:
        """Explain the clause of the edition that was chosen, or else of the other."""
        self._ask(pair, int(pair.right is not None))

    def _ask(self, pair: StepPair, side: int) -> None:
        step = (pair.left, pair.right)[side]
        if step is not None:
            self.clause_requested.emit(cite_of(self.ways[side].edition, step.rule))


def _chooser(name: str) -> QComboBox:
    box = QComboBox()
    box.addItems([say(way.title) for way in VARIANTS])
    box.setMinimumContentsLength(8)
    box.setAccessibleName(name)
    return box


def _other_way(base: str, reference: str, chosen: Variant) -> Variant:
    """One that gives another target; else the edition of 1997, which most differs in its steps."""
    usual = chosen.resolve(base, reference).target
    plain = [variant_of(edition) for edition in ("1997", "2005", "2003", "1994")]
    others = [way for way in (*plain, *VARIANTS) if way != chosen]
    differing = (way for way in others if way.resolve(base, reference).target != usual)
    return next(differing, others[0])


def _columns() -> list[Column]:
    return [
        Column(say("Clause"), lambda pair: _clause(pair.left), is_rigid=True),
        Column("", lambda pair: _deed(pair.left, pair.right, pair), wraps=True),
        Column(say("Clause"), lambda pair: _clause(pair.right), is_rigid=True),
        Column("", lambda pair: _deed(pair.right, pair.left, pair), wraps=True),
        Column(say("Difference"), _mark, is_rigid=True),
    ]


def _clause(step: Step | None) -> Pieces:
    return ours(step.rule.removesuffix(NO_CLAUSE), Kind.LINK) if step else ()


def _deed(step: Step | None, other: Step | None, pair: StepPair) -> Pieces:
    """What a step does and what is there after it, marked where the other has something else."""
    if step is None:
        return ours(say("no such step"), Kind.MUTED)
    kind = Kind.DIFFERS if pair.is_different else Kind.PLAIN
    text = _text(step)
    if not text:
        return ours(say(step.note), kind)
    words = ours(say(step.note) + "   ", Kind.PLAIN)
    against = _text(other) if other and pair.is_different else text
    return (*words, *(own(against, text) if against else outside(text, Kind.DIFFERS)))


def _text(step: Step) -> str:
    """What is there after a step, as much of it as has room in a cell."""
    after = step.after
    if isinstance(after, Buffer):
        return newest(after.chain, SHOWN) + after.source[after.start : after.end][:SHOWN]
    return (after or "")[: 2 * SHOWN]


def _mark(pair: StepPair) -> Pieces:
    if pair.is_different:
        return ours(say("different"), Kind.DIFFERS)
    if pair.left is None or pair.right is None:
        return ours(say("on one side only"), Kind.MUTED)
    return ours(say("same"), Kind.MUTED)
