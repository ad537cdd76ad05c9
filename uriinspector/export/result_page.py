"""The marked answers of each student as pages to print; texts from outside are never markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.export.csv import unguarded
from uriinspector.export.sheet_forms import WITHOUT, escaped, in_lines
from uriinspector.export.sheet_page import (
    PAGE_END,
    SheetMarkup,
    asked,
    end_row,
    fields,
    head_of,
    key_of,
    marked_phrase,
    page_start,
    question_row,
    title_of,
    wide_row,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from uriinspector.export.judged_answers import JudgedRow
    from uriinspector.export.sheet_forms import SheetForm
    from uriinspector.lessons.pack import Pack, Sheet, SheetRow

# By shape and word, since many print without color.
RESULTS = {True: ("\u2713", "Correct"), False: ("\u2717", "Wrong"), None: ("\u2013", "No answer")}
DECIMAL_POINTS = {"de": ","}


class StudentResult(NamedTuple):
    """The sheet of a student, and the judged answers by the numbers of the questions."""

    sheet: Sheet
    answers: Mapping[int, JudgedRow]

    @property
    def right_count(self) -> int:
        """How many answers are right."""
        return sum(each.right is True for each in self.answers.values())

    @property
    def mark(self) -> float:
        """The sum of the marks."""
        scoring = self.sheet.pack.scoring
        return sum(each.mark(scoring) for each in self.answers.values())

    @property
    def most(self) -> float:
        """What all questions count together, if all are answered rightly at once."""
        return len(self.sheet.rows) * self.sheet.pack.scoring.first


def student_results(
    sheets: Mapping[str, Sheet], rows: Iterable[JudgedRow]
) -> Iterator[StudentResult]:
    """Rows by their students, who come in the order of ``sheets`` once all rows were read."""
    answers: dict[str, dict[int, JudgedRow]] = {}
    for row in rows:
        if row.asked is not None:
            of_student = answers.setdefault(row.asked.student, {})
            before = of_student.get(row.asked.number)
            if before is None or before.right is None:
                of_student[row.asked.number] = row
    return (StudentResult(sheet, answers.get(name, {})) for name, sheet in sheets.items())


def as_result_pages(pack: Pack, results: Iterable[StudentResult], form: SheetForm) -> Iterator[str]:
    """A new page for each student, with every question of the sheet."""
    title = f"{title_of(pack, form)} \u00b7 {form.translate('Result')}"
    yield page_start(title, form)
    for each in results:
        rows = [wide_row(f'<p class="sum">{escaped(_sum(each, form))}</p>')]
        for number, row in enumerate(each.sheet.rows, 1):
            markup = "".join(_question(row, each.answers.get(number), form, pack))
            rows.append(question_row(number, markup))
        rows.append(end_row(each.sheet, form))
        head = head_of(each.sheet, title, form)
        yield SheetMarkup(each.sheet.code, head, tuple(rows)).section(form)
    yield PAGE_END


def _sum(result: StudentResult, form: SheetForm) -> str:
    places = {
        "{right}": str(result.right_count),
        "{count}": str(len(result.sheet.rows)),
        "{mark}": mark_number(result.mark, form),
        "{most}": mark_number(result.most, form),
    }
    text = form.translate("{right} of {count} correct. Marks: {mark} of {most}")
    for place, value in places.items():
        text = text.replace(place, value)
    return text


def _question(
    row: SheetRow, answer: JudgedRow | None, form: SheetForm, pack: Pack
) -> Iterator[str]:
    yield asked(row.question, form)
    yield fields(_described(row, answer, form, pack), form, " result")


def _described(
    row: SheetRow, answer: JudgedRow | None, form: SheetForm, pack: Pack
) -> Iterator[tuple[str, str]]:
    """What became of a question: labels and markup."""
    right = answer.right if answer else None
    if answer is not None and right is not None:
        written = unguarded(answer.row.values.get("answer", "")).strip()
        yield "Your answer", f"<code>{in_lines(written)}</code>"
    sign, word = RESULTS[right]
    said = f"<strong>{sign} {escaped(form.translate(word))}</strong>"
    mark = answer.mark(pack.scoring) if answer else 0.0
    mark_text = form.translate("mark {mark}").replace("{mark}", mark_number(mark, form))
    yield "Result", f"{said} \u00b7 {escaped(mark_text)}"
    if answer is not None:
        yield from _reasons(answer, form)
    if form.key != WITHOUT and right is not True:
        yield "Right answer", key_of(row.question, form)


def _reasons(answer: JudgedRow, form: SheetForm) -> Iterator[tuple[str, str]]:
    """What was done and what holds; the code names the mistake for who looks it up."""
    reasons = " ".join(marked_phrase(each, form) for each in answer.phrases)
    if reasons:
        yield "Reason", reasons
    codes = [*filter(None, (answer.mistake,)), *answer.also]
    if codes:
        yield "Mistake", escaped(", ".join(codes))


def mark_number(value: float, form: SheetForm) -> str:
    """A mark as the language writes it."""
    return f"{value:g}".replace(".", DECIMAL_POINTS.get(form.language, "."))
