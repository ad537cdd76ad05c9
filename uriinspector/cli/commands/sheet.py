"""Sheets of questions: others for each student, with their key or without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.cli.errors import refuse
from uriinspector.cli.output_file import write_out
from uriinspector.cli.pack_option import MOST_STUDENTS, pack_in, students_in
from uriinspector.cli.screen import complain
from uriinspector.export.language import translation_into
from uriinspector.export.sheet_forms import SheetForm, as_csv, as_html, as_json
from uriinspector.lessons.pack import sheet_of, student_codes
from uriinspector.lessons.question import NoQuestionError

if TYPE_CHECKING:
    import argparse

    from uriinspector.cli.screen import Screen
    from uriinspector.lessons.pack import Pack, Sheet

EXAMPLE = "lessons/example.toml"
TRIED = 200


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """The sheets of all students, in one file."""
    if options.pack is None:
        write_out(shipped_text(EXAMPLE), options.output, screen)
        return 0
    pack = pack_in(options.pack)
    if options.check:
        return _try_out(pack, options.pack)
    sheets = _sheets(pack, _students(pack, options), options.pack)
    form = SheetForm(options.key, translation_into(options.language), options.language)
    if options.format == "html":
        pieces = as_html(pack, sheets, form)
    else:
        pieces = as_csv(sheets, form) if options.format == "csv" else as_json(sheets, form)
    write_out("".join(pieces), options.output, screen)
    return 0


def _students(pack: Pack, options: argparse.Namespace) -> list[str]:
    if options.students is not None:
        return students_in(options.students)
    if not 1 <= options.count <= MOST_STUDENTS:
        refuse(f"--count is a number from 1 to {MOST_STUDENTS:,}")
    return student_codes(pack, options.count)


def _sheets(pack: Pack, students: list[str], file: str) -> list[Sheet]:
    try:
        return [sheet_of(pack, student) for student in students]
    except NoQuestionError as fault:
        line = next(each.line for each in pack.items if each.code == str(fault))
        refuse(f"{file}: line {line}: no question of {fault} can be drawn")


def _try_out(pack: Pack, file: str) -> int:
    """Sheets for many students, only to see that all can be drawn."""
    sheets = _sheets(pack, student_codes(pack, TRIED), file)
    total = len(sheets[0].rows)
    complain(f"{file}: {total} questions a student, drawn for {TRIED} students")
    for item in pack.items:
        if not item.fixed:
            rows = [row for sheet in sheets for row in sheet.rows if row.item == item.code]
            texts = {tuple(row.question.given.values()) for row in rows}
            complain(f"{file}: {item.code}: {len(texts)} different questions of {len(rows)}")
    return 0
