"""Documents: every link in files, folders and standard input, and what is wrong with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.cli.errors import refuse
from uriinspector.cli.protected import names_in
from uriinspector.cli.scanning import case_output, machine_formats, text_report
from uriinspector.cli.scanning.input_files import files_of
from uriinspector.cli.scanning.outcome import ScanRequest, worse
from uriinspector.cli.scanning.workers import outcomes
from uriinspector.cli.screen import Screen, complain
from uriinspector.export.case.case_formats import export_case_as
from uriinspector.export.formats import ExportOptions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from uriinspector.cli.scanning.outcome import Outcome
    from uriinspector.cli.scanning.workers import Write

MACHINES: dict[str, Write] = {
    "json": machine_formats.as_json,
    "jsonl": machine_formats.as_lines,
    "csv": machine_formats.as_csv,
    "sarif": machine_formats.as_sarif,
    **dict.fromkeys(case_output.FORMS, case_output.as_case_part),
}
# What is written only when all files are there.
TOGETHER = {"sarif", *case_output.FORMS}


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Every file in turn; one that cannot be read is told, and the next one is looked at."""
    form = "json" if options.json else "jsonl" if options.jsonl else options.format
    if not options.paths:
        refuse('a file is due, or "-" for standard input')
    if options.jobs < 1:
        refuse("--jobs is at least 1")
    protect = names_in(options.protect) if options.protect else ()
    asked = ScanRequest(
        options.base, options.edition, protect, options.min_severity, options.exact, screen.width
    )
    write = MACHINES.get(form) or partial(
        text_report.as_table, by=options.group, coloured=screen.coloured, theme=options.theme
    )
    moment = case_output.moment(options.date)
    if form == "csv":
        screen.exact(",".join(machine_formats.COLUMNS) + "\n")
    told: list[Outcome] = []
    is_broken, worst = False, None
    for outcome in outcomes(lambda: files_of(options.paths), asked, write, options.jobs):
        if outcome.trouble is not None:
            complain(f"{outcome.path}: {outcome.trouble}")
            is_broken = True
        worst = worse(worst, outcome.worst)
        if form in TOGETHER:
            told.append(outcome)
        elif form in MACHINES:
            screen.exact(outcome.written)
        else:
            screen.out.write(outcome.written)
    if form in TOGETHER:
        wishes = ExportOptions(options.exact, options.without_recipient)
        for piece in _together(told, form, moment, wishes):
            screen.exact(piece)
    return 2 if is_broken else _status(worst, options.fail_on)


def _together(
    outcomes: list[Outcome], form: str, moment: str, options: ExportOptions
) -> Iterator[str]:
    """All files in one text."""
    if form == "sarif":
        return iter([machine_formats.sarif([each.written for each in outcomes])])
    return export_case_as(case_output.case_of(outcomes, moment), form, options)


def _status(worst: str | None, fail_on: str) -> int:
    """1 where something was found that is as bad as that, else 0."""
    return int(fail_on in RANK and worst is not None and RANK[worst] >= RANK[fail_on])
