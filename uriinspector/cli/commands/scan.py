"""Documents: every link in files, folders and standard input, and what is wrong with it."""

from __future__ import annotations

import io
import sys
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.cli.misuse import refuse
from uriinspector.cli.protected import names_in
from uriinspector.cli.scanning import cases, machines
from uriinspector.cli.scanning.files import STANDARD_INPUT, files_of
from uriinspector.cli.scanning.outcome import Asked, Written, look
from uriinspector.cli.screen import Screen, complain, is_terminal
from uriinspector.export.case.formats import case_handed_on
from uriinspector.export.formats import Wishes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from uriinspector.cli.scanning.outcome import Outcome
    from uriinspector.documents.document import Document

    Write = Callable[[Document, str, Asked], Written]

MACHINES: dict[str, Write] = {
    "json": machines.as_json,
    "jsonl": machines.as_lines,
    "csv": machines.as_csv,
    "sarif": machines.as_sarif,
    **dict.fromkeys(cases.FORMS, cases.as_kept),
}
# What is written only when all files are there.
TOGETHER = {"sarif", *cases.FORMS}


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Every file in turn; one that cannot be read is told, and the next one is looked at."""
    form = "json" if options.json else "jsonl" if options.jsonl else options.format
    if not options.paths:
        refuse('a file is due, or "-" for standard input')
    if options.jobs < 1:
        refuse("--jobs is at least 1")
    protect = names_in(options.protect) if options.protect else ()
    asked = Asked(
        options.base, options.edition, protect, options.min_severity, options.exact, screen.width
    )
    write = MACHINES.get(form) or partial(
        as_table, by=options.group, coloured=screen.coloured, theme=options.theme
    )
    moment = cases.moment(options.date)
    if form == "csv":
        screen.exact(",".join(machines.COLUMNS) + "\n")
    told: list[Outcome] = []
    for outcome in _outcomes(list(files_of(options.paths)), asked, write, options.jobs):
        if outcome.trouble is not None:
            complain(f"{outcome.path}: {outcome.trouble}")
        if form in TOGETHER:
            told.append(outcome)
            continue
        if form in MACHINES:
            screen.exact(outcome.written)
        else:
            screen.out.write(outcome.written)
        told.append(outcome._replace(written=""))
    if form in TOGETHER:
        wishes = Wishes(options.exact, options.without_recipient)
        for piece in _together(told, form, moment, wishes):
            screen.exact(piece)
    return _status(told, options.fail_on)


def _together(told: list[Outcome], form: str, moment: str, wishes: Wishes) -> Iterator[str]:
    """All files in one text."""
    if form == "sarif":
        return iter([machines.sarif([each.written for each in told])])
    return case_handed_on(cases.case_of(told, moment), form, wishes)


def _status(told: list[Outcome], fail_on: str) -> int:
    """2 where a file could not be read, 1 where something was found, else 0."""
    if any(each.trouble is not None for each in told):
        return 2
    ranks = [RANK[each.worst] for each in told if each.worst is not None]
    return int(fail_on in RANK and max(ranks, default=-1) >= RANK[fail_on])


def as_table(
    document: Document, path: str, asked: Asked, *, by: str, coloured: bool, theme: str
) -> Written:
    """What people read, as it will stand on the screen."""
    from uriinspector.cli.scanning.people import report

    rows, worst = report(document, "standard input" if path == STANDARD_INPUT else path, asked, by)
    made = io.StringIO()
    Screen(made, coloured=coloured, theme=theme).write(rows)
    return Written(made.getvalue(), worst)


def _outcomes(paths: list[str], asked: Asked, write: Write, jobs: int) -> Iterator[Outcome]:
    """Each file's, in order; with more than one job in processes of their own."""
    look_at = partial(look, asked=asked, write=write)
    with Progress(len(paths), sys.stderr) as progress:
        if jobs == 1 or len(paths) < 2:
            for path in paths:
                yield look_at(path)
                progress.step()
            return
        # Spawned, not forked: the same on every system, and nothing is shared by accident.
        with get_context("spawn").Pool(min(jobs, len(paths))) as pool:
            chunk = max(1, min(64, len(paths) // (4 * jobs)))
            for outcome in pool.imap(look_at, paths, chunk):
                yield outcome
                progress.step()


class Progress:
    """How many files are done, on a terminal alone, and gone at the end."""

    def __init__(self, count: int, out: TextIO | None) -> None:
        self._count = count
        self._done = 0
        self._out = out if out is not None and count > 1 and is_terminal(out) else None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out is not None:
            self._out.write("\r\x1b[K")
            self._out.flush()

    def step(self) -> None:
        """One file more."""
        self._done += 1
        if self._out is not None:
            filled = 24 * self._done // self._count
            bar = "#" * filled + "." * (24 - filled)
            self._out.write(f"\r[{bar}] {self._done:,} of {self._count:,} files\x1b[K")
            self._out.flush()
