"""The pack of a command, and the students that it is for."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from uriinspector.analysis.list_files.list_problems import ListError
from uriinspector.cli.errors import refuse
from uriinspector.cli.list_options import opened
from uriinspector.cli.screen import complain
from uriinspector.export.csv import unguarded
from uriinspector.export.judged_answers import text_of
from uriinspector.export.row_tables import delimiter_of
from uriinspector.lessons.pack_file import LONGEST, read_pack

if TYPE_CHECKING:
    from uriinspector.lessons.pack import Pack

MOST_STUDENTS = 10_000
# How people name the column of students.
NAMES = ("student", "name", "sch\u00fcler", "sch\u00fclerin", "code")


def pack_in(file: str) -> Pack:
    """The pack in a file; a fault is told with its line."""
    with opened(file) as source:
        data = source.read(4 * LONGEST + 1)
    try:
        return read_pack(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        refuse(f"{file}: not UTF-8")
    except ListError as error:
        *others, last = error.texts
        for each in others:
            complain(f"{file}: {each}")
        refuse(f"{file}: {last}")


def students_in(file: str) -> list[str]:
    """One student a row: the column of that name, else the first one."""
    with opened(file) as source:
        text = text_of(source.read(MOST_STUDENTS * 1_000))
    first = text.partition("\n")[0]
    named = (each for name in NAMES for each in "\t;," if _has(first, each, name))
    delimiter = next(named, delimiter_of(first, ()))
    rows = list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    names = [cell.strip().casefold() for cell in rows[0]] if rows else []
    at = next((names.index(name) for name in NAMES if name in names), None)
    cells = [row[at or 0 : (at or 0) + 1] for row in rows[at is not None :]]
    students = [unguarded(cell[0]).strip() for cell in cells if cell and cell[0].strip()]
    if not students:
        refuse(f"{file}: no students")
    if len(students) > MOST_STUDENTS:
        refuse(f"{file}: more than {MOST_STUDENTS:,} students")
    double = next((each for at, each in enumerate(students) if each in students[:at]), None)
    if double is not None:
        refuse(f"{file}: {double} is there twice")
    return students


def _has(line: str, delimiter: str, name: str) -> bool:
    return name in [cell.strip(' "\r').casefold() for cell in line.split(delimiter)]
