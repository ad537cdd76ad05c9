"""Which rows of a table are selected, by number: kept where their order changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView

    from uriinspector.gui.documents.numbered_model import NumberedModel

FLAGS = QItemSelectionModel.SelectionFlag
ROWS = FLAGS.ClearAndSelect | FLAGS.Rows


def selected_numbers(view: QTableView, model: NumberedModel) -> list[int]:
    """The numbers of the selected rows, from above."""
    selection = view.selectionModel().selection()
    ranges = sorted(
        (each.top(), each.bottom()) for each in map(selection.at, range(selection.size()))
    )
    rows = dict.fromkeys(row for top, bottom in ranges for row in range(top, bottom + 1))
    return [model.numbers[row] for row in rows]


def choose_row(view: QTableView, row: int) -> None:
    """Make one row the current one and the only one selected, whatever keys are held."""
    view.selectionModel().setCurrentIndex(view.model().index(row, 0), ROWS)


def select_numbers(view: QTableView, model: NumberedModel, numbers: Iterable[int]) -> None:
    """Select those of the rows that are shown; the current one stays so."""
    wanted = frozenset(numbers)
    rows = [row for row, number in enumerate(model.numbers) if number in wanted]
    selection, last = QItemSelection(), max(model.columnCount() - 1, 0)
    for first, end in _runs(rows):
        selection.select(model.index(first, 0), model.index(end, last))
    view.selectionModel().select(selection, ROWS)


def _runs(rows: list[int]) -> Iterator[tuple[int, int]]:
    """From where to where rows follow one another."""
    if not rows:
        return
    first = rows[0]
    for row, following in pairwise(rows):
        if following != row + 1:
            yield first, row
            first = following
    yield first, rows[-1]
