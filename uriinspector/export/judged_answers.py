"""Check the answers of a class: every row is judged, and wrong answers get a reason."""

import csv
import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from io import StringIO
from itertools import chain

from uriinspector import EDITIONS
from uriinspector.analysis.safe_text import visible
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, Message, NamedTuple, message
from uriinspector.core.parse import Resolution
from uriinspector.export.csv import unguarded
from uriinspector.export.language import Language, english
from uriinspector.export.sheet_forms import SHEET, further_texts, given_texts
from uriinspector.lessons.kinds.table import KINDS, judged
from uriinspector.lessons.pack import Pack, Scoring, Sheet, sheet_of
from uriinspector.lessons.question import Judged, NoQuestionError, Question, lettered
from uriinspector.lessons.score import QuestionOutcome

# The maximum number of searches: each compares a name with the whole class, so a table of another
# class would take too long.
MOST_PROPOSALS, LEAST_LIKENESS = 50, 0.75
WORDS = expression(r"[^\s,;]+", re.UNICODE)


class ClassList:
    """The names of a class as on the sheets; a student's questions depend on the exact name."""

    def __init__(self, students: Iterable[str]) -> None:
        self.students = tuple(students)
        self._proposed: dict[str, str | None] = {}
        self._by_words: dict[tuple[str, ...], list[str]] = {}
        for each in self.students:
            self._by_words.setdefault(_words(each), []).append(each)

    def student(self, written: str) -> str | None:
        """Return the student with this name, ignoring case, spaces, word order and Unicode form.

        None if no student or more than one matches.
        """
        if written in self.students:
            return written
        meant = self._by_words.get(_words(written), [])
        return meant[0] if len(meant) == 1 else None

    def nearest(self, written: str) -> str | None:
        """Return the student with the most similar name; None if there is none, or if too many
        searches were made.
        """
        if written not in self._proposed:
            if len(self._proposed) >= MOST_PROPOSALS:
                return None
            by_words = {" ".join(words): names[0] for words, names in self._by_words.items()}
            near = get_close_matches(" ".join(_words(written)), by_words, 1, LEAST_LIKENESS)
            self._proposed[written] = by_words[near[0]] if near else None
        return self._proposed[written]


def _words(name: str) -> tuple[str, ...]:
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
    return tuple(sorted(WORDS.findall(composed)))


LONGEST = 1 << 20  # the maximum number of characters in a cell
DELIMITERS = ("\t", ";", ",")
# Other names for columns.
ALIASES = {
    "uri": "reference",
    "ref": "reference",
    "text": "reference",
    "target": "expected",
    "link": "reference",
    "basis": "base",
    "referenz": "reference",
    "ausgabe": "edition",
    "antwort": "answer",
    "frage": "ask",
    "erwartet": "expected",
    "sch\u00fcler": "student",
    "sch\u00fclerin": "student",
}
# Other names for columns in tables of answers to a pack, whose questions are numbered.
PACK_ALIASES = {
    **dict.fromkeys(("name", "code"), "student"),
    **dict.fromkeys(("frage", "number", "nummer", "nr", "nr.", "no", "no."), "question"),
}
# The line by which spreadsheets declare the delimiter.
SEPARATOR = expression(r"\"?sep=([\t;,])\"?\s*\Z", re.IGNORECASE)


class InputRow(NamedTuple):
    """A row: all its cells, and the known columns by name; or the error in it."""

    line: int
    cells: tuple[str, ...] = ()
    values: dict[str, str] = {}  # noqa: RUF012 - never changed
    fault: str = ""

    def cells_of(self, count: int) -> tuple[str, ...]:
        return (*self.cells, *[""] * (count - len(self.cells)))[:count]


def header(cells: list[str], columns: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the column names in the order of a row, or None if it is not a header."""
    names = [cell.strip().casefold() for cell in cells]
    order: list[str] = []
    for name in names:
        known = name if name in columns else _meant(name, names, columns)
        # An alias does not replace a column that is present.
        order.append(name if known in names or known in order else known)
    return tuple(order) if set(columns) <= set(order) else None


def _meant(name: str, names: list[str], columns: tuple[str, ...]) -> str:
    known = PACK_ALIASES.get(name, "")
    is_within_item = name == "number" and "item" in names
    return known if known in columns and not is_within_item else ALIASES.get(name, name)


def cells_of(first: str, delimiter: str) -> list[str]:
    """Return the cells of a line; only the first LONGEST characters are read."""
    return next(csv.reader([first[:LONGEST]], delimiter=delimiter), [])


def why_unread(fault: csv.Error) -> str:
    """Return the error message for a row, without the csv module's technical terms."""
    return f"a cell has more than {LONGEST:,} characters" if "limit" in str(fault) else str(fault)


def delimiter_of(first: str, columns: tuple[str, ...]) -> str:
    """Return the delimiter that makes the first line a header, else a tab or a comma."""
    for each in DELIMITERS:
        cells = cells_of(first, each)
        if len(cells) > 1 and header(cells, columns):
            return each
    return "\t" if "\t" in first and '"' not in first else ","


class InputTable:
    """The rows of a table, which may begin with a header.

    ``names`` are the columns of the input: from the header, or the usual ones in order;
    additional columns are numbered.
    """

    def __init__(
        self,
        lines: Iterable[str],
        columns: tuple[str, ...],
        order: tuple[str, ...] = (),
        delimiter: str = "",
    ) -> None:
        csv.field_size_limit(LONGEST)
        self._columns = columns
        lines = iter(lines)
        first = next(lines, "")
        skipped = SEPARATOR.match(first)
        if skipped:
            delimiter = delimiter or skipped[1]
            first = next(lines, "")
        self.delimiter = delimiter or delimiter_of(first, columns)
        self._skipped = int(skipped is not None)
        self._reader = csv.reader(chain((first,), lines), delimiter=self.delimiter)
        self._first = self._read()
        cells = list(self._first.cells) if self._first else []
        self.first_cells = tuple(cells)
        named = header(cells, columns)
        self.has_header = named is not None
        order = named or order or (*columns, "expected")
        more = range(len(order) + 1, len(cells) + 1)
        self._order = (*order, *(f"column {number}" for number in more))
        self.names = tuple(cells) if named else self._order

    def __iter__(self) -> Iterator[InputRow]:
        """Yield the rows, except the header and empty ones."""
        row = None if self.has_header else self._first
        while True:
            if row is not None and (row.cells or row.fault):
                yield self._named(row)
            row = self._read()
            if row is None:
                return

    def _read(self) -> InputRow | None:
        try:
            cells = next(self._reader)
        except StopIteration:
            return None
        except csv.Error as fault:
            return InputRow(self._line, fault=why_unread(fault))
        return InputRow(self._line, tuple(cells))

    @property
    def _line(self) -> int:
        return self._reader.line_num + self._skipped

    def _named(self, row: InputRow) -> InputRow:
        if row.fault:
            return row
        values = dict(zip(self._order, row.cells, strict=False))
        missing = [name for name in self._columns if name not in values]
        fault = message("missing column: {name}", name=missing[0]) if missing else ""
        return InputRow(row.line, row.cells, values, fault)

    def surplus(self, row: InputRow) -> str:
        """Return an error message for a row with more cells than columns, else ""."""
        if not any(row.cells[len(self.names) :]):
            return ""
        return f"{len(row.cells)} cells, but {len(self.names)} columns: quote cells with delimiters"


MOST_OCTETS = 64 << 20
COLUMNS = ("reference", "answer")
PACK_COLUMNS = ("student", "question", "answer")
# Older files contain the item, and the number of the question within it.
ITEM_COLUMNS = ("student", "item", "number", "answer")
LONGEST_NUMBER = 4
LONGEST_COUNT = 9
SEVERAL_LINES = message("the answer has several lines; a quotation mark may be missing at its end")
ORDER = ("base", "reference", "edition", "answer", "ask")
# The kinds of questions by the words for them in the column; an empty cell asks for the target.
ASKS = {"": "target", "target": "target", "host": "where", "where": "where", "site": "site"}
SPECIFICATIONS = {"rfc3986": "2005", "rfc 3986": "2005", "rfc1738": "1994", "rfc 1738": "1994"}


class RowError(ValueError):
    """Raised for a row whose question is unknown; the message explains why."""


class AskedRow(NamedTuple):
    """The question that a row answers, its student, its number on the sheet, and its item."""

    question: Question
    student: str = ""
    number: int = 0  # on the sheet; 0 without a sheet
    item: str = ""


class JudgedAnswer(NamedTuple):
    """A row and its judged answer; ``fault`` is the error if the row could not be read."""

    row: InputRow
    asked: AskedRow | None = None
    judgement: Judged | None = None
    fault: str = ""

    @property
    def question(self) -> Question | None:
        return self.asked.question if self.asked else None

    @property
    def right(self) -> bool | None:
        return self.judgement.right if self.judgement else None

    @property
    def mistake(self) -> str | None:
        """The code of the most likely mistake."""
        return self.judgement.diagnosis.mistake if self.judgement else None

    @property
    def also(self) -> tuple[str, ...]:
        """The codes of other mistakes that lead to the same answer."""
        return self.judgement.diagnosis.also if self.judgement else ()

    @property
    def phrases(self) -> tuple[Message, ...]:
        return self.judgement.diagnosis.phrases if self.judgement else ()

    def reason(self, translate: Callable[[str], str] = str) -> str:
        return " ".join(map(translate, self.phrases))

    def mark(self, scoring: Scoring) -> float:
        tries, hints = (_count(self.row.values.get(name, "")) for name in ("tries", "hints"))
        return scoring.mark(QuestionOutcome(bool(self.right), tries, hints))


def _count(cell: str) -> int:
    text = cell.strip().removesuffix(".0")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < LONGEST_COUNT else 0


def text_of(data: bytes) -> str:
    """Decode UTF-8 or UTF-16, otherwise windows-1252, which older spreadsheets write."""
    try:
        if data[:2] in {BOM_UTF16_LE, BOM_UTF16_BE}:
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def answer_table(
    text: str, columns: tuple[str, ...] = COLUMNS, order: tuple[str, ...] = ORDER
) -> InputTable:
    return InputTable(StringIO(text, newline=""), columns, order)


def pack_table(text: str) -> InputTable:
    """Return the answers to a pack, identified by numbers on the sheet or by items and numbers
    within them.
    """
    table = answer_table(text, PACK_COLUMNS, PACK_COLUMNS)
    if table.has_header:
        return table
    by_item = answer_table(text, ITEM_COLUMNS, ITEM_COLUMNS)
    is_by_item = by_item.has_header or len(by_item.first_cells) >= len(ITEM_COLUMNS)
    return by_item if is_by_item else table


class PackQuestions:
    """Finds the question of a pack that a row answers; each student's sheet is made once."""

    def __init__(self, pack: Pack, students: ClassList | None = None) -> None:
        """Prepare the questions; with ``students``, any other name is an error."""
        self._pack = pack
        self._students = students
        self._answered: set[tuple[str, int]] = set()
        self.sheets: dict[str, Sheet] = {}  # of students with answers, in the order of the input
        self.has_codes = True  # False if an answer to a drawn question lacks the sheet's code

    def __call__(self, values: Mapping[str, str]) -> AskedRow:
        """Return the question of this row; raise RowError if there is none."""
        student = self._student(cell(values, "student"))
        sheet = self._sheet(student)
        number = _number(values.get("question", ""))
        if number is None:
            number = _number_of_item(sheet, values)
        elif not 1 <= number <= len(sheet.rows):
            raise RowError(
                message(
                    "there is no question {number}; the pack has {count}",
                    number=str(number),
                    count=str(len(sheet.rows)),
                )
            )
        item, _, question = sheet.rows[number - 1]
        code = cell(values, SHEET).upper()
        if code not in {"", sheet.code} or not _is_asked(question, values):
            name, at = visible(student, 80), str(number)
            raise RowError(
                message(
                    "{student}, question {number}: the pack has a different question "
                    "here; the answer may belong to another version, pack or student",
                    student=name,
                    number=at,
                )
            )
        self.has_codes &= bool(code or not question.seed)
        self.sheets.setdefault(student, sheet)
        self._answer_once(student, number, values)
        return AskedRow(question, student, number, item)

    def _student(self, written: str) -> str:
        student = self._students.student(written) if self._students else written
        if student is None and self._students is not None:
            near = self._students.nearest(written)
            name = visible(written, 80)
            if near is None:
                raise RowError(message('"{name}" is not in the list of students', name=name))
            raise RowError(
                message(
                    '"{name}" is not in the list of students; the nearest name is "{near}"',
                    name=name,
                    near=visible(near, 80),
                )
            )
        if not student:
            raise RowError(message("the name or code of the student is missing"))
        return student

    def _sheet(self, student: str) -> Sheet:
        if student in self.sheets:
            return self.sheets[student]
        try:
            return sheet_of(self._pack, student)
        except NoQuestionError as fault:
            raise RowError(
                message("no question can be drawn for {item}", item=str(fault))
            ) from None

    def _answer_once(self, student: str, number: int, values: Mapping[str, str]) -> None:
        """Raise RowError for a second answer to a question: only the first one counts."""
        if not cell(values, "answer"):
            return
        if (student, number) in self._answered:
            raise RowError(
                message(
                    "{student} has already answered question {number}; the first answer counts",
                    student=visible(student, 80),
                    number=str(number),
                )
            )
        self._answered.add((student, number))


def numbers_in(cells: Sequence[str]) -> bool:
    """Return True if a row without a header has the number of a question in the expected cell."""
    at = 2 if len(cells) >= len(ITEM_COLUMNS) else 1
    return len(cells) > at and _number(cells[at]) is not None


def _number(cell: str) -> int | None:
    """Return the number of a question, or None if the cell is not a number."""
    text = cell.strip().removesuffix(".0").removesuffix(".")
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None


def _number_of_item(sheet: Sheet, values: Mapping[str, str]) -> int:
    """Return the number on the sheet for a number within an item."""
    item, number = cell(values, "item"), _number(values.get("number", ""))
    if number is None:
        written = cell(values, "number" if "number" in values else "question")
        if not written:
            raise RowError(message("the number of the question is missing"))
        raise RowError(
            message(
                '"{text}" is not the number of a question, such as 7', text=visible(written, 40)
            )
        )
    for at, row in enumerate(sheet.rows, 1):
        if (row.item, row.number) == (item, number):
            return at
    raise RowError(
        message(
            "the pack has no question {item} {number}", item=visible(item, 40), number=str(number)
        )
    )


def _is_asked(question: Question, values: Mapping[str, str]) -> bool:
    """Return True if a row repeats the texts of this question, or leaves them out."""
    texts = zip(("base", "reference"), given_texts(question), strict=True)
    repeated = ((unguarded(values.get(name, "")).strip(), text) for name, text in texts)
    if not all(written in {"", text} for written, text in repeated):
        return False
    name = "asks" if "asks" in values else "question"
    asked = unguarded(values.get(name, ""))
    if not asked.strip() or _number(asked) is not None:
        return True
    return all(text in asked for text in further_texts(question))


def plain_row(values: Mapping[str, str], base: str, edition: str) -> AskedRow:
    """Return the question of a row in a plain table, with the student and item if given."""
    student = cell(values, "student")
    item = cell(values, "item")
    return AskedRow(plain_question(values, base, edition), student, 0, item)


def plain_question(values: Mapping[str, str], base: str, edition: str) -> Question:
    """Return the question of a row in a plain table; raise RowError if it is invalid."""
    asked = cell(values, "ask").casefold()
    kind = ASKS.get(asked)
    if kind is None:
        fault = f'ask is "{asked[:40]}"; available: target, host, site'
        raise RowError(fault)
    base = cell(values, "base") or base
    reference = unguarded(values["reference"])
    if kind != "target":
        return KINDS[kind].question({"text": reference, "base": base})
    year = cell(values, "edition").casefold()
    year = SPECIFICATIONS.get(year, year) or edition
    if year not in EDITIONS:
        fault = f'edition is "{year[:40]}"; available: {", ".join(EDITIONS)}'
        raise RowError(fault)
    if not base:
        fault = "no base"
        raise RowError(fault)
    return KINDS[kind].question({"base": base, "reference": reference, "edition": year})


def cell(values: Mapping[str, str], name: str) -> str:
    """Return the cell of a column, without surrounding spaces."""
    return unguarded(values.get(name, "")).strip()


def judged_rows(
    table: InputTable, row_of: Callable[[Mapping[str, str]], AskedRow], say: Language = english
) -> Iterator[JudgedAnswer]:
    for row in table:
        fault = row.fault or table.surplus(row)
        if fault:
            yield JudgedAnswer(row, fault=fault)
            continue
        try:
            asked = row_of(row.values)
        except RowError as error:
            yield JudgedAnswer(row, fault=error.args[0])
            continue
        answer = unguarded(row.values.get("answer", ""))
        if "\n" in answer.strip() and "\n" not in asked.question.key:
            # After an unclosed quotation mark, the cell contains all following lines.
            yield JudgedAnswer(row, fault=SEVERAL_LINES)
            continue
        given = lettered(asked.question, answer, say)
        yield JudgedAnswer(row, asked, judged(asked.question, given))


RIGHT, WRONG, UNMARKED = "right", "wrong", ""


def rows(
    lines: Iterable[str],
    columns: tuple[str, ...],
    order: tuple[str, ...] = (),
    *,
    delimiter: str = ",",
) -> Iterator[tuple[int, dict[str, str] | str]]:
    """Yield the line number of each row with its cells by column, or with its error.

    Without a header, the columns are in the given order.
    """
    for row in InputTable(lines, columns, order, delimiter):
        yield row.line, row.fault or row.values


def marked(expected: str | None, is_right: Callable[[str], bool]) -> str:
    """Return "right" or "wrong", or "" if no answer is expected."""
    if expected is None or not expected.strip():
        return UNMARKED
    return RIGHT if is_right(expected) else WRONG


def outcome(resolution: Resolution) -> str:
    """Return the target, or the reason why there is none."""
    if resolution.target is not None:
        return resolution.target
    if resolution.same_document:
        return "(the same document)"
    return f"(none: {resolution.problem.message})" if resolution.problem else "(none)"


def mark_of(resolution: Resolution, expected: str | None) -> str:
    """Mark a resolution; the expected answer can also be that there is no target."""

    def is_right(answer: str) -> bool:
        if resolution.target is not None:
            return answer == resolution.target
        word = "same document" if resolution.same_document else "none"
        return answer.strip().casefold() in {word, outcome(resolution).casefold()}

    return marked(expected, is_right)


MOST_STUDENTS = 10_000
STUDENT_LIST_MOST_OCTETS = MOST_STUDENTS * 1_000
# Common names for the column with the students.
NAMES = ("student", "name", "sch\u00fcler", "sch\u00fclerin", "code")
FIRST_NAMES = ("vorname", "first", "first name", "firstname", "given name", "forename")
# The first bytes of Excel and LibreOffice files.
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")

NONE = "no students"
SPREADSHEET = (
    "this is a spreadsheet file; save it as CSV in the spreadsheet program, and use the CSV file "
    "instead"
)
DOUBLE = (
    "{name} is listed twice; each name must be unique, so add a number or a first name to one of "
    "them"
)
NO_COLUMN = 'no column "{column}"'
SEVERAL = 'several columns, none called "student" or "name"'


class StudentsError(ValueError):
    """Raised for a file without a recognizable list of students; ``columns`` are the candidates."""

    def __init__(self, text: str, columns: Sequence[str] = ()) -> None:
        self.text = text
        self.columns = tuple(columns)
        super().__init__(text)


class StudentList(NamedTuple):
    """The students of a class, and the columns with their names."""

    students: tuple[str, ...]
    columns: tuple[str, ...] = ()  # from the header, or none
    used: tuple[int, ...] = ()  # positions in ``columns``

    @property
    def other_names(self) -> tuple[str, ...]:
        """Further columns that may contain the names."""
        found = [each for each in NAMES if each in self._folded]
        return tuple(each for each in found if self._folded.index(each) not in self.used)

    @property
    def first_names(self) -> str:
        """A column with only the first names, or ""."""
        return next((each for each in FIRST_NAMES if each in self._folded), "")

    @property
    def _folded(self) -> list[str]:
        return [each.casefold() for each in self.columns]


def is_spreadsheet(data: bytes) -> bool:
    """Return True for the binary file of a spreadsheet program."""
    return data.startswith(SPREADSHEETS)


def read_students(data: bytes, columns: Sequence[str] = ()) -> StudentList:
    """Read one student per row, from the given columns, a usual column, or the only one."""
    if is_spreadsheet(data):
        raise StudentsError(SPREADSHEET)
    rows = list(_rows(text_of(data)))
    if not rows:
        raise StudentsError(NONE)
    titles = tuple(cell.strip() for cell in rows[0])
    names = [each.casefold() for each in titles]
    places = _named(names, columns, titles) if columns else _usual(names, titles)
    named = rows[1:] if places else rows
    students = tuple(filter(None, (_student(row, places or [0]) for row in named)))
    if not students:
        raise StudentsError(NONE)
    if len(students) > MOST_STUDENTS:
        raise StudentsError(message("more than {count} students", count=Count(MOST_STUDENTS)))
    _refuse_double(students)
    return StudentList(students, titles if places else (), tuple(places))


def _rows(text: str) -> Iterator[list[str]]:
    delimiter = _delimiter(text.partition("\n")[0])
    try:
        for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter):
            if any(cell.strip() for cell in row):
                yield row
    except csv.Error as error:
        raise StudentsError(NONE) from error


def _student(row: list[str], places: list[int]) -> str:
    cells = [unguarded(cell).strip() for cell in row]
    return " ".join(cells[at] for at in places if cells[at:]).strip()


def _refuse_double(students: tuple[str, ...]) -> None:
    seen: set[str] = set()
    for each in students:
        if each in seen:
            raise StudentsError(message(DOUBLE, name=visible(each, 80)))
        seen.add(each)


def _delimiter(line: str) -> str:
    """Return the delimiter that yields a known column name, else the most frequent one."""
    for each in DELIMITERS:
        if any(cell.strip(' "\r\ufeff').casefold() in NAMES for cell in line.split(each)):
            return each
    return max(DELIMITERS, key=line.count) if any(map(line.count, DELIMITERS)) else ","


def _named(names: list[str], columns: Sequence[str], titles: tuple[str, ...]) -> list[int]:
    for each in columns:
        if each.strip().casefold() not in names:
            raise StudentsError(message(NO_COLUMN, column=visible(each, 80)), titles)
    return [names.index(each.strip().casefold()) for each in columns]


def _usual(names: list[str], titles: tuple[str, ...]) -> list[int]:
    """Return a list with the position of a column with a usual name, or [] without a header."""
    usual = next((name for name in NAMES if name in names), None)
    if usual is None and len(names) > 1:
        raise StudentsError(SEVERAL, titles)
    return [] if usual is None else [names.index(usual)]
