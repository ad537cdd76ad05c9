"""The answers of a student to a pack, as a file that ``check`` marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.export.csv import csv_row
from uriinspector.export.sheet_forms import COLUMNS, SHEET, asked_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uriinspector.export.sheet_forms import SheetForm
    from uriinspector.lessons.pack import Sheet
    from uriinspector.lessons.pack_round import GivenAnswer


def answers_as_csv(
    sheet: Sheet, answers: Mapping[int, GivenAnswer], form: SheetForm
) -> Iterator[str]:
    """A row for each question, also for one without an answer; no marks: they are made anew."""
    yield csv_row(*COLUMNS, "answer", "tries", "hints", SHEET)
    for number, row in enumerate(sheet.rows, 1):
        given = answers.get(number - 1)
        cells = (given.answer, str(given.tries), str(given.hints)) if given else ("", "", "")
        yield csv_row(*asked_cells(sheet, number, row, form), *cells, sheet.code)
