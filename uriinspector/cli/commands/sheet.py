"""The command "sheet": writes question sheets, different for each student."""

import argparse
from dataclasses import replace

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.cli.answer_sums import LISTED
from uriinspector.cli.arguments import refuse, refuse_all
from uriinspector.cli.output_file import pack_in, students_in, write_out
from uriinspector.cli.screen import Screen, complain, spoken
from uriinspector.core.model import Count, message
from uriinspector.export.judged_answers import MOST_STUDENTS
from uriinspector.export.language import Language, speaking
from uriinspector.export.moodle_quiz import MOST_VARIANTS, as_moodle, unmarked
from uriinspector.export.sheet_forms import SheetForm, as_csv, as_json
from uriinspector.export.sheet_page import as_html
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.pack import Pack, PackItem, Sheet, SheetRow, sheet_of, student_codes
from uriinspector.lessons.question import NoQuestionError

EXAMPLE = "lessons/example.toml"
TRIED = 200


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Write the sheets of all students to one output."""
    if options.list:
        say = speaking(options.language or "en")
        screen.write(LISTED[options.list](say))
        return 0
    if options.column and options.students is None:
        refuse(message("{name} needs {other}", name="--column", other="--students"))
    if options.pack is None:
        write_out(shipped_text(EXAMPLE), options.output, screen, is_new=True)
        return 0
    pack = pack_in(options.pack)
    spoken[:] = [options.language or pack.language]
    say = speaking(spoken[-1])
    if options.check:
        return _test_pack(pack, options.pack, say)
    sheets = _sheets(pack, _students(pack, options), options.pack)
    form = SheetForm(options.key, say, options.students is not None)
    if options.format == "html":
        pieces = as_html(pack, sheets, form)
    elif options.format == "moodle":
        pieces = as_moodle(pack, sheets, form)
        for code in unmarked(pack):
            complain(f"{options.pack}: {code}: {say('left out: Moodle cannot grade it')}")
    else:
        pieces = as_csv(sheets, form) if options.format == "csv" else as_json(sheets, form)
    write_out("".join(pieces), options.output, screen, source=None if pack.lesson else options.pack)
    return 0


def _students(pack: Pack, options: argparse.Namespace) -> list[str]:
    if options.students is not None:
        if options.count is not None:
            refuse(message("choose either {one} or {other}", one="--count", other="--students"))
        return students_in(options.students, options.column)
    count = options.count
    if count is None:
        count = MOST_VARIANTS if options.format == "moodle" else 1
    if not 1 <= count <= MOST_STUDENTS:
        most = Count(MOST_STUDENTS)
        refuse(message("{name} must be a number from 1 to {most}", name="--count", most=most))
    return student_codes(pack, count)


def _sheets(pack: Pack, students: list[str], file: str) -> list[Sheet]:
    try:
        return [sheet_of(pack, student) for student in students]
    except NoQuestionError as fault:
        line = next(each.line for each in pack.items if each.code == str(fault))
        reason = message("no question can be drawn for {item}", item=str(fault))
        if line:
            reason = message("line {line}: {reason}", line=Count(line), reason=reason)
        refuse_all(file, [reason])


def _test_pack(pack: Pack, file: str, say: Language) -> int:
    """Draw questions for many students; print the failures, and return 1 if there are any."""
    tried = say(
        "{count} questions per student, tried with {students} students",
        count=pack.question_count,
        students=TRIED,
    )
    complain(f"{file}: {tried}")
    status = 0
    for item in pack.items:
        if item.fixed:
            status |= _try_fixed(item, file, say)
            continue
        drawn: list[SheetRow] = []
        missing = 0
        alone = replace(pack, items=(item,))
        for student in student_codes(pack, TRIED):
            try:
                drawn += sheet_of(alone, student).rows
            except NoQuestionError:
                missing += 1
        texts = {tuple(row.question.given.values()) for row in drawn}
        if missing:
            status = 1
            reason = say(
                "no question could be drawn for {missing} of {count} students",
                missing=missing,
                count=TRIED,
            )
            complain(f"{file}: {say('line {number}', number=item.line)}: {item.code}: {reason}")
        if drawn:
            different = say(
                "{count} different questions out of {all}", count=len(texts), all=len(drawn)
            )
            complain(f"{file}: {item.code}: {different}")
    return status


def _try_fixed(item: PackItem, file: str, say: Language) -> int:
    """Print which fixed questions have no right answer; return 1 if there are any."""
    empty = [given for given in item.fixed if not KINDS[item.kind].question(given).key]
    if empty:
        line = say("line {number}", number=item.line)
        complain(f"{file}: {line}: {item.code}: {say('no right answer was found')}")
    return int(bool(empty))
