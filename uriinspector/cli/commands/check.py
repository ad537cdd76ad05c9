"""Answers of a class: right or wrong, and the mistake behind each wrong one."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import visible
from uriinspector.cli.errors import refuse
from uriinspector.cli.lesson_lists import sentences_by_code
from uriinspector.cli.list_options import opened
from uriinspector.cli.pack_option import pack_in, students_in
from uriinspector.cli.screen import complain
from uriinspector.cli.styled_line import heading, run, table
from uriinspector.export.class_list import ClassList
from uriinspector.export.csv import csv_row
from uriinspector.export.judged_answers import (
    COLUMNS,
    MOST_OCTETS,
    ORDER,
    PACK_COLUMNS,
    PackQuestions,
    answer_table,
    judged_rows,
    plain_question,
    text_of,
)
from uriinspector.export.language import translation_into
from uriinspector.lessons.score import QuestionOutcome

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Mapping

    from uriinspector.cli.screen import Screen
    from uriinspector.cli.styled_line import Line
    from uriinspector.export.judged_answers import JudgedRow
    from uriinspector.export.row_tables import InputTable
    from uriinspector.lessons.pack import Scoring
    from uriinspector.lessons.question import Question

ADDED = ("right", "mistake", "reason", "also")
WORDS = {True: "yes", False: "no", None: ""}
WRONG = "wrong"
LONGEST_NUMBER = 9
MOST_NAMED = 40
# Groups of answers that have no mistake.
UNNAMED = {True: "(right)", False: "(unnamed)", None: "(no answer)"}


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Every row in turn; what could not be read is told by its line."""
    pack = pack_in(options.pack) if options.pack else None
    columns = PACK_COLUMNS if pack else COLUMNS
    students = _students(options)
    questions = PackQuestions(pack, students) if pack else None
    question_of = questions or partial(
        plain_question, base=options.base or "", edition=options.edition
    )
    answers = answer_table(_read(options.file), columns, PACK_COLUMNS if pack else ORDER)
    _refuse_without_columns(options.file, answers, columns)
    language = options.language or (pack.language if pack else "en")
    translate = translation_into(language)
    counts = {True: 0, False: 0, None: 0}
    status = 0
    sums: dict[str, Sums] = {}
    added = ("right", "mark", *ADDED[1:]) if pack else ADDED
    scoring = pack.scoring if pack else None
    if not options.json and not options.by:
        screen.exact(csv_row(*answers.names, *added, delimiter=answers.delimiter))
    for row in judged_rows(answers, question_of):
        if row.fault:
            complain(f"{options.file}: line {row.row.line}: {row.fault}")
            status = 2
            continue
        counts[row.right] += 1
        if options.by:
            group = sums.setdefault(_group(row, options.by), Sums())
            group.add(row.right, _mark(row, scoring) if scoring else None)
        elif options.json:
            screen.exact(_as_json(row, answers, translate, scoring))
        else:
            screen.exact(_as_csv(row, answers, translate, scoring))
    if options.by:
        screen.write(_sums(options.by, sums, screen.width, translate))
    screen.out.flush()
    for text in _warnings(questions, students):
        complain(text)
    complain(f"{counts[True]} of {counts[True] + counts[False]} correct")
    return status or int(options.fail_on == WRONG and counts[False] > 0)


def _students(options: argparse.Namespace) -> ClassList | None:
    if options.students is None:
        if options.column:
            refuse("--column goes with --students")
        return None
    if not options.pack:
        refuse("--students goes with --pack")
    return ClassList(students_in(options.students, options.column))


def _warnings(questions: PackQuestions | None, students: ClassList | None) -> Iterator[str]:
    """Who did not answer; or that a name in another spelling would have other questions."""
    if questions is None:
        return
    if students is None:
        if not questions.has_codes:
            yield "student names were not checked; --students FILE finds misspelled ones"
        return
    silent = [each for each in students.students if each not in questions.answering]
    if silent:
        shown = ", ".join(visible(each, 80) for each in silent[:MOST_NAMED])
        more = len(silent) - MOST_NAMED
        yield f"no answers from: {shown}" + (f" and {more} more" if more > 0 else "")


def _refuse_without_columns(file: str, answers: InputTable, columns: tuple[str, ...]) -> None:
    """A first row that names some columns, though not all that are needed, is no answer."""
    if answers.has_header:
        return
    names = {name.strip().casefold() for name in answers.first_cells}
    missing = [name for name in columns if name not in names]
    if len(names & {*ORDER, "student"}) > 1 and missing:
        refuse(f"{file}: missing column: {missing[0]}")


def _read(file: str) -> str:
    """The whole table: it is decoded in one of two ways."""
    if file == "-":
        if sys.stdin is None:
            refuse("standard input is closed")
        data = sys.stdin.buffer.read(MOST_OCTETS + 1)
    else:
        with opened(file) as source:
            data = source.read(MOST_OCTETS + 1)
    if len(data) > MOST_OCTETS:
        refuse(f"{file}: larger than {MOST_OCTETS >> 20} MB")
    return text_of(data)


def _group(row: JudgedRow, by: str) -> str:
    if by == "mistake":
        return row.mistake or UNNAMED[row.right]
    if by == "class":
        return "class"
    return row.row.values.get(by, "") or "(none)"


class Sums:
    """How many answers of a group are right, wrong or missing, and what they count."""

    def __init__(self) -> None:
        self.counts = {True: 0, False: 0, None: 0}
        self.mark: float | None = None

    def add(self, right: bool | None, mark: float | None) -> None:
        """One more answer."""
        self.counts[right] += 1
        if mark is not None:
            self.mark = (self.mark or 0.0) + mark

    @property
    def mark_text(self) -> str:
        """The sum of marks; nothing where there are no marks."""
        return "" if self.mark is None else f"mark {self.mark:g}"


def _sums(
    by: str,
    sums: Mapping[str, Sums],
    most: int,
    say: Callable[[str], str],
) -> Iterator[Line]:
    """The groups with what was right, wrong and left open: mistakes by their number, others as
    they came."""
    yield heading(by.capitalize())
    if by == "mistake":
        yield from _mistake_sums(sums, most, say)
        return
    yield from table(
        [
            (
                run(name),
                run(f"{each.counts[True]} right"),
                run(f"{each.counts[False]} wrong"),
                run(f"{each.counts[None]} without answer", "muted"),
                run(each.mark_text),
            )
            for name, each in sums.items()
        ],
        most,
    )


def _mistake_sums(sums: Mapping[str, Sums], most: int, say: Callable[[str], str]) -> Iterator[Line]:
    """The commonest mistake first, each with its sentence; behind them what has no mistake."""
    sentences = sentences_by_code(say)
    named = [name for name in sums if name in sentences]
    named.sort(key=lambda name: -sums[name].counts[False])
    rest = [name for name in UNNAMED.values() if name in sums]
    yield from table(
        [
            (
                run(str(sum(sums[name].counts.values()))),
                run(name),
                run(sentences.get(name, ""), "muted"),
            )
            for name in (*named, *rest)
        ],
        most,
    )


def _mark(row: JudgedRow, scoring: Scoring) -> float:
    """What an answer counts: in which try, and after how many hints, the window says."""
    tries, hints = (_number(row.row.values.get(name, "")) for name in ("tries", "hints"))
    return scoring.mark(QuestionOutcome(bool(row.right), tries, hints))


def _number(cell: str) -> int:
    text = cell.strip().removesuffix(".0")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER else 0


def _as_json(
    row: JudgedRow, answers: InputTable, translate: Callable[[str], str], scoring: Scoring | None
) -> str:
    question: Question | None = row.question
    record = {
        "line": row.row.line,
        "row": dict(zip(answers.names, row.row.cells, strict=False)),
        "kind": question.kind if question else None,
        "key": question.key if question else None,
        "right": row.right,
        **({} if scoring is None else {"mark": _mark(row, scoring)}),
        "mistake": row.mistake,
        "reason": row.reason(translate) or None,
        "also": list(row.also),
    }
    return json.dumps(record) + "\n"


def _as_csv(
    row: JudgedRow, answers: InputTable, translate: Callable[[str], str], scoring: Scoring | None
) -> str:
    mark = () if scoring is None else (f"{_mark(row, scoring):g}",)
    added = (WORDS[row.right], *mark, row.mistake or "", row.reason(translate), " ".join(row.also))
    return csv_row(*row.row.cells_of(len(answers.names)), *added, delimiter=answers.delimiter)
