"""Files that several commands read or write: the pack, the students and the output."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.safe_text import visible
from uriinspector.analysis.whole_files import replacing
from uriinspector.cli.arguments import lists_of, opened, protected_in, refuse, refuse_all
from uriinspector.cli.screen import Screen, at, complain, octets_of
from uriinspector.core.model import message
from uriinspector.export.formats import material
from uriinspector.export.judged_answers import (
    MOST_OCTETS,
    SEVERAL,
    SPREADSHEET,
    STUDENT_LIST_MOST_OCTETS,
    StudentList,
    StudentsError,
    is_spreadsheet,
    pack_table,
    read_students,
    text_of,
)
from uriinspector.export.options import ExportMaterial, ExportOptions, RefusedError
from uriinspector.lessons.lesson import course
from uriinspector.lessons.pack import Pack, lesson_pack
from uriinspector.lessons.pack_file import LONGEST, read_pack


def inspection_of(options: argparse.Namespace) -> Inspection:
    """Inspect the link with the command-line options."""
    return inspect(
        options.uri,
        base=options.base,
        edition=options.edition,
        urn_edition=options.urn_edition,
        protect=protected_in(options),
        lists=lists_of(options),
    )


def material_of(options: argparse.Namespace, wishes: ExportOptions) -> ExportMaterial:
    """Return the inspected link for an export; refuse an impossible export."""
    try:
        return material(inspection_of(options), wishes)
    except RefusedError as fault:
        refuse(str(fault))


def write_out(
    text: str, file: str | None, screen: Screen, *, is_new: bool = False, source: str | None = None
) -> None:
    """Write text unchanged to standard output or to a local file.

    Never overwrites ``source``, the input, or a table with answers that are not yet marked; with
    ``is_new``, never overwrites any file.
    """
    if file is None or file == "-":
        screen.exact(text)
        return
    if file[:2].replace("\\", "/") == "//":
        refuse(f"{file}: network locations are never written to; choose a folder on this computer")
    try:
        path = Path(file)
        if is_new and path.exists():
            refuse(f"{file}: already exists and was left unchanged; choose another name")
        if not path.absolute().parent.is_dir():
            refuse(f'{file}: no folder "{path.parent}"; create it, or choose another one')
        if source not in {None, "-"} and path.exists() and path.samefile(source or ""):
            refuse(f"{file}: this is the input; choose another name for the output")
        if path.is_file() and _has_answers(path):
            reason = message("contains answers and was left unchanged; choose another name")
            refuse(at(file, reason))
        with replacing(path) as output:
            output.write(octets_of(text))
    except ValueError:
        refuse(f"{file}: invalid file name")


def _has_answers(path: Path) -> bool:
    """Return True if a file is a table with answers, other than the output of "check"."""
    with path.open("rb") as file:
        table = pack_table(text_of(file.read(MOST_OCTETS)))
    is_unmarked = table.has_header and "right" not in table.names
    return is_unmarked and any(row.values.get("answer", "").strip() for row in table)


MOST_COLUMNS = 20
LESSON = "lesson:"
TABLES = frozenset({".csv", ".tsv"})


def pack_in(file: str) -> Pack:
    """Return the pack in a file, or a lesson's pack; print errors with line numbers."""
    if file.startswith(LESSON):
        numbers = {"first": f"{LESSON}1", "last": f"{LESSON}{len(course().lessons)}"}
        reason = message("no such lesson; available: {first} to {last}", **numbers)
        return lesson_pack(file.removeprefix(LESSON)) or refuse(at(file, reason))
    with opened(file) as source:
        data = source.read(4 * LONGEST + 1)
    if Path(file).suffix.casefold() in TABLES or is_spreadsheet(data):
        reason = message(
            "this is a table, not a pack; --pack takes the TOML file with the questions"
        )
        refuse(at(file, reason))
    try:
        return read_pack(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        refuse_all(file, [message("not UTF-8; save it as UTF-8")])
    except ListError as error:
        refuse_all(file, error.texts)


def students_in(file: str, columns: Sequence[str] = ()) -> list[str]:
    """Return the students in a file; print a note if other columns might contain the names."""
    with opened(file) as source:
        data = source.read(STUDENT_LIST_MOST_OCTETS)
    try:
        found = read_students(data, columns)
    except StudentsError as error:
        names = [each.casefold() for each in error.columns]
        reason = message(error.text)
        if error.text == SEVERAL:
            reason = message(
                "{reason}; choose one or two with --column NAME; available: {names}",
                reason=reason,
                names=_shown(names),
            )
        elif names:
            reason = message("{reason}; available: {names}", reason=reason, names=_shown(names))
        refuse(at(file, reason))
    if not columns and found.used:
        _note_columns(file, found)
    return list(found.students)


def _note_columns(file: str, listed: StudentList) -> None:
    """Print which other columns might contain the names."""
    used = listed.columns[listed.used[0]].casefold()
    if listed.other_names:
        columns = {"used": used, "others": '", "'.join(listed.other_names)}
        text = message(
            'student names were read from the column "{used}", not from "{others}"', **columns
        )
        complain(at(file, text))
    if listed.first_names:
        columns = {"used": used, "both": f'--column "{listed.first_names}" --column "{used}"'}
        text = message(
            'student names were read from the column "{used}"; to use both columns: {both}',
            **columns,
        )
        complain(at(file, text))


def _shown(names: list[str]) -> str:
    return ", ".join(visible(name, 40) for name in names[:MOST_COLUMNS] if name)


def refuse_spreadsheet(file: str, data: bytes) -> None:
    """Refuse spreadsheets: tables are read as text only."""
    if is_spreadsheet(data):
        refuse(at(file, message(SPREADSHEET)))
