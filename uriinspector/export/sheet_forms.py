"""The questions of sheets as CSV tables, and their texts for all formats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import visible
from uriinspector.core.model import Message, NamedTuple
from uriinspector.export.csv import csv_row
from uriinspector.export.language import Language, english
from uriinspector.lessons.answer_lines import KIND_WORDS, written_answer
from uriinspector.lessons.hints import PLAIN_TEXTS
from uriinspector.lessons.question import Question, letter_of

if TYPE_CHECKING:
    from uriinspector.lessons.pack import Sheet, SheetRow
    from uriinspector.lessons.score import Attempt


WITHOUT, WITH, ALONE = "without", "with", "alone"
EMPTY = "(empty)"  # shown for an empty reference
# The labels for the texts in a question.
LABELS = {
    "base": "Base URI",
    "reference": "Reference",
    "text": "Link",
    "a": "First",
    "b": "Second",
    "target": "Target",
    "result": "Target",
    "url": "URL of the page",
    "page": "Page",
    "ascii": "Host in ASCII",
}
COLUMNS = ("student", "question", "item", "asks", "base", "reference")
SHEET = "sheet"  # the column with the code of the sheet
OWN_COLUMNS = frozenset({"Base URI", "Reference", "Link", "Text"})


class SheetForm(NamedTuple):
    """The options for sheets: whether they include the key, the language, and the names."""

    key: str = WITHOUT
    say: Language = english
    has_names: bool = False  # False if students are named by codes

    def words_of(self, phrase: Message) -> str:
        return self.say(phrase)

    def written(self, kind: str, answer: str) -> str:
        return written_answer(kind, answer, self.say)


def given_texts(question: Question) -> tuple[str, str]:
    given = question.given
    return given.get("base", ""), given.get("reference", given.get("text", ""))


def shown_texts(question: Question) -> Iterator[tuple[str, str]]:
    for name, text in question.given.items():
        if name in LABELS and (text or name == "reference"):
            yield ("Text" if question.kind in PLAIN_TEXTS else LABELS[name]), text


def further_texts(question: Question) -> Iterator[str]:
    return (text for label, text in shown_texts(question) if label not in OWN_COLUMNS)


def asked_text(question: Question, form: SheetForm) -> str:
    """Return the question in one line, with its choices and the texts that have no column."""
    more = [
        f"{form.say(label)}: {text}"
        for label, text in shown_texts(question)
        if label not in OWN_COLUMNS
    ]
    more += map(form.words_of, question.details)
    more += [
        f"{letter_of(at)}: {form.words_of(each.phrase)}" for at, each in enumerate(question.choices)
    ]
    answer = answer_words(question, form)
    return " | ".join((form.words_of(question.asks), *more, *filter(None, (answer,))))


def answer_words(question: Question, form: SheetForm) -> str:
    """Return a description of the expected answer, or "" if the question includes one."""
    words = KIND_WORDS[question.kind]
    if words.is_asked:
        return ""
    return f"{form.say('Answer')}: {form.words_of(words.answer)}"


def as_csv(sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    """Yield a row for each question, with an empty cell for the answer, the key, or both."""
    answer = {WITHOUT: ("answer",), WITH: ("answer", "key"), ALONE: ("key",)}[form.key]
    yield csv_row(*COLUMNS, *answer, SHEET)
    for sheet in sheets:
        for number, row in enumerate(sheet.rows, 1):
            key = form.written(row.question.kind, row.question.key)
            cells = {WITHOUT: ("",), WITH: ("", key), ALONE: (key,)}[form.key]
            yield csv_row(*asked_cells(sheet, number, row, form), *cells, sheet.code)


def asked_cells(sheet: Sheet, number: int, row: SheetRow, form: SheetForm) -> tuple[str, ...]:
    asks = asked_text(row.question, form)
    return sheet.student, str(number), row.item, asks, *given_texts(row.question)


def as_json(sheets: Iterable[Sheet], form: SheetForm) -> Iterator[str]:
    for sheet in sheets:
        rows = [
            {"on_sheet": at, "item": row.item, "number": row.number, **row.question.to_dict()}
            | ({} if form.key == WITHOUT else {"key": row.question.key})
            for at, row in enumerate(sheet.rows, 1)
        ]
        pack = {"pack": sheet.pack.code, "version": sheet.pack.version}
        record = {"schema": 1, **pack, "student": sheet.student, "code": sheet.code}
        yield json.dumps(record | {"questions": rows}) + "\n"


def in_lines(text: str) -> str:
    """Return a text as HTML, with its line breaks."""
    return "<br>".join(map(escaped, text.split("\n")))


def escaped(text: str) -> str:
    """Escape a text for HTML, and make invisible characters visible."""
    return escape(visible(text))


def answers_as_csv(sheet: Sheet, answers: Mapping[int, Attempt], form: SheetForm) -> Iterator[str]:
    """Yield a row for each question, answered or not; it contains no marks."""
    yield csv_row(*COLUMNS, "answer", "tries", "hints", SHEET)
    for number, row in enumerate(sheet.rows, 1):
        given = answers.get(number - 1)
        cells = (given.answer, str(given.tries), str(given.hints)) if given else ("", "", "")
        yield csv_row(*asked_cells(sheet, number, row, form), *cells, sheet.code)
