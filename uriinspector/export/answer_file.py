"""The answers of a student to a pack, as a file that ``check`` marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.export.csv import csv_row
from uriinspector.export.sheet_forms import COLUMNS, SHEET, asked_text, given_texts

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
    for at, row in enumerate(sheet.rows):
        given = answers.get(at)
        cells = (given.answer, str(given.tries), str(given.hints)) if given else ("", "", "")
        asks = asked_text(row.question, form)
        texts = given_texts(row.question)
        yield csv_row(*(sheet.student, row.item, str(row.number), asks, *texts), *cells, sheet.code)
