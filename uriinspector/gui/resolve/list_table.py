"""The table of a pasted list: what was asked, what is expected, what came of it, and the mark."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from uriinspector.export.judged_answers import RIGHT, UNMARKED, WRONG
from uriinspector.gui.resolve.pair_cells import given, mark
from uriinspector.gui.selection import Selection
from uriinspector.gui.tables.columns import Column
from uriinspector.gui.tables.grid import Grid
from uriinspector.gui.text.pieces import Kind, Pieces, differing, ours, outside
from uriinspector.gui.text.translation import number, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QResizeEvent

    from uriinspector.gui.resolve.pasted_list import ListAnswer
    from uriinspector.gui.theme import Theme

LINE, REFERENCE, BASE, EXPECTED, GOT, RESULT, FINDING = range(7)
NARROW = 620  # before zoom: less has no room for lines and bases


class ListTable(Grid):
    """Rows that come in parts; they are made when they are looked at."""

    def __init__(self, theme: Theme) -> None:
        """Start without rows."""
        self.answers: list[ListAnswer] = []
        self.marks: Counter[str] = Counter()
        self._base = ""
        self._is_only_wrong = self._has_bases = self._has_findings = False
        columns, name = _columns(), say("Resolved list")
        super().__init__(theme, Selection(), columns, name, widest=GOT, spans=lambda *_: None)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def begin(self, base: str) -> None:
        """Forget all rows; those to come are resolved against this base unless they say so."""
        self.answers, self.marks = [], Counter()
        self._base, self._has_bases, self._has_findings = base, False, False
        self.set_rows(())

    def take(self, rows: list[ListAnswer]) -> None:
        """Add rows at the end."""
        result, is_first = len(self.lazy.rows), not self.answers
        self.answers += rows
        self.marks.update(each.mark for each in rows)
        self._has_bases |= any(each.base != self._base for each in rows)
        had_findings = self._has_findings
        self._has_findings |= any(each.finding for each in rows)
        if is_first:
            self.show_chosen()
        elif not self._is_only_wrong:
            self.lazy.extend(islice(self.answers, result, None))
        if self._has_findings and not (had_findings or is_first):
            self._show_columns()
            self._measure()

    def show_only_wrong(self, *, on: bool) -> None:
        """Leave out what is as expected."""
        self._is_only_wrong = on
        self.show_chosen()

    def show_chosen(self) -> None:
        """Show the rows from the first one on."""
        self._show_columns()
        self.set_rows(self._chosen())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the targets have it."""
        self._show_columns()
        super().resizeEvent(event)

    def _chosen(self) -> Iterator[ListAnswer]:
        is_all = not self._is_only_wrong
        return (each for each in self.answers if is_all or each.mark == WRONG)

    def _show_columns(self) -> None:
        is_wide = self.width() >= self._theme.pixels(NARROW)
        is_marked = len(self.marks) > 1 or UNMARKED not in self.marks
        self.show_column(LINE, shown=is_wide)
        self.show_column(BASE, shown=self._has_bases and is_wide)
        self.show_column(FINDING, shown=self._has_findings)
        for column in (EXPECTED, RESULT):
            self.show_column(column, shown=is_marked)


def _columns() -> list[Column]:
    return [
        Column(say("Line"), lambda each: ours(number(each.line), Kind.MUTED), is_rigid=True),
        Column(say("Reference"), lambda each: given(each.reference), is_uri=True),
        Column(say("Base URI"), lambda each: outside(each.base, Kind.MUTED), is_uri=True),
        Column(say("Expected"), lambda each: outside(each.expected), is_uri=True),
        Column(say("As resolved"), _got, is_uri=True),
        Column(say("Result"), _mark, is_rigid=True),
        Column(say("Finding"), lambda each: ours(say(each.finding)) if each.finding else ()),
    ]


def _got(each: ListAnswer) -> Pieces:
    if each.is_fault:
        if each.explanation.startswith("missing column"):
            return ours(say("no reference in this line"), Kind.FAULT)
        return ours(say("Cannot read this line: {why}", why=each.explanation), Kind.FAULT)
    if each.explanation:
        return ours(say(each.explanation), Kind.MUTED)
    return differing(each.expected, each.got) if each.mark == WRONG else outside(each.got)


def _mark(each: ListAnswer) -> Pieces:
    return mark(is_right=each.mark == RIGHT) if each.mark else ()
