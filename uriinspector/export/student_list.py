"""The students of a class, read from a table: which column names them, and who they are."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from uriinspector.analysis.safe_text import visible
from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.export.csv import unguarded
from uriinspector.export.judged_answers import text_of
from uriinspector.export.row_tables import DELIMITERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_STUDENTS = 10_000
MOST_OCTETS = MOST_STUDENTS * 1_000
# How people name the column of students.
NAMES = ("student", "name", "sch\u00fcler", "sch\u00fclerin", "code")
FIRST_NAMES = ("vorname", "first", "first name", "firstname", "given name", "forename")
# What the files of Excel and LibreOffice begin with.
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")

NONE = "no students"
SPREADSHEET = "this is a spreadsheet; save it there as CSV, and name that file"
DOUBLE = (
    "{name} is there twice; each sheet goes by its name, so add a number or a first name to one "
    "of them"
)
NO_COLUMN = 'no column "{column}"'
SEVERAL = 'several columns, none called "student" or "name"'


class StudentsError(ValueError):
    """A file has no list of students; ``columns`` are there to be chosen from."""

    def __init__(self, text: str, columns: Sequence[str] = ()) -> None:
        self.text = text
        self.columns = tuple(columns)
        super().__init__(text)


class StudentList(NamedTuple):
    """Who is in the class, and which of the columns have their names."""

    students: tuple[str, ...]
    columns: tuple[str, ...] = ()  # as the first row names them; none without such a row
    used: tuple[int, ...] = ()  # the places of those that were taken

    @property
    def other_names(self) -> tuple[str, ...]:
        """Columns that could have the names, too."""
        found = [each for each in NAMES if each in self._folded]
        return tuple(each for each in found if self._folded.index(each) not in self.used)

    @property
    def first_names(self) -> str:
        """The column that has the first names alone, or ""."""
        return next((each for each in FIRST_NAMES if each in self._folded), "")

    @property
    def _folded(self) -> list[str]:
        return [each.casefold() for each in self.columns]


def is_spreadsheet(data: bytes) -> bool:
    """Whether it is the file of a spreadsheet program, and no text."""
    return data.startswith(SPREADSHEETS)


def read_students(data: bytes, columns: Sequence[str] = ()) -> StudentList:
    """One student a row, named by these columns, by one that is called so, or by the only one."""
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
    """What makes a known name of a column, else what is there most often."""
    for each in DELIMITERS:
        if any(cell.strip(' "\r\ufeff').casefold() in NAMES for cell in line.split(each)):
            return each
    return max(DELIMITERS, key=line.count) if any(map(line.count, DELIMITERS)) else ","


def _named(names: list[str], columns: Sequence[str], titles: tuple[str, ...]) -> list[int]:
    """The places of columns that were asked for."""
    for each in columns:
        if each.strip().casefold() not in names:
            raise StudentsError(message(NO_COLUMN, column=visible(each, 80)), titles)
    return [names.index(each.strip().casefold()) for each in columns]


def _usual(names: list[str], titles: tuple[str, ...]) -> list[int]:
    """The place of the column that is called so; none where there is no header."""
    usual = next((name for name in NAMES if name in names), None)
    if usual is None and len(names) > 1:
        raise StudentsError(SEVERAL, titles)
    return [] if usual is None else [names.index(usual)]
