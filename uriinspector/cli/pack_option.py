"""The pack of a command, and the students that it is for."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_files.list_problems import ListError
from uriinspector.analysis.safe_text import visible
from uriinspector.cli.errors import refuse
from uriinspector.cli.list_options import opened
from uriinspector.cli.screen import complain
from uriinspector.export.csv import unguarded
from uriinspector.export.judged_answers import text_of
from uriinspector.export.row_tables import DELIMITERS
from uriinspector.lessons.lesson import course
from uriinspector.lessons.lesson_pack import lesson_pack
from uriinspector.lessons.pack_file import LONGEST, read_pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.lessons.pack import Pack

MOST_STUDENTS = 10_000
# How people name the column of students.
NAMES = ("student", "name", "sch\u00fcler", "sch\u00fclerin", "code")
FIRST_NAMES = ("vorname", "first", "first name", "firstname", "given name", "forename")
MOST_COLUMNS = 20
LESSON = "lesson:"
TABLES = frozenset({".csv", ".tsv"})
# What the files of Excel and LibreOffice begin with.
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


def pack_in(file: str) -> Pack:
    """The pack in a file, or of a lesson of the course; a fault is told with its line."""
    if file.startswith(LESSON):
        return lesson_pack(file.removeprefix(LESSON)) or refuse(
            f"{file}: no such lesson; available: {LESSON}1 to {LESSON}{len(course().lessons)}"
        )
    with opened(file) as source:
        data = source.read(4 * LONGEST + 1)
    if Path(file).suffix.casefold() in TABLES or spreadsheet(data):
        refuse(f"{file}: a table is no pack; --pack names the TOML file with the questions")
    try:
        return read_pack(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        refuse(f"{file}: not UTF-8")
    except ListError as error:
        *others, last = error.texts
        for each in others:
            complain(f"{file}: {each}")
        refuse(f"{file}: {last}")


def students_in(file: str, columns: Sequence[str] = ()) -> list[str]:
    """One student a row, named by these columns, by one that is called so, or by the only one."""
    with opened(file) as source:
        data = source.read(MOST_STUDENTS * 1_000)
    refuse_spreadsheet(file, data)
    text = text_of(data)
    delimiter = _delimiter(text.partition("\n")[0])
    rows = list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        refuse(f"{file}: no students")
    names = [cell.strip().casefold() for cell in rows[0]]
    places = _named(names, columns, file) if columns else _usual(names, file)
    named = rows[1:] if places else rows
    cells = ([unguarded(cell).strip() for cell in row] for row in named)
    students = [" ".join(row[at] for at in places or [0] if row[at:]).strip() for row in cells]
    students = [each for each in students if each]
    if not students:
        refuse(f"{file}: no students")
    if len(students) > MOST_STUDENTS:
        refuse(f"{file}: more than {MOST_STUDENTS:,} students")
    double = next((each for at, each in enumerate(students) if each in students[:at]), None)
    if double is not None:
        reason = "each sheet goes by its name, so add a number or a first name to one of them"
        refuse(f"{file}: {visible(double, 80)} is there twice; {reason}")
    return students


def _delimiter(line: str) -> str:
    """What makes a known name of a column, else what is there most often."""
    for each in DELIMITERS:
        if any(cell.strip(' "\r\ufeff').casefold() in NAMES for cell in line.split(each)):
            return each
    return max(DELIMITERS, key=line.count) if any(map(line.count, DELIMITERS)) else ","


def _named(names: list[str], columns: Sequence[str], file: str) -> list[int]:
    """The places of columns that were asked for."""
    for each in columns:
        if each.strip().casefold() not in names:
            refuse(f'{file}: no column "{each}"; there are: {_shown(names)}')
    return [names.index(each.strip().casefold()) for each in columns]


def _usual(names: list[str], file: str) -> list[int]:
    """The place of the column that is called so; none where there is no header."""
    usual = [name for name in NAMES if name in names]
    if len(usual) > 1:
        others = '", "'.join(usual[1:])
        complain(f'{file}: the column "{usual[0]}" names the students, not "{others}"')
    first = next((name for name in FIRST_NAMES if name in names), None)
    if usual and first:
        both = f'--column "{first}" --column "{usual[0]}"'
        complain(f'{file}: the column "{usual[0]}" names the students; for both names: {both}')
    if not usual and len(names) > 1:
        refuse(
            f'{file}: several columns, none called "student" or "name"; '
            f"choose one with --column NAME, or two of them; there are: {_shown(names)}"
        )
    return [names.index(usual[0])] if usual else []


def _shown(names: list[str]) -> str:
    return ", ".join(visible(name, 40) for name in names[:MOST_COLUMNS] if name)


def spreadsheet(data: bytes) -> bool:
    """Whether it is the file of a spreadsheet program, and no text."""
    return data.startswith(SPREADSHEETS)


def refuse_spreadsheet(file: str, data: bytes) -> None:
    """Tables are read as text alone."""
    if spreadsheet(data):
        refuse(f"{file}: this is a spreadsheet; save it there as CSV, and name that file")
