"""The command "check": marks the answers of a class and names the mistakes."""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from uriinspector.analysis.safe_text import visible
from uriinspector.cli.answer_sums import QUESTION, AnswerSums
from uriinspector.cli.arguments import opened, refuse, standard_input
from uriinspector.cli.output_file import pack_in, refuse_spreadsheet, students_in, write_out
from uriinspector.cli.screen import Screen, at, complain, spoken
from uriinspector.core.model import message
from uriinspector.export.csv import csv_row
from uriinspector.export.judged_answers import (
    COLUMNS,
    MOST_OCTETS,
    ORDER,
    PACK_COLUMNS,
    AskedRow,
    ClassList,
    InputTable,
    JudgedAnswer,
    PackQuestions,
    answer_table,
    judged_rows,
    numbers_in,
    pack_table,
    plain_row,
    text_of,
)
from uriinspector.export.language import Language, speaking
from uriinspector.export.sheet_forms import SHEET, WITHOUT, SheetForm
from uriinspector.export.sheet_page import as_result_pages, student_results
from uriinspector.lessons.pack import Pack, Scoring

ADDED = ("right", "mistake", "reason", "also")
WORDS = {True: "yes", False: "no", None: ""}
WRONG = "wrong"
HTML, JSON = "html", "json"
MOST_NAMED = 40


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Mark every row; unreadable rows are reported with their line numbers."""
    _refuse_together(options)
    pack = pack_in(options.pack) if options.pack else None
    students = _students(options)
    questions = PackQuestions(pack, students) if pack else None
    answers = _answers(options.file, pack)
    row_of = questions or partial(plain_row, base=options.base or "", edition=options.edition)
    language = options.language or (pack.language if pack else "en")
    spoken[:] = [language]
    form = SheetForm(options.key, speaking(language), students is not None)
    say = form.say
    rows = ReadRows(options.file, answers, row_of, say)
    scoring = pack.scoring if pack else None
    if options.by:
        sums = AnswerSums(options.by, scoring, questions.sheets if questions else None)
        for row in rows:
            sums.add(row)
        screen.write(sums.lines(form))
    else:
        if pack and questions and options.format == HTML:
            results = student_results(questions.sheets, rows)
            lines = as_result_pages(pack, results, form)
        else:
            lines = _lines(rows, answers, form.say, scoring, is_json=_is_json(options))
        _write(lines, options, screen)
    screen.out.flush()
    if not (rows.status or any(rows.counts.values())):
        complain(f"{options.file}: {say('no answers')}")
    for text in _warnings(questions, students, rows.answered):
        complain(say(text))
    right, count = rows.counts[True], rows.counts[True] + rows.counts[False]
    complain(say("{right} of {count} correct", right=right, count=count))
    return rows.status or int(options.fail_on == WRONG and rows.counts[False] > 0)


class ReadRows:
    """Iterates over readable rows and counts them; prints errors in the others by line number."""

    def __init__(
        self,
        file: str,
        answers: InputTable,
        row_of: Callable[[Mapping[str, str]], AskedRow],
        say: Language,
    ) -> None:
        self._file = file
        self._say = say
        self._rows = judged_rows(answers, row_of, say)
        self._faults: Counter[str] = Counter()
        self.counts = {True: 0, False: 0, None: 0}
        self.answered: set[str] = set()  # students with at least one answer
        self.status = 0

    def __iter__(self) -> Iterator[JudgedAnswer]:
        for row in self._rows:
            if row.fault:
                self.status = 2
                self._faults[row.fault] += 1
                if self._faults[row.fault] == 1:
                    line = self._say("line {number}", number=row.row.line)
                    complain(f"{self._file}: {line}: {self._say(row.fault)}")
            else:
                self.counts[row.right] += 1
                if row.asked is not None and row.right is not None:
                    self.answered.add(row.asked.student)
                yield row
        for fault, count in self._faults.items():
            if count > 1:
                more = self._say.count(count - 1, "1 more row", "{count} more rows")
                complain(f"{self._file}: {more}: {self._say(fault)}")


def _refuse_together(options: argparse.Namespace) -> None:
    """Refuse options that cannot be combined."""
    if options.json and options.format not in {None, JSON}:
        other = f"--format {options.format}"
        refuse(message("choose either {one} or {other}", one="--json", other=other))
    if options.by and (options.format or options.json or options.output):
        refuse(message("--by shows only totals: leave out --format, --json and -o"))
    if options.by == QUESTION and not options.pack:
        refuse(message("{name} needs {other}", name="--by question", other="--pack"))
    if options.format == HTML and not options.pack:
        refuse(message("{name} needs {other}", name="--format html", other="--pack"))
    if options.key != WITHOUT and options.format != HTML:
        refuse(message("{name} needs {other}", name="--key", other="--format html"))


def _is_json(options: argparse.Namespace) -> bool:
    return bool(options.json) or options.format == JSON


def _write(lines: Iterable[str], options: argparse.Namespace, screen: Screen) -> None:
    """Write lines one by one to standard output, or all at once to a file."""
    if options.output in {None, "-"}:
        for each in lines:
            screen.exact(each)
    else:
        write_out("".join(lines), options.output, screen, source=options.file)


def _students(options: argparse.Namespace) -> ClassList | None:
    if options.students is None:
        if options.column:
            refuse(message("{name} needs {other}", name="--column", other="--students"))
        return None
    if not options.pack:
        refuse(message("{name} needs {other}", name="--students", other="--pack"))
    return ClassList(students_in(options.students, options.column))


def _warnings(
    questions: PackQuestions | None, students: ClassList | None, answered: set[str]
) -> Iterator[str]:
    """Yield a hint if names were not checked, then the students who did not answer."""
    if questions is None:
        return
    if students is None and not questions.has_codes:
        yield message("student names were not checked; --students FILE finds misspelled ones")
    # A student whose rows are all empty did not answer.
    known = questions.sheets if students is None else students.students
    silent = [each for each in known if each not in answered]
    if silent:
        shown = ", ".join(visible(each, 80) for each in silent[:MOST_NAMED])
        more = len(silent) - MOST_NAMED
        if more > 0:
            yield message("no answers from: {names} and {count} more", names=shown, count=str(more))
        else:
            yield message("no answers from: {names}", names=shown)


def _answers(file: str, pack: Pack | None) -> InputTable:
    """Return the table; refuse it if the first row is neither column names nor an answer."""
    text = _read(file)
    answers = pack_table(text) if pack else answer_table(text, COLUMNS, ORDER)
    cells = answers.first_cells
    names = [name.strip().casefold() for name in cells]
    columns = PACK_COLUMNS if pack else COLUMNS
    if not answers.has_header and cells:
        is_head = len({*names} & {*ORDER, *PACK_COLUMNS}) > 1
        if is_head or (pack and not numbers_in(cells)):
            missing = [each for each in columns if each not in names]
            shown = ", ".join(visible(each, 40) for each in cells[:MOST_NAMED])
            needed = ", ".join(columns)
            what = message("no column names")
            if is_head and missing:
                what = message("missing column: {name}", name=missing[0])
            reason = message(
                "{what}; the first row has: {cells}; needed: {columns}, with a comma, a semicolon "
                "or a tab between them"
                if len(cells) == 1
                else "{what}; the first row has: {cells}; needed: {columns}",
                what=what,
                cells=shown,
                columns=needed,
            )
            refuse(at(file, reason))
    if pack is None and SHEET in names:
        reason = message("these answers are from a sheet; give its pack with --pack FILE")
        complain(at(file, reason))
    return answers


def _read(file: str) -> str:
    """Return the whole table as text, which can be UTF-8 or Windows-1252."""
    if file == "-":
        data = standard_input().read(MOST_OCTETS + 1)
    else:
        with opened(file) as source:
            data = source.read(MOST_OCTETS + 1)
    if len(data) > MOST_OCTETS:
        refuse(at(file, message("larger than {count} MB", count=MOST_OCTETS >> 20)))
    refuse_spreadsheet(file, data)
    return text_of(data)


def _lines(
    rows: Iterable[JudgedAnswer],
    answers: InputTable,
    translate: Callable[[str], str],
    scoring: Scoring | None,
    *,
    is_json: bool,
) -> Iterator[str]:
    if not is_json:
        added = ("right", "mark", *ADDED[1:]) if scoring else ADDED
        yield csv_row(*answers.names, *added, delimiter=answers.delimiter)
    for row in rows:
        if is_json:
            yield _as_json(row, answers, translate, scoring)
        else:
            yield _as_csv(row, answers, translate, scoring)


def _as_json(
    row: JudgedAnswer, answers: InputTable, translate: Callable[[str], str], scoring: Scoring | None
) -> str:
    asked = row.asked
    record = {
        "line": row.row.line,
        "row": dict(zip(answers.names, row.row.cells, strict=False)),
        **({"on_sheet": asked.number, "item": asked.item} if asked and asked.number else {}),
        "kind": asked.question.kind if asked else None,
        "key": asked.question.key if asked else None,
        "right": row.right,
        **({} if scoring is None else {"mark": row.mark(scoring)}),
        "mistake": row.mistake,
        "reason": row.reason(translate) or None,
        "also": list(row.also),
    }
    return json.dumps(record) + "\n"


def _as_csv(
    row: JudgedAnswer, answers: InputTable, translate: Callable[[str], str], scoring: Scoring | None
) -> str:
    mark = () if scoring is None else (f"{row.mark(scoring):g}",)
    added = (WORDS[row.right], *mark, row.mistake or "", row.reason(translate), " ".join(row.also))
    return csv_row(*row.row.cells_of(len(answers.names)), *added, delimiter=answers.delimiter)
