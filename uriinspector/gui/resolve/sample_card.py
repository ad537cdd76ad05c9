"""A card with a table of pairs: the printed examples with their marks, or what changed when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from uriinspector import EDITIONS
from uriinspector.gui.resolve.pair_cells import given, mark
from uriinspector.gui.resolve.samples import (
    BASE,
    EditionChange,
    SampleResult,
    SampleTable,
    changes,
    run,
)
from uriinspector.gui.resolve.variants import STRICT_2005, Variant, variant_of
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import Kind, Pieces, differing, ours, outside
from uriinspector.gui.text.translation import say
from uriinspector.gui.text.visible_text import plain_label
from uriinspector.gui.widgets.cards import button
from uriinspector.gui.widgets.layouts import column_of, row, stretched

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.theme import Theme

# How, and the clause: left out below this width, before zoom.
RARE, NARROW = (3, 4), 560
LEFT_OUT = "RFC 1808, RFC 2396 and RFC 3987 are not implemented."


class SampleCard(QFrame):
    """Choosing a row runs it."""

    pair_chosen = Signal(str, str, object)  # base, reference, Way
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        """Start without rows."""
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.title = plain_label(role="title")
        self.summary = plain_label(role="quiet")
        self.done = button(say("Back to the steps"), self.closed.emit)
        self.results = _grid(theme, _result_columns(), say("Examples"), 2)
        self.changes = _grid(theme, _change_columns(), say("Changes between editions"), 5)
        for grid in (self.results, self.changes):
            grid.row_opened.connect(self._on_row)
            grid.clicked.connect(lambda index, grid=grid: self._on_row(grid.lazy.rows[index.row()]))
        head = row(self.title, None, self.done, margins=(10, 8, 14, 4))
        self.summary.setContentsMargins(10, 0, 14, 8)
        column_of(
            head,
            self.summary,
            stretched(self.results),
            stretched(self.changes),
            into=self,
            margins=(1, 0, 1, 1),
            spacing=0,
        )

    def show_table(self, table: SampleTable) -> None:
        """Run every example of a text, and mark it."""
        results = run(table)
        right = sum(result.right for result in results)
        self.title.setText(say(table.title))
        self.summary.setText(
            say("{right} of {count} match the printed target", right=right, count=len(results))
        )
        self.results.set_rows(results)
        self._show(self.results)

    def show_changes(self) -> None:
        """Show what every edition made of the same pairs."""
        self.title.setText(say("Changes between editions"))
        self.summary.setText(say(LEFT_OUT))
        self.changes.set_rows(changes())
        self._show(self.changes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the targets have it."""
        super().resizeEvent(event)
        for column in RARE:
            self.results.show_column(column, shown=self.width() >= self._theme.pixels(NARROW))

    def _show(self, grid: Grid) -> None:
        self.results.setVisible(grid is self.results)
        self.changes.setVisible(grid is self.changes)
        grid.setFocus()

    def _on_row(self, chosen: SampleResult | EditionChange) -> None:
        if isinstance(chosen, SampleResult):
            sample = chosen.sample
            self.pair_chosen.emit(sample.base, sample.reference, sample.variant)
        else:
            self.pair_chosen.emit(chosen.base, chosen.reference, STRICT_2005)


def _grid(theme: Theme, columns: list[Column], name: str, widest: int) -> Grid:
    grid = Grid(theme, Selection(), columns, name, widest=widest, spans=lambda *_: None)
    grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return grid


def _result_columns() -> list[Column]:
    return [
        Column(say("Reference"), lambda each: given(each.sample.reference), is_uri=True),
        Column(say("As printed"), _printed, is_uri=True),
        Column(say("As resolved"), _resolved, is_uri=True),
        Column(
            say("Variant"), lambda each: ours(_how(each.sample.variant), Kind.MUTED), is_rigid=True
        ),
        Column(say("Clause"), lambda each: ours(each.sample.clause, Kind.MUTED), is_rigid=True),
        Column(say("Result"), lambda each: mark(is_right=each.right), is_rigid=True),
    ]


def _printed(each: SampleResult) -> Pieces:
    if each.sample.target is not None:
        return outside(each.sample.target)
    return ours(say("the current document") if each.sample.same else say("no target"), Kind.MUTED)


def _resolved(each: SampleResult) -> Pieces:
    if each.got is None:
        return ours(each.explanation, Kind.MUTED)
    return differing(each.sample.target or each.got, each.got)


def _how(variant: Variant) -> str:
    if variant.above_root != "keep":
        return say(variant.above_root)
    return "" if variant.strict else say("lenient")


def _change_columns() -> list[Column]:
    targets = [_target_column(place) for place in range(len(EDITIONS))]
    return [
        Column(say("Reference"), _asked, is_uri=True),
        *targets,
        Column(say("What changed"), lambda each: ours(say(each.title)), wraps=True),
    ]


def _asked(each: EditionChange) -> Pieces:
    base = () if each.base == BASE else ours(f"{each.base}  + ", Kind.MUTED)
    return (*base, *given(each.reference))


def _target_column(place: int) -> Column:
    """What an edition made of it; what the one before made otherwise is marked."""

    def cell(each: EditionChange) -> Pieces:
        resolutions = [
            variant_of(name).resolve(each.base, each.reference) for name in EDITIONS[: place + 1]
        ]
        now, before = resolutions[-1], resolutions[-2] if place else resolutions[-1]
        if now.target is None:
            text = say("the current document") if now.same_document else say("no target")
            return ours(text, Kind.MUTED)
        return differing(before.target or now.target, now.target)

    return Column(EDITIONS[place], cell, is_uri=True)
