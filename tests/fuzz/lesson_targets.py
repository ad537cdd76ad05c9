"""Targets that read files of teachers and students: packs, class lists, tables of answers."""

import json
import sqlite3
from contextlib import closing, suppress
from functools import partial
from typing import Any

from tests.fuzz.storage_targets import stored
from tests.fuzz.target import Target
from tests.fuzz.text_targets import chosen, decoded
from uriinspector.analysis.list_problems import ListError
from uriinspector.export.answer_table import attempts_in, csv_of
from uriinspector.export.judged_answers import (
    ClassList,
    StudentsError,
    answer_table,
    judged_rows,
    plain_row,
    read_students,
    text_of,
)
from uriinspector.export.sheet_forms import SheetForm, as_csv, as_json
from uriinspector.export.sheet_page import as_html
from uriinspector.gui.storage.learning_record import NUMBERS, TEXTS, LearningRecord
from uriinspector.lessons.pack import sheet_of
from uriinspector.lessons.pack_file import read_pack
from uriinspector.lessons.question import NoQuestionError
from uriinspector.lessons.repetition import repetition_round

# Limits: more rows and questions would not test anything new.
MOST_ROWS, MOST_QUESTIONS = 20, 40
# A table that accepts any value in any column, as in a damaged file.
LOOSE = f"CREATE TABLE attempt (id INTEGER PRIMARY KEY, {', '.join((*TEXTS, *NUMBERS))})"
# At this time all earlier reviews are due.
NOW = 1_800_000_000.0


def pack(data: bytes) -> None:
    """Read a pack: it results in a sheet in all forms, or every fault is reported with its
    line.
    """
    try:
        read = read_pack(decoded(data))
    except ListError:
        return
    questions = sum(item.count or len(item.fixed) for item in read.items)
    if questions > MOST_QUESTIONS or any(len(item.fixed) > MOST_QUESTIONS for item in read.items):
        return
    with suppress(NoQuestionError):
        sheet = sheet_of(read, "a")
        assert sheet == sheet_of(read, "a")
        form = SheetForm("with")
        assert all((*as_csv([sheet], form), *as_json([sheet], form)))
        assert "".join(as_html(read, [sheet], form)).count("<section>") == 1


def answers(data: bytes) -> None:
    """Judge a table of answers: each row is right, wrong with a reason, open, or unreadable."""
    how, rest = chosen(data)
    table = answer_table(text_of(rest))
    base = "http://a/b/c/d;p?q" if how & 1 else ""
    for row, _ in zip(
        judged_rows(table, partial(plain_row, base=base, edition="2005")),
        range(MOST_ROWS),
        strict=False,
    ):
        assert row.fault or row.right is not False or row.reason()
        assert isinstance(row.fault, str)


def record(data: bytes) -> None:
    """Read a damaged record: intact answers are counted, returned and exported."""
    file = stored("answers.sqlite", b"")
    with closing(sqlite3.connect(file)) as rows:
        rows.execute(LOOSE)
        values = ", ".join("?" * len((*TEXTS, *NUMBERS)))
        for row in map(kept_row, decoded(data).split("\n")[:MOST_ROWS]):
            with suppress(OverflowError):  # too large for the database
                rows.execute(f"INSERT INTO attempt VALUES (NULL, {values})", row)
        rows.commit()
    read = LearningRecord(file, now=lambda: NOW)
    try:
        attempts = read.attempts()
        assert read.count() == len(attempts)
        due = read.due()
        if due:
            asked = repetition_round(
                due, "a", {each.item: read.outcomes(each.item) for each in attempts}
            )
            assert asked.ask().question.given
        same, damaged = attempts_in("".join(csv_of(attempts)))
        assert len(same) + damaged == len(attempts)
    finally:
        read.close()


def kept_row(line: str) -> list[Any]:
    """Return the values of a row from a JSON list; unsupported values become text or null."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = [line]
    values = values if isinstance(values, list) else [values]
    values = (values + [None] * 99)[: len((*TEXTS, *NUMBERS))]
    values = [json.dumps(each) if isinstance(each, list | dict) else each for each in values]
    return [
        each.encode(errors="surrogatepass") if isinstance(each, str) else each for each in values
    ]


def exported(data: bytes) -> None:
    """Import answers: each is read, or counted as damaged."""
    attempts, damaged = attempts_in(decoded(data))
    again, lost = attempts_in("".join(csv_of(attempts)))
    assert damaged >= 0
    assert (again, lost) == (attempts, 0)


def students(data: bytes) -> None:
    """Read a class list: each student is in it once and can be found, or there is an error."""
    try:
        read = read_students(data)
    except StudentsError:
        return
    known = ClassList(read.students)
    assert all(known.student(each) == each for each in read.students)
    assert known.nearest("Ada Lovelace") in {None, *read.students}
    with suppress(StudentsError):
        read_students(data, read.columns[:2])


TARGETS = (
    Target("pack", pack, 4_096, tokens="pack"),
    Target("answers", answers, 1_000, tokens="links"),
    Target("record", record, 2_000, tokens="record"),
    Target("exported", exported, 2_000, tokens="record"),
    Target("students", students, 1_000, tokens="record"),
)
